/** How an order is shown to bar staff, and the sound of a new one. */
import { calls } from '@greensward/contract'
import { SILENT_TELEMETRY } from '@greensward/domain'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../api/index.ts'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'

const open = stage()
const SLOW = { timeout: 20_000 }

/** The tones that this document, which has no sound, was asked to play. */
let tones: number[] = []
class Loudspeaker {
  currentTime = 0
  destination = {}
  resume = async () => undefined
  createGain = () => ({
    gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
    connect: () => undefined,
  })
  createOscillator = () => {
    const frequency = { value: 0 }
    return {
      frequency,
      connect: () => ({ connect: () => undefined }),
      start: () => tones.push(frequency.value),
      stop: () => undefined,
    }
  }
}
beforeEach(() => {
  tones = []
  Object.assign(globalThis, { AudioContext: Loudspeaker })
})
afterEach(() => Reflect.deleteProperty(globalThis, 'AudioContext'))

const order = (index: number, minutes: number) =>
  sampleItem(calls.orders.list, {
    id: `00000000-0000-4000-8000-00000000000${index}`,
    number: index,
    status: 'new',
    cartId: null,
    cartName: null,
    createdAt: new Date(Date.now() - minutes * 60_000).toISOString(),
  } as never)
const prepare = (wire: Wire): void => wire.answer(calls.orders.list, { items: [order(1, 12)], total: 1 } as never)

test('bar staff land on the orders', async () => {
  await open({ path: '/', role: 'ROLE_BUGGY_BAR', prepare })
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/restaurant?view=orders'), SLOW)
})

test('an order says how long it waits', async () => {
  await open({ path: '/restaurant?view=orders', role: 'ROLE_BUGGY_BAR', prepare })
  expect((await screen.findByText('12 min', undefined, SLOW)).hasAttribute('data-late')).toBe(true)
})

test('an order names the hole of its cart once, in the language of the screen', async () => {
  const [CART, HOLE] = ['00000000-0000-4000-8000-0000000000c1', '00000000-0000-4000-8000-0000000000b1']
  await open({
    path: '/restaurant?view=orders',
    role: 'ROLE_BUGGY_BAR',
    language: 'de',
    prepare: wire => {
      const item = { ...order(1, 12), cartId: CART, cartName: 'Cart 1' }
      wire.answer(calls.orders.list, { items: [item], total: 1 } as never)
      const hole = {
        type: 'Feature',
        id: HOLE,
        kind: 'hole',
        geometry: {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [0, 0.001],
          ],
        },
        properties: { name: 'Hole 4', baseAngle: 0, par: 4, rating: 1, pass: 12, sort: 4, isActive: true, view: null },
      }
      wire.answer(calls.map.get, { revision: 1, features: [hole] } as never)
      const vehicle = {
        id: CART,
        kind: 'cart',
        telemetry: SILENT_TELEMETRY,
        missionId: null,
        progress: null,
        stop: null,
        cart: {
          standing: 'offline',
          atGarage: false,
          holeId: HOLE,
          onHoleSince: null,
          stayingSince: null,
          pace: null,
          noGo: [],
        },
      }
      wire.answer(calls.live.vehicles, { items: [vehicle] } as never)
    },
  })
  expect(await screen.findByText('Loch 4', undefined, SLOW)).toBeDefined()
})

test('a new order sounds once, and not for a person who wants silence', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: '/restaurant?view=orders', role: 'ROLE_BUGGY_BAR', prepare })
  await screen.findByText('12 min', undefined, SLOW)
  expect(tones).toEqual([])
  const arrive = async (index: number): Promise<void> => {
    wire.answer(calls.orders.list, { items: [order(index, 0), order(1, 12)], total: 2 } as never)
    await act(() => queryClient.invalidateQueries())
    await screen.findByText(`Order ${index}`)
  }
  await arrive(2)
  expect(tones).toHaveLength(2)
  await user.click(screen.getByRole('switch', { name: 'Sound for new orders' }))
  await arrive(3)
  expect(tones).toHaveLength(2)
})
