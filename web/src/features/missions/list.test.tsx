/** The filters of the missions table. */
import { calls } from '@greensward/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'

const open = stage()
const SLOW = { timeout: 20_000 }

const mower = (index: number, name: string) =>
  sampleItem(calls.mowers.list, { id: `00000000-0000-4000-8000-00000000000${index}`, name } as never)
const prepare = (wire: Wire): void => {
  wire.answer(calls.mowers.list, {
    items: [mower(1, 'Rook 10'), mower(2, 'rook 2'), mower(3, 'Rook 1')],
    total: 3,
  } as never)
}
const searched = (wire: Wire): readonly unknown[] =>
  wire.asked.filter(({ call }) => call.path === calls.missions.list.path).map(({ query }) => query.search)

test('searches while a person types, without Enter', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: '/missions', prepare })
  await user.type(await screen.findByPlaceholderText('Search title, zone, mower', undefined, SLOW), 'green 7')
  await waitFor(() => expect(searched(wire).at(-1)).toBe('green 7'))
  // One question for the whole word, not one for each letter.
  expect(searched(wire).filter(text => text !== '').length).toBeLessThan(7)
})

test('offers mowers in natural order, and finds one by its name', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: '/missions', prepare })
  const field = await screen.findByPlaceholderText('Mower', undefined, SLOW)
  await user.click(field)
  // Asked of the document itself: roles take seconds to compute on a loaded host.
  const options = (): readonly (string | null)[] =>
    [...document.querySelectorAll('[role=option]')]
      .map(({ textContent }) => textContent)
      .filter(text => /rook/i.test(text ?? ''))
  await waitFor(() => expect(options()).toEqual(['Rook 1', 'rook 2', 'Rook 10']), SLOW)
  await user.type(field, '10')
  await waitFor(() => expect(options()).toEqual(['Rook 10']), SLOW)
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(
    () => expect(wire.asked.some(({ query }) => query.mowerId === '00000000-0000-4000-8000-000000000001')).toBe(true),
    SLOW,
  )
})

test('a phone opens the other filters from one button, which counts those that are set', async () => {
  const user = userEvent.setup()
  await open({ path: '/missions?status=done&from=2026-11-05', prepare })
  const fold = await screen.findByRole('button', { name: 'Filters: 2' }, SLOW)
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  await user.click(fold)
  expect(fold.getAttribute('aria-expanded')).toBe('true')
})
