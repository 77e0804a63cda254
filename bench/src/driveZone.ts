/** One zone of the demo course, planned, fenced and watched as the product does, and driven by a simulated mower to its end. */
import { demoCourse } from '@greensward/demo'
import {
  bodyOf,
  type CourseFeature,
  type FeatureOf,
  missionFence,
  missionGround,
  obstaclesBeside,
  planMission,
  polygonXY,
  watchedBoundary,
} from '@greensward/domain'
import { boxOf, type LonLat, localFrame, type PolygonXY, type XY } from '@greensward/geometry'
import { first, mowerId, startTrial } from '@greensward/simulator/harness'
import { missionItems } from '@greensward/vehicle'
import { insideM, outlineOf, outsideM } from './driveBody.ts'

export type Zone = FeatureOf<'zone'>

export interface Driven {
  readonly title: string
  readonly finished: boolean
  readonly why: string | null
  readonly fenceOn: boolean
  /** Metres driven with the blade on and the middle of the mower outside of its zone. */
  readonly bladeOutsideM: number
  /** Farthest that any of the body came over the edge of the zone. */
  readonly bodyOverEdgeM: number
  /** The same onto ground on which no mower may drive. */
  readonly bodyOutsideM: number
  /** Deepest that any of the body came into something to keep out of. */
  readonly bodyInObstacleM: number
  readonly predictedS: number
  readonly drivenS: number
  readonly bladeAfterEnd: boolean
}

const LONGEST_S = 4 * 3_600
/** Items of a fence that ArduPilot stores without a card. */
const FENCE_ITEMS = 84
/** Ground farther off than this is not reached by any body. */
const NEAR_M = 5

const course = demoCourse()
const stamped = <T extends object>(thing: T) => ({ ...thing, updatedAt: '2026-01-01T00:00:00.000Z' })
const zoneTypes = course.zoneTypes.map(stamped)
const { features } = course

/** @param name of the type of the zones. @param from which of them is the first */
export const zonesOf = (name: string, count: number, from: number): Zone[] => {
  const type = zoneTypes.find(zoneType => zoneType.name.toLowerCase() === name)
  const zones = features.flatMap(feature =>
    feature.kind === 'zone' && feature.properties.zoneTypeId === type?.id ? [feature] : [],
  )
  return zones.map((_, i) => zones[(i + from) % zones.length] as Zone).slice(0, count)
}

const mayDriveOn = (feature: CourseFeature): boolean =>
  feature.kind === 'zone' &&
  !feature.properties.hiddenForMower &&
  zoneTypes.find(({ id }) => id === feature.properties.zoneTypeId)?.mowable === true

const planOf = (zone: Zone, mowerName: string, seed: number, laps: number) => {
  const mower = course.mowers.find(({ name }) => name === mowerName)
  const blade = course.blades.find(({ id }) => id === mower?.bladeId)
  if (mower === undefined || blade === undefined) throw new Error(`${mowerName} is not a mower with a blade`)
  const ground = { features, zoneTypes, target: { kind: 'zone', featureId: zone.id } as const }
  const plan = planMission({
    ...ground,
    mower: stamped(mower),
    blade: stamped(blade),
    headingDeg: 30 + 15 * seed,
    turnScheme: 'oneInOne',
    cleaningCycles: laps,
  })
  if (!plan.ok) throw new Error(plan.error.code)
  const found = missionGround(ground)
  if (!found.ok) throw new Error(found.error.code)
  return { mower, ground, plan: plan.value, found: found.value }
}
type Planned = ReturnType<typeof planOf>

/** Looks at the mower in each tenth of a second. */
const judge = ({ mower, ground, found }: Planned) => {
  const { frame, boundary } = found
  const solid = [...found.obstacles, ...obstaclesBeside(found, ground)].map(({ polygon }) => polygon)
  const box = boxOf(boundary.outer)
  const isNear = ({ outer }: PolygonXY): boolean => {
    const other = boxOf(outer)
    return (
      other.minX < box.maxX + NEAR_M &&
      other.maxX > box.minX - NEAR_M &&
      other.minY < box.maxY + NEAR_M &&
      other.maxY > box.minY - NEAR_M
    )
  }
  const others = features
    .flatMap(feature => (feature.kind === 'zone' && mayDriveOn(feature) ? [polygonXY(frame, feature.geometry)] : []))
    .filter(isNear)
  const body = bodyOf(mower)
  const most = { bladeOutsideM: 0, bodyOverEdgeM: 0, bodyOutsideM: 0, bodyInObstacleM: 0 }
  let last: XY | undefined
  return {
    most,
    look: (at: XY, heading: number, isBladeOn: boolean): void => {
      if (isBladeOn && last !== undefined && outsideM(boundary, at) > 0)
        most.bladeOutsideM += Math.hypot(at[0] - last[0], at[1] - last[1])
      last = at
      for (const place of outlineOf(at, heading, body.widthM, body.lengthM)) {
        for (const polygon of solid) most.bodyInObstacleM = Math.max(most.bodyInObstacleM, insideM(polygon, place))
        const overM = outsideM(boundary, place)
        most.bodyOverEdgeM = Math.max(most.bodyOverEdgeM, overM)
        if (overM <= most.bodyOutsideM) continue
        const offM = Math.min(overM, ...others.map(other => outsideM(other, place)))
        most.bodyOutsideM = Math.max(most.bodyOutsideM, offM)
      }
    },
  }
}

export const driveZone = async (zone: Zone, mowerName: string, seed: number, laps: number): Promise<Driven> => {
  const planned = planOf(zone, mowerName, seed, laps)
  const { mower, ground, plan, found } = planned
  const path = plan.legs.flatMap(({ points }) => points)
  const begin: LonLat = path[0] ?? [0, 0]
  const { items } = missionItems({ segments: plan.legs }, { kind: 'relay', index: 0 })
  const trial = await startTrial({ seed, rover: { home: begin } })
  const id = mowerId(1)
  const rover = first(trial.rovers)
  await trial.until(() => trial.gateway.state(id)?.telemetry.ready === true, 60)
  const mostItems = trial.gateway.state(id)?.capacity.fenceItems ?? FENCE_ITEMS
  const fence = missionFence({
    ...ground,
    path: [path[0] ?? [0, 0], ...path],
    approach: 1,
    mower,
    mostItems,
  })
  const fenced = fence === undefined ? undefined : await trial.finish(trial.gateway.uploadFence(id, fence))
  if (fenced?.outcome === 'accepted') await trial.finish(trial.gateway.enableFence(id, true))
  const fenceOn = rover.parameters.get('FENCE_ENABLE') === 1 && rover.fence.length > 0
  const uploaded = await trial.finish(trial.gateway.upload(id, items))
  const started = uploaded.outcome === 'accepted' ? await trial.finish(trial.gateway.start(id)) : uploaded
  trial.gateway.setBoundary(
    id,
    watchedBoundary(zone, undefined, 'bladeOn'),
    watchedBoundary(zone, undefined, 'bladeOff', plan.legs),
  )
  const home = localFrame(begin)
  const judged = judge(planned)
  let steps = 0
  trial.onStep = () => {
    // Every fifth step is a tenth of a second.
    if (steps++ % 5 !== 0) return
    const at = found.frame.toLocal(home.toLonLat([rover.body.x, rover.body.y]))
    judged.look(at, rover.body.heading, rover.bladeOn)
  }
  const beganMs = trial.clock.nowMs()
  const ended = (): boolean => trial.events.some(({ kind }) => kind === 'missionEnded')
  const stop = () => trial.events.find(({ kind }) => kind === 'safetyStop' || kind === 'missionStarved')
  if (started.outcome === 'accepted') await trial.until(() => ended() || stop() !== undefined, LONGEST_S)
  const drivenS = (trial.clock.nowMs() - beganMs) / 1_000
  await trial.pass(3)
  await trial.gateway.close()
  const stopped = stop()
  return {
    title: zone.properties.title,
    finished: ended() && stopped === undefined,
    why:
      started.outcome !== 'accepted'
        ? started.message
        : stopped !== undefined
          ? JSON.stringify(stopped)
          : ended()
            ? null
            : `not ended after ${LONGEST_S} s`,
    fenceOn,
    ...judged.most,
    predictedS: plan.stats.durationS,
    drivenS,
    bladeAfterEnd: rover.bladeOn,
  }
}
