import { intersection } from '../../polygon/clipper.ts'
import { contains } from '../../polygon/contains.ts'
import { type Fence, fenceOf } from '../../polygon/fence.ts'
import { partsAtTouches } from '../../polygon/partsAtTouches.ts'
import { polygonProblem } from '../../polygon/validity.ts'
import type { PolygonXY, Ring, XY } from '../../units.ts'
import { type HeadlandPasses, type PassLevels, passLevelsOf } from '../headland/headlandPasses.ts'
import type { CoverageRequest, MowingPattern } from '../request.ts'
import { type Edges, edgesOf } from '../swaths/scan.ts'
import type { TolerancePreset } from '../tolerancePreset.ts'
import { type Connector, connectorOf } from '../turns/connect.ts'
import { type BodyField, bodyConnectorOf, bodyFieldOf, type KeepsMargin, turnFenceOf } from './body.ts'
import { type FreeSpace, freeSpaceOf, solidOf } from './freeSpace.ts'

/** All that is known of some ground before a heading is chosen, moved so that the first corner is the origin. */
export interface FieldGeometry {
  /** Why the boundary cannot be planned. */
  readonly boundaryFault: string | undefined
  /** The ground less its obstacles; undefined when nothing is left. */
  spaceFor(start: XY | undefined): FreeSpace | undefined
  /** Data that every plan of a piece of the field needs. */
  prepared(field: PolygonXY, preset: TolerancePreset, pattern: MowingPattern): PreparedField
}

export interface PreparedField {
  readonly passes: HeadlandPasses
  readonly inner: readonly PolygonXY[]
  readonly innerEdges: Edges
  readonly fieldEdges: Edges
  readonly fence: Fence
  readonly bladeFence: Fence
  readonly connector: Connector
  /** Area that the centre of the machine must not leave at the ends of swaths; none for a machine without a body. */
  readonly driving: readonly PolygonXY[] | undefined
  readonly driveEdges: Edges | undefined
  /** None for a machine without a body. */
  readonly keepsMargin: KeepsMargin | undefined
}

interface KnownField {
  readonly field: PolygonXY
  readonly preset: TolerancePreset
  readonly isConcentric: boolean
  readonly levels: PassLevels
  readonly prepared: PreparedField
}

/** Remembers the field of the request before: while an angle moves, only what depends on it is computed again. */
export interface FieldCache {
  fieldOf(request: CoverageRequest): FieldGeometry
}

const DEFAULT_TOLERANCE_M = 0.02

/** Greatest distance between the waypoints and the exact path. */
export const toleranceOf = ({ toleranceM = DEFAULT_TOLERANCE_M, workingWidthM }: CoverageRequest): number =>
  Math.min(toleranceM, workingWidthM / 10)

export const createFieldCache = (): FieldCache => {
  let last: { readonly request: CoverageRequest; readonly geometry: FieldGeometry } | undefined
  return {
    fieldOf: request => {
      if (last === undefined || !isSameField(last.request, request)) last = { request, geometry: fieldFor(request) }
      return last.geometry
    },
  }
}

const fieldFor = (request: CoverageRequest): FieldGeometry => {
  const { workingWidthM: widthM, overlapM, minTurnRadiusM } = request
  const parts = partsAtTouches(request.boundary)
  const boundaryFault = parts === undefined ? polygonProblem(request.boundary)?.kind : undefined
  const [x, y] = request.boundary.outer[0] ?? [0, 0]
  const here = ({ outer, holes }: PolygonXY): PolygonXY => ({
    outer: outer.map(back),
    holes: holes.map(ring => ring.map(back)),
  })
  const back = ([px, py]: XY): XY => [px - x, py - y]
  const ground = (parts ?? []).map(here)
  let ofStart: { readonly start: XY | undefined; readonly space: FreeSpace | undefined } | undefined
  let ofBody: BodyField | undefined
  const bodyField = (): BodyField | undefined => {
    if (request.body === undefined) return undefined
    ofBody ??= bodyFieldOf(
      ground,
      request.obstacles.map(({ polygon, clearanceM }) => ({ polygons: solidOf(here(polygon)), clearanceM })),
      request,
      request.body,
      request.turnGround?.map(here),
    )
    return ofBody
  }
  let fields: KnownField[] = []
  return {
    boundaryFault,
    spaceFor: start => {
      if (ofStart !== undefined && ofStart.start?.[0] === start?.[0] && ofStart.start?.[1] === start?.[1])
        return ofStart.space
      const obstacles = request.obstacles.map(obstacle => ({ ...obstacle, polygon: here(obstacle.polygon) }))
      ofStart = { start, space: freeSpaceOf(ground, obstacles, start, request.headland.leaveUncutM) }
      fields = []
      return ofStart.space
    },
    prepared: (field, preset, pattern) => {
      const isConcentric = pattern === 'concentric'
      const known = fields.filter(one => one.field === field)
      const same = known.filter(one => one.preset === preset)
      const before = same.find(one => one.isConcentric === isConcentric)
      if (before !== undefined) return before.prepared
      const body = bodyField()
      const count = isConcentric ? Number.POSITIVE_INFINITY : request.headland.count
      const levels =
        same[0]?.levels ??
        passLevelsOf(
          field,
          request.headland,
          widthM,
          widthM - overlapM,
          minTurnRadiusM,
          preset,
          body?.keepsOut,
          minTurnRadiusM === 0 || body === undefined || body.turningOutside.length === 0
            ? undefined
            : roomToLoop(body, minTurnRadiusM),
        )
      const passes = levels.upTo(count)
      // Only the headland passes and what they leave depend on the preset.
      const other = known[0]?.prepared
      const fence = other?.fence ?? fenceOf([field])
      const connector =
        other?.connector ??
        (body === undefined
          ? connectorOf([field], fence, widthM, minTurnRadiusM, toleranceOf(request))
          : bodyConnectorOf(body, request, toleranceOf(request)))
      const inner = body !== undefined && count === 0 ? intersection(passes.inner, body.pivotingClear) : passes.inner
      const driving = body && (count === 0 ? body.pivotingClear : body.driving)
      const prepared: PreparedField = {
        passes,
        inner,
        innerEdges: edgesOf(inner),
        fieldEdges: other?.fieldEdges ?? edgesOf([field]),
        fence,
        // Without headland passes no turn mows: beside the swaths nothing is left to cut.
        bladeFence: bladeFenceOf(passes.bladeField, count === 0 ? undefined : body, request.headland.leaveUncutM),
        connector,
        driving,
        driveEdges: driving && (driving === other?.driving ? other.driveEdges : edgesOf(driving)),
        keepsMargin: body?.keepsMargin,
      }
      fields.push({ field, preset, isConcentric, levels, prepared })
      return prepared
    },
  }
}

/** Places round a corner at which there has to be ground for a loop. */
const LOOP_PLACES = 12

/** A loop beyond a corner goes no farther from it than this, in turning radii. */
const LOOP_RADII = 3

/** Whether a mower that leaves the field at a corner has ground to turn on all round. */
const roomToLoop = ({ turningOutside }: BodyField, radiusM: number): ((corner: XY) => boolean) => {
  const awayM = LOOP_RADII * radiusM
  return ([x, y]) =>
    Array.from({ length: LOOP_PLACES }, (_, i) => (i * 2 * Math.PI) / LOOP_PLACES).every(angle => {
      const place: XY = [x + awayM * Math.cos(angle), y + awayM * Math.sin(angle)]
      return turningOutside.some(polygon => contains(polygon, place))
    })
}

/** Where turns may mow: within reach of the edge, unless a strip along it stays uncut, and with room for the body. */
const bladeFenceOf = (bladeField: readonly PolygonXY[], body: BodyField | undefined, leaveUncutM = 0): Fence => {
  if (body === undefined) return fenceOf(bladeField)
  return leaveUncutM === 0 ? turnFenceOf(body) : fenceOf(intersection(bladeField, body.turning))
}

const isSameField = (a: CoverageRequest, b: CoverageRequest): boolean =>
  a.workingWidthM === b.workingWidthM &&
  a.overlapM === b.overlapM &&
  a.minTurnRadiusM === b.minTurnRadiusM &&
  a.body?.widthM === b.body?.widthM &&
  a.body?.lengthM === b.body?.lengthM &&
  a.body?.marginM === b.body?.marginM &&
  toleranceOf(a) === toleranceOf(b) &&
  a.headland.count === b.headland.count &&
  String(a.headland.direction) === String(b.headland.direction) &&
  a.headland.leaveUncutM === b.headland.leaveUncutM &&
  isSameGround(a.turnGround ?? [], b.turnGround ?? []) &&
  isSamePolygon(a.boundary, b.boundary) &&
  a.obstacles.length === b.obstacles.length &&
  a.obstacles.every(({ clearanceM, polygon }, i) => {
    const other = b.obstacles[i]
    return other !== undefined && other.clearanceM === clearanceM && isSamePolygon(polygon, other.polygon)
  })

const isSameGround = (a: readonly PolygonXY[], b: readonly PolygonXY[]): boolean =>
  a.length === b.length &&
  a.every((polygon, i) => {
    const other = b[i]
    return other !== undefined && isSamePolygon(polygon, other)
  })

const isSamePolygon = (a: PolygonXY, b: PolygonXY): boolean =>
  isSameRing(a.outer, b.outer) &&
  a.holes.length === b.holes.length &&
  a.holes.every((hole, i) => isSameRing(hole, b.holes[i] ?? []))

const isSameRing = (a: Ring, b: Ring): boolean => {
  if (a === b) return true
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i]?.[0] !== b[i]?.[0] || a[i]?.[1] !== b[i]?.[1]) return false
  return true
}
