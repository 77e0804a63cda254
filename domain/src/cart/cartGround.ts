/** The parts of a course that carts need, in metres: lines of play, garages, and areas closed to carts. */
import {
  distanceM,
  distanceToLineM,
  type LocalFrame,
  type PolygonXY,
  type PolylineXY,
  type XY,
} from '@greensward/geometry'
import type { CourseFeature, PolygonGeometry, Position } from '../course/course.ts'
import { COURSE_MODES, type CourseMode } from '../mission/courseMode.ts'
import { depthIn } from './areaWatch.ts'
import type { NoGoKind } from './cartLive.ts'
import type { PlayedLine } from './round/followRound.ts'
import { GARAGE_RADIUS_M } from './round/staying.ts'

export interface NoGoArea {
  readonly id: string
  readonly title: string
  readonly kind: NoGoKind
  /** Metres to the nearest edge, above 0 inside. */
  depthM(at: XY): number
  readonly box: readonly [west: number, south: number, east: number, north: number]
}

export interface CartGround {
  /** Those that are played, in the order of play. */
  readonly holes: readonly PlayedLine[]
  readonly garages: readonly XY[]
  readonly noGo: readonly NoGoArea[]
}

const polygonOf = ({ coordinates }: PolygonGeometry, frame: LocalFrame): PolygonXY => {
  const [outer = [], ...holes] = coordinates.map(ring => ring.slice(0, -1).map(place => frame.toLocal(place)))
  return { outer, holes }
}

const polygonArea = (
  { id, title, kind }: Pick<NoGoArea, 'id' | 'title' | 'kind'>,
  geometry: PolygonGeometry,
  frame: LocalFrame,
): NoGoArea => {
  const polygon = polygonOf(geometry, frame)
  const xs = polygon.outer.map(([x]) => x)
  const ys = polygon.outer.map(([, y]) => y)
  return {
    id,
    title,
    kind,
    depthM: depthIn(polygon),
    box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
  }
}

const roundArea = (
  { id, title, kind }: Pick<NoGoArea, 'id' | 'title' | 'kind'>,
  centre: Position,
  radiusM: number,
  frame: LocalFrame,
): NoGoArea => {
  const [x, y] = frame.toLocal(centre)
  return {
    id,
    title,
    kind,
    depthM: at => radiusM - Math.hypot(at[0] - x, at[1] - y),
    box: [x - radiusM, y - radiusM, x + radiusM, y + radiusM],
  }
}

/** Everything but the paths is one area on every course; this id distinguishes it from drawn ones. */
const OFF_PATHS_ID = '00000000-0000-4000-8000-00000000f1a7'
/** A cart beside its path, by a fix that is metres off, is on it. */
const PATH_REACH_M = 10
const DRIVEN: ReadonlySet<string> = new Set(['cartPath', 'crossing', 'service'])

/** Undefined where no path is drawn: nobody can be kept to what is not there. */
const offPaths = (paths: readonly PolylineXY[], garages: readonly XY[]): NoGoArea | undefined =>
  paths.length === 0
    ? undefined
    : {
        id: OFF_PATHS_ID,
        title: '',
        kind: 'paths',
        depthM: at =>
          Math.min(
            ...paths.map(path => distanceToLineM(path, at) - PATH_REACH_M),
            ...garages.map(garage => distanceM(garage, at) - GARAGE_RADIUS_M),
          ),
        box: [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
      }

/**
 * @param isRaining rain mode closes the zones that it restricts
 * @param mode may keep carts to the paths
 */
export const cartGround = (
  features: readonly CourseFeature[],
  frame: LocalFrame,
  isRaining: boolean,
  mode: CourseMode,
): CartGround => {
  const holes: (PlayedLine & { readonly sort: number })[] = []
  const garages: XY[] = []
  const noGo: NoGoArea[] = []
  const paths: PolylineXY[] = []
  for (const feature of features) {
    const { id } = feature
    if (feature.kind === 'hole') {
      if (feature.properties.isActive)
        holes.push({
          id,
          line: feature.geometry.coordinates.map(place => frame.toLocal(place)),
          passMinutes: feature.properties.pass,
          sort: feature.properties.sort,
        })
    } else if (feature.kind === 'road') {
      if (DRIVEN.has(feature.properties.type))
        paths.push(feature.geometry.coordinates.map(place => frame.toLocal(place)))
    } else if (feature.kind === 'garage') garages.push(frame.toLocal(feature.geometry.coordinates))
    else if (feature.kind === 'restriction' && feature.properties.appliesTo !== 'mowers')
      noGo.push(polygonArea({ id, title: feature.properties.title, kind: 'noGo' }, feature.geometry, frame))
    else if (feature.kind === 'radius' && feature.properties.appliesTo !== 'mowers') {
      const { title, radiusM } = feature.properties
      noGo.push(roundArea({ id, title, kind: 'noGo' }, feature.geometry.coordinates, radiusM, frame))
    } else if (feature.kind === 'zone' && isRaining && feature.properties.rainModeRestricted)
      noGo.push(polygonArea({ id, title: feature.properties.title, kind: 'rain' }, feature.geometry, frame))
  }
  const off = COURSE_MODES[mode].keepsCartsToPaths ? offPaths(paths, garages) : undefined
  if (off !== undefined) noGo.push(off)
  return { holes: holes.toSorted((a, b) => a.sort - b.sort), garages, noGo }
}

/** The features that players in a cart may see: no notes or work of the staff, nothing hidden for carts. */
export const isVisibleToCarts = (feature: CourseFeature): boolean =>
  feature.kind === 'zone'
    ? !feature.properties.hiddenForBuggy
    : feature.kind !== 'note' && feature.kind !== 'missionArea'
