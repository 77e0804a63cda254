/** The facts for planning a shift again: what its mowers have begun, and which of them may take over which mission. */
import {
  currentTask,
  type DayInput,
  type DayMission,
  type DayMower,
  estimatedWork,
  isEnded,
  type Mower,
  missionOfTask,
  type OtherWork,
  type PlanBinding,
  type Position,
  type RouteSplit,
  type Shift,
  type ShiftReplan,
  type ShiftTask,
  shareUsed,
  splitRoute,
  suitsZone,
  targetFeature,
  unableMowers,
} from '@greensward/domain'
import { refuse } from '../../../platform/http/refusal.ts'
import { readBlades, readPlanBindings, readZoneTypes } from '../../../shared/missionLife/machinesStore.ts'
import { type MissionRow, readPlan, targetOf } from '../../../shared/missionLife/missionsStore.ts'
import { farthestFrom } from '../../../shared/missionLife/pathLength.ts'
import { type DayCourse, type DayParts, type DayWork, dayCourse, dayMowerNow, dayWork } from './dayFacts.ts'
import { readMissionsOf, shiftWithMission } from './shiftStore.ts'

export interface ReplanFacts {
  readonly splits: readonly RouteSplit[]
  readonly unable: ShiftReplan['unable']
  readonly rows: ReadonlyMap<string, MissionRow>
  readonly course: DayCourse
  readonly input: DayInput
  /** When each mower that has begun something has done it, milliseconds since 1970. */
  readonly freeMs: ReadonlyMap<string, number>
}

/**
 * The missions that were left out, can still be mown, are in no other shift, and on zones of the release: it gains none by a plan.
 */
const leftBefore = async (
  { ctx }: DayParts,
  { plan, release }: Shift,
  rows: ReadonlyMap<string, MissionRow>,
): Promise<string[]> => {
  const ids: string[] = []
  for (const { missionId } of plan?.left ?? []) {
    const row = rows.get(missionId)
    const isReleased = row !== undefined && (release === null || release.zoneIds.includes(row.targetId))
    if (row?.status !== 'planned' || !isReleased) continue
    if ((await shiftWithMission(ctx.db, missionId, ctx.clock.now())) === undefined) ids.push(missionId)
  }
  return ids
}

const hasLink = ({ view }: DayParts, mowerId: string): boolean => {
  const link = view.telemetryOf(mowerId)?.link
  return link === 'live' || link === 'stale'
}

/** Where a mower is, and what it has, once it has done what it has begun. */
const afterBegun = async (
  parts: DayParts,
  mower: DayMower,
  kept: readonly ShiftTask[],
  rows: ReadonlyMap<string, MissionRow>,
  nowMs: number,
): Promise<DayMower> => {
  const { ctx, garage } = parts
  let { at, charge } = mower
  let freeMs = nowMs
  const machine = garage.mowers.get(mower.id)
  const base = garage.baseOf(mower.id)?.position ?? null
  for (const task of kept) {
    if (isEnded(task)) continue
    const startedMs = task.startedAt === null ? nowMs : Date.parse(task.startedAt)
    const plannedMs = task.planned === undefined ? 0 : Date.parse(task.planned.until) - Date.parse(task.planned.from)
    const id = missionOfTask(task)
    const row = id === null ? undefined : rows.get(id)
    if (task.kind === 'mow' && row !== undefined && row.status !== 'planned' && !hasBegun(row)) continue
    if (task.kind === 'mow' && row !== undefined) {
      const share = 1 - row.progress
      freeMs += row.stats.durationS * share * 1_000
      const end = (await readPlan(ctx.db, row.id))?.plan.legs.at(-1)?.points.at(-1)
      at = end ?? at
      if (charge !== null && machine !== undefined) charge = Math.max(0, charge - shareUsed(machine, row.stats) * share)
    } else freeMs += Math.max(0, plannedMs - Math.max(0, nowMs - startedMs))
    if (task.kind === 'drive') at = task.to
    if (task.kind === 'returnToBase' || task.kind === 'charge') at = base ?? at
    if (task.kind === 'charge' && charge !== null) charge = Math.max(charge, task.untilShare)
  }
  return { ...mower, at, charge, freeMs }
}

const hasBegun = ({ status }: MissionRow): boolean =>
  status === 'uploading' || status === 'working' || status === 'stopped' || status === 'interrupted'

/** The mowers that may take a mission over, with what it is estimated to take them. */
class Takers {
  readonly #parts: DayParts
  readonly #course: DayCourse
  readonly #bindings: readonly PlanBinding[]
  readonly #blades: ReadonlyMap<string, Awaited<ReturnType<typeof readBlades>>[number]>
  readonly #able: readonly Mower[]

  constructor(
    parts: DayParts,
    course: DayCourse,
    able: readonly Mower[],
    read: { readonly bindings: readonly PlanBinding[]; readonly blades: Awaited<ReturnType<typeof readBlades>> },
  ) {
    this.#parts = parts
    this.#course = course
    this.#able = able
    this.#bindings = read.bindings
    this.#blades = new Map(read.blades.map(blade => [blade.id, blade]))
  }

  for(row: MissionRow, { mission, points }: DayWork): OtherWork[] {
    const { garage } = this.#parts
    const own = garage.mowers.get(row.mowerId)
    const ownBlade = this.#blades.get(row.bladeId)
    // A file that a person uploaded is for its own mower.
    if (row.planSource === 'uploaded' || own === undefined || ownBlade === undefined) return []
    const feature = targetFeature(this.#course.map.features, targetOf(row))
    const zone = { id: row.targetId, zoneTypeId: feature?.kind === 'zone' ? feature.properties.zoneTypeId : null }
    return this.#able.flatMap(mower => {
      const blade = mower.bladeId === null ? undefined : this.#blades.get(mower.bladeId)
      if (mower.id === row.mowerId || blade === undefined) return []
      if (!suitsZone(this.#bindings, zone, mower, row.bladeId)) return []
      const work = estimatedWork(row.stats, { mower: own, blade: ownBlade }, { mower, blade })
      const farthest = farthestFrom(points, garage.baseOf(mower.id)?.position, mission.entry)
      return [{ mowerId: mower.id, durationS: work.durationS, energy: shareUsed(mower, work), farthest }]
    })
  }
}

/** @throws Refusal shiftEnded, shiftWindowOver, replanNoMower */
export const replanFacts = async (parts: DayParts, shift: Shift): Promise<ReplanFacts> => {
  const { ctx, garage } = parts
  const now = ctx.clock.now()
  const fromMs = Math.max(Date.parse(shift.from), now.getTime())
  const toMs = Date.parse(shift.release?.until ?? shift.until)
  if (toMs <= now.getTime()) refuse('shiftWindowOver')
  const ids = [
    ...shift.routes.flatMap(({ tasks }) => tasks.flatMap(task => missionOfTask(task) ?? [])),
    ...(shift.plan?.left ?? []).map(({ missionId }) => missionId),
  ]
  const rows = new Map((await readMissionsOf(ctx.db, ids)).map(row => [row.id, row]))
  const unable = unableMowers(
    shift,
    shift.routes.map(({ mowerId }) => ({
      mowerId,
      isGone: !garage.mowers.has(mowerId),
      inService: garage.mowers.get(mowerId)?.inService === true,
      hasLink: hasLink(parts, mowerId),
    })),
  )
  const isAble = (mowerId: string): boolean => unable.every(each => each.mowerId !== mowerId)
  const isPlanned = (mowerId: string) => (missionId: string) => {
    const row = rows.get(missionId)
    return row?.status === 'planned' && row.mowerId === mowerId
  }
  const splits = shift.routes.map(route =>
    splitRoute(route, isAble(route.mowerId), isPlanned(route.mowerId), now.toISOString()),
  )
  const open = [...splits.flatMap(split => split.open), ...(await leftBefore(parts, shift, rows))].flatMap(
    id => rows.get(id) ?? [],
  )
  if (open.length === 0 && shift.routes.every(({ tasks }) => tasks.every(isEnded))) refuse('shiftEnded')
  const able = splits.flatMap(split => (split.isAble ? (garage.mowers.get(split.mowerId) ?? []) : []))
  if (able.length === 0 && open.length > 0) refuse('replanNoMower')
  // Missions that run are among them: their margins count.
  const mown = [...rows.values()].filter(({ targetKind }) => targetKind !== 'drive')
  const course = await dayCourse(parts, mown, { from: fromMs, to: toMs })
  const takers = new Takers(parts, course, able, {
    bindings: await readPlanBindings(ctx.db),
    blades: await readBlades(ctx.db),
  })
  const missions: DayMission[] = []
  for (const row of open) {
    const work = (await dayWork(parts, row, course)) ?? refuse('mowerOrPlanGone')
    missions.push(isAble(row.mowerId) ? work.mission : { ...work.mission, others: takers.for(row, work) })
  }
  const mowers: DayMower[] = []
  const freeMs = new Map<string, number>()
  for (const { mowerId, kept } of splits) {
    const mower = able.find(({ id }) => id === mowerId)
    if (mower === undefined) continue
    const free = await afterBegun(parts, dayMowerNow(parts, mower, fromMs - now.getTime()), kept, rows, now.getTime())
    mowers.push(free)
    if (currentTask({ tasks: [...kept] }) !== undefined) freeMs.set(mowerId, free.freeMs ?? fromMs)
  }
  const input: DayInput = {
    features: course.map.features,
    zoneTypes: await readZoneTypes(ctx.db),
    fromMs,
    toMs,
    missions,
    mowers,
  }
  return { splits, unable, rows, course, input, freeMs }
}

/** The first and the last point, and the point farthest from a base, of a plan made for another mower. */
export const positionsOf = (
  points: readonly Position[],
  base: Position | undefined,
): Pick<DayMission, 'entry' | 'exit' | 'farthest'> | undefined => {
  const [entry, exit] = [points[0], points.at(-1)]
  return entry === undefined || exit === undefined
    ? undefined
    : { entry, exit, farthest: farthestFrom(points, base, entry) }
}
