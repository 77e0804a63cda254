/** Roads: one cart path from tee to tee round each nine, bridges where it meets the brook, service and walking ways. */
import type { XY } from '@greensward/geometry'
import { centreline, distanceM, resample, smoothLine } from './curve.ts'
import type { HoleRoute } from './holeRoute.ts'
import { brook, brookHalfWidthM } from './landscape.ts'
import { ROUTING } from './routing.ts'

export type WayType = 'cartPath' | 'service' | 'walking' | 'crossing'

export interface Way {
  readonly title: string
  readonly type: WayType
  readonly line: readonly XY[]
}

/** How far the path keeps from the line of play: beyond the rough of the fairway. */
const BESIDE_FAIRWAY_M = 34
const BESIDE_TEE_M = 15
const BRIDGE_HALF_M = 6

const HUB: XY = [38, -368]
/** The ways to the two first tees start where the last greens' ways end. */
const STARTS: ReadonlyMap<number, readonly XY[]> = new Map([
  [
    1,
    [
      [42, -318],
      [24, -322],
      [4, -290],
      [-22, -280],
    ],
  ],
  [10, [HUB, [45, -346], [52, -322]]],
])

const beside = (route: HoleRoute): XY[] => {
  const line = centreline(route.line)
  const sign = route.pathSide === 'left' ? 1 : -1
  const points: XY[] = [line.place(-2, sign * BESIDE_TEE_M), line.place(28, sign * 18)]
  const far = route.par === 3 ? 30 : BESIDE_FAIRWAY_M
  for (let alongM = 75; alongM < line.lengthM - 20; alongM += 55) points.push(line.place(alongM, sign * far))
  points.push(line.place(line.lengthM, sign * 34))
  return points
}

const wholePath = (route: HoleRoute): XY[] => {
  const own = beside(route)
  const next = ROUTING.find(other => other.number === route.number + 1)
  const closing = route.number === 9 || route.number === 18
  const nextStart = next === undefined || closing ? [] : beside(next).slice(0, 1)
  return smoothLine([...(STARTS.get(route.number) ?? []), ...own, ...route.pathVia, ...nextStart], 3)
}

/** Cuts a path where it meets the brook, so that the bridge is a way of its own. */
const withBridge = (title: string, line: readonly XY[]): Way[] => {
  const fine = resample(line, 1)
  const wet = fine.findIndex(point => {
    const at = brook.project(point)
    return at.distanceM < brookHalfWidthM(at.alongM)
  })
  if (wet < 0) return [{ title, type: 'cartPath', line: resample(fine, 4) }]
  const middle = wet + 2
  return [
    { title, type: 'cartPath', line: resample(fine.slice(0, middle - BRIDGE_HALF_M + 1), 4) },
    {
      title: `${title}, bridge`,
      type: 'crossing',
      line: resample(fine.slice(middle - BRIDGE_HALF_M, middle + BRIDGE_HALF_M + 1), 4),
    },
    { title: `${title}, beyond the brook`, type: 'cartPath', line: resample(fine.slice(middle + BRIDGE_HALF_M), 4) },
  ]
}

export const cartPaths: readonly Way[] = ROUTING.flatMap(route => withBridge(`Path ${route.number}`, wholePath(route)))

export const bridges: readonly Way[] = cartPaths.filter(way => way.type === 'crossing')

/** Where the bridges are along the brook. */
export const bridgePlacesM: readonly number[] = bridges
  .map(bridge => brook.project(bridge.line[Math.floor(bridge.line.length / 2)] ?? [0, 0]).alongM)
  .sort((a, b) => a - b)

const way = (title: string, type: WayType, through: readonly XY[]): Way => ({
  title,
  type,
  line: smoothLine(through, 4),
})

/** A short walk from the cart path to the nearest side of a green. */
const walks: readonly Way[] = ROUTING.map(route => {
  const line = centreline(route.line)
  const sign = route.pathSide === 'left' ? 1 : -1
  const green = line.place(line.lengthM - 3)
  const path = cartPaths.filter(one => one.title.startsWith(`Path ${route.number}`) && one.type === 'cartPath')
  const from = path
    .flatMap(one => one.line)
    .reduce<XY>((best, point) => (distanceM(point, green) < distanceM(best, green) ? point : best), [9999, 9999])
  return way(`Walk to green ${route.number}`, 'walking', [from, line.place(line.lengthM - 3, sign * 19)])
})

export const otherWays: readonly Way[] = [
  way('Club drive', 'service', [
    [30, -500],
    [26, -470],
    [14, -437],
  ]),
  way('Yard road', 'service', [
    [-24, -436],
    [-60, -446],
    [-106, -450],
  ]),
  way('Yard to course', 'service', [
    [-140, -436],
    [-143, -420],
  ]),
  way('Barn road', 'service', [[30, -400], [42, -384], HUB]),
  way('Range walk', 'walking', [
    [44, -412],
    [60, -410],
    [76, -410],
  ]),
  way('Terrace walk', 'walking', [
    [6, -330],
    [2, -318],
    [-6, -312],
  ]),
  ...walks,
]

export const ways: readonly Way[] = [...cartPaths, ...otherWays]
