import { calls } from '@greensward/contract'
import { whys as german } from '@greensward/messages/errors/whys.de'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

// A phone has no time bar, which brings the texts of the other screens to a wider map.
window.matchMedia = query =>
  ({
    matches: query === '(max-width: 47.99em)',
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as never
const open = stage()

test('on the map of a phone, the reason why a mower did not stop is in the language of the screen', async () => {
  const mower = { id: '00000000-0000-4000-8000-000000000001', name: 'Rook 1', phone: null }
  await open({
    path: '/map',
    language: 'de',
    prepare: wire => {
      // Without the course the page shows no map, which this document cannot draw.
      wire.hold(calls.map.get)
      wire.answer(calls.mowers.stopAll, {
        stopped: [],
        notStopped: [
          { ...mower, reason: 'In English', why: { code: 'stopAnswer', params: { reason: 'noAnswer', message: '' } } },
        ],
      })
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Alle stoppen' }, { timeout: 20_000 }))
  const name = await screen.findByText('Rook 1')
  await waitFor(() => expect(name.parentElement?.textContent).toContain(german.stopAnswer_noAnswer))
})
