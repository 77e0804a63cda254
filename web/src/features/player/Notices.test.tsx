import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startLanguage } from '../../i18n/index.ts'
import { Notices } from './Notices.tsx'
import type { PlayerView } from './playerView.ts'

beforeAll(() => startLanguage())
afterEach(cleanup)

const view = (changes: Partial<PlayerView>): PlayerView => ({
  cart: { id: 'cart', name: 'Cart 7' },
  features: [],
  zoneTypes: [],
  rules: {} as PlayerView['rules'],
  degree: 0,
  defaultZoom: 17,
  fix: null,
  holeId: null,
  onHoleSinceMs: null,
  pace: null,
  mode: 'normal',
  noGo: [],
  mowers: [],
  messages: [{ id: 'wet', kind: 'text', text: 'Mind the wet fairway.' }],
  lock: null,
  phones: [],
  menu: undefined,
  orders: [],
  offlineSinceMs: null,
  sendOrder: null,
  readMessage: null,
  ...changes,
})

const close = (): void => {
  fireEvent.click(screen.getByRole('button'))
}

test('keeps a closed message until the tablet has noted that it was read', () => {
  const read: string[] = []
  const { rerender } = render(<Notices view={view({ readMessage: id => read.push(id) })} />)
  close()
  expect(read).toEqual(['wet'])
  expect(screen.queryByText('Mind the wet fairway.')).not.toBeNull()
  rerender(<Notices view={view({ messages: [] })} />)
  expect(screen.queryByText('Mind the wet fairway.')).toBeNull()
})

test('closes a message at once for staff who look on', () => {
  render(<Notices view={view({})} />)
  close()
  expect(screen.queryByText('Mind the wet fairway.')).toBeNull()
})
