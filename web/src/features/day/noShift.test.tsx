import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { AT, board, FIRST, id, MOWER, mission, SECOND, shiftWith, task } from './board.fixture.ts'

const open = stage()

test('makes a shift of the planned missions of the day that are left chosen', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/day?day=2030-01-01',
    prepare: w => {
      board({ until: '2020-01-01T09:00:00.000Z' })(w)
      w.answer(calls.missions.list, { items: [mission(FIRST, 'Green 1'), mission(SECOND, 'Green 2')], total: 2 })
      w.answer(calls.shifts.create, shiftWith())
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Make shift' }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.click(await sheet.findByLabelText(/Green 2/))
  await user.click(sheet.getByRole('button', { name: 'Make shift' }))
  await waitFor(() =>
    expect(wire.bodiesOf(calls.shifts.create)).toMatchObject([{ day: '2030-01-01', missionIds: [FIRST] }]),
  )
})

test('shows what is in no shift, on top once its time has passed, and gives it another time', async () => {
  const user = userEvent.setup()
  const today = new Date().toISOString().slice(0, 10)
  const [THIRD, FOURTH, FIFTH] = [id(7), id(8), id(9)]
  const { wire } = await open({
    path: `/day?day=${today}`,
    prepare: w => {
      const tasks = [task({ id: id(6), kind: 'mow', missionId: FIRST, startsAt: null })]
      board({ until: '2099-01-01T09:00:00.000Z', routes: [{ mowerId: MOWER, state: 'waiting', pause: null, tasks }] })(
        w,
      )
      const items = [
        mission(FIRST, 'Green 1', { startsAt: AT }),
        mission(THIRD, 'Fairway 1b', { startsAt: '2020-01-01T10:45:00.000Z' }),
        mission(FOURTH, 'Rough 3', { startsAt: '2099-01-01T10:45:00.000Z' }),
        mission(FIFTH, 'Rough 4', { startsAt: '2099-01-01T11:45:00.000Z', startsByItself: true }),
      ]
      w.answer(calls.missions.list, { items, total: 4 })
      w.answer(lateCalls.missionTimes.putOff, {
        moved: [{ id: THIRD, title: 'Fairway 1b', startsAt: '2030-01-01T15:40:00.000Z' }],
        stayed: [],
      })
    },
  })
  const heading = await screen.findByRole('heading', { name: 'In no shift (2)' })
  const first = screen.getByRole('heading', { name: /^Morning/ })
  expect(heading.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  expect(screen.getAllByText('Its time has passed')).toHaveLength(1)
  for (const name of ['Fairway 1b', 'Rough 3']) expect(screen.getByRole('link', { name })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Later today' }))
  await waitFor(() =>
    expect(wire.bodiesOf(lateCalls.missionTimes.putOff)).toMatchObject([{ ids: [THIRD], day: today }]),
  )
})

test('offers no mission that another shift has, in a window that fits the others', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/day?day=2099-01-01',
    prepare: w => {
      const tasks = [task({ id: id(6), kind: 'mow', missionId: FIRST, startsAt: null })]
      board({ until: '2099-01-01T09:00:00.000Z', routes: [{ mowerId: MOWER, state: 'waiting', pause: null, tasks }] })(
        w,
      )
      const items = [
        mission(FIRST, 'Green 1', { startsAt: '2099-01-01T05:00:00.000Z' }),
        mission(SECOND, 'Green 2', { startsAt: '2099-01-01T14:02:00.000Z' }),
      ]
      w.answer(calls.missions.list, { items, total: 2 })
      w.answer(calls.shifts.create, shiftWith())
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Make shift' }))
  const sheet = within(await screen.findByRole('dialog'))
  await sheet.findByLabelText(/Green 2/)
  expect(sheet.queryByLabelText(/Green 1/)).toBeNull()
  await user.click(sheet.getByRole('button', { name: 'Make shift' }))
  await waitFor(() => expect(wire.bodiesOf(calls.shifts.create)).toMatchObject([{ missionIds: [SECOND] }]))
  const [body] = wire.bodiesOf(calls.shifts.create) as readonly { from: string; until: string }[]
  // It mows from 14:02 for 20 minutes and drives home.
  expect([body?.from, body?.until]).toEqual(['2099-01-01T14:00:00.000Z', '2099-01-01T15:10:00.000Z'])
})
