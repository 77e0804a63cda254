import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startLanguage } from '../../i18n/index.ts'
import { MenuSheet } from './MenuSheet.tsx'
import type { PlayerView } from './playerView.ts'

beforeAll(async () => {
  await startLanguage()
  // jsdom has no dialogs on top of the page.
  HTMLDialogElement.prototype.showModal ??= () => undefined
  HTMLDialogElement.prototype.close ??= () => undefined
})
afterEach(cleanup)

const dish = {
  id: 'tea',
  name: 'Tea',
  description: '',
  translations: {},
  allergens: [],
  priceMinor: 200,
  currency: 'GBP',
}
const menu = { categories: [{ id: 'drinks', name: 'Drinks', translations: {}, dishes: [dish] }] }

test('scrolls up to the orders after one was placed', async () => {
  const view = { menu, orders: [], offlineSinceMs: null, sendOrder: async () => undefined } as unknown as PlayerView
  const added: unknown[] = []
  const outbox = { waiting: [], add: async (order: unknown) => void added.push(order), forget: async () => undefined }
  const { container } = render(<MenuSheet view={view} outbox={outbox} onClose={() => undefined} />)
  const [, , more, order] = [...container.querySelectorAll('button')]
  const body = container.querySelector('dialog > div') as HTMLElement
  fireEvent.click(more as HTMLElement)
  body.scrollTop = 700
  fireEvent.click(order as HTMLElement)
  await waitFor(() => expect(added).toEqual([{ lines: [{ dishId: 'tea', quantity: 1 }], note: '' }]))
  await waitFor(() => expect(body.scrollTop).toBe(0))
  expect(screen.queryByText('Tea')).not.toBeNull()
})
