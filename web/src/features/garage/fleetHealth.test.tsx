/** The health of the fleet, opened from the garage. */
import { calls, type FleetHealth } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { said } from '@greensward/messages'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleAnswer } from '../../testing/sampleAnswer.ts'

const open = stage()
const SLOW = { timeout: 60_000 }
const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const HEALTH: FleetHealth = {
  faults: [
    {
      why: { ...said('mowerRestarted') } as never,
      text: 'Restarted',
      count: 3,
      missions: 2,
      mowerIds: [idOf(1), idOf(9)],
      firstAt: '2026-06-01T06:00:00.000Z',
      lastAt: '2026-06-08T06:00:00.000Z',
      lastMissionId: idOf(5),
    },
  ],
  blades: [{ id: idOf(4), name: 'Reel', hours: 7, mownM: 12_000, missions: 4 }],
  mowers: [
    {
      id: idOf(1),
      name: 'Rook 1',
      missions: 4,
      endedByHand: 1,
      hours: 7,
      service: { state: 'soon', engineHoursLeft: 5, bladeHoursLeft: null, dueAt: null },
      checklist: ['Change the oil', 'Grind the reels'],
      isDueNextWeek: true,
      use: [
        { week: '2026-06-01', sharePerKm: 0.05, missions: 3 },
        { week: '2026-06-08', sharePerKm: 0.055, missions: 4 },
      ],
    },
  ],
  parts: [
    {
      name: 'Oil filter',
      count: 3,
      cost: 30.3,
      vehicles: [
        { id: idOf(1), name: 'Rook 1' },
        { id: idOf(2), name: 'Cart 1' },
      ],
      lastAt: '2026-06-08T06:00:00.000Z',
    },
    { name: 'Bolt M8', count: 4, cost: null, vehicles: [], lastAt: '2026-06-08T06:00:00.000Z' },
  ],
  currency: 'GBP',
}

test('the garage leads to faults, service, cutting units and the battery use of each mower', async () => {
  const user = userEvent.setup()
  await open({
    path: '/garage',
    role: 'ROLE_GREENKEEPER',
    prepare: wire => {
      wire.answer(lateCalls.fleetHealth.get, HEALTH)
      // Noon by UTC is the next day there.
      wire.answer(calls.settings.get, sampleAnswer(calls.settings.get, { timeZone: 'Pacific/Auckland' }))
    },
  })
  await user.click(await screen.findByRole('link', { name: 'Fleet health' }, SLOW))
  const faults = await screen.findByRole('table', { name: 'Faults' }, SLOW)
  const [, fault] = within(faults).getAllByRole('row')
  expect(fault?.textContent).toMatch(/Rook 1, a former mower.*3.*2/)
  expect(within(faults).getAllByRole('link')[0]?.getAttribute('href')).toBe(`/missions/${idOf(5)}`)
  const [, mower] = within(screen.getByRole('table', { name: 'Mowers' })).getAllByRole('row')
  expect(mower?.textContent).toMatch(/Rook 1.*25 %?.*5\.5%.*\+10% since Mon 1 Jun/)
  expect(screen.getByRole('table', { name: 'Cutting units' }).textContent).toMatch(/Reel.*12/)
  const checklist = within(screen.getByRole('list', { name: 'Checklist of Rook 1' }))
  expect(checklist.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Change the oil',
    'Grind the reels',
  ])
  const [, filter, bolt] = within(screen.getByRole('table', { name: 'Parts used' })).getAllByRole('row')
  expect(filter?.textContent).toMatch(/Oil filter.*3.*£30\.30.*Rook 1.*Cart 1/)
  expect(
    within(filter as HTMLElement)
      .getByText('Cart 1')
      .getAttribute('href'),
  ).toBe(`/garage/vehicle/${idOf(2)}`)
  expect(bolt?.textContent).toMatch(/Bolt M8.*4.*Unknown/i)
  expect(screen.queryByText('No service is due in the next seven days.')).toBeNull()
}, 180_000)
