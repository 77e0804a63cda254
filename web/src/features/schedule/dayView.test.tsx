/** The day of the schedule stays readable with many short missions, and names why nothing may start. */
import { calls } from '@greensward/contract'
import type { Mission } from '@greensward/domain'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'
import { shownIn } from './DayView.tsx'

const open = stage()
const SLOW = { timeout: 20_000 }
const MINUTE_MS = 60_000
const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const day = { from: Date.parse('2026-11-25T00:00:00Z'), to: Date.parse('2026-11-26T00:00:00Z') }
const at = (clock: string): number => Date.parse(`2026-11-25T${clock}:00Z`)

test('a mission that has ended is drawn before now, a planned one from its start', () => {
  const span = { from: at('05:48'), to: at('05:55') }
  const ended = { endedAt: '2026-11-25T05:55:00Z' } as Mission
  const planned = { endedAt: null } as Mission
  expect(shownIn({ item: ended, span }, day, 48 * MINUTE_MS, at('06:00')).span).toEqual({
    from: at('05:12'),
    to: at('06:00'),
  })
  expect(shownIn({ item: planned, span }, day, 48 * MINUTE_MS, at('05:00')).span).toEqual({
    from: at('05:48'),
    to: at('06:36'),
  })
  expect(shownIn({ item: ended, span }, day, 6 * MINUTE_MS, at('06:00')).span).toEqual(span)
})

const prepare = (wire: Wire): void => {
  const mower = sampleItem(calls.mowers.list, { id: id(1), name: 'Rook 1', inService: false } as never)
  const missions = Array.from({ length: 5 }, (_, index) =>
    sampleItem(calls.missions.list, {
      id: id(10 + index),
      title: `Green ${index + 1}`,
      mowerId: id(1),
      status: 'planned',
      startsAt: new Date(Date.parse('2099-06-01T05:00:00Z') + index * 7 * MINUTE_MS).toISOString(),
      startedAt: null,
      endedAt: null,
      slotS: 420,
    } as never),
  )
  wire.answer(calls.mowers.list, { items: [mower], total: 1 } as never)
  wire.answer(calls.missions.list, { items: missions, total: 5 } as never)
}

test('five missions of seven minutes are one line each, and wider hours draw them in fewer rows', async () => {
  const user = userEvent.setup()
  await open({ path: '/schedule?day=2099-06-01', prepare })
  const track = (): HTMLElement | null | undefined =>
    document.querySelector('[data-mission]')?.closest<HTMLElement>('[data-mower]')
  await waitFor(() => expect(document.querySelectorAll('[data-mission]')).toHaveLength(5), SLOW)
  const rows = (): number => Number(track()?.style.getPropertyValue('--rows'))
  expect(track()?.dataset.dense).toBe('true')
  expect(rows()).toBe(5)
  await user.click(screen.getByLabelText('Wider hours'))
  await user.click(screen.getByLabelText('Wider hours'))
  expect(rows()).toBe(2)
  expect(track()?.dataset.dense).toBeUndefined()
  expect(screen.getByLabelText('Wider hours').hasAttribute('disabled')).toBe(true)
})

test('a frost delay is a band of today that says that nothing starts', async () => {
  await open({
    path: '/schedule',
    prepare: wire => {
      prepare(wire)
      wire.answer(calls.courseMode.get, {
        mode: 'frostDelay',
        since: new Date(Date.now() - MINUTE_MS).toISOString(),
        by: 'Mara',
        undoTo: 'normal',
      })
    },
  })
  await waitFor(() => expect(screen.getByText('Frost delay: no mission starts')).toBeDefined(), SLOW)
})

test('a status is filtered out, and Reset filters shows its missions again', async () => {
  const user = userEvent.setup()
  await open({ path: '/schedule?day=2099-06-01', prepare })
  const blocks = () => document.querySelectorAll('[data-mission]')
  await waitFor(() => expect(blocks()).toHaveLength(5), SLOW)
  expect(screen.queryByText('Reset filters')).toBeNull()
  await user.click(screen.getByText(/^Planned 5$/))
  await waitFor(() => expect(blocks()).toHaveLength(0), SLOW)
  await user.click(screen.getByText('Reset filters'))
  await waitFor(() => expect(blocks()).toHaveLength(5), SLOW)
})
