/** How a mower gets to where its mission begins without driving through what is forbidden. */
import {
  boxOf,
  contains,
  difference,
  grownBox,
  lengthM,
  offset,
  type PolygonXY,
  type PolylineXY,
  shortestPath,
  union,
} from '@greensward/geometry'
import type { CourseFeature, Position } from '../course/course.ts'
import { boxesMeet, circleXY, frameAround, polygonXY, positionOf } from '../course/courseGeometry.ts'
import type { ZoneType } from '../garage/garage.ts'
import { wayCheckOf } from './checkPlan.ts'
import { forbiddenGround } from './missionGround.ts'
import type { OccupiedSpot } from './planDrive.ts'

export interface WayToStart {
  readonly kind: 'straight' | 'around'
  /** From the mower to the start, both included. */
  readonly points: readonly Position[]
  readonly lengthM: number
}

export interface WayToStartInput {
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly from: Position
  readonly to: Position
  /** The mower's own width. */
  readonly widthM: number
  /** When it drives, ISO 8601 in UTC: marked areas that end before then are not obstacles. Absent, all are. */
  readonly at?: string
  /** Where other mowers stand. */
  readonly occupied?: readonly OccupiedSpot[]
}

/** How far a detour may lead away from the straight way, metres. */
const DETOUR_M = 300

/** Kept between the mower's side and an obstacle where there is room for it, and from its middle where there is not. */
const MARGIN_M = 0.1

/**
 * The straight way where it is clear, else the shortest way round restrictions, round no-goes, areas, marked areas, zones that are hidden for
 * mowers or not mowable, and mowers that stand in it; undefined when there is none within 300 m of the straight one.
 */
export const wayToStart = (input: WayToStartInput): WayToStart | undefined => {
  const frame = frameAround([input.from, input.to])
  const from = frame.toLocal(input.from)
  const to = frame.toLocal(input.to)
  const ground = grownBox(boxOf([from, to]), DETOUR_M)
  const obstacles = [
    ...forbiddenGround(frame, input.features, input.zoneTypes, input.at).map(({ polygon }) => polygon),
    ...input.features.flatMap(feature => {
      if (feature.kind !== 'area') return []
      const polygon = polygonXY(frame, feature.geometry)
      // A mower may be in the area of its shed, and an area may hold the whole course.
      return contains(polygon, from) || contains(polygon, to) ? [] : [polygon]
    }),
    ...(input.occupied ?? []).map(({ position, radiusM }) => circleXY(frame.toLocal(position), radiusM)),
  ].filter(polygon => boxesMeet(boxOf(polygon.outer), ground))
  const answer = (kind: WayToStart['kind'], line: PolylineXY): WayToStart => ({
    kind,
    points: line.map(point => positionOf(frame, point)),
    lengthM: lengthM(line),
  })
  for (const clearanceM of [input.widthM / 2 + MARGIN_M, MARGIN_M]) {
    const kept = union(offset(obstacles, clearanceM))
    if (wayCheckOf(undefined, kept).segmentInside(from, to)) return answer('straight', [from, to])
    const free = difference([boxPolygon(ground)], kept)
    const line = shortestPath(free, from, to)
    if (line !== undefined && wayCheckOf(undefined, obstacles).pathInside(line)) return answer('around', line)
  }
  return undefined
}

const boxPolygon = ({ minX, minY, maxX, maxY }: ReturnType<typeof boxOf>): PolygonXY => ({
  outer: [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ],
  holes: [],
})
