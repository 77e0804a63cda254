import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { Mission, ShiftRoute } from '@greensward/domain'
import { said } from '@greensward/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'

import { AT, board, FIRST, id, MOWER, mission, OTHER, routes, SECOND, shiftWith, task } from './board.fixture.ts'

const open = stage()
const PLAN = {
  endsAt: '2030-01-01T08:00:00.000Z',
  left: [
    {
      missionId: SECOND,
      mowerId: OTHER,
      reason: 'noTime' as const,
      remedies: [
        { kind: 'until' as const, until: '2030-01-01T10:30:00.000Z' },
        { kind: 'chargeFirst' as const, share: 0.6 },
        { kind: 'oneMoreMower' as const },
      ],
    },
  ],
  withoutCharge: [{ mowerId: MOWER, reason: 'noBase' as const }],
}
const lanes = (): readonly string[] =>
  screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent ?? '')

test('shows the numbers first, and the paused mower on top with the reason', async () => {
  await open({ path: '/day?day=2030-01-01', prepare: board() })
  expect(await screen.findByText('1 of 2')).toBeDefined()
  expect(screen.getByText('1.5 ha of 2 ha')).toBeDefined()
  expect(lanes()).toEqual(['Rook 1', 'Rook 2'])
  expect(screen.getByText(/Ada Field stopped the mower/)).toBeDefined()
  expect(screen.getByText(/^Released by Ada Field until/)).toBeDefined()
})

test('shows what was left out with what would make it fit, and who was planned without charging', async () => {
  await open({ path: '/day?day=2030-01-01', prepare: board({ plan: PLAN }) })
  const left = within(await screen.findByRole('region', { name: 'Left out' }))
  expect(left.getByRole('link', { name: 'Green 2' })).toBeDefined()
  expect(left.getByText('Rook 2: no time left after the other missions')).toBeDefined()
  expect(
    left.getByText(/the shift runs until .* or it is charged to 60 % first or another mower of this kind joins/),
  ).toBeDefined()
  expect(screen.getByText('Rook 1: planned without charging. It has no base.')).toBeDefined()
})

test('shows charge and return tasks with their times and the planned charge, and how late the mower is', async () => {
  const planned = (from: string, until: string, charge: number | null) => ({
    planned: { from: `2020-01-01T${from}:00.000Z`, until: `2020-01-01T${until}:00.000Z`, charge },
  })
  const lane: ShiftRoute = {
    mowerId: MOWER,
    state: 'running',
    pause: null,
    tasks: [
      task({ id: id(6), kind: 'mow', missionId: FIRST, state: 'done', ...planned('05:00', '05:30', 0.4) }),
      task({ id: id(7), kind: 'returnToBase', missionId: null, state: 'done', ...planned('05:30', '05:40', 0.35) }),
      task({ id: id(8), kind: 'charge', untilShare: 0.7, ...planned('05:40', '06:20', 0.695) }),
    ],
  }
  await open({ path: '/day?day=2030-01-01', prepare: board({ routes: [lane] }) })
  const shown = within(await screen.findByRole('listitem', { name: 'Rook 1' }))
  expect(shown.getByText('Charge')).toBeDefined()
  expect(shown.getByText(/to 70 %$/)).toBeDefined()
  expect(shown.getByText(/battery then 35 %$/)).toBeDefined()
  expect(shown.getByText(/ late$/)).toBeDefined()
})

test('a lane shows which mower its next mission waits for', async () => {
  const lane: ShiftRoute = {
    mowerId: MOWER,
    state: 'running',
    pause: null,
    tasks: [task({ id: id(6), kind: 'mow', missionId: FIRST, why: said('waitsForMower', { mower: 'Rook 2' }) })],
  }
  await open({ path: '/day?day=2030-01-01', prepare: board({ routes: [lane] }) })
  const shown = within(await screen.findByRole('listitem', { name: 'Rook 1' }))
  expect(shown.getByText('Waits until Rook 2 has left its ground')).toBeDefined()
  expect(shown.queryByRole('button', { name: 'Continue' })).toBeNull()
})

test('a mower that should drive and does not move needs attention, and nothing stops it', async () => {
  const stands: ShiftRoute = {
    mowerId: OTHER,
    state: 'running',
    pause: null,
    tasks: [
      task({ id: id(6), kind: 'mow', missionId: SECOND, state: 'running', why: said('standsStill', { minutes: 5 }) }),
    ],
  }
  const drives: ShiftRoute = {
    ...stands,
    mowerId: MOWER,
    tasks: [task({ id: id(7), kind: 'mow', missionId: FIRST, state: 'running' })],
  }
  await open({ path: '/day?day=2030-01-01', prepare: board({ routes: [drives, stands] }) })
  const lane = within(await screen.findByRole('listitem', { name: 'Rook 2' }))
  expect(lane.getByText('Needs attention:', { exact: false })).toBeDefined()
  expect(lane.getAllByText(/has not moved for 5 min/)).toHaveLength(1)
  expect(lanes()).toEqual(['Rook 2', 'Rook 1'])
  expect(lane.queryByRole('button', { name: 'Continue' })).toBeNull()
})

test('one press releases a shift', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: '/day?day=2030-01-01', prepare: board({ release: null }) })
  await user.click(await screen.findByRole('button', { name: 'Release' }))
  await waitFor(() => expect(wire.bodiesOf(calls.shifts.release)).toEqual([{ until: null }]))
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

test('one press pauses all, one continues a mower, and one sends it home', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: '/day?day=2030-01-01', prepare: board() })
  await user.click(await screen.findByRole('button', { name: 'Pause all' }))
  await waitFor(() => expect(wire.bodiesOf(calls.shifts.pause)).toEqual([{ mowerId: null }]))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(wire.bodiesOf(calls.shifts.continue)).toEqual([{ mowerId: MOWER }]))
  await user.click(within(screen.getByRole('listitem', { name: 'Rook 1' })).getByRole('button', { name: 'Send home' }))
  await waitFor(() => expect(wire.asked.filter(({ call }) => call === calls.mowers.sendHome)).toHaveLength(1))
})

test('one press pauses a mower that drives, which is sent home only then', async () => {
  const user = userEvent.setup()
  const driving = routes().map(
    (route): ShiftRoute => (route.mowerId === MOWER ? { ...route, state: 'running', pause: null } : route),
  )
  const { wire } = await open({ path: '/day?day=2030-01-01', prepare: board({ routes: driving }) })
  const lane = within(await screen.findByRole('listitem', { name: 'Rook 1' }))
  expect(lane.queryByRole('button', { name: 'Send home' })).toBeNull()
  await user.click(lane.getByRole('button', { name: 'Pause' }))
  await waitFor(() => expect(wire.bodiesOf(calls.shifts.pause)).toEqual([{ mowerId: MOWER }]))
})

test('a lane without tasks says so', async () => {
  const idle: ShiftRoute = { mowerId: OTHER, state: 'done', pause: null, tasks: [] }
  await open({ path: '/day?day=2030-01-01', prepare: board({ routes: [idle] }) })
  const lane = within(await screen.findByRole('listitem', { name: 'Rook 2' }))
  expect(lane.getByText('No tasks for this mower in this shift')).toBeDefined()
  expect(lane.queryByText('Done')).toBeNull()
})

test('a mower that drives home outside its route can be stopped and is not sent home again', async () => {
  const user = userEvent.setup()
  const HOME = id(9)
  const { wire } = await open({
    path: '/day?day=2030-01-01',
    prepare: net => {
      board()(net)
      const vehicle = sampleItem(calls.live.vehicles, { id: MOWER, kind: 'mower', missionId: HOME })
      net.answer(calls.live.vehicles, { items: [vehicle] } as never)
      net.answer(
        calls.missions.get,
        mission(HOME, 'Bay 1', { status: 'working', target: { kind: 'drive', featureId: id(1) } }),
      )
    },
  })
  const lane = within(await screen.findByRole('listitem', { name: 'Rook 1' }))
  expect(await lane.findByText(/^Driving now to/)).toBeDefined()
  expect(lane.getByRole('link', { name: 'Bay 1' })).toBeDefined()
  expect(lane.queryByRole('button', { name: 'Send home' })).toBeNull()
  await user.click(lane.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(wire.asked.filter(({ call }) => call === calls.mowers.stop)).toHaveLength(1))
})

test('the focus stays with the buttons of a mower when the pressed one is replaced', async () => {
  const user = userEvent.setup()
  const driving = routes().map(
    (route): ShiftRoute => (route.mowerId === MOWER ? { ...route, state: 'running', pause: null } : route),
  )
  const { wire } = await open({ path: '/day?day=2030-01-01', prepare: board({ routes: driving }) })
  const lane = within(await screen.findByRole('listitem', { name: 'Rook 1' }))
  lane.getByRole('button', { name: 'Pause' }).focus()
  board()(wire)
  await user.keyboard('{Enter}')
  expect(await lane.findByRole('button', { name: 'Continue' })).toBeDefined()
  expect(document.activeElement).toBe(lane.getByRole('group', { name: 'Rook 1' }))
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Continue')
})

test('names the mowers that did not confirm their stop', async () => {
  const user = userEvent.setup()
  await open({
    path: '/day?day=2030-01-01',
    prepare: wire => {
      board()(wire)
      const notStopped = [{ id: OTHER, name: 'Rook 2', reason: 'In English', why: null }]
      wire.answer(calls.shifts.pause, { shift: shiftWith(), notStopped })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Pause all' }))
  expect(await screen.findByText("Rook 2: use the machine's own emergency stop.")).toBeDefined()
})

test('a refused release shows why', async () => {
  const user = userEvent.setup()
  await open({
    path: '/day?day=2030-01-01',
    prepare: wire => {
      board({ release: null })(wire)
      wire.refuse(calls.shifts.release, { kind: 'conflict', ...said('shiftWindowOver'), message: 'In English' })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Release' }))
  expect(await screen.findByText('The window of the shift is over. Delete the shift and make a new one')).toBeDefined()
})

test('a shift that is over has nothing to release or revoke', async () => {
  const ended = routes().map((route): ShiftRoute => ({ ...route, state: 'done', pause: null }))
  await open({ path: '/day?day=2030-01-01', prepare: board({ routes: ended }) })
  await screen.findByText('All tasks of this shift have ended')
  for (const name of ['Release', 'Revoke release', 'Pause all'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a shift is deleted only after a question', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: '/day?day=2030-01-01', prepare: board({ release: null }) })
  await user.click(await screen.findByRole('button', { name: 'Delete shift' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(wire.asked.some(({ call }) => call === calls.shifts.remove)).toBe(false)
  await user.click(dialog.getByRole('button', { name: 'Delete shift' }))
  await waitFor(() => expect(wire.asked.some(({ call }) => call === calls.shifts.remove)).toBe(true))
})

test('a person who may only stop sees Pause and neither Release nor Continue', async () => {
  await open({ path: '/day?day=2030-01-01', role: 'ROLE_BUGGY_ADMIN', prepare: board() })
  expect(await screen.findByRole('button', { name: 'Pause all' })).toBeDefined()
  for (const name of ['Release', 'Continue', 'Send home', 'Make shift'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

const withSkipped =
  (changes: Partial<Mission> = {}, both: Partial<Mission> = {}) =>
  (wire: Wire) => {
    const tasks = [
      task({
        id: id(7),
        kind: 'mow',
        missionId: FIRST,
        state: 'skipped',
        why: said('skippedAheadOfNext', { done: '06:00', group: '05:50' }),
      }),
    ]
    board()(wire)
    const shift = shiftWith({ routes: [{ mowerId: MOWER, state: 'running', pause: null, tasks }], plan: PLAN })
    const missions = [
      mission(FIRST, 'Green 1', { status: 'planned', startsAt: AT, ...changes }),
      mission(SECOND, 'Green 2', { status: 'planned', startsAt: AT, mowerId: OTHER, ...both }),
    ]
    wire.answer(calls.shifts.list, { items: [{ shift, missions }], total: 1 })
    wire.answer(lateCalls.missionTimes.putOff, {
      moved: [{ id: FIRST, title: 'Green 1', startsAt: '2030-01-01T15:40:00.000Z' }],
      stayed: [{ id: SECOND, title: 'Green 2', why: said('notPlannedNow') }],
    })
  }

test('what a shift left out or skipped gets another time in one press', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: '/day?day=2030-01-01', prepare: withSkipped() })
  const group = within(await screen.findByRole('group', { name: 'Another time' }))
  expect(group.getByText('2 missions had no room. Give them another time:')).toBeDefined()
  await user.click(group.getByRole('button', { name: /^Tue 1 Jan/ }))
  await waitFor(() =>
    expect(wire.bodiesOf(lateCalls.missionTimes.putOff)).toEqual([
      { ids: [FIRST, SECOND], day: '2030-01-01', earliest: '2030-01-01T09:00:00.000Z' },
    ]),
  )
  expect(await screen.findByText(/^1 mission was put off to Tue 1 Jan, 15:40/)).toBeDefined()
  expect(screen.getByText(/Green 2 keeps its time/)).toBeDefined()
  await user.click(group.getByRole('button', { name: /^Wed 2 Jan/ }))
  await waitFor(() =>
    expect(wire.bodiesOf(lateCalls.missionTimes.putOff)[1]).toEqual({
      ids: [FIRST, SECOND],
      day: '2030-01-02',
      earliest: null,
    }),
  )
})

test('a mission that has its new time is not offered again', async () => {
  await open({ path: '/day?day=2030-01-01', prepare: withSkipped({ startsAt: '2030-01-01T15:40:00.000Z' }) })
  expect(await screen.findByText('1 mission had no room. Give it another time:')).toBeDefined()
})

test('the focus stays at the missions when the offer that was pressed by keyboard vanishes', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: '/day?day=2030-01-01', prepare: withSkipped() })
  const group = await screen.findByRole('group', { name: 'Another time' })
  within(group)
    .getByRole('button', { name: /^Wed 2 Jan/ })
    .focus()
  const later = { startsAt: '2030-01-02T06:00:00.000Z' }
  withSkipped(later, later)(wire)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Another time' })).toBeNull())
  await waitFor(() =>
    expect(document.activeElement?.contains(screen.getByRole('region', { name: 'Left out' }))).toBe(true),
  )
  expect(document.activeElement).not.toBe(document.body)
})

test('a person who may not plan sees what had no room and no offer', async () => {
  await open({ path: '/day?day=2030-01-01', role: 'ROLE_BUGGY_ADMIN', prepare: withSkipped() })
  expect(await screen.findByRole('region', { name: 'Left out' })).toBeDefined()
  expect(screen.queryByRole('group', { name: 'Another time' })).toBeNull()
})
