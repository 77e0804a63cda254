import { calls, type PlannedDay } from '@greensward/contract'
import type { StandingPlan, Zone } from '@greensward/domain'
import { said } from '@greensward/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'
import { addDays } from '../../ui/zonedTime.ts'

const open = stage()
const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const MONDAY = '2099-06-01'

const PLAN: StandingPlan = {
  id: idOf(1),
  name: 'Greens',
  zoneTypeIds: [idOf(2)],
  zoneIds: [],
  exceptZoneIds: [],
  repeat: { kind: 'daily', until: null },
  firstDay: '2026-01-01',
  from: '05:00',
  until: '09:00',
  mowers: [],
  priority: 'high',
  aheadOfPlay: true,
  direction: 'auto',
  pattern: 'auto',
  turnScheme: 'oneInOne',
  cleaningCycles: 2,
  cleanUpPass: 'byDay',
  startsByItself: false,
  pausedUntil: null,
  updatedAt: '2026-01-01T05:00:00.000Z',
}

const zone = (n: number): Zone => ({
  type: 'Feature',
  id: idOf(n),
  kind: 'zone',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-6, 53],
        [-5.9985, 53],
        [-5.9985, 53.001],
        [-6, 53.001],
        [-6, 53],
      ],
    ],
  },
  properties: {
    title: `Green ${n}`,
    zoneTypeId: idOf(2),
    holeId: null,
    hiddenForMower: false,
    hiddenForBuggy: false,
    rainModeRestricted: false,
  },
})

const jobOf = (plan: StandingPlan, n: number, missionId: string | null): PlannedDay['jobs'][number] => ({
  planId: plan.id,
  featureId: idOf(n),
  title: `Green ${n}`,
  zoneTypeId: idOf(2),
  areaM2: 5_000,
  startsAt: '2099-06-01T04:00:00.000Z',
  endsAt: '2099-06-01T08:00:00.000Z',
  mowers: [],
  priority: plan.priority,
  aheadOfPlay: plan.aheadOfPlay,
  direction: plan.direction,
  pattern: plan.pattern,
  turnScheme: plan.turnScheme,
  cleaningCycles: plan.cleaningCycles,
  cleanUpPass: plan.cleanUpPass,
  startsByItself: plan.startsByItself,
  missionId,
  firstGroupAt: null,
})

/** On Monday nothing is made yet, on Tuesday all is; from Wednesday on nothing is mown. */
const weekOf = (plan: StandingPlan): PlannedDay[] =>
  Array.from({ length: 7 }, (_, n) => ({
    day: addDays(MONDAY, n),
    jobs: n > 1 ? [] : [jobOf(plan, 11, n === 1 ? idOf(90) : null), jobOf(plan, 12, n === 1 ? idOf(91) : null)],
    left: n === 0 ? [{ planId: plan.id, featureId: idOf(13), title: null, reason: 'gone' }] : [],
  }))

const course =
  (plans: readonly StandingPlan[]) =>
  (wire: Wire): void => {
    wire.answer(calls.standingPlans.list, { items: [...plans], total: plans.length })
    wire.answer(calls.standingPlans.days, { items: plans.flatMap(plan => weekOf(plan)).slice(0, 7) })
    const changes = [calls.standingPlans.create, calls.standingPlans.update, calls.standingPlans.copy]
    for (const change of [...changes, calls.standingPlans.pause]) wire.answer(change, PLAN)
    wire.answer(calls.map.get, { revision: 1, features: [zone(11), zone(12)] } as never)
    const green = sampleItem(calls.zoneTypes.list, { id: idOf(2), name: 'Green', mowable: true })
    wire.answer(calls.zoneTypes.list, { items: [green], total: 1 } as never)
    const mower = sampleItem(calls.mowers.list, { id: idOf(3), name: 'Rook 1', bladeId: idOf(4) })
    wire.answer(calls.mowers.list, { items: [mower], total: 1 } as never)
    const blade = sampleItem(calls.blades.list, { id: idOf(4), name: 'Reel', widthM: 2, missionSpeedMps: 1 })
    wire.answer(calls.blades.list, { items: [blade], total: 1 } as never)
  }

const PATH = `/plans?day=${MONDAY}`
const row = async (): Promise<ReturnType<typeof within>> => within(await screen.findByRole('row', { name: /^Greens/ }))
const dialog = async () => within(await screen.findByRole('dialog'))
const press = async (user: UserEvent, name: string | RegExp): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))

test('shows a week: zones and hectares of each day, what is made, and what is left out', async () => {
  await open({ path: PATH, prepare: course([PLAN]) })
  const cells = (await row()).getAllByRole('cell')
  expect(cells[0]?.textContent).toContain('2 zones')
  expect(cells[0]?.textContent).toContain('1 ha')
  expect(within(cells[0] as HTMLElement).queryByRole('img', { name: 'Missions are made' })).toBeNull()
  expect(within(cells[1] as HTMLElement).getByRole('img', { name: 'Missions are made' })).toBeDefined()
  expect(within(cells[2] as HTMLElement).getByRole('img', { name: 'Nothing' })).toBeDefined()
  expect((await row()).getByText('A zone: no longer on the map')).toBeDefined()
  // Only the day that has jobs without missions offers to make them.
  const links = screen.getAllByRole('link', { name: /^Make the missions of/ })
  expect(links.map(link => link.getAttribute('href'))).toEqual([`/missions/course?standing=${MONDAY}`])
})

test('a plan for zones that are due says when each is due and why, and takes none of them for left out', async () => {
  const plan = { ...PLAN, onlyDue: true }
  const due = { day: addDays(MONDAY, 2), isDue: false, reason: { code: 'grown', grownMm: 2.1, limitMm: 3 } } as const
  const left = { planId: plan.id, featureId: idOf(11), title: 'Green 11', reason: 'notDue', due } as const
  const days = weekOf(plan).map(({ day }, n) => ({ day, jobs: [], left: n < 2 ? [left] : [] }))
  await open({
    path: PATH,
    prepare: wire => {
      course([plan])(wire)
      wire.answer(calls.standingPlans.days, { items: days })
    },
  })
  expect(await screen.findByText(/Only zones that are due/, undefined, { timeout: 60_000 })).toBeDefined()
  expect((await row()).getByText('When 1 zone is due')).toBeDefined()
  expect((await row()).getByRole('listitem').textContent).toMatch(
    /^Green 11: Due on Wed,? 3 Jun, 2\.1 of 3\.0 mm growth$/,
  )
  expect((await row()).queryByText(/not due yet/)).toBeNull()
}, 120_000)

test('adds a plan for all greens in three presses, named after them', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: PATH, prepare: course([]) })
  await user.click((await screen.findAllByRole('button', { name: 'Add plan' }))[0] as HTMLElement)
  const form = await dialog()
  await user.click(await form.findByRole('checkbox', { name: /Green · 2 zones/ }))
  expect(form.getByRole('region', { name: 'Result' }).textContent).toMatch(/2 zones · .* ha/)
  expect(form.getByText(/^Estimate: .* of mowing for one mower/)).toBeDefined()
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(wire.bodiesOf(calls.standingPlans.create)).toHaveLength(1))
  expect(wire.bodiesOf(calls.standingPlans.create)[0]).toMatchObject({
    name: 'Green',
    zoneTypeIds: [idOf(2)],
    repeat: { kind: 'daily', until: null },
    from: '05:00',
    until: '10:00',
    mowers: [],
  })
})

test('says by a press what a plan adds to the week, and forgets it once the plan changes', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: PATH, prepare: course([]) })
  wire.answer(calls.standingPlans.tryOut, {
    days: 7,
    mowers: [{ mowerId: idOf(3), addedS: 2 * 3_600 }],
    left: [{ day: MONDAY, featureId: idOf(12), title: 'Green 12', planId: PLAN.id, reason: 'noTime' }],
  })
  await user.click((await screen.findAllByRole('button', { name: 'Add plan' }))[0] as HTMLElement)
  const form = await dialog()
  const ask = () => form.getByRole('button', { name: 'What does it add to the week?' }) as HTMLButtonElement
  expect(ask().disabled).toBe(true)
  await user.click(await form.findByRole('checkbox', { name: /Green · 2 zones/ }))
  await user.click(ask())
  const shown = form.getByRole('region', { name: 'What it adds to the week' })
  await waitFor(() => expect(shown.textContent).toMatch(/Rook 1: .*2.* more/))
  expect(shown.textContent).toMatch(/One mowing no longer fits:.*Green 12, .*: no time beside the others/)
  expect(wire.bodiesOf(calls.standingPlans.tryOut)[0]).toMatchObject({ zoneTypeIds: [idOf(2)], replaces: null })
  expect(wire.bodiesOf(calls.standingPlans.create)).toEqual([])
  await user.click(form.getByRole('checkbox', { name: /Green · 2 zones/ }))
  expect(ask().disabled).toBe(true)
})

test('shows that the week is planned, a refusal with another try, and a plan that changes nothing', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: PATH, prepare: course([]) })
  await user.click((await screen.findAllByRole('button', { name: 'Add plan' }))[0] as HTMLElement)
  const form = await dialog()
  await user.click(await form.findByRole('checkbox', { name: /Green · 2 zones/ }))
  const ask = () => form.findByRole('button', { name: 'What does it add to the week?' })
  const go = wire.hold(calls.standingPlans.tryOut)
  wire.refuse(calls.standingPlans.tryOut, { kind: 'unavailable', ...said('diskFull'), message: 'In English' })
  await user.click(await ask())
  expect(await form.findByText('Planning the week with it …')).toBeDefined()
  go()
  const shown = form.getByRole('region', { name: 'What it adds to the week' })
  expect((await within(shown).findByRole('alert')).textContent).not.toBe('')
  wire.answer(calls.standingPlans.tryOut, { days: 0, mowers: [], left: [] })
  await user.click(await ask())
  expect(await within(shown).findByText('It changes nothing in its first week.')).toBeDefined()
  expect(within(shown).queryByRole('alert')).toBeNull()
})

test('refuses a plan without zones, and says so at the zones', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: PATH, prepare: course([]) })
  await user.click((await screen.findAllByRole('button', { name: 'Add plan' }))[0] as HTMLElement)
  const form = await dialog()
  expect(form.getByText('Choose zones and days, and the result shows here.')).toBeDefined()
  await user.type(form.getByLabelText('Name'), 'Nothing')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Choose at least one zone')).toBeDefined()
  expect(wire.bodiesOf(calls.standingPlans.create)).toEqual([])
})

test('changes a plan: a mower with its blade, weekdays, and its version goes along', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: PATH, prepare: course([PLAN]) })
  await press(user, 'Edit: Greens')
  const form = await dialog()
  expect((form.getByLabelText('Name') as HTMLInputElement).value).toBe('Greens')
  await user.click(form.getByRole('checkbox', { name: 'Rook 1' }))
  await user.selectOptions(form.getByLabelText('Blade of Rook 1'), 'Reel')
  await user.click(form.getByRole('combobox', { name: 'Repeats' }))
  await user.click(await screen.findByRole('option', { name: 'On weekdays', hidden: true }))
  expect(screen.queryByRole('option', { name: 'Once', hidden: true })).toBeNull()
  await user.click(form.getByRole('button', { name: 'Fri' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(wire.bodiesOf(calls.standingPlans.update)).toHaveLength(1))
  const [body] = wire.bodiesOf(calls.standingPlans.update)
  expect(body).toMatchObject({
    updatedAt: PLAN.updatedAt,
    priority: 'high',
    cleanUpPass: 'byDay',
    mowers: [{ mowerId: idOf(3), bladeId: idOf(4), zoneTypeIds: null }],
    repeat: { kind: 'weekdays' },
  })
  expect(body?.repeat?.kind === 'weekdays' && body.repeat.days).toContain('fri')
})

test('says at its field what the server refuses, and that somebody else changed the plan', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: PATH, prepare: course([PLAN]) })
  await press(user, 'Edit: Greens')
  const form = await dialog()
  wire.refuse(calls.standingPlans.update, {
    kind: 'conflict',
    ...said('conflict'),
    message: 'In English',
    details: PLAN,
  } as never)
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(/^Somebody else changed this/)).toBeDefined()
})

test('copies a plan in one press', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: PATH, prepare: course([PLAN]) })
  await press(user, 'Copy: Greens')
  await waitFor(() => expect(wire.bodiesOf(calls.standingPlans.copy)).toEqual([{ name: 'Greens (copy)' }]))
})

test('pauses a plan until a day, and continues a paused one', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: PATH, prepare: course([PLAN]) })
  await press(user, 'Pause: Greens')
  const form = await dialog()
  const day = form.getByLabelText('Mows again on')
  await user.clear(day)
  expect(form.getByText('Choose a day after today.')).toBeDefined()
  expect((form.getByRole('button', { name: 'Pause plan' }) as HTMLButtonElement).disabled).toBe(true)
  await user.type(day, '2099-07-01')
  wire.answer(calls.standingPlans.list, { items: [{ ...PLAN, pausedUntil: '2099-07-01' }], total: 1 })
  await user.click(form.getByRole('button', { name: 'Pause plan' }))
  await waitFor(() =>
    expect(wire.bodiesOf(calls.standingPlans.pause)).toEqual([
      { pausedUntil: '2099-07-01', updatedAt: PLAN.updatedAt },
    ]),
  )
  expect(await screen.findByText('Paused until Wednesday 1 July')).toBeDefined()
  await press(user, 'Continue: Greens')
  await waitFor(() => expect(wire.bodiesOf(calls.standingPlans.pause)[1]).toMatchObject({ pausedUntil: null }))
})

test('shows to those who may not plan, and offers them nothing to change', async () => {
  await open({ path: PATH, role: 'ROLE_TEST_USER', prepare: course([PLAN]) })
  expect((await row()).queryAllByRole('button')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Add plan' })).toBeNull()
  expect(screen.queryByRole('link', { name: /^Make the missions/ })).toBeNull()
})

test('says why the days could not be read, and reads them again', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: PATH,
    prepare: wire => {
      course([PLAN])(wire)
      wire.refuse(calls.standingPlans.days, { kind: 'internal', ...said('diskFull'), message: 'In English' })
    },
  })
  expect(await screen.findByText('The disk of the server has no room for this file')).toBeDefined()
  wire.answer(calls.standingPlans.days, { items: weekOf(PLAN) })
  await press(user, 'Try again')
  expect((await row()).getAllByRole('cell')[0]?.textContent).toContain('2 zones')
})
