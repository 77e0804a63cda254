/**
 * No English on a German screen. Each refusal, field error, pre-start check, reason and notification of the catalogue is
 * shown by the component that shows it to people, in each language. A new code is tested without a line here.
 */

import { type ApiError, calls } from '@greensward/contract'
import type { GateCheck, Mission, Notification } from '@greensward/domain'
import { ERROR_KINDS, gateLineCode, type Param, type Said, said, textIn } from '@greensward/messages'
import { texts as germanErrors } from '@greensward/messages/errors/de'
import { texts as englishErrors } from '@greensward/messages/errors/en'
import { texts as spanishErrors } from '@greensward/messages/errors/es'
import { fieldFaults } from '@greensward/messages/errors/fields.en'
import { whys as germanWhy } from '@greensward/messages/errors/whys.de'
import { whys as englishWhy } from '@greensward/messages/errors/whys.en'
import { whys as spanishWhy } from '@greensward/messages/errors/whys.es'
import germanGate from '@greensward/messages/gate/de.json' with { type: 'json' }
import englishGate from '@greensward/messages/gate/en.json' with { type: 'json' }
import spanishGate from '@greensward/messages/gate/es.json' with { type: 'json' }
import germanNotices from '@greensward/messages/notifications/de.json' with { type: 'json' }
import englishNotices from '@greensward/messages/notifications/en.json' with { type: 'json' }
import spanishNotices from '@greensward/messages/notifications/es.json' with { type: 'json' }
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { beforeAll, describe, expect, test } from 'vitest'
import { http } from '../../api/browser.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.ts'
import { StartDialog } from '../../features/missions/StartDialog.tsx'
import { changeLanguage, type Language, startLanguage, withTexts } from '../../i18n/index.ts'
import { stage } from '../../testing/openApp.tsx'
import { sampleAnswer, sampleItem } from '../../testing/sampleAnswer.ts'
import { openWire } from '../../testing/wire.ts'
import { TextField } from '../form/fields.tsx'
import { RecordSheet } from '../form/RecordSheet.tsx'
import { ErrorState } from '../page/ErrorState.tsx'

const open = stage()

type Texts = Readonly<Record<string, string>>
interface Catalogue {
  readonly errors: Texts
  readonly gate: object
  readonly why: Texts
  readonly notices: Texts
}
const CATALOGUE: Readonly<Record<Language, Catalogue>> = {
  en: { errors: englishErrors, gate: englishGate, why: englishWhy, notices: englishNotices.kinds },
  de: { errors: germanErrors, gate: germanGate, why: germanWhy, notices: germanNotices.kinds },
  es: { errors: spanishErrors, gate: spanishGate, why: spanishWhy, notices: spanishNotices.kinds },
}
const LANGUAGES: readonly Language[] = ['en', 'de', 'es']

/** Texts that are the English one letter by letter, and why. */
const SAME: Readonly<Record<Language, readonly string[]>> = {
  en: [],
  // Two of them hold nothing but a colon between their values.
  de: ['badProperty', 'missionSkippedForRain'],
  // "Error" is Spanish too.
  es: ['badProperty', 'missionSkippedForRain', 'internal'],
}

/** What the server says in English beside each code. No screen may show it. */
const IN_ENGLISH = 'In English'

/** A key without a text is a failure of its own, never an empty text that is equal to what is shown. */
const textOf = (tree: object, key: string): string => textIn(tree, key) ?? `no text of ${key}`

const gapsOf = (text: string): readonly string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, gap = '']) => gap)

type Values = Readonly<Record<string, string | number>>
/** A text of the catalogue with its gaps filled, as the reader should see it. */
const filled = (text: string, values: Values): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => String(values[name]))

/** All texts of a kind as they should be shown; the texts within them come from a catalogue of their own. */
type TextsOf = (catalogue: Catalogue, parts: Catalogue) => Texts

/** What is shown by the key of each text, compared with the catalogue. */
const expectTexts = (language: Language, shown: Readonly<Record<string, string>>, textsOf: TextsOf): void => {
  const parts = CATALOGUE[language]
  const [own, english] = [textsOf(parts, parts), textsOf(CATALOGUE.en, parts)]
  expect.soft(shown).toEqual(own)
  const keys = Object.keys(english)
  expect.soft(Object.keys(shown)).toEqual(keys)
  const isCode = (key: string): boolean => /[a-z][A-Z]/.test(key)
  expect.soft(keys.filter(key => /\{\{|\}\}/.test(shown[key] ?? ''))).toEqual([])
  expect.soft(keys.filter(key => shown[key]?.includes(IN_ENGLISH))).toEqual([])
  expect.soft(keys.filter(key => isCode(key) && shown[key]?.includes(key))).toEqual([])
  if (language !== 'en')
    expect.soft(keys.filter(key => shown[key] === english[key] && !SAME[language].includes(key))).toEqual([])
}

/** The lines of the pre-start checks, one for each reason. */
const GATE_LINES = Object.entries(englishGate.reason).flatMap(([check, reasons]) =>
  Object.entries(reasons).map(([reason, text]) => ({
    check: check as GateCheck,
    verdict: 'refused' as const,
    reason,
    values: Object.fromEntries(gapsOf(text).map(gap => [gap, `«${gap}»`])),
  })),
)
const keyOfLine = ({ check, reason }: (typeof GATE_LINES)[number]): string => `${check}.${reason}`
const KEYS_OF_LINES = GATE_LINES.map(keyOfLine)
const gateTexts: TextsOf = ({ gate }, parts) =>
  Object.fromEntries(
    GATE_LINES.map(line => [
      keyOfLine(line),
      [textOf(parts.gate, `check.${line.check}`), filled(textOf(gate, `reason.${keyOfLine(line)}`), line.values)].join(
        ': ',
      ),
    ]),
  )

/** Texts within texts have to be in the reader's language as well. */
const PARTS: Readonly<Record<string, Param>> = {
  why: said('endsTooEarly'),
  what: said('theFile'),
  lines: GATE_LINES.map(({ check, reason, values }) => ({ code: gateLineCode(check, reason), params: values })),
}

/** The refusal that is to show this text of the catalogue: a plural's code comes with a count that chooses it. */
const saidOf = (key: string, english: string): Said => {
  const [, code = key, form] = /^(\w+)_(one|other)$/.exec(key) ?? []
  const params = gapsOf(english).map(gap => [
    gap,
    gap === 'count' ? (form === 'one' ? 1 : 2) : (PARTS[gap] ?? `«${gap}»`),
  ])
  return { code, params: Object.fromEntries(params) }
}

const errorTexts =
  (keys: readonly string[]): TextsOf =>
  (catalogue, parts) =>
    Object.fromEntries(
      keys.map(key => {
        const gaps = Object.entries(saidOf(key, textOf(englishErrors, key)).params).map(([gap, param]) => [
          gap,
          gap === 'lines'
            ? Object.values(gateTexts(parts, parts)).join('; ')
            : typeof param === 'object' && 'code' in param
              ? textOf(parts.errors, param.code)
              : param,
        ])
        return [key, filled(textOf(catalogue.errors, key), Object.fromEntries(gaps))]
      }),
    )

// Reasons of missions are shown in the morning sheet, below.
const KEYS = Object.keys(englishErrors).filter(key => !Object.hasOwn(englishWhy, key))
const FIELDS = Object.keys(fieldFaults)
const refusal = (key: string): ApiError => ({
  // The text of the kind is what an unknown code would show, so all have the same.
  kind: 'conflict',
  ...saidOf(key, textOf(englishErrors, key)),
  message: IN_ENGLISH,
})

/** What a reason says within a sentence, as a part with a text of its own. */
const CAUSE = 'safety_rtkLost'
const PART_GAPS = ['cause', 'why', 'lines']
/** What happened, for the text of a key such as `slotConflict_mower`, with its gaps filled. */
const eventOf = (key: string, text: string, partGaps: readonly string[]): Said => {
  const [code = key, reason] = key.split('_')
  const part = said('safety', { reason: 'rtkLost' })
  const params = Object.fromEntries(gapsOf(text).map(gap => [gap, partGaps.includes(gap) ? part : `«${gap}»`]))
  return { code, params: reason === undefined ? params : { ...params, reason } }
}
const eventTexts =
  (texts: (catalogue: Catalogue) => Texts, partGaps: readonly string[]): TextsOf =>
  (catalogue, parts) =>
    Object.fromEntries(
      Object.keys(texts(CATALOGUE.en)).map(key => {
        const text = textOf(texts(catalogue), key)
        const gaps = gapsOf(text).map(gap => [gap, partGaps.includes(gap) ? textOf(parts.why, CAUSE) : `«${gap}»`])
        return [key, filled(text, Object.fromEntries(gaps))]
      }),
    )
const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const EVENTS = Object.entries(englishWhy)
const missions = EVENTS.map(([key, text], index) =>
  sampleItem(calls.missions.list, {
    id: id(index),
    title: key,
    status: 'missed',
    statusReason: IN_ENGLISH,
    statusWhy: eventOf(key, text, PART_GAPS),
  } as Partial<Mission>),
)
const NOTICES = Object.entries(englishNotices.kinds)
const NOTICE_PARTS = ['reason', 'why']
const notices = NOTICES.map(([key, text], index) => {
  const { code, params } = eventOf(key, text, NOTICE_PARTS)
  return sampleItem(calls.notifications.list, {
    id: id(index),
    level: 'alarm',
    kind: code,
    values: params,
  } as Partial<Notification>)
})

/** A component beside its program: with all texts, as every screen but the map has them from the start. */
const show = async (language: Language, component: ReactNode): Promise<void> => {
  localStorage.setItem('language', language)
  await startLanguage()
  await withTexts(Promise.resolve())
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>{component}</QueryClientProvider>
    </MantineProvider>,
  )
}
/** The refusals as the client passes them to every screen: all of them came over the wire. */
const failuresOf = async (errors: readonly ApiError[]): Promise<readonly unknown[]> => {
  const wire = openWire(http)
  const failures: unknown[] = []
  for (const error of errors) {
    wire.refuse(calls.blades.list, error)
    await call(calls.blades.list).catch((failure: unknown) => failures.push(failure))
  }
  return failures
}
const OF_NEWER = ERROR_KINDS.map(
  (kind): ApiError => ({ kind, code: 'ofANewerServer', params: {}, message: IN_ENGLISH }),
)
let failures: readonly unknown[] = []
beforeAll(async () => {
  failures = await failuresOf([...KEYS.map(refusal), ...OF_NEWER])
})

/** Fields of the form that shows the errors, some at a time: each field of a form makes every other one slower. */
const NAMES = Array.from({ length: 20 }, (_, index) => `field${index}`)

test('every error of a field is shown beside its field', async () => {
  const wire = openWire(http)
  await show('en', <SomeForm />)
  const inputs = NAMES.map(name => document.querySelector<HTMLInputElement>(`input[name=${name}]`))
  const reasons = (): readonly string[] =>
    inputs.map(input => document.getElementById(input?.getAttribute('aria-describedby') ?? '')?.textContent ?? '')
  const reasonsOf = async (keys: readonly string[]): Promise<readonly string[]> => {
    const before = reasons()
    const fields = NAMES.map((name, index) => {
      const key = keys[index % keys.length] ?? ''
      return [`body.${name}`, saidOf(key, textOf(fieldFaults, key))]
    })
    wire.refuse(calls.blades.create, {
      kind: 'invalid',
      ...said('invalid'),
      message: IN_ENGLISH,
      fields: Object.fromEntries(fields),
    })
    fireEvent.click(screen.getByText(i18next.t('common.save')))
    await waitFor(() => {
      expect(reasons()).not.toContain('')
      expect(reasons()).not.toEqual(before)
    })
    return reasons().slice(0, keys.length)
  }
  for (const language of LANGUAGES) {
    await act(() => changeLanguage(language))
    const shown: string[] = []
    for (let first = 0; first < FIELDS.length; first += NAMES.length)
      shown.push(...(await reasonsOf(FIELDS.slice(first, first + NAMES.length))))
    expectTexts(language, Object.fromEntries(shown.map((text, index) => [FIELDS[index], text])), errorTexts(FIELDS))
  }
})

describe.each(LANGUAGES)('in %s', language => {
  test('every refusal of the server is shown with its params, and by its kind if the code is unknown', async () => {
    const names = [...KEYS, ...ERROR_KINDS]
    await show(
      language,
      failures.map((error, index) => <ErrorState key={String(index)} error={error} />),
    )
    const shown = [...document.querySelectorAll('[role=alert]')].map((state, index) => [
      names[index],
      state.lastElementChild?.textContent,
    ])
    expect(shown).toHaveLength(names.length)
    expectTexts(language, Object.fromEntries(shown.slice(0, KEYS.length)), errorTexts(KEYS))
    expectTexts(language, Object.fromEntries(shown.slice(KEYS.length)), errorTexts(ERROR_KINDS))
  })

  test('the morning sheet says why it failed, then shows every reason of a mission and every notification', async () => {
    const { wire } = await open({
      path: '/morning',
      language,
      prepare: wire => {
        wire.refuse(calls.missions.list, refusal('diskFull'))
        wire.answer(calls.notifications.list, { items: notices, total: notices.length, unread: 0 })
      },
    })
    await screen.findByText(textOf(CATALOGUE[language].errors, 'diskFull'))
    wire.answer(calls.missions.list, { items: missions, total: missions.length })
    fireEvent.click(screen.getByText(i18next.t('common.tryAgain')))
    const list = (await screen.findByText(i18next.t('morning.person'))).parentElement
    const lines = [...(list?.querySelectorAll('li') ?? [])]
    expect(lines).toHaveLength(notices.length + missions.length)
    const sentences = lines.splice(0, notices.length).map((line, index) => {
      const time = line.querySelector('b')?.textContent ?? ''
      return [NOTICES[index]?.[0], line.textContent.slice(`${time} `.length)]
    })
    expectTexts(
      language,
      Object.fromEntries(sentences),
      eventTexts(({ notices }) => notices, NOTICE_PARTS),
    )
    const missed = ` ${i18next.t('missions.status.missed')}: `
    const reasons = lines.map((line, index) => {
      const [key = ''] = EVENTS[index] ?? []
      return [key, line.textContent.slice(`${key}${missed}`.length)]
    })
    expectTexts(
      language,
      Object.fromEntries(reasons),
      eventTexts(({ why }) => why, PART_GAPS),
    )
  })

  test('the start dialog shows every check that refuses the start', async () => {
    openWire(http).answer(calls.missions.gate, { open: false, lines: GATE_LINES })
    await show(language, <StartDialog mission={sampleAnswer(calls.missions.get)} onClose={() => undefined} />)
    await screen.findByTestId('gate-refusal')
    const shown = [...document.querySelectorAll('li[data-verdict] > span')].map((line, index) => {
      const check = line.querySelector('b')?.textContent ?? ''
      return [KEYS_OF_LINES[index], `${check}: ${line.textContent.slice(`${check} `.length)}`]
    })
    expect(shown).toHaveLength(GATE_LINES.length)
    expectTexts(language, Object.fromEntries(shown), gateTexts)
    const besideTheButton = [...screen.getByTestId('gate-refusal').querySelectorAll('li')].slice(0, 2)
    expect(besideTheButton.map(({ textContent }) => textContent)).toEqual(
      Object.values(gateTexts(CATALOGUE[language], CATALOGUE[language])).slice(0, 2),
    )
  })
})

function SomeForm() {
  const form = useForm({ defaultValues: Object.fromEntries(NAMES.map(name => [name, ''])) })
  const body = { name: 'Reel', widthM: 2, missionSpeedMps: 1.5 }
  return (
    <RecordSheet
      title="A record"
      form={form}
      onClose={() => undefined}
      onSave={() => call(calls.blades.create, { body })}
    >
      {NAMES.map(name => (
        <TextField key={name} control={form.control} name={name} label={name} />
      ))}
    </RecordSheet>
  )
}
