/** A drive without mowing, to a base or to a point: along roads, or over open ground, with the whole body out of obstacles. */
import {
  areaM2,
  type BodySize,
  boxOf,
  bufferLines,
  contains,
  distanceM,
  distanceToLineM,
  driveS,
  headingOfDeg,
  type LocalFrame,
  lengthM,
  offset,
  type PolylineXY,
  roadNetwork,
  simplifyLine,
  unitVector,
  type XY,
} from '@greensward/geometry'
import { type Said, said } from '@greensward/messages'
import { ok, type Result, refused } from '../common/result.ts'
import type { CourseFeature, FeatureOf, Position } from '../course/course.ts'
import { boxesMeet, circleXY, frameAround, polygonXY, positionOf } from '../course/courseGeometry.ts'
import { driveTimeFactor } from '../garage/driveTime.ts'
import { shareUsed } from '../garage/energy.ts'
import type { Blade, Mower, ZoneType } from '../garage/garage.ts'
import type { MissionTarget } from '../mission/mission.ts'
import { judgePaths, type PlanViolation, wayCheckOf } from './checkPlan.ts'
import { forbiddenGround, type GroundObstacle } from './missionGround.ts'
import type { MissionPlan, PlanLeg } from './missionPlan.ts'
import { bodyOf } from './planMission.ts'

/** Where another machine is, or may be: nobody drives through it. */
export interface OccupiedSpot {
  readonly id: string
  readonly title: string
  readonly position: Position
  readonly radiusM: number
}

export interface DriveGround {
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly occupied: readonly OccupiedSpot[]
  /** When it drives, ISO 8601 in UTC: marked areas that end before then are not obstacles. Absent, all are. */
  readonly at?: string
}

export interface DriveInput extends DriveGround {
  readonly mower: Mower
  readonly from: Position
  /** The direction that it faces there; null where that is not known. */
  readonly facingDeg: number | null
  readonly to: Position
  /** The points by which it enters, before `to`. */
  readonly approach: readonly Position[]
  /** The direction to face at the end; null leaves it to the way. */
  readonly headingDeg: number | null
}

export type DriveRefusal = Said & { readonly kind: 'alreadyThere' | 'offCourse' | 'noWay' }

/** Nearer than this it is there. */
const THERE_M = 0.5

/** Farther than this from every zone and road, a position is not on the course: the ground there is unknown. */
const OFF_COURSE_M = 60

/** Without an approach of its own a base is entered straight ahead, over this many lengths of the machine. */
const LEAD_LENGTHS = 2

/** The least distance between an obstacle and the mower's side, where there is no room for more. */
const LEAST_MARGIN_M = 0.1

/** Corners of roads nearer than this to a straight line need no waypoint. */
const STRAIGHT_M = 0.02

/** Obstacles farther than this from a drive are not reached by any mower's body. */
const REACH_M = 6

/** How far a mower beside an obstacle drives straight ahead before it turns; the nearest place with room to turn is taken. */
const AHEAD_M = [3, 8, 20] as const

/** Half of the diagonal: a parked mower, however it faces, is within this. */
export const bodyRadiusM = (mower: Pick<Mower, 'widthM'>): number => {
  const { lengthM: longM, widthM } = bodyOf(mower)
  return Math.hypot(longM, widthM) / 2
}

/** A mower may be in the area of its shed, and an area may hold the whole course. */
const obstaclesOf = (
  frame: LocalFrame,
  { features, zoneTypes, at, occupied }: DriveGround,
  ends: readonly XY[],
): GroundObstacle[] => [
  ...forbiddenGround(frame, features, zoneTypes, at),
  ...features.flatMap((feature): GroundObstacle[] => {
    if (feature.kind !== 'area') return []
    const polygon = polygonXY(frame, feature.geometry)
    return ends.some(end => contains(polygon, end))
      ? []
      : [{ featureId: feature.id, title: feature.properties.title, polygon }]
  }),
  ...occupied.map(({ id, title, position, radiusM }) => ({
    featureId: id,
    title,
    polygon: circleXY(frame.toLocal(position), radiusM),
  })),
]

/** Every segment of a drive at which the mower's middle or its body comes into an obstacle; none means that it is safe. */
export const checkDrive = (
  paths: readonly (readonly Position[])[],
  ground: DriveGround,
  body: BodySize,
): PlanViolation[] => {
  const points = paths.flat()
  const frame = frameAround(points)
  const line = points.map(point => frame.toLocal(point))
  const { minX, minY, maxX, maxY } = boxOf(line)
  const around = { minX: minX - REACH_M, minY: minY - REACH_M, maxX: maxX + REACH_M, maxY: maxY + REACH_M }
  const obstacles = obstaclesOf(frame, ground, [...line.slice(0, 1), ...line.slice(-1)]).filter(({ polygon }) =>
    boxesMeet(around, boxOf(polygon.outer)),
  )
  const driven = paths.map(path => ({ points: path, bladeOn: false }))
  return judgePaths(driven, { frame, boundary: undefined, turnGround: [], obstacles, beside: [] }, body)
}

/** How far a position is from the zones, areas and roads of the course. */
const awayM = (features: readonly CourseFeature[], at: Position): number => {
  const frame = frameAround([at])
  const here: XY = [0, 0]
  let nearestM = Number.POSITIVE_INFINITY
  for (const { geometry } of features) {
    if (geometry.type === 'Point') continue
    const lines = geometry.type === 'Polygon' ? geometry.coordinates : [geometry.coordinates]
    if (geometry.type === 'Polygon' && contains(polygonXY(frame, geometry), here)) return 0
    for (const line of lines)
      nearestM = Math.min(
        nearestM,
        distanceToLineM(
          line.map(point => frame.toLocal(point)),
          here,
        ),
      )
  }
  return nearestM
}

/** Whether a position is where drives lead: near a zone, an area or a road. */
export const isOnCourse = (features: readonly CourseFeature[], at: Position): boolean =>
  awayM(features, at) <= OFF_COURSE_M

/** The ways to enter, the best first. */
const approachesOf = (frame: LocalFrame, { to, approach, headingDeg, mower }: DriveInput): PolylineXY[] => {
  const end = frame.toLocal(to)
  if (approach.length > 0) return [[...approach.map(point => frame.toLocal(point)), end]]
  if (headingDeg === null) return [[end]]
  const [east, north] = unitVector(headingDeg)
  const leadM = LEAD_LENGTHS * bodyOf(mower).lengthM
  return [[[end[0] - leadM * east, end[1] - leadM * north], end], [end]]
}

/** Where the route begins to be free: where it is or, where it has no room to turn there, straight ahead. */
const beginningsOf = (from: XY, facingDeg: number | null): PolylineXY[] => {
  if (facingDeg === null) return [[from]]
  const [east, north] = unitVector(facingDeg)
  return [[from], ...AHEAD_M.map((aheadM): PolylineXY => [from, [from[0] + aheadM * east, from[1] + aheadM * north]])]
}

/** The route to where the approach begins, or what is in the way. */
const routeTo = (
  frame: LocalFrame,
  input: DriveInput,
  from: XY,
  approach: PolylineXY,
): Result<PolylineXY, string | undefined> => {
  const [entry = from] = approach
  const body = bodyOf(input.mower)
  const obstacles = obstaclesOf(frame, input, [from, entry])
  const roads = input.features.flatMap(feature =>
    feature.kind === 'road' ? [feature.geometry.coordinates.map(point => frame.toLocal(point))] : [],
  )
  const beginnings = beginningsOf(from, input.facingDeg)
  const places = [entry, ...beginnings.map(line => line[line.length - 1] ?? from)]
  let blocking: string | undefined
  // Room to turn on the spot first, then less where there is none: the body is judged either way.
  for (const clearanceM of [
    bodyRadiusM(input.mower) + body.marginM,
    body.widthM / 2 + body.marginM,
    body.widthM / 2 + LEAST_MARGIN_M,
  ]) {
    const blocked = obstacles.flatMap(({ polygon }) => offset([polygon], clearanceM, 'mitre'))
    const network = roadNetwork({ roads, blocked, places })
    for (const [i, beginning] of beginnings.entries()) {
      const path = network.path(i + 1, 0)
      if (path === undefined) continue
      const route = simplifyLine([...beginning.slice(0, -1), ...path], STRAIGHT_M)
      const whole = [...route, ...approach.slice(1)].map(point => positionOf(frame, point))
      const [first] = checkDrive([whole], input, body)
      if (first === undefined) return ok(route)
      blocking ??= first.title
    }
  }
  return refused(blocking ?? blockerOf(obstacles, from, entry, body.widthM / 2 + LEAST_MARGIN_M))
}

/** What is at one of the ends or, where nothing is, between them. */
const blockerOf = (
  obstacles: readonly GroundObstacle[],
  from: XY,
  entry: XY,
  clearanceM: number,
): string | undefined => {
  const isAt = ({ polygon }: GroundObstacle, place: XY): boolean =>
    offset([polygon], clearanceM).some(grown => contains(grown, place))
  const found =
    obstacles.find(obstacle => isAt(obstacle, entry)) ??
    obstacles.find(obstacle => isAt(obstacle, from)) ??
    obstacles.find(({ polygon }) => !wayCheckOf(undefined, offset([polygon], clearanceM)).segmentInside(from, entry))
  return found?.title
}

const legOf = (frame: LocalFrame, line: PolylineXY, speedMps: number): PlanLeg[] =>
  line.length < 2 || lengthM(line) < 0.01
    ? []
    : [{ kind: 'transit', bladeOn: false, speedMps, points: line.map(point => positionOf(frame, point)) }]

const planOf = (frame: LocalFrame, mower: Mower, route: PolylineXY, approach: PolylineXY): MissionPlan => {
  const slowMps = Math.min(mower.transitSpeedMps, mower.turningSpeedMps)
  const line = [...route, ...approach.slice(1)]
  const driven = [
    { points: route, speedMps: mower.transitSpeedMps },
    { points: approach, speedMps: slowMps },
  ].filter(({ points }) => points.length > 1)
  const last: XY = line[line.length - 1] ?? [0, 0]
  const before: XY = line[line.length - 2] ?? last
  return {
    headingDeg: headingOfDeg(before, last),
    legs: [...legOf(frame, route, mower.transitSpeedMps), ...legOf(frame, approach, slowMps)],
    uncovered: [],
    warnings: [],
    stats: {
      areaM2: 0,
      coverage: 0,
      lengthM: lengthM(line),
      mownLengthM: 0,
      turns: 0,
      durationS: driveS(driven) * driveTimeFactor(mower),
      waypoints: line.length,
      battery: shareUsed(mower, { lengthM: lengthM(line), mownLengthM: 0 }),
    },
  }
}

/** The shortest drive along roads and open ground, or why there is none. */
export const planDrive = (input: DriveInput): Result<MissionPlan, DriveRefusal> => {
  const frame = frameAround([input.from, input.to])
  const from = frame.toLocal(input.from)
  if (distanceM(from, frame.toLocal(input.to)) < THERE_M)
    return refused({ kind: 'alreadyThere', ...said('alreadyThere') })
  for (const place of [input.to, input.from]) {
    const metres = awayM(input.features, place)
    if (metres > OFF_COURSE_M)
      return refused({
        kind: 'offCourse',
        ...(Number.isFinite(metres) ? said('offCourse', { metres: Math.round(metres) }) : said('noWayThere')),
      })
  }
  let blocking: string | undefined
  for (const approach of approachesOf(frame, input)) {
    const route = routeTo(frame, input, from, approach)
    if (route.ok) return ok(planOf(frame, input.mower, route.value, approach))
    blocking ??= route.error
  }
  return refused({
    kind: 'noWay',
    ...(blocking === undefined ? said('noWayThere') : said('noWay', { title: blocking })),
  })
}

/** How far the mower's middle may be off its drive before it is stopped; see `watchedBoundary`. */
const CORRIDOR_M = 1.5

/** How far the ring round a drive is from it. A mower that cannot turn on the spot swings out. */
export const corridorHalfM = ({ minTurnRadiusM }: Pick<Mower, 'minTurnRadiusM'>): number =>
  CORRIDOR_M + 2 * minTurnRadiusM

/** The ring round a drive that the mower is stopped outside of. */
export const driveCorridor = (
  { legs }: Pick<MissionPlan, 'legs'>,
  mower: Pick<Mower, 'minTurnRadiusM'>,
): readonly Position[] | null => {
  const points = legs.flatMap(leg => leg.points)
  const frame = frameAround(points)
  const line = points.map(point => frame.toLocal(point))
  const around = bufferLines([line], corridorHalfM(mower), 'round')
  const [widest] = around.toSorted((a, b) => areaM2(b) - areaM2(a))
  return widest === undefined ? null : widest.outer.map(point => positionOf(frame, point))
}

/** A drive as a road of its own: who is near a road is near the drive. */
export const roadOfDrive = (
  { featureId }: Pick<MissionTarget, 'featureId'>,
  { legs }: Pick<MissionPlan, 'legs'>,
): FeatureOf<'road'> => ({
  type: 'Feature',
  id: featureId,
  kind: 'road',
  geometry: { type: 'LineString', coordinates: legs.flatMap(leg => leg.points) },
  properties: { title: '', type: 'service' },
})

/** A drive needs no cutting unit, so it is tied to the machine alone. */
export const bladeOfDrive = ({ id, name, widthM, transitSpeedMps, updatedAt }: Mower): Blade => ({
  id,
  name,
  widthM,
  missionSpeedMps: transitSpeedMps,
  updatedAt,
})
