/** The garage finds a vehicle by its name. */
import { calls } from '@greensward/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'

const open = stage()

test('shows the vehicles whose name holds what is typed, and says where there is none', async () => {
  const user = userEvent.setup()
  const row = (index: number, title: string) =>
    sampleItem(calls.garage.list, {
      id: `00000000-0000-4000-8000-00000000000${index}`,
      title,
      bladeName: null,
    } as never)
  await open({
    path: '/garage',
    prepare: wire =>
      wire.answer(calls.garage.list, {
        items: [row(1, 'Rook 1'), row(2, 'Rook 10'), row(3, 'Cart 1')],
        total: 3,
      } as never),
  })
  await screen.findByText('Cart 1', undefined, { timeout: 20_000 })
  const search = screen.getByPlaceholderText('Search name or cutting unit')
  await user.type(search, 'rook 10')
  await waitFor(() => expect(screen.queryByText('Cart 1')).toBeNull())
  expect(screen.getByText('Rook 10')).toBeDefined()
  expect(screen.queryByText('Rook 1')).toBeNull()
  await user.type(search, '0')
  await screen.findByText('Nothing matches these filters')
})
