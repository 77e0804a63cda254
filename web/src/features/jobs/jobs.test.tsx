import 'fake-indexeddb/auto'
import { calls } from '@greensward/contract'
import type { RoleSlug, StaffJob } from '@greensward/domain'
import { said } from '@greensward/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ADA, stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'
import { type WaitingStep, withSteps } from './stepOutbox.ts'

const open = stage()
const id = (n: number): string => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`
const BEN = { id: 8, fullname: 'Ben Hill' }
const ME = { id: ADA.id, fullname: ADA.fullname }
const DAY = '2030-01-01'
const AT = '2030-01-01T06:00:00.000Z'

const job = (n: number, over: Partial<StaffJob> = {}): StaffJob => ({
  id: id(n),
  day: DAY,
  kindId: id(90),
  kind: 'Cups',
  holeId: id(50 + n),
  place: String(n),
  position: n - 1,
  person: ME,
  plannedMinutes: 5,
  note: '',
  status: 'planned',
  startedAt: null,
  endedAt: null,
  minutes: null,
  reason: null,
  repeatId: null,
  updatedAt: AT,
  ...over,
})
const people = (wire: Wire): void => wire.answer(calls.jobs.people, { items: [ME, BEN], total: 2 })
const holes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: 'Feature' as const,
    id: id(51 + index),
    kind: 'hole' as const,
    geometry: {
      type: 'LineString' as const,
      coordinates: [
        [0, 0],
        [0, 0.001],
      ] as [number, number][],
    },
    properties: {
      name: String(index + 1),
      baseAngle: 0,
      par: 4,
      rating: 1,
      pass: 12,
      sort: index + 1,
      isActive: true,
      view: null,
    },
  }))
const board =
  (...items: readonly StaffJob[]) =>
  (wire: Wire): void => {
    people(wire)
    wire.answer(calls.jobs.list, { items: [...items], total: items.length })
  }

test('says how far each kind is, and puts the holes of a person together', async () => {
  const path = `/jobs?view=board&day=${DAY}`
  const done = { status: 'done' as const, endedAt: AT, minutes: 6 }
  await open({
    path,
    prepare: board(job(1, done), job(2), job(3), job(5), job(7, { person: null }), job(8, { person: BEN })),
  })
  expect(await screen.findByRole('progressbar', { name: '1 of 6 Cups done' })).toBeDefined()
  const mine = within(screen.getByRole('region', { name: 'Ada Field' }))
  expect(mine.getByText('Holes 2–3, Hole 5')).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'Open' })).getByText('Hole 7')).toBeDefined()
})

test('four presses plan a kind on all holes for everybody', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: `/jobs?view=board&day=${DAY}`,
    prepare: w => {
      board()(w)
      w.answer(calls.jobKinds.list, { items: [{ id: id(90), name: 'Cups', minutes: 5, updatedAt: AT }], total: 1 })
      w.answer(calls.map.get, { revision: 1, features: holes(18) } as never)
      w.answer(calls.jobs.plan, { items: [] })
    },
  })
  await user.click((await screen.findAllByRole('button', { name: 'Plan jobs' }))[0] as HTMLElement)
  const sheet = within(await screen.findByRole('dialog', { name: 'Plan jobs' }))
  await user.click(await sheet.findByRole('button', { name: 'Cups' }))
  await user.click(sheet.getByRole('button', { name: 'Everybody' }))
  expect(sheet.getByText('18 jobs, 90 min in all, 45 min for the person with most')).toBeDefined()
  await user.click(sheet.getByRole('button', { name: 'Plan' }))
  await waitFor(() =>
    expect(wire.bodiesOf(calls.jobs.plan)).toEqual([
      {
        day: DAY,
        kindId: id(90),
        places: holes(18).map(hole => ({ holeId: hole.id })),
        personIds: [ME.id, BEN.id],
        minutes: null,
        note: '',
      },
    ]),
  )
})

test('holes that have the kind already are left out at first', async () => {
  const user = userEvent.setup()
  await open({
    path: `/jobs?view=board&day=${DAY}`,
    prepare: w => {
      board(job(1), job(2))(w)
      w.answer(calls.jobKinds.list, { items: [{ id: id(90), name: 'Cups', minutes: 5, updatedAt: AT }], total: 1 })
      w.answer(calls.map.get, { revision: 1, features: holes(3) } as never)
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Plan jobs' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Plan jobs' }))
  await user.click(await sheet.findByRole('button', { name: 'Cups' }))
  const pressed = ['Hole 1', 'Hole 2', 'Hole 3'].map(name =>
    sheet.getByRole('button', { name }).getAttribute('aria-pressed'),
  )
  expect(pressed).toEqual(['false', 'false', 'true'])
})

test('a deletion is taken back by one press', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: `/jobs?view=board&day=${DAY}`,
    prepare: w => {
      board(job(1), job(2))(w)
      w.answer(calls.jobs.remove, {})
      w.answer(calls.jobs.restore, {})
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Delete: Cups, Holes 1–2' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(wire.bodiesOf(calls.jobs.restore)).toEqual([{ ids: [id(1), id(2)] }]))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

test('gives the open jobs of a line to a person', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: `/jobs?view=board&day=${DAY}`,
    prepare: w => {
      board(job(1, { person: null }), job(2, { person: null }))(w)
      w.answer(calls.jobs.give, { items: [] })
    },
  })
  const select = await screen.findByRole('combobox', { name: 'Give to: Cups, Holes 1–2' })
  await within(select).findByRole('option', { name: 'Ben Hill' })
  await user.selectOptions(select, 'Ben Hill')
  await waitFor(() => expect(wire.bodiesOf(calls.jobs.give)).toEqual([{ ids: [id(1), id(2)], personId: BEN.id }]))
})

test.each<[RoleSlug, readonly string[]]>([
  ['ROLE_GREENKEEPER', ['My jobs', 'All jobs', 'Repeated', 'Hours']],
  ['ROLE_TEST_USER', ['All jobs', 'Repeated']],
  ['ROLE_BUGGY_BAR', []],
])('%s opens what the role allows', async (role, views) => {
  await open({ path: '/jobs', role, prepare: board(job(1)) })
  await screen.findByRole('heading', { name: role === 'ROLE_BUGGY_BAR' ? 'My jobs' : 'Jobs' })
  expect(screen.queryAllByRole('radio').map(radio => (radio as HTMLInputElement).value)).toHaveLength(views.length)
  for (const name of views) expect(screen.getByRole('radio', { name })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Plan jobs' }) !== null).toBe(role === 'ROLE_GREENKEEPER')
})

test('sums the minutes by person and by kind', async () => {
  await open({
    path: `/jobs?view=hours&from=${DAY}&to=${DAY}`,
    prepare: wire =>
      wire.answer(calls.jobs.hours, {
        items: [
          { personId: 7, person: 'Ada Field', kind: 'Cups', minutes: 50, jobs: 9, unknown: 0 },
          { personId: 7, person: 'Ada Field', kind: 'Bunkers', minutes: 70, jobs: 3, unknown: 1 },
          { personId: 8, person: 'Ben Hill', kind: 'Cups', minutes: 45, jobs: 9, unknown: 0 },
        ],
      }),
  })
  const cellsOf = (table: HTMLElement): (string | null)[][] =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map(row =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      )
  expect(cellsOf(await screen.findByRole('table', { name: 'By person' }))).toEqual([
    ['Ada Field', '2 h', '12', '1'],
    ['Ben Hill', '45 min', '9', '–'],
  ])
  expect(cellsOf(screen.getByRole('table', { name: 'By kind' }))).toEqual([
    ['Cups', '1 h 35 min', '18', '–'],
    ['Bunkers', '1 h 10 min', '3', '1'],
  ])
})

test('the day board shows the jobs of people beside the machines', async () => {
  await open({
    path: `/day?day=${DAY}`,
    prepare: wire => {
      board(job(1, { status: 'done', minutes: 4 }), job(2))(wire)
      wire.answer(calls.mowers.list, {
        items: [sampleItem(calls.mowers.list, { id: id(1), name: 'Rook 1' })],
        total: 1,
      } as never)
    },
  })
  const section = within(await screen.findByRole('region', { name: 'People' }))
  expect(await section.findByText('1 of 2 Cups done')).toBeDefined()
  expect(section.getByText('Cups, Hole 2')).toBeDefined()
})

test('the day board says why the jobs of people could not be read', async () => {
  await open({
    path: `/day?day=${DAY}`,
    prepare: wire => wire.refuse(calls.jobs.list, { kind: 'internal', ...said('diskFull'), message: 'In English' }),
  })
  const section = within(await screen.findByRole('region', { name: 'People' }))
  expect(await section.findByText('The disk of the server has no room for this file')).toBeDefined()
})

const mine =
  (...items: readonly StaffJob[]) =>
  (wire: Wire): void =>
    wire.answer(calls.jobs.mine, { day: DAY, items: [...items] })
const row = (name: string) => within(screen.getByRole('listitem', { name }))

test('a person starts and ends a job by two presses', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/jobs?view=mine',
    role: 'ROLE_BUGGY_BAR',
    prepare: w => {
      mine(job(7), job(8, { person: null }))(w)
      w.answer(calls.jobs.step, ((asked: { body: { step: string } }) =>
        job(
          7,
          asked.body.step === 'start' ? { status: 'working', startedAt: AT } : { status: 'done', minutes: 6 },
        )) as never)
    },
  })
  await screen.findByText('0 of 1 done')
  await user.click(row('Hole 7, Cups').getByRole('button', { name: 'Start' }))
  await waitFor(() => expect(wire.bodiesOf(calls.jobs.step)).toMatchObject([{ step: 'start' }]))
  await user.click(row('Hole 7, Cups').getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(wire.bodiesOf(calls.jobs.step)).toMatchObject([{ step: 'start' }, { step: 'done' }]))
  expect(await screen.findByText('1 of 1 done')).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'Open jobs' })).getByText('Hole 8')).toBeDefined()
})

test('a job that was not done takes its reason from one press', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/jobs?view=mine',
    prepare: w => {
      mine(job(7))(w)
      w.answer(calls.jobs.step, job(7, { status: 'notDone', reason: 'Too wet' }))
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Not done' }))
  await user.click(await screen.findByRole('button', { name: 'Too wet' }))
  await waitFor(() => expect(wire.bodiesOf(calls.jobs.step)).toMatchObject([{ step: 'notDone', reason: 'Too wet' }]))
  expect(await screen.findByRole('button', { name: 'Take back' })).toBeDefined()
})

test('a refused press says so and can be dismissed', async () => {
  const user = userEvent.setup()
  await open({
    path: '/jobs?view=mine',
    prepare: w => {
      mine(job(7))(w)
      w.refuse(calls.jobs.step, {
        kind: 'forbidden',
        ...said('jobNotYours', { who: 'Ben Hill' }),
        message: 'In English',
      })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Done' }))
  expect(await screen.findByText('Hole 7, Cups: This job is given to Ben Hill')).toBeDefined()
  expect(row('Hole 7, Cups').getByRole('button', { name: 'Done' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText(/This job is given to/)).toBeNull())
})

const waiting = (n: number, step: Partial<WaitingStep['step']>, refusal: string | null = null): WaitingStep => ({
  requestId: `${n} ${step.step}`,
  personId: '7',
  jobId: id(n),
  title: 'Hole 1, Cups',
  madeAtMs: 0,
  refusal,
  step: { step: 'start', at: AT, minutes: null, reason: null, ...step },
})

test('shows what was pressed without a network as it will be, and not what was refused', () => {
  const later = '2030-01-01T06:09:00.000Z'
  const steps = [
    waiting(1, {}),
    waiting(1, { step: 'done', at: later }),
    waiting(2, { step: 'notDone', reason: 'Too wet' }),
    waiting(3, { step: 'done' }, 'Not yours'),
  ]
  const [first, second, third] = withSteps([job(1), job(2, { person: null }), job(3)], steps, ME)
  expect(first).toMatchObject({ status: 'done', minutes: 9 })
  expect(second).toMatchObject({ status: 'notDone', reason: 'Too wet', person: ME })
  expect(third).toMatchObject({ status: 'planned' })
})
