/** The map of the tests: turns places in metres into what the real canvas would report, and keeps the editor's state. */
import type { CourseFeature, FeatureKind, Position, ZoneType } from '@greensward/domain'
import { areaM2, type XY } from '@greensward/geometry'
import {
  type EditorEvent,
  type EditorKey,
  type EditorState,
  openEditor,
  type Pointer,
  type Tool,
  type World,
} from './editorState.ts'
import { nearCorner, nearEdge } from './near.ts'
import { planeAt } from './plane.ts'
import { step } from './step.ts'
import { isInside } from './surgery.ts'

const ORIGIN: Position = [-6.1234, 53.4321]
export const plane = planeAt(ORIGIN)

export const idOf = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`

const type = (n: number, name: string, allowsIntersection: boolean): ZoneType => ({
  id: idOf(n),
  name,
  color: '#17A73F',
  directions: ['12-6'],
  allowsIntersection,
  mowable: true,
  updatedAt: '2026-05-01T05:00:00.000Z',
})
export const FAIRWAY = type(901, 'Fairway', false)
export const GREEN = type(902, 'Green', false)
export const ROUGH = type(903, 'Rough', true)

export const at = (x: number, y: number): Position => plane.toPosition([x, y])

const ring = (points: readonly XY[]): [number, number][] =>
  [...points, ...points.slice(0, 1)].map(([x, y]) => {
    const [lon, lat] = at(x, y)
    return [lon, lat]
  })

export const boxOf = (x1: number, y1: number, x2: number, y2: number): readonly XY[] => [
  [x1, y1],
  [x2, y1],
  [x2, y2],
  [x1, y2],
]

export const zone = (n: number, ofType: ZoneType, points: readonly XY[]): CourseFeature => ({
  type: 'Feature',
  id: idOf(n),
  kind: 'zone',
  geometry: { type: 'Polygon', coordinates: [ring(points)] },
  properties: {
    title: `Zone ${n}`,
    zoneTypeId: ofType.id,
    holeId: null,
    hiddenForMower: false,
    hiddenForBuggy: false,
    rainModeRestricted: false,
  },
})

export const restriction = (n: number, points: readonly XY[]): CourseFeature =>
  ({
    type: 'Feature',
    id: idOf(n),
    kind: 'restriction',
    geometry: { type: 'Polygon', coordinates: [ring(points)] },
    properties: { title: `Bunker ${n}`, appliesTo: 'both' },
  }) as CourseFeature

export const road = (n: number, points: readonly XY[]): CourseFeature => ({
  type: 'Feature',
  id: idOf(n),
  kind: 'road',
  geometry: {
    type: 'LineString',
    coordinates: points.map(([x, y]): [number, number] => {
      const [lon, lat] = at(x, y)
      return [lon, lat]
    }),
  },
  properties: { title: `Path ${n}`, type: 'cartPath' },
})

/** A straight hole of 300 m to the east. */
export const holeLine = (n: number, y: number): CourseFeature =>
  ({
    type: 'Feature',
    id: idOf(n),
    kind: 'hole',
    geometry: { type: 'LineString', coordinates: [at(0, y), at(300, y)] },
    properties: {
      name: `Hole ${n}`,
      baseAngle: 90,
      par: 4,
      rating: 0,
      pass: 15,
      sort: n,
      isActive: true,
      view: null,
    },
  }) as CourseFeature

export interface FakeCanvas {
  readonly state: () => EditorState
  readonly world: () => World
  readonly setWorld: (part: Partial<World>) => void
  readonly send: (event: EditorEvent) => EditorState
  readonly use: (tool: Tool) => EditorState
  readonly draw: (feature: FeatureKind, points: readonly XY[], zoneTypeId?: string) => EditorState
  readonly click: (x: number, y: number, more?: Partial<Pointer>) => EditorState
  /** The event that follows its two clicks. */
  readonly doubleClick: (x: number, y: number) => EditorState
  /** Press, move in steps, release. */
  readonly drag: (from: XY, to: XY, more?: Partial<Pointer>) => EditorState
  /** One part of a drag of one's own. */
  readonly hold: (type: 'down' | 'drag' | 'up', x: number, y: number, more?: Partial<Pointer>) => EditorState
  readonly key: (key: EditorKey, shift?: boolean) => EditorState
  readonly titles: () => readonly string[]
}

export const fakeCanvas = (today: readonly CourseFeature[], part: Partial<World> = {}): FakeCanvas => {
  let made = 5_000
  let world: World = {
    today,
    zoneTypes: [FAIRWAY, GREEN, ROUGH],
    bounds: null,
    busy: new Set(),
    mayChange: () => true,
    isShown: () => true,
    plane,
    newId: () => idOf(++made),
    now: () => '2026-11-20T05:42:00.000Z',
    author: 'Mara Holt',
    say: (key, values = {}) => [key, ...Object.values(values)].join(' '),
    ...part,
  }
  let state = openEditor(world.today)
  const send = (event: EditorEvent): EditorState => {
    state = step(state, event, world)
    return state
  }
  const pointer = (x: number, y: number, more: Partial<Pointer> = {}): Pointer => ({
    at: at(x, y),
    metresPerPixel: 0.1,
    rotationDeg: 0,
    touch: false,
    shift: false,
    alt: false,
    found: state.features
      .filter(feature => {
        const flat = plane.flatOf(feature)
        return (
          isInside(flat, [x, y]) ||
          (feature.geometry.type === 'LineString' && nearEdge(flat, [x, y], 1) !== null) ||
          (feature.geometry.type === 'Point' && nearCorner(flat, [x, y], 1) !== null)
        )
      })
      .toReversed()
      .map(({ id }) => id),
    ...more,
  })
  const click: FakeCanvas['click'] = (x, y, more) => {
    send({ type: 'down', pointer: pointer(x, y, more) })
    send({ type: 'up', pointer: pointer(x, y, more) })
    return send({ type: 'click', pointer: pointer(x, y, more) })
  }
  const use = (tool: Tool): EditorState => send({ type: 'use', tool })
  return {
    state: () => state,
    world: () => world,
    setWorld: next => {
      world = { ...world, ...next }
    },
    send,
    use,
    click,
    doubleClick: (x, y) => send({ type: 'doubleClick', pointer: pointer(x, y) }),
    draw: (feature, points, zoneTypeId) => {
      use({ kind: 'draw', feature, zoneTypeId: zoneTypeId ?? null })
      for (const [x, y] of points) click(x, y, { alt: true })
      return send({ type: 'key', key: 'Enter', shift: false, rotationDeg: 0 })
    },
    drag: ([x1, y1], [x2, y2], more) => {
      send({ type: 'down', pointer: pointer(x1, y1, more) })
      if (state.drag === null) return state
      for (const share of [0.3, 0.6, 1])
        send({ type: 'drag', pointer: pointer(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, more) })
      return send({ type: 'up', pointer: pointer(x2, y2, more) })
    },
    hold: (type, x, y, more) => send({ type, pointer: pointer(x, y, more) }),
    key: (key, shift = false) => send({ type: 'key', key, shift, rotationDeg: 0 }),
    titles: () =>
      state.features.map(feature =>
        feature.kind === 'hole'
          ? feature.properties.name
          : feature.kind === 'note'
            ? feature.properties.label
            : feature.properties.title,
      ),
  }
}

/** Lengths and areas as the drawing writes them. */
export const words = { length: (m: number) => `${m.toFixed(1)} m`, area: (m2: number) => `${m2.toFixed(0)} m²` }

export const fairway = zone(1, FAIRWAY, boxOf(0, 0, 60, 40))
export const bunker = restriction(2, boxOf(10, 10, 20, 20))
export const green = zone(3, GREEN, boxOf(70, 0, 90, 20))
export const path = road(4, [
  [-10, 50],
  [30, 50],
  [70, 50],
])

/** In metres, to the centimetre; of the first path. */
export const cornersOf = (feature: CourseFeature | undefined): readonly (readonly [number, number])[] => {
  if (feature === undefined) return []
  const [first] = plane.flatOf(feature).paths
  return Array.from({ length: first?.count ?? 0 }, (_, i): readonly [number, number] => [
    Math.round((first?.xy[2 * i] ?? 0) * 100) / 100,
    Math.round((first?.xy[2 * i + 1] ?? 0) * 100) / 100,
  ])
}
/** Square metres, rounded; 0 where it is not an area. */
export const areaOf = (feature: CourseFeature | undefined): number => {
  if (feature?.geometry.type !== 'Polygon') return 0
  const [outer = [], ...holes] = feature.geometry.coordinates.map(ring => ring.slice(0, -1).map(plane.toFlat))
  return Math.round(areaM2({ outer, holes }))
}
