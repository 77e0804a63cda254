/**
 * How long a mower of the demo course waits before a drive because of another one that drives already, by the rule of SAFE-13l:
 * it looks each ten seconds and starts once they keep apart. `npm run bench:waits [-- --pairs N --seed N]`; the last line is one
 * JSON object.
 */
import { parseArgs } from 'node:util'
import { demoCourse } from '@greensward/demo'
import {
  apartInTime,
  courseNetwork,
  type DriveAhead,
  frameAround,
  type Position,
  planMission,
  positionOf,
} from '@greensward/domain'
import { distanceM, type PolylineXY, type XY } from '@greensward/geometry'
import { randomFrom } from './week/draw.ts'

const { values } = parseArgs({
  options: { pairs: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const LOOK_S = 10
/** As long as SAFE-13l waits. */
const MOST_S = 600
const UPDATED_AT = '2026-01-01T00:00:00.000Z'

const demo = demoCourse()
const zoneTypes = demo.zoneTypes.map(type => ({ ...type, updatedAt: UPDATED_AT }))
const { features } = demo

interface Stop {
  readonly number: number
  readonly zone: boolean
}

const machines = ['Rook 1', 'Rook 2', 'Wren 3', 'Wren 4'].map(name => {
  const mower = demo.mowers.find(one => one.name === name)
  const blade = demo.blades.find(({ id }) => id === mower?.bladeId)
  const base = demo.bases.find(({ mowerId }) => mowerId === mower?.id)
  if (mower === undefined || blade === undefined || base === undefined) throw new Error(`${name} lacks something`)
  return { mower: { ...mower, updatedAt: UPDATED_AT }, blade: { ...blade, updatedAt: UPDATED_AT }, base }
})

/** Where the drives begin and end: the base of each mower, the first and the last point of what it mows on each zone. */
const places: { readonly at: Position; readonly widthM: number }[] = []
const stops = machines.map(({ mower, blade, base }, index): Stop[] => {
  const add = (at: Position, zone: boolean): Stop => ({
    number: places.push({ at, widthM: mower.widthM }) - 1,
    zone,
  })
  const own = zoneTypes.find(({ name }) => name === (mower.name.startsWith('Wren') ? 'Green' : 'Fairway'))?.id
  const zones = features.flatMap(feature =>
    feature.kind === 'zone' && feature.properties.zoneTypeId === own ? [feature] : [],
  )
  return [
    add(base.position, false),
    ...zones.flatMap((zone, at): Stop[] => {
      // Two of a kind share its zones.
      if (at % 2 !== index % 2) return []
      const ask = {
        features,
        zoneTypes,
        mower,
        blade,
        headingDeg: 0,
        turnScheme: 'oneInOne',
        cleaningCycles: 1,
      } as const
      const planned = planMission({ ...ask, target: { kind: 'zone', featureId: zone.id } })
      if (!planned.ok) return []
      const { legs } = planned.value
      return [legs[0]?.points[0], legs.at(-1)?.points.at(-1)].flatMap(point =>
        point === undefined ? [] : [add(point, true)],
      )
    }),
  ]
})
const frame = frameAround(places.map(({ at }) => at))
const network = courseNetwork({ features, zoneTypes, fromMs: Date.parse(UPDATED_AT) }, frame, places)

/** What is left of a path after some metres. */
const after = (path: PolylineXY, drivenM: number): PolylineXY => {
  let left = drivenM
  for (const [index, to] of path.entries()) {
    const from = path[index - 1]
    if (from === undefined) continue
    const longM = distanceM(from, to)
    if (longM > left) {
      const share = left / longM
      const at: XY = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
      return [at, ...path.slice(index)]
    }
    left -= longM
  }
  return []
}
const lengthOf = (path: PolylineXY): number =>
  path.reduce((sum, to, index) => sum + (index === 0 ? 0 : distanceM(path[index - 1] ?? to, to)), 0)
const aheadOf = (path: PolylineXY, widthM: number, speedMps: number): DriveAhead => {
  const points = path.map(point => positionOf(frame, point))
  return { widthM, at: points[0] ?? [0, 0], way: [], waySpeedMps: speedMps, legs: [{ points, speedMps }] }
}

const random = randomFrom(Number(values.seed))
const anyOf = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]
/** A drive of a mower between two of its places, one of them a zone. */
const anyDrive = (index: number): PolylineXY | undefined => {
  const own = stops[index] ?? []
  const [from, to] = [anyOf(own), anyOf(own)]
  if (from === undefined || to === undefined || from === to || !(from.zone || to.zone)) return undefined
  return network.path(from.number, to.number)
}

const waitsS: number[] = []
const drivesS: number[] = []
while (waitsS.length < Number(values.pairs)) {
  const first = Math.floor(random() * machines.length)
  const second = (first + 1 + Math.floor(random() * (machines.length - 1))) % machines.length
  const [theirs, mine] = [anyDrive(first), anyDrive(second)]
  const [other, own] = [machines[first]?.mower, machines[second]?.mower]
  if (theirs === undefined || mine === undefined || other === undefined || own === undefined) continue
  const lastsS = lengthOf(theirs) / other.transitSpeedMps
  // The other one has begun, and has not arrived.
  const sinceS = random() * lastsS
  drivesS.push(lengthOf(mine) / own.transitSpeedMps)
  const ahead = aheadOf(mine, own.widthM, own.transitSpeedMps)
  let waitS = 0
  for (; sinceS + waitS < lastsS; waitS += LOOK_S) {
    const left = after(theirs, (sinceS + waitS) * other.transitSpeedMps)
    if (left.length < 2 || apartInTime(ahead, aheadOf(left, other.widthM, other.transitSpeedMps))) break
  }
  waitsS.push(waitS)
}

const at = (list: readonly number[], share: number): number =>
  Math.round(list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))] ?? 0)
const waited = waitsS.filter(s => s > 0)
const figures = {
  pairs: waitsS.length,
  driveMedianS: at(drivesS, 0.5),
  driveLongestS: at(drivesS, 1),
  waits: waited.length,
  waitShare: Number((waited.length / waitsS.length).toFixed(3)),
  waitMedianS: at(waited, 0.5),
  wait95S: at(waited, 0.95),
  waitLongestS: at(waited, 1),
  overTenMinutes: waited.filter(s => s > MOST_S).length,
}
console.info(JSON.stringify(figures))
