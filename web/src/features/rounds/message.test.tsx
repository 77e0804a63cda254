/** A person who watches the pace writes to a slow group without a way to the map. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { ROLE_NAMES, type RoleSlug } from '@greensward/domain'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { http } from '../../api/browser.ts'
import { keyOf } from '../../api/queries.ts'
import { loadAllTexts } from '../../i18n/index.ts'
import { sampleAnswer, sampleItem } from '../../testing/sampleAnswer.ts'
import { openWire, type Wire } from '../../testing/wire.ts'
import { DayRounds } from './DayRounds.tsx'

const SLOW = { timeout: 30_000 }
const DAY = '2030-01-01'
const id = (index: number): string => `00000000-0000-4000-8000-00000000000${index}`
const round = (index: number, cartName: string, finishedAt: string | null) =>
  sampleItem(calls.rounds.list, { id: id(index), cartId: id(index), cartName, finishedAt } as never)

beforeAll(async () => {
  window.matchMedia ??= query => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  if (document.fonts === undefined) {
    const fonts = Object.assign(new EventTarget(), { ready: Promise.resolve() })
    Object.defineProperty(document, 'fonts', { value: fonts })
  }
  window.scrollTo = () => undefined
  await loadAllTexts()
})
afterEach(cleanup)

const show = (role: RoleSlug): Wire => {
  const wire = openWire(http)
  wire.answer(lateCalls.cartMessages.send, { items: [], total: 1 } as never)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const profile = sampleAnswer(calls.profile.get, { role: { slug: role, name: ROLE_NAMES[role] } })
  client.setQueryData(keyOf(calls.profile.get, {}), profile)
  client.setQueryData(keyOf(calls.settings.get, {}), sampleAnswer(calls.settings.get, { timeZone: 'UTC' }))
  client.setQueryData(keyOf(calls.rounds.list, { query: { day: DAY } }), {
    items: [round(1, 'Cart 1', null), round(2, 'Cart 2', '2030-01-01T10:00:00.000Z')],
    total: 2,
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <DayRounds day={DAY} isToday={false} /> }),
    history: createMemoryHistory(),
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return wire
}

test('sends a ready text from the pace of play to the cart of a running round', async () => {
  const wire = show('ROLE_BUGGY_ADMIN')
  fireEvent.click(await screen.findByLabelText('Message to Cart 1', undefined, SLOW))
  expect(screen.queryByLabelText('Message to Cart 2')).toBeNull()
  fireEvent.click(await screen.findByText('Please let the group behind you play through.', undefined, SLOW))
  fireEvent.click(screen.getByText('Send to 1 cart'))
  await waitFor(
    () =>
      expect(wire.bodiesOf(lateCalls.cartMessages.send)).toEqual([
        { to: [id(1)], kind: 'text', text: 'Please let the group behind you play through.' },
      ]),
    SLOW,
  )
})

test('offers no message to a person who may not change carts', async () => {
  show('ROLE_GREENKEEPER')
  await screen.findByText('Cart 1', undefined, SLOW)
  expect(screen.queryByLabelText('Message to Cart 1')).toBeNull()
})
