/** Nothing is deleted, ended or cancelled before a person has read the consequence and confirmed. */
import type { Call } from '@greensward/contract'
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { said } from '@greensward/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { able } from '../testing/capabilities.ts'
import { stage } from '../testing/openApp.tsx'
import { sampleAnswer, sampleItem } from '../testing/sampleAnswer.ts'
import type { Wire } from '../testing/wire.ts'

const open = stage()
const ID = '00000000-0000-4000-8000-000000000001'

interface Act {
  readonly act: string
  readonly path: string
  readonly prepare?: (wire: Wire) => void
  /** The presses up to the question. */
  readonly press: (user: UserEvent) => Promise<void>
  readonly call: Call
  /** The text of the button that confirms. */
  readonly yes: string | RegExp
  /** The consequence that the question names. */
  readonly consequence: RegExp
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const pressing =
  (...names: readonly (string | RegExp)[]) =>
  async (user: UserEvent): Promise<void> => {
    for (const name of names) await user.click(await button(name))
  }
const listing =
  <C extends Call>(call: C, ...changes: readonly Record<string, unknown>[]) =>
  (wire: Wire): void =>
    wire.answer(call, {
      items: changes.map(change => sampleItem(call, change as never)),
      total: changes.length,
    } as never)
const both =
  (...steps: readonly ((wire: Wire) => void)[]) =>
  (wire: Wire): void => {
    for (const step of steps) step(wire)
  }
const VEHICLE = { id: ID, title: 'Rook 1', vehicleType: 'mower' as const, status: 'idle' as const }
const onVehicle = both(listing(calls.garage.list, VEHICLE), wire => {
  able(wire)
  wire.answer(
    calls.pairing.get,
    sampleAnswer(calls.pairing.get, {
      key: { fingerprint: 'ab:cd', createdBy: 'Ada', createdAt: '2030-01-01T06:00:00.000Z' },
    } as never),
  )
})

const CATEGORY = { id: ID, name: 'Drinks', translations: {} }
const DISH = { id: '00000000-0000-4000-8000-000000000002', categoryId: ID, name: 'Tea', translations: {} }
const MENU = both(listing(calls.categories.list, CATEGORY), listing(calls.dishes.list, DISH))
const missions = (...changes: readonly Record<string, unknown>[]) =>
  listing(calls.missions.list, ...changes.map((change, n) => ({ id: `${ID.slice(0, -1)}${n}`, ...change })))
const chosen = async (user: UserEvent): Promise<void> => {
  for (const box of (await screen.findAllByRole('checkbox')).slice(1, 3)) await user.click(box)
}

const acts: readonly Act[] = [
  {
    act: 'turning a series into a standing plan',
    path: `missions/${ID}`,
    prepare: wire => {
      const series = { id: ID, day: '2030-01-01', repeat: { kind: 'daily', until: null } }
      const mission = { id: ID, title: 'Greens', status: 'planned', series }
      wire.answer(calls.missions.get, sampleAnswer(calls.missions.get, mission as never))
      // Without the course the page shows no map, which this document cannot draw.
      wire.hold(calls.map.get)
      wire.refuse(calls.standingPlans.fromSeries, { kind: 'conflict', ...said('seriesOver'), message: 'In English' })
    },
    press: pressing('Make it a standing plan'),
    call: calls.standingPlans.fromSeries,
    yes: 'Make it a standing plan',
    consequence: /The missions that the series has planned stay/,
  },
  {
    act: 'deleting a standing plan',
    path: 'plans',
    prepare: listing(calls.standingPlans.list, {
      id: ID,
      name: 'Greens',
      firstDay: '2030-01-01',
      from: '05:00',
      until: '09:00',
    }),
    press: pressing('Delete: Greens'),
    call: calls.standingPlans.remove,
    yes: 'Delete plan',
    consequence: /Missions already made stay/,
  },
  {
    act: 'ending the key of a mower',
    path: `garage/vehicle/${ID}`,
    prepare: onVehicle,
    press: pressing('Remove the key'),
    call: calls.pairing.removeKey,
    yes: 'Remove the key',
    consequence: /unsigned messages in its name are accepted again/,
  },
  {
    act: 'removing what service was done',
    path: `garage/vehicle/${ID}`,
    prepare: both(onVehicle, wire =>
      wire.answer(
        lateCalls.mowerService.get,
        sampleAnswer(lateCalls.mowerService.get, {
          records: [
            {
              id: ID,
              at: '2030-01-01T06:00:00.000Z',
              by: 'Ada',
              what: 'Oil',
              engineHours: 1,
              bladeHours: 1,
              checklist: [],
              parts: [],
            },
          ],
        } as never),
      ),
    ),
    press: pressing('Delete record: Oil'),
    call: lateCalls.mowerService.removeRecord,
    yes: 'Delete record',
    consequence: /Oil/,
  },
  {
    act: 'deleting a category of the menu',
    path: 'restaurant',
    prepare: MENU,
    press: pressing('Delete: Drinks'),
    call: calls.categories.remove,
    yes: /^Delete/,
    consequence: /./,
  },
  {
    act: 'deleting a dish',
    path: 'restaurant',
    prepare: MENU,
    press: pressing('Delete: Tea'),
    call: calls.dishes.remove,
    yes: /^Delete/,
    consequence: /./,
  },
  {
    act: 'cancelling an order',
    path: 'restaurant?view=orders',
    prepare: listing(calls.orders.list, { id: ID, number: 12, status: 'new', currency: 'EUR' }),
    press: pressing(/^Cancel/),
    call: calls.orders.move,
    yes: 'Cancel the order',
    consequence: /./,
  },
  {
    act: 'cancelling missions together',
    path: 'missions',
    prepare: missions({ title: 'One', status: 'planned' }, { title: 'Two', status: 'planned' }),
    press: async user => {
      await chosen(user)
      await user.click(await button(/^Cancel 2/))
    },
    call: calls.missions.bulk,
    yes: /^Cancel 2/,
    consequence: /One.*Two/,
  },
  {
    act: 'deleting missions together',
    path: 'missions',
    prepare: missions({ title: 'One', status: 'planned' }, { title: 'Two', status: 'done' }),
    press: async user => {
      await chosen(user)
      await user.click(await button(/^Delete 2/))
    },
    call: calls.missions.bulk,
    yes: /^Delete 2/,
    consequence: /One.*Two/,
  },
  {
    act: 'deleting a zone type',
    path: 'settings/zoneTypes',
    prepare: listing(calls.zoneTypes.list, { name: 'Fairway' }),
    press: pressing('Delete: Fairway'),
    call: calls.zoneTypes.remove,
    yes: /^Delete/,
    consequence: /./,
  },
  {
    act: 'deleting a base',
    path: 'garage/bases',
    prepare: listing(calls.bases.list, { name: 'Bay 1', approach: [] }),
    press: pressing('Delete: Bay 1'),
    call: calls.bases.remove,
    yes: /^Delete/,
    consequence: /no longer be sent home/,
  },
  {
    act: 'deleting a blade',
    path: 'settings/blades',
    prepare: listing(calls.blades.list, { name: 'Reel', widthM: 2, missionSpeedMps: 1.5 }),
    press: pressing('Delete: Reel'),
    call: calls.blades.remove,
    yes: /^Delete/,
    consequence: /./,
  },
  {
    act: 'deleting a user',
    path: 'settings/users',
    prepare: listing(calls.users.list, { id: 9, fullname: 'Grace Green' }),
    press: pressing('Delete: Grace Green'),
    call: calls.users.remove,
    yes: /^Delete/,
    consequence: /./,
  },
  {
    act: 'deleting a number',
    path: 'settings/technicalNumbers',
    prepare: listing(calls.technicalNumbers.list, { department: 'Workshop', phone: '+353 1 234' }),
    press: pressing('Delete: Workshop'),
    call: calls.technicalNumbers.remove,
    yes: /^Delete/,
    consequence: /./,
  },
  {
    act: 'deleting a mower',
    path: 'garage',
    prepare: listing(calls.garage.list, VEHICLE),
    press: pressing('Delete: Rook 1'),
    call: calls.mowers.remove,
    yes: /^Delete/,
    consequence: /./,
  },
  {
    act: 'deleting a golf cart',
    path: 'garage',
    prepare: listing(calls.garage.list, { ...VEHICLE, title: 'Cart 3', vehicleType: 'golfCart' }),
    press: pressing('Delete: Cart 3'),
    call: calls.carts.remove,
    yes: /^Delete/,
    consequence: /./,
  },
  {
    act: 'taking back an access key',
    path: 'account',
    prepare: listing(lateCalls.accessKeys.list, { name: 'QGIS', id: ID, mayEdit: true }),
    press: pressing(/^Revoke/),
    call: lateCalls.accessKeys.remove,
    yes: 'Revoke',
    consequence: /lose access at once/,
  },
  {
    act: 'turning rain mode on',
    path: 'notifications',
    press: async user => user.click((await screen.findAllByRole('button', { name: /^Rain mode/ }))[0] as HTMLElement),
    call: calls.settings.update,
    yes: /^Turn rain mode/,
    consequence: /./,
  },
  {
    act: 'making a key for a mower',
    path: `garage/vehicle/${ID}`,
    prepare: onVehicle,
    press: pressing('New key'),
    call: calls.pairing.newKey,
    yes: 'New key',
    consequence: /./,
  },
]

describe.each(acts)('$act', ({ path, prepare, press, call, yes, consequence }) => {
  test('asks, and does nothing after the answer “no”', async () => {
    const user = userEvent.setup()
    const { wire } = await open({ path: `/${path}`, ...(prepare === undefined ? {} : { prepare }) })
    await press(user)
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toMatch(consequence)
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(wire.asked.map(one => one.call)).not.toContain(call)
  })

  test('runs after the confirmation', async () => {
    const user = userEvent.setup()
    const { wire } = await open({ path: `/${path}`, ...(prepare === undefined ? {} : { prepare }) })
    await press(user)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: yes }))
    await waitFor(() => expect(wire.asked.filter(one => one.call === call)).toHaveLength(1))
    // Another dialog may say what became of it; the question is gone.
    const isAsking = () =>
      screen.queryAllByRole('dialog').some(one => within(one).queryByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(isAsking()).toBe(false))
  })
})
