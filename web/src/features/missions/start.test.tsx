/** Every screen that starts a mission reports the vehicle's answer in the same words. */
import { calls } from '@greensward/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { describe, expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleAnswer, sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'

const open = stage()
const ID = '00000000-0000-4000-8000-000000000001'

/** The key is translated at each try, because a screen's texts may load after the live channel opens. */
const button = (key: string, values: Readonly<Record<string, string>> = {}) =>
  waitFor(() => screen.getByRole('button', { name: i18next.t(key, values) }), { timeout: 10_000 })
const pressStart = async (user: UserEvent): Promise<void> => {
  const start = await button('missions.startNow')
  await waitFor(() => expect(start.hasAttribute('disabled')).toBe(false))
  await user.click(start)
}

const screens = [
  {
    name: 'the table of missions',
    path: '/missions',
    start: async (user: UserEvent, title: string) => {
      await user.click(await button('missions.startOne', { title }))
      await pressStart(user)
    },
  },
  { name: 'the page of a mission', path: `/missions/${ID}`, start: pressStart },
]

const prepare = (title: string, outcome: 'accepted' | 'rejected' | 'noAnswer') => (wire: Wire) => {
  const mission = { id: ID, title, status: 'planned' as const }
  wire.answer(calls.missions.list, { items: [sampleItem(calls.missions.list, mission as never)], total: 1 } as never)
  wire.answer(calls.missions.get, sampleAnswer(calls.missions.get, mission as never))
  wire.answer(calls.missions.gate, {
    open: true,
    lines: [{ check: 'battery', verdict: 'passed', reason: 'ok', values: {} }],
  })
  // Without the course the page shows no map, which this document cannot draw.
  wire.hold(calls.map.get)
  wire.answer(calls.missions.start, { outcome, reason: null, why: null, standingStill: null })
}

describe.each(screens)('$name', ({ name, path, start }) => {
  test.each([
    { outcome: 'accepted', text: 'accepted', reason: undefined },
    { outcome: 'rejected', text: 'failed', reason: 'map.command.rejected' },
    { outcome: 'noAnswer', text: 'failed', reason: 'map.command.noAnswer' },
  ] as const)('reports $outcome in the language of the reader', async ({ outcome, text, reason }) => {
    const user = userEvent.setup()
    // Notes outlive a test, so every test has its own title.
    const title = `${name}: ${outcome}`
    await open({ path, language: 'de', prepare: prepare(title, outcome) })
    await start(user, title)
    const headline = await screen.findByText(i18next.t(`map.command.startMission.${text}`, { title }))
    const note = headline.closest<HTMLElement>('[role="alert"], [role="status"]') ?? document.body
    if (reason !== undefined) within(note).getByText(i18next.t(reason))
  })
})
