/** Fields made from a number: shapes that no plan was tuned on. */
import { localFrame, type PolygonXY, type Ring, type XY } from '@greensward/geometry'
import { type Field, longestExtentDeg } from './fields.ts'
import { awayFromEdgeM, edgeGrid, edgesOf } from './judge/edges.ts'

/** Evenly between two numbers. */
type Chance = (least: number, most: number) => number

/** The same row of numbers for the same seed (Mulberry32). */
const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0
  return (least, most) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return least + ((most - least) * ((mixed ^ (mixed >>> 14)) >>> 0)) / 2 ** 32
  }
}

const onCircle = ([x, y]: XY, radiusM: number, angle: number): XY => [
  x + radiusM * Math.cos(angle),
  y + radiusM * Math.sin(angle),
]

/** A round outline that swings in and out in two to four waves. */
const blob = (chance: Chance, radiusM = chance(8, 45), corners = 120): Ring => {
  const waves = [2, 3, 4].map(count => ({ count, swing: chance(0, 0.14), phase: chance(0, 2 * Math.PI) }))
  return Array.from({ length: corners }, (_, i): XY => {
    const angle = (i * 2 * Math.PI) / corners
    const swing = waves.reduce((sum, wave) => sum + wave.swing * Math.cos(wave.count * angle + wave.phase), 1)
    return onCircle([0, 0], radiusM * swing, angle)
  })
}

/** The area within half a width of a line that bends by `bend(s)` radians at a share s of its length. */
const band = (lengthM: number, widthM: number, bend: (share: number) => number, steps: number): Ring => {
  const [left, right]: [XY[], XY[]] = [[], []]
  let at: XY = [0, 0]
  for (let i = 0; i <= steps; i++) {
    const heading = bend(i / steps)
    left.push(onCircle(at, widthM / 2, heading + Math.PI / 2))
    right.push(onCircle(at, widthM / 2, heading - Math.PI / 2))
    at = onCircle(at, lengthM / steps, bend((i + 0.5) / steps))
  }
  return [...right, ...left.reverse()]
}

/** A fairway of two straight arms with an arc between them. */
const dogleg = (chance: Chance): Ring => {
  const angle = (chance(30, 80) * Math.PI) / 180
  const [first, last] = [chance(0.3, 0.42), chance(0.58, 0.7)]
  const bend = (share: number): number => angle * Math.max(0, Math.min(1, (share - first) / (last - first)))
  return band(chance(180, 300), chance(22, 36), bend, 60)
}

/** A long narrow rough that winds to both sides. */
const longBand = (chance: Chance): Ring => {
  const lengthM = chance(180, 360)
  const [swing, waves, phase] = [chance(0.3, 0.8), chance(1, 2), chance(0, 2 * Math.PI)]
  return band(lengthM, chance(9, 16), share => swing * Math.sin(2 * Math.PI * waves * share + phase), 90)
}

const star = (chance: Chance, middle: XY, radiusM: number, corners: number): Ring =>
  Array.from({ length: corners }, (_, i) =>
    onCircle(middle, radiusM * chance(0.55, 1), ((i + chance(-0.3, 0.3)) * 2 * Math.PI) / corners),
  )

/** What a hole keeps from the edge and from other holes: two passes and a turn have room. */
const APART_M = 8

/** An outline of a few corners, as people draw them, with up to four holes of the same kind. */
const angular = (chance: Chance): PolygonXY => {
  const radiusM = chance(25, 60)
  const outer = star(chance, [0, 0], radiusM, Math.round(chance(6, 13)))
  const isInside = edgeGrid({ outer, holes: [] }).contains
  const middles: { at: XY; holeM: number }[] = []
  for (let attempt = 0; attempt < 40 && middles.length < 4; attempt++) {
    const at = onCircle([0, 0], chance(0, radiusM), chance(0, 2 * Math.PI))
    const holeM = chance(2, 7)
    const edgeM = Math.min(...edgesOf({ outer, holes: [] }).map(edge => awayFromEdgeM(at, edge)))
    const isApart = middles.every(
      other => Math.hypot(other.at[0] - at[0], other.at[1] - at[1]) > holeM + other.holeM + APART_M,
    )
    if (isInside(at) && edgeM > holeM + APART_M && isApart) middles.push({ at, holeM })
  }
  return {
    outer,
    holes: middles.map(({ at, holeM }) => [...star(chance, at, holeM, Math.round(chance(3, 6)))].reverse()),
  }
}

const ORIGIN: [number, number] = [10, 50]

const fieldOf = (name: string, cls: string, polygon: PolygonXY): Field => ({
  name,
  cls,
  polygon,
  frame: localFrame(ORIGIN),
  alongDeg: longestExtentDeg(polygon.outer),
})

/** Turned by any angle, so that no shape profits from edges along an axis. */
const turned = ({ outer, holes }: PolygonXY, angle: number): PolygonXY => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const turn = (ring: Ring): Ring => ring.map(([x, y]): XY => [x * cos - y * sin, x * sin + y * cos])
  return { outer: turn(outer), holes: holes.map(turn) }
}

const OF_EACH = 6

/** Six blobs, six doglegs, six bands and six angular polygons with holes. */
export const generatedFields = (seed: number): Field[] => {
  const chance = chanceOf(seed)
  const plain = (outer: Ring): PolygonXY => ({ outer, holes: [] })
  const kinds: [string, () => PolygonXY][] = [
    ['blob', () => plain(blob(chance))],
    ['dogleg', () => plain(dogleg(chance))],
    ['band', () => plain(longBand(chance))],
    ['angular', () => angular(chance)],
  ]
  return kinds.flatMap(([cls, make]) =>
    Array.from({ length: OF_EACH }, (_, i) => fieldOf(`${cls} ${i + 1}`, cls, turned(make(), chance(0, 2 * Math.PI)))),
  )
}

const ISLANDS = 40
const ISLAND_CORNERS = 200
const OUTLINE_CORNERS = 2000

/** 10,000 corners: a wide outline round 40 islands. */
export const largeField = (seed: number): Field => {
  const chance = chanceOf(seed)
  const outer = blob(chance, 200, OUTLINE_CORNERS)
  const holes = Array.from({ length: ISLANDS }, (_, i) => {
    const middle: XY = [(i % 8) * 24 - 84, Math.floor(i / 8) * 24 - 48]
    const island = blob(chance, chance(2, 5), ISLAND_CORNERS)
    return island.map(([x, y]): XY => [x + middle[0], y + middle[1]]).reverse()
  })
  return fieldOf('large', 'large', { outer, holes })
}
