/** A released shift with two gateways that receive the same mower, and a server without one that takes the presses. */
import { calls } from '@greensward/contract'
import type { Mission, Shift, ShiftRoute } from '@greensward/domain'
import { MavCmd } from '@greensward/vehicle/mavlink'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GrownRig, natsServer, openGrownRig, type Replica } from '../../../testing/grownRig.ts'

const natsPath = natsServer()

describe.skipIf(natsPath === undefined)('a shift with two gateways', () => {
  let rig: GrownRig
  beforeAll(async () => {
    rig = await openGrownRig({ natsPath: natsPath ?? '', web: 1, gateways: 2, mowers: 1, speed: 10 })
  }, 180_000)
  afterAll(() => rig?.close(), 60_000)

  const today = (): string => new Date().toISOString().slice(0, 10)
  const web = (): Replica => {
    const [first] = rig.web
    if (first === undefined) throw new Error('The rig has no server without a gateway')
    return first
  }
  const mower = () => {
    const [first] = rig.mowers
    if (first === undefined) throw new Error('The rig has no mower')
    return first
  }
  const plan = (title: string): Promise<Mission> => rig.plan(web(), mower(), { title })
  const released = async (missions: readonly Mission[]): Promise<Shift> => {
    const body = {
      day: today(),
      name: 'Morning',
      from: new Date(Date.now() - 60_000).toISOString(),
      until: new Date(Date.now() + 3_600_000).toISOString(),
      missionIds: missions.map(({ id }) => id),
    }
    const { id } = (await web().call(calls.shifts.create, { body })).result
    return (await web().call(calls.shifts.release, { params: { id }, body: { until: null } })).result
  }
  /** Both missions as the planner has put them in order, which may be either. */
  const tasksOf = ({ routes }: Shift): readonly [{ readonly id: string }, { readonly id: string }] => {
    const [first, second] = (routes[0]?.tasks ?? []).flatMap(task =>
      task.kind === 'mow' ? [{ id: task.missionId }] : [],
    )
    if (first === undefined || second === undefined) throw new Error('The route does not mow twice')
    return [first, second]
  }
  const route = async ({ id }: Shift): Promise<ShiftRoute> => {
    const { items } = (await web().call(calls.shifts.list, { query: { day: today() } })).result
    const found = items.find(item => item.shift.id === id)?.shift.routes[0]
    if (found === undefined) throw new Error('The shift has no route')
    return found
  }
  const untilPaused = (shift: Shift) =>
    rig.until(
      'the route is paused',
      async () => {
        const found = await route(shift)
        return found.state === 'paused' ? found : undefined
      },
      60_000,
    )
  const status = async (id: string) => (await web().call(calls.missions.get, { params: { id } })).result.status
  const untilStatus = (id: string, wanted: Mission['status']) =>
    rig.until(`the mission is ${wanted}`, async () => (await status(id)) === wanted, 120_000)
  const logsOf = async (missions: readonly { readonly id: string }[]): Promise<string> => {
    const logs = await Promise.all(
      missions.map(async ({ id }, n) => {
        const { items } = (await web().call(calls.missions.logs, { params: { id } })).result
        return [`mission ${n + 1}`, ...items.map(({ at, who, status: to, why }) => `  ${at} ${who} ${to}: ${why}`)]
      }),
    )
    return logs.flat().join('\n')
  }
  const starts = (): number => rig.wire.commands().filter(command => command === MavCmd.missionStart).length
  const lookForAWhile = async (): Promise<void> => {
    const end = performance.now() + 8_000
    await rig.until('it was looked at for a while', async () => performance.now() > end)
  }

  test('SAFE-13e one gateway alone starts each task, and a stop elsewhere pauses the route', async () => {
    const missions = [await plan('First'), await plan('Second')]
    rig.wire.forget()
    const shift = await released(missions)
    const [first, second] = tasksOf(shift)
    await untilStatus(first.id, 'done')
    await untilStatus(second.id, 'working')
    expect(starts()).toBe(2)
    await web().call(calls.mowers.stop, { params: { id: mower().id } })
    expect((await untilPaused(shift)).pause?.kind).toBe('personStop')
    await untilStatus(second.id, 'stopped')
    await lookForAWhile()
    expect(starts()).toBe(2)
    await web().call(calls.shifts.revoke, { params: { id: shift.id } })
    await web().call(calls.mowers.clear, { params: { id: mower().id } })
  }, 300_000)

  test('SAFE-13e the gateway that takes a mower over from one that died starts nothing without a press', async () => {
    const shift = await released([await plan('Third'), await plan('Fourth')])
    const [first, second] = tasksOf(shift)
    await untilStatus(first.id, 'working')
    const holder = (await rig.holder(mower().id)) ?? undefined
    if (holder === undefined) throw new Error('No gateway holds the mower')
    expect(await status(second.id)).toBe('planned')
    await holder.kill('SIGKILL')
    rig.wire.forget()
    const paused = await untilPaused(shift)
    expect(paused.pause?.kind).toBe('serverRestarted')
    await lookForAWhile()
    expect([starts(), await status(second.id)], await logsOf([first, second])).toEqual([0, 'planned'])
    const body = { mowerId: mower().id }
    await rig.until(
      'the route continues',
      async () => {
        const found = await route(shift)
        if (found.state === 'paused') await web().call(calls.shifts.continue, { params: { id: shift.id }, body })
        return (await status(second.id)) === 'working'
      },
      120_000,
    )
    await web().call(calls.shifts.revoke, { params: { id: shift.id } })
    await holder.start()
  }, 300_000)
})
