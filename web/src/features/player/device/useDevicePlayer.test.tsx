import 'fake-indexeddb/auto'
import { lateCalls } from '@greensward/contract/late'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sampleAnswer } from '../../../testing/sampleAnswer.ts'
import { useDevicePlayer } from './useDevicePlayer.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const answers = new Map<string, unknown>(
  [lateCalls.player.get, lateCalls.player.course, lateCalls.player.menu, lateCalls.player.orders].map(
    definition => [`/api/${definition.path}`, sampleAnswer(definition)] as const,
  ),
)

const NOTHING_KEPT = { state: undefined, course: undefined, menu: undefined, orders: undefined, rasters: undefined }

test('asks for the course again after the network lost it, also while nothing else changes', async () => {
  const course = `/api/${lateCalls.player.course.path}`
  let asked = 0
  vi.stubGlobal('fetch', async (path: string) => {
    // Its first reading, and the one for the revision that the state names.
    if (path === course && ++asked <= 2) throw new TypeError('no network')
    return Response.json({ code: 200, result: answers.get(path) ?? { items: [], total: 0 } })
  })
  const client = new QueryClient()
  const device = { token: 'key of a tablet', cart: { id: 'cart', name: 'Cart 7' } }
  const { result } = renderHook(() => useDevicePlayer(device, NOTHING_KEPT, () => undefined), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await waitFor(() => expect(result.current?.cart.name).toBe('Cart 7'), { timeout: 40_000 })
  expect(asked).toBe(3)
}, 60_000)
