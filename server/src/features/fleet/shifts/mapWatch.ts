/**
 * SAFE-13c: a map change on the route of a released shift ends the server's right to continue it. Every other mower that drives is
 * stopped where the path that it has ahead is not safe on the map as it is now, and so is one that is found driving after a
 * restart: the map may have changed while nobody watched.
 */
import {
  type CourseFeature,
  type CourseMap,
  isEnded,
  missionOfTask,
  type ShiftRoute,
  sameFeature,
  targetFeature,
} from '@greensward/domain'
import { targetOf } from '../../../shared/missionLife/missionsStore.ts'
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { groundFeatures } from '../../../shared/missionLife/planner.ts'
import { partOf, why } from '../../../shared/missionLife/why.ts'
import type { FleetParts } from '../fleetParts.ts'
import { recordLine } from '../mission/recordMove.ts'
import type { ControlledMower } from '../mower/controlledMower.ts'
import { isDriving } from '../start/driveAhead.ts'
import { faultAhead } from '../start/mapAhead.ts'
import { liveRoutes, readMissionsOf } from './shiftStore.ts'

type Parts = Pick<
  FleetParts,
  'ctx' | 'course' | 'interruptions' | 'garage' | 'ownership' | 'registry' | 'planner' | 'view' | 'journal'
>

/** No drive depends on these. */
const NO_GROUND: readonly CourseFeature['kind'][] = ['note', 'wc', 'garage', 'hole']

interface Change {
  readonly map: CourseMap
  /** The one before, where it is known. */
  readonly before: CourseMap | undefined
  readonly touched: ReadonlySet<string>
}

/** The features that differ between two maps, by id. */
const changedIds = (before: CourseMap, after: CourseMap): string[] => {
  if (before.revision === after.revision) return []
  const rest = new Map(before.features.map(feature => [feature.id, feature]))
  const changed = after.features.filter(feature => {
    const old = rest.get(feature.id)
    rest.delete(feature.id)
    return old === undefined || !sameFeature(old, feature)
  })
  return [...changed.map(({ id }) => id), ...rest.keys()]
}

/** The touched features that a drive may depend on. One that is on no map that is known was deleted, and may be any. */
const groundOf = ({ map, before, touched }: Change): ReadonlySet<string> => {
  const kinds = new Map([...(before?.features ?? []), ...map.features].map(({ id, kind }) => [id, kind]))
  return new Set(
    [...touched].filter(id => {
      const kind = kinds.get(id)
      return kind === undefined || !NO_GROUND.includes(kind)
    }),
  )
}

/** Whether a change concerns what the mower still has to do. */
const concerns = async ({ ctx }: Parts, { tasks }: ShiftRoute, change: Change): Promise<boolean> => {
  const ground = groundOf(change)
  const ahead = tasks.filter(task => !isEnded(task))
  // A drive in progress was planned on the map of before, and may lead anywhere on the course.
  const isOnDrive = ahead.some(
    ({ state, kind }) => state === 'running' && (kind === 'drive' || kind === 'returnToBase'),
  )
  if (isOnDrive && ground.size > 0) return true
  const missionIds = ahead.flatMap(task => (task.kind === 'mow' ? (missionOfTask(task) ?? []) : []))
  for (const row of await readMissionsOf(ctx.db, missionIds)) {
    const target = targetFeature(change.map.features, targetOf(row))
    if (target === undefined || change.touched.has(row.targetId)) return true
    const isNear = (map: CourseMap): boolean => groundFeatures(map, target).some(({ id }) => ground.has(id))
    if (isNear(change.map) || (change.before !== undefined && isNear(change.before))) return true
  }
  return false
}

export class MapWatch {
  readonly #parts: Parts
  /** As it was looked at last. */
  #seen: CourseMap | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    this.#seen = await this.#parts.course.read()
  }

  /** @param touchedIds of a change; none where changes of other servers may have been missed */
  async look(touchedIds: readonly string[] = []): Promise<void> {
    const before = this.#seen
    const map = await this.#parts.course.read()
    this.#seen = map
    const touched = new Set([...touchedIds, ...(before === undefined ? [] : changedIds(before, map))])
    if (before !== undefined && touched.size === 0) return
    await Promise.all([
      this.#pauseRoutes({ map, before, touched }),
      ...this.#parts.registry.all().map(mower => this.#check(mower)),
    ])
  }

  /** A mower that drives a mission whose start this server did not see. */
  async lookAt(mowerId: string): Promise<void> {
    const mower = this.#parts.registry.get(mowerId)
    if (mower !== undefined) await this.#check(mower)
  }

  /** Each for itself: a mower that does not answer, or a fault in one of them, keeps none of the others from its stop. */
  async #pauseRoutes(change: Change): Promise<void> {
    const { ctx, garage, ownership } = this.#parts
    const lives = await liveRoutes(ctx.db, [...garage.mowers.keys()].filter(ownership.holds))
    await Promise.all(
      lives.map(async ({ route }) => {
        const isConcerned = await concerns(this.#parts, route, change).catch((err: unknown) => {
          ctx.log.error({ err, mowerId: route.mowerId }, 'Could not compare a route with a change of the map')
          return true
        })
        if (isConcerned) this.#pause(route)
      }),
    )
  }

  #pause({ mowerId, tasks }: ShiftRoute): void {
    const { interruptions, registry } = this.#parts
    interruptions.noteKind(mowerId, 'mapChanged')
    const mower = registry.get(mowerId)
    if (mower === undefined) return
    const isOfShift = mower.mission !== undefined && tasks.map(missionOfTask).includes(mower.mission.id)
    if (mower.isStarting || (isOfShift && mower.mission?.status !== 'stopped')) this.#stop(mower)
  }

  #stop(mower: ControlledMower): void {
    const failed = (err: unknown) =>
      this.#parts.ctx.log.error({ err, mowerId: mower.id }, 'Could not stop a mower after a change of the map')
    void mower.stop(SYSTEM).catch(failed)
  }

  async #check(mower: ControlledMower): Promise<void> {
    const { mission } = mower
    if (mission === undefined || !isDriving(mission)) return
    const fault = await faultAhead(this.#parts, mission).catch((err: unknown) => {
      this.#parts.ctx.log.error({ err, mowerId: mower.id }, 'Could not check a path on a changed map')
      return why('mapUnchecked')
    })
    if (fault === undefined || mower.mission !== mission || !isDriving(mission)) return
    const cause = why('systemStop', { cause: partOf(fault) })
    if (mower.holdNow(cause)) return
    // It is about to drive, or what it does is not known yet.
    recordLine(this.#parts, mission, SYSTEM, cause)
    this.#stop(mower)
  }
}
