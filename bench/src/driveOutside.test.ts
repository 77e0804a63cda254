import { demoCourse } from '@greensward/demo'
import {
  type CourseFeature,
  missionFence,
  type PlanInput,
  type Position,
  planMission,
  polygonXY,
  turnsOutside,
  watchedBoundary,
  type Zone,
} from '@greensward/domain'
import { contains, localFrame, type XY } from '@greensward/geometry'
import { first, HOME, mowerId, startTrial } from '@greensward/simulator/harness'
import { missionItems } from '@greensward/vehicle'
import { expect, it } from 'vitest'

const frame = localFrame(HOME)
const demo = demoCourse()
const stamped = <T extends object>(thing: T) => ({ ...thing, updatedAt: '2026-01-01T00:00:00.000Z' })
const typeId = (name: string): string => demo.zoneTypes.find(type => type.name === name)?.id ?? ''

const placeOf = (corner: XY): Position => {
  const [lon, lat] = frame.toLonLat(corner)
  return [lon, lat]
}

const zone = (n: number, type: string, corners: readonly XY[]): Zone => ({
  type: 'Feature',
  id: `00000000-0000-4000-8000-00000000000${n}`,
  kind: 'zone',
  geometry: {
    type: 'Polygon',
    coordinates: [[...corners, ...corners.slice(0, 1)].map(placeOf)],
  },
  properties: {
    title: type,
    zoneTypeId: typeId(type),
    holeId: null,
    hiddenForMower: false,
    hiddenForBuggy: false,
    rainModeRestricted: false,
  },
})

const green = zone(1, 'Green', [
  [0, 0],
  [24, 0],
  [20, 18],
  [0, 18],
])
const rough = zone(2, 'Rough', [
  [-30, -30],
  [50, -30],
  [50, 50],
  [-30, 50],
])
const features: readonly CourseFeature[] = [green, rough]

const planned = () => {
  const mower = demo.mowers.find(({ name }) => name === 'Wren 3')
  const blade = demo.blades.find(({ id }) => id === mower?.bladeId)
  if (mower === undefined || blade === undefined) throw new Error('The demo course has no mower of greens')
  const input: PlanInput = {
    features,
    zoneTypes: demo.zoneTypes.map(stamped),
    target: { kind: 'zone', featureId: green.id },
    mower: { ...stamped(mower), widthM: 1.7, minTurnRadiusM: 0.6 },
    blade: { ...stamped(blade), widthM: 1.5 },
    headingDeg: 20,
    turnScheme: 'oneInOne',
    cleaningCycles: 2,
  }
  const plan = planMission(input)
  if (!plan.ok) throw new Error(plan.error.code)
  return { input, plan: plan.value }
}

it('drives a green with turns outside of it to its end: inside its fence and its ring, never mowing beyond the edge', async () => {
  const { input, plan } = planned()
  expect(turnsOutside(green, plan.legs).length).toBeGreaterThan(0)
  const path = plan.legs.flatMap(({ points }) => points)
  const begin: Position = path[0] ?? [HOME[0], HOME[1]]
  const trial = await startTrial({ seed: 3, rover: { home: begin } })
  const id = mowerId(1)
  const rover = first(trial.rovers)
  await trial.until(() => trial.gateway.state(id)?.telemetry.ready === true, 60)
  const fence = missionFence({ ...input, path: [begin, ...path], approach: 1, mostItems: 84 })
  if (fence === undefined) throw new Error('no fence holds the drive')
  expect(await trial.finish(trial.gateway.uploadFence(id, fence))).toMatchObject({ outcome: 'accepted' })
  await trial.finish(trial.gateway.enableFence(id, true))
  const { items } = missionItems({ segments: plan.legs }, { kind: 'relay', index: 0 })
  await trial.finish(trial.gateway.upload(id, items))
  expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ outcome: 'accepted' })
  trial.gateway.setBoundary(
    id,
    watchedBoundary(green, undefined, 'bladeOn'),
    watchedBoundary(green, undefined, 'bladeOff', plan.legs),
  )
  const home = localFrame(begin)
  const field = polygonXY(frame, green.geometry)
  let [outside, mowingOutside] = [0, 0]
  trial.onStep = () => {
    const at = frame.toLocal(home.toLonLat([rover.body.x, rover.body.y]))
    if (contains(field, at)) return
    outside++
    if (rover.bladeOn) mowingOutside++
  }
  const ended = (): boolean => trial.events.some(({ kind }) => kind === 'missionEnded')
  const stopped = () => trial.events.filter(({ kind }) => kind === 'safetyStop')
  await trial.until(() => ended() || stopped().length > 0, 7_200)
  await trial.gateway.close()
  expect(stopped()).toEqual([])
  expect(ended()).toBe(true)
  expect(rover.fence.length).toBeGreaterThan(0)
  expect(outside).toBeGreaterThan(0)
  expect(mowingOutside).toBe(0)
})
