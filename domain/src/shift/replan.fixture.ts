/** A shift on a course for tests of planning again: mowers in a row, missions along a fairway. */
import { at, box, FAIRWAY, idOf, ZONE_TYPES, zone } from '../course/course.fixture.ts'
import { type DayInput, type DayMission, type DayMower, planDay } from './planDay.ts'
import { type MowerNow, type ReplanInput, splitRoute, unableMowers } from './replan.ts'
import { HOUR_MS, NOW_MS, taskOf } from './shift.fixture.ts'
import type { Shift, ShiftRoute, ShiftTask } from './shift.ts'

export const mowerId = (m: number): string => idOf(100 + m)
export const missionId = (n: number): string => idOf(1_000 + n)
export const awake = (m: number, changes: Partial<MowerNow> = {}): MowerNow => ({
  mowerId: mowerId(m),
  isGone: false,
  inService: false,
  hasLink: true,
  ...changes,
})

export const dayMower = (m: number, changes: Partial<DayMower> = {}): DayMower => ({
  id: mowerId(m),
  at: at(m * 4, 0),
  widthM: 2,
  speedMps: 2,
  charge: 1,
  reserve: 0.1,
  energyPerM: 0.000_05,
  base: { at: at(m * 4, 0), charge: [{ untilShare: 1, perHour: 0.5 }] },
  ...changes,
})

export const dayMission = (n: number, own: number, minutes = 10): DayMission => {
  const x = 10 + (n % 12) * 20
  const y = Math.floor(n / 12) * 12
  return {
    id: missionId(n),
    mowerId: mowerId(own),
    durationS: minutes * 60,
    energy: 0.05,
    entry: at(x, y),
    exit: at(x + 10, y),
    farthest: at(x + 10, y + 8),
    windows: undefined,
    busy: [],
  }
}

export const COURSE: Pick<DayInput, 'features' | 'zoneTypes'> = {
  features: [zone(9, FAIRWAY, box(-20, -20, 300, 90))],
  zoneTypes: ZONE_TYPES,
}

/** A task with times, of a shift made at the beginning. */
const timed = (task: ShiftTask, i: number): ShiftTask => ({
  ...task,
  planned: {
    from: new Date(NOW_MS + i * 600_000).toISOString(),
    until: new Date(NOW_MS + (i + 1) * 600_000).toISOString(),
    charge: null,
  },
})

export const shiftOf = (routes: readonly ShiftRoute[], changes: Partial<Shift> = {}): Shift => {
  const at = new Date(NOW_MS).toISOString()
  return {
    id: idOf(1),
    day: '2026-05-04',
    name: 'Morning',
    from: at,
    until: new Date(NOW_MS + 5 * HOUR_MS).toISOString(),
    routes: routes.map(route => ({ ...route, tasks: route.tasks.map(timed) })),
    release: {
      by: 'Ada Field',
      at,
      until: new Date(NOW_MS + 5 * HOUR_MS).toISOString(),
      mowerIds: routes.flatMap(route => (route.pause === null ? [route.mowerId] : [])),
      zoneIds: [],
    },
    createdBy: 'Ada Field',
    updatedAt: at,
    ...changes,
  }
}

export const mowTask = (n: number, changes: Parameters<typeof taskOf>[1] = {}): ShiftTask =>
  taskOf({ kind: 'mow', missionId: missionId(n) }, changes, `task ${n}`)

/**
 * Plans the shift again at `NOW_MS`, every able mower free at once.
 * @param missions those of the shift that are planned, for their own mowers
 */
export const replanOf = (
  shift: Shift,
  mowers: readonly MowerNow[],
  missions: readonly DayMission[],
  until = NOW_MS + 5 * HOUR_MS,
): ReplanInput => {
  const unable = unableMowers(shift, mowers)
  const isAble = (id: string): boolean => unable.every(each => each.mowerId !== id)
  const byId = new Map(missions.map(mission => [mission.id, mission]))
  const splits = shift.routes.map(route =>
    splitRoute(route, isAble(route.mowerId), id => byId.has(id), new Date(NOW_MS).toISOString()),
  )
  const able = mowers.flatMap(({ mowerId: id }, m) => (isAble(id) ? [dayMower(m)] : []))
  const day = planDay({
    ...COURSE,
    fromMs: NOW_MS,
    toMs: until,
    mowers: able,
    missions: splits
      .flatMap(({ open }) => open)
      .concat(shift.plan?.left.map(left => left.missionId) ?? [])
      .flatMap(id => byId.get(id) ?? [])
      .map(mission =>
        isAble(mission.mowerId) ? mission : { ...mission, others: able.map(({ id }) => ({ ...mission, mowerId: id })) },
      ),
  })
  return {
    shift,
    splits,
    unable,
    day,
    mowerOf: new Map(missions.map(mission => [mission.id, mission.mowerId])),
    freeMs: new Map(),
    durationS: id => byId.get(id)?.durationS ?? 0,
    firstGroup: () => undefined,
  }
}
