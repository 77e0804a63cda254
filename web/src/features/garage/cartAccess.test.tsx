/** The key of a tracker: with it the addresses of every program that can send positions. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'

const open = stage()
const SLOW = { timeout: 20_000 }
const CART = '00000000-0000-4000-8000-000000000002'

test('a new key comes with the addresses for Overland and for a Traccar server that forwards', async () => {
  const user = userEvent.setup()
  await open({
    path: '/garage',
    prepare: wire => {
      const row = sampleItem(calls.garage.list, { id: CART, title: 'Cart 7', vehicleType: 'golfCart' } as never)
      wire.answer(calls.garage.list, { items: [row], total: 1 } as never)
      const cart = sampleItem(calls.carts.list, { id: CART, name: 'Cart 7' })
      wire.answer(calls.carts.list, { items: [cart], total: 1 } as never)
      wire.answer(calls.carts.get, cart as never)
      wire.answer(lateCalls.cartAccess.get, { key: null, devices: [] })
      wire.answer(lateCalls.cartAccess.newKey, { key: 'abc123' })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Edit: Cart 7' }, SLOW))
  await user.click(await screen.findByRole('button', { name: 'Make a key' }, SLOW))
  const address = await screen.findByLabelText(/^Address for Overland and for a Traccar server/)
  expect((address as HTMLInputElement).value).toBe(`${window.location.origin}/api/track/osmand?key=abc123`)
  expect(screen.getByText(/“forward\.url”.* use .*\/api\/track\/osmand and give each device/)).toBeDefined()
})
