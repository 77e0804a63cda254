/** A mower is put in service with the day when it is expected back, and the form says what that touches. */
import { calls } from '@greensward/contract'
import type { Mower } from '@greensward/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleAnswer, sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'

const open = stage()
const SLOW = { timeout: 20_000 }
const MOWER = '00000000-0000-4000-8000-000000000001'
const DAY_MS = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
/** As a British reader types it. */
const typed = (iso: string): string => iso.slice(0, 10).split('-').reverse().join('/')

const garage =
  (mower: Partial<Mower>, missions: readonly { readonly title: string; readonly startsAt: string | null }[]) =>
  (wire: Wire): void => {
    wire.answer(calls.settings.get, sampleAnswer(calls.settings.get, { timeZone: 'UTC' }))
    const status = mower.inService === true ? 'service' : 'idle'
    const own = { id: MOWER, title: 'Rook 1', vehicleType: 'mower', status, serviceUntil: mower.serviceUntil ?? null }
    wire.answer(calls.garage.list, { items: [sampleItem(calls.garage.list, own as never)], total: 1 } as never)
    wire.answer(calls.mowers.get, sampleItem(calls.mowers.list, { id: MOWER, name: 'Rook 1', ...mower }) as never)
    const items = missions.map((mission, i) =>
      sampleItem(calls.missions.list, { id: `00000000-0000-4000-8000-00000000010${i}`, ...mission } as never),
    )
    wire.answer(calls.missions.list, { items, total: items.length } as never)
  }
const edit = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click((await screen.findAllByRole('button', { name: /Edit/ }, SLOW))[0] as HTMLElement)
  return within(await screen.findByRole('dialog', undefined, SLOW))
}

test('names the planned missions that start before it is back, and saves that moment', async () => {
  const user = userEvent.setup()
  const missions = [
    { title: 'Green 3', startsAt: inDays(1) },
    { title: 'Green 4', startsAt: inDays(9) },
    { title: 'Green 5', startsAt: null },
  ]
  const { wire } = await open({ path: '/garage', prepare: garage({ inService: false }, missions) })
  const dialog = await edit(user)
  expect(dialog.queryByLabelText('Expected back on')).toBeNull()
  await user.click(await dialog.findByRole('switch', { name: /^In service/ }, SLOW))
  expect(await dialog.findByText('3 planned missions start before it is back:', undefined, SLOW)).toBeTruthy()
  await user.type(dialog.getByLabelText('Expected back on'), typed(inDays(3)))
  await user.clear(dialog.getByLabelText('At'))
  await user.type(dialog.getByLabelText('At'), '1130')
  await user.tab()
  expect(await dialog.findByText('2 planned missions start before it is back:', undefined, SLOW)).toBeTruthy()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 7))).toEqual([
    'Green 3',
    'Green 5',
  ])
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const saved = () => wire.bodiesOf(calls.mowers.update)
  await waitFor(() => expect(saved()).toHaveLength(1), SLOW)
  expect(saved()[0]).toMatchObject({ inService: true, serviceUntil: `${inDays(3).slice(0, 10)}T11:30:00.000Z` })
})

test('the garage shows when a mower is back, and the day can be taken away', async () => {
  const user = userEvent.setup()
  const mower = { inService: true, serviceUntil: '2099-03-05T07:00:00.000Z' }
  const { wire } = await open({ path: '/garage', prepare: garage(mower, []) })
  expect(await screen.findByText('In service until Thu 5 Mar, 07:00', undefined, SLOW)).toBeTruthy()
  const dialog = await edit(user)
  expect(await dialog.findByText('No planned mission is touched.', undefined, SLOW)).toBeTruthy()
  await user.clear(await dialog.findByLabelText('Expected back on', undefined, SLOW))
  await user.tab()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const saved = () => wire.bodiesOf(calls.mowers.update)
  await waitFor(() => expect(saved()).toHaveLength(1), SLOW)
  expect(saved()[0]).toMatchObject({ inService: true, serviceUntil: null })
})
