/** The import page: the file goes up once, and the confirmation carries the choices alone. */

import { calls, type ResultOf } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { CourseFeature } from '@greensward/domain'
import { said } from '@greensward/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { stage } from '../../../testing/openApp.tsx'
import { sampleAnswer } from '../../../testing/sampleAnswer.ts'
import type { Wire } from '../../../testing/wire.ts'

const open = stage()
// A menu warns with a dump of its tree that nothing in it can have the focus, because nothing here has a size.
beforeAll(() => {
  const warn = console.warn
  vi.spyOn(console, 'warn').mockImplementation((...said: unknown[]) => {
    if (!String(said[0]).includes('use-focus-trap')) warn(...said)
  })
})
const SLOW = { timeout: 20_000 }
const DRAFT_ID = '00000000-0000-4000-8000-0000000000d1'

const wc = (index: number): CourseFeature => ({
  type: 'Feature',
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  kind: 'wc',
  geometry: { type: 'Point', coordinates: [-2.8, 52.7] },
  properties: { title: `WC ${index}` },
})

const draft = (changes: Partial<ResultOf<typeof lateCalls.imports.create>> = {}) =>
  sampleAnswer(lateCalls.imports.create, {
    id: DRAFT_ID,
    format: 'kml',
    features: Array.from({ length: 2_000 }, (_, i) => wc(i)),
    counts: { wc: 2_000 },
    ignored: {},
    ...changes,
  })

/** Opens the page and lets the server read a file. */
const readFile = async (language: 'en' | 'de', prepare: (wire: Wire) => void) => {
  const user: UserEvent = userEvent.setup()
  const { wire } = await open({
    path: '/map',
    language,
    prepare: one => {
      // Without the course the page shows no map, which this document cannot draw.
      one.hold(calls.map.get)
      one.answer(lateCalls.imports.create, draft())
      prepare(one)
    },
  })
  // Without a layout the entries of a menu count as hidden.
  const press = async (role: 'button' | 'menuitem', en: RegExp, de: RegExp): Promise<void> =>
    user.click(await screen.findByRole(role, { name: language === 'en' ? en : de, hidden: true }, SLOW))
  await press('button', /^Layers/, /^Ebenen/)
  await press('button', /^More for the map/, /^Mehr zur Karte/)
  await press('menuitem', /^Import course/, /^Platz importieren/)
  const dialog = await screen.findByRole('dialog', { name: /import/i }, SLOW)
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('The dialog takes no file')
  await user.upload(input, new File(['<kml/>'], 'Architect.kml'))
  return { wire, user, dialog }
}

test('a course of 2,000 objects is confirmed by its id and the choices', async () => {
  const { wire, user, dialog } = await readFile('en', one =>
    one.answer(lateCalls.imports.apply, { revision: 1, leftWithoutHole: [] }),
  )
  await user.click(await within(dialog).findByRole('radio', { name: /^Replace/ }, SLOW))
  await user.click(within(dialog).getByRole('button', { name: 'Replace the course' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /import/i })).toBeNull(), SLOW)
  const [body, ...more] = wire.bodiesOf(lateCalls.imports.apply)
  expect(more).toEqual([])
  expect(body).toEqual({
    baseRevision: 0,
    label: expect.stringContaining('Architect.kml'),
    mode: 'replace',
    withDuplicates: false,
  })
  expect(wire.asked.find(({ call }) => call === lateCalls.imports.apply)?.params).toEqual({ id: DRAFT_ID })
  expect(JSON.stringify(body).length).toBeLessThan(300)
  expect(wire.bodiesOf(calls.map.change)).toEqual([])
})

test('wanted duplicates are a choice that goes up', async () => {
  const standing = [{ feature: wc(7), existingId: wc(8).id, title: 'WC', reason: 'duplicate' as const, addable: true }]
  const { wire, user, dialog } = await readFile('en', one => {
    one.answer(lateCalls.imports.create, draft({ standing }))
    one.answer(lateCalls.imports.apply, { revision: 1, leftWithoutHole: [] })
  })
  await user.click(await within(dialog).findByRole('checkbox', {}, SLOW))
  await user.click(within(dialog).getByRole('button', { name: 'Add to the course' }))
  await waitFor(() =>
    expect(wire.bodiesOf(lateCalls.imports.apply)).toEqual([
      expect.objectContaining({ mode: 'add', withDuplicates: true }),
    ]),
  )
})

test('an object that is left out by hand stays out, and can be taken again', async () => {
  const { wire, user, dialog } = await readFile('en', one => {
    one.answer(lateCalls.imports.create, draft({ features: [wc(1), wc(2), wc(3)], counts: { wc: 3 } }))
    one.answer(lateCalls.imports.apply, { revision: 1, leftWithoutHole: [] })
  })
  await user.click(await within(dialog).findByRole('button', { name: 'Choose single objects' }, SLOW))
  await user.type(within(dialog).getByRole('searchbox', { name: 'Search' }), 'wc 2')
  const list = within(dialog).getByRole('list', { name: 'Objects of the file' })
  await waitFor(() => expect(within(list).getAllByRole('checkbox')).toHaveLength(1))
  await user.click(within(list).getByRole('checkbox', { name: /^WC 2/ }))
  await within(dialog).findByText('2 objects for the map')
  expect(within(dialog).getByText('WCs').textContent).toBe('WCs 2')
  await user.click(within(dialog).getByRole('button', { name: 'Take all again' }))
  await within(dialog).findByText('3 objects for the map')
  await user.click(within(list).getByRole('checkbox', { name: /^WC 2/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Add to the course' }))
  await waitFor(() =>
    expect(wire.bodiesOf(lateCalls.imports.apply)).toEqual([expect.objectContaining({ leaveOut: [wc(2).id] })]),
  )
})

test('another target for a group makes another draft, and that one is confirmed', async () => {
  const newer = '00000000-0000-4000-8000-0000000000d2'
  const groups = [
    { key: 'wc', by: 'word' as const, label: 'toilet', shape: 'point' as const, count: 2_000, target: 'wc' as const },
  ]
  const { wire, user, dialog } = await readFile('en', one => {
    let reads = 0
    one.answer(lateCalls.imports.create, () => {
      reads += 1
      return draft({ groups, ...(reads === 1 ? {} : { id: newer }) })
    })
    one.answer(lateCalls.imports.apply, { revision: 1, leftWithoutHole: [] })
  })
  await user.selectOptions(await within(dialog).findByRole('combobox', {}, SLOW), 'garage')
  await waitFor(() => expect(wire.bodiesOf(lateCalls.imports.create)).toHaveLength(2))
  const add = within(dialog).getByRole('button', { name: 'Add to the course' })
  await waitFor(() => expect(add.hasAttribute('disabled')).toBe(false))
  await user.click(add)
  await waitFor(() => expect(wire.bodiesOf(lateCalls.imports.apply)).toHaveLength(1))
  expect(wire.asked.find(({ call }) => call === lateCalls.imports.apply)?.params).toEqual({ id: newer })
})

test('a drawing in a unit that is not known asks for it, and the answer reads the file again', async () => {
  const refused = { kind: 'importRefused' as const, ...said('unknownDxfUnit', { what: 'Plan.dxf', code: '19' }) }
  const { wire, user, dialog } = await readFile('de', one =>
    one.refuse(lateCalls.imports.create, {
      ...refused,
      message: 'In English',
      details: { reason: 'needsUnit', ...refused },
    }),
  )
  await within(dialog).findByText(/^Plan.dxf ist in einer Einheit gezeichnet/, {}, SLOW)
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Einheit der Zeichnung' }), 'feet')
  wire.answer(lateCalls.imports.create, draft({ format: 'dxf', drawingUnit: { name: 'feet', source: 'chosen' } }))
  await user.click(within(dialog).getByRole('button', { name: 'Datei lesen' }))
  await within(dialog).findByText('Die Zeichnung wird in Fuß gelesen.', {}, SLOW)
  expect(wire.bodiesOf(lateCalls.imports.create)).toHaveLength(2)
})

test('a drawing that names no unit says which one is assumed', async () => {
  const { dialog } = await readFile('en', one =>
    one.answer(
      lateCalls.imports.create,
      draft({ format: 'dxf', drawingUnit: { name: 'usSurveyFeet', source: 'assumed' } }),
    ),
  )
  await within(dialog).findByText(/Read in US survey feet, the unit of the coordinate system/, {}, SLOW)
})

test.each([
  ['importDraftGone', 'notFound', /Wählen Sie die Datei noch einmal aus/],
  ['importAppliedAlready', 'conflict', /Dieser Import ist bereits auf der Karte/],
  ['mapConflict', 'mapConflict', /geändert/],
] as const)('%s is read in German, and the dialog stays open', async (code, kind, text) => {
  const { user, dialog } = await readFile('de', one =>
    one.refuse(lateCalls.imports.apply, { kind, ...said(code), message: 'In English' }),
  )
  await user.click(await within(dialog).findByRole('button', { name: /hinzufügen/ }, SLOW))
  const alert = await within(dialog).findByRole('alert', {}, SLOW)
  expect(alert.textContent).toMatch(text)
  expect(alert.textContent).not.toContain('In English')
})
