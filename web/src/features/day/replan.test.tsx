import { calls, type ShiftOfDay } from '@greensward/contract'
import type { Mission, Shift, ShiftReplan, ShiftTask } from '@greensward/domain'
import { said } from '@greensward/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'

const open = stage()
const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
const [SHIFT, WREN_4, WREN_2, WREN_3, FIRST, SECOND, THIRD] = [id(1), id(2), id(3), id(4), id(5), id(6), id(7)]
const AT = '2030-01-01T05:00:00.000Z'

const task = (own: object): ShiftTask =>
  ({ state: 'planned', why: null, mayResume: false, startedAt: null, endedAt: null, ...own }) as ShiftTask
const SHIFT_NOW: Shift = {
  id: SHIFT,
  day: '2030-01-01',
  name: 'Morning',
  from: AT,
  until: '2030-01-01T09:00:00.000Z',
  routes: [
    {
      mowerId: WREN_4,
      state: 'paused',
      pause: { kind: 'bladeFault', why: said('routePause', { reason: 'bladeFault', who: '' }), at: AT, by: null },
      tasks: [FIRST, SECOND, THIRD].map(missionId => task({ id: missionId, kind: 'mow', missionId })),
    },
    {
      mowerId: WREN_2,
      state: 'running',
      pause: null,
      tasks: [task({ id: id(8), kind: 'returnToBase', missionId: null })],
    },
    { mowerId: WREN_3, state: 'done', pause: null, tasks: [] },
  ],
  release: { by: 'Ada Field', at: AT, until: '2030-01-01T09:00:00.000Z', mowerIds: [WREN_2, WREN_3], zoneIds: [] },
  createdBy: 'Ada Field',
  updatedAt: AT,
}
const DIFFERENCE: ShiftReplan = {
  updatedAt: AT,
  changes: true,
  moves: [
    { missionId: FIRST, fromMowerId: WREN_4, toMowerId: WREN_2, estimateS: 720 },
    { missionId: SECOND, fromMowerId: WREN_4, toMowerId: WREN_3, estimateS: 900 },
  ],
  left: [{ missionId: THIRD, mowerId: WREN_4, reason: 'noTime', remedies: [{ kind: 'oneMoreMower' }], isNew: true }],
  putBack: [],
  reordered: 0,
  endsBefore: '2030-01-01T06:31:00.000Z',
  endsAfter: '2030-01-01T06:52:00.000Z',
  margins: [
    {
      missionId: SECOND,
      mowerId: WREN_3,
      endsAt: '2030-01-01T06:52:00.000Z',
      firstGroupAt: '2030-01-01T07:03:00.000Z',
    },
  ],
  unable: [{ mowerId: WREN_4, reason: 'fault' }],
  needPress: [WREN_3],
}
const board =
  (difference: ShiftReplan = DIFFERENCE) =>
  (wire: Wire): void => {
    const names = [
      [WREN_4, 'Wren 4'],
      [WREN_2, 'Wren 2'],
      [WREN_3, 'Wren 3'],
    ]
    const mowers = names.map(([mowerId, name]) =>
      sampleItem(calls.mowers.list, { id: mowerId, name, inService: false } as never),
    )
    wire.answer(calls.mowers.list, { items: mowers, total: 3 } as never)
    const missions = [FIRST, SECOND, THIRD].map(
      (missionId, i) => sampleItem(calls.missions.list, { id: missionId, title: `Green ${i + 1}` } as never) as Mission,
    )
    const item: ShiftOfDay = { shift: SHIFT_NOW, missions }
    wire.answer(calls.shifts.list, { items: [item], total: 1 })
    wire.answer(calls.shifts.replan, difference)
    wire.answer(calls.shifts.applyReplan, { shift: SHIFT_NOW, needPress: [WREN_3] })
  }
const openDifference = async (prepare: (wire: Wire) => void) => {
  const user = userEvent.setup()
  const app = await open({ path: '/day?day=2030-01-01', prepare })
  const lane = within(await screen.findByRole('listitem', { name: 'Wren 4' }))
  await user.click(lane.getByRole('button', { name: 'Plan again' }))
  return { ...app, user, sheet: within(await screen.findByRole('dialog')) }
}

test('says who takes over what, what is left out, which margin breaks and who needs a press', async () => {
  const { sheet } = await openDifference(board())
  expect(await sheet.findByText('Wren 4: 2 missions to Wren 2 and Wren 3')).toBeDefined()
  expect(sheet.getByText(/^Done .* instead of /)).toBeDefined()
  expect(sheet.getByText('Wren 4: a fault paused it')).toBeDefined()
  const moves = within(sheet.getByRole('region', { name: 'Change mower' }))
  expect(moves.getByText('Wren 4 → Wren 3')).toBeDefined()
  expect(moves.getByText(/^Times are estimates/)).toBeDefined()
  const left = within(sheet.getByRole('region', { name: 'Left out' }))
  expect(left.getByText('Green 3')).toBeDefined()
  expect(left.getByText(/another mower of this kind joins/)).toBeDefined()
  expect(sheet.getByText(/^Green 2 done .*, first group/)).toBeDefined()
  expect(sheet.getByText(/^Wren 3 had finished\. After Apply, press Continue/)).toBeDefined()
})

test('Apply sends what was shown, and says which mower waits for a press', async () => {
  const { sheet, user, wire } = await openDifference(board())
  await sheet.findByText(/^Wren 4: 2 missions/)
  await user.click(sheet.getByRole('button', { name: 'Apply' }))
  await waitFor(() =>
    expect(wire.bodiesOf(calls.shifts.applyReplan)).toEqual([
      {
        updatedAt: AT,
        moves: [
          { missionId: FIRST, toMowerId: WREN_2 },
          { missionId: SECOND, toMowerId: WREN_3 },
        ],
        left: [THIRD],
      },
    ]),
  )
  expect(await screen.findByText('The shift is planned again. Press Continue for Wren 3')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('Cancel changes nothing', async () => {
  const { sheet, user, wire } = await openDifference(board())
  await user.click(sheet.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(wire.bodiesOf(calls.shifts.applyReplan)).toEqual([])
})

test('says that nothing would be better, with nothing to apply', async () => {
  const { sheet } = await openDifference(board({ ...DIFFERENCE, changes: false, moves: [], left: [] }))
  expect(await sheet.findByText('No better plan')).toBeDefined()
  expect((sheet.getByRole('button', { name: 'Apply' }) as HTMLButtonElement).disabled).toBe(true)
})

test('shows why no plan can be made', async () => {
  const { sheet } = await openDifference(wire => {
    board()(wire)
    wire.refuse(calls.shifts.replan, { kind: 'conflict', ...said('replanNoMower'), message: 'In English' })
  })
  expect(await sheet.findByText(/^No mower of this shift can drive now/)).toBeDefined()
})

test('a shift that changed meanwhile is looked at again', async () => {
  const { sheet, user, wire } = await openDifference(w => {
    board()(w)
    w.refuse(calls.shifts.applyReplan, { kind: 'conflict', ...said('replanOutdated'), message: 'In English' })
  })
  await sheet.findByText(/^Wren 4: 2 missions/)
  await user.click(sheet.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText(/^The shift has changed meanwhile/)).toBeDefined()
  await waitFor(() => expect(wire.asked.filter(({ call }) => call === calls.shifts.replan)).toHaveLength(2))
})

test('a mower that runs on time, and a person who may not operate mowers, see no Plan again', async () => {
  await open({ path: '/day?day=2030-01-01', role: 'ROLE_BUGGY_ADMIN', prepare: board() })
  expect(await screen.findByRole('listitem', { name: 'Wren 4' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Plan again' })).toBeNull()
})
