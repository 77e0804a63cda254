/** The editor's drawing as plain data: the canvas draws it and does not know the tools. */
import type { CourseFeature, Position } from '@greensward/domain'
import { lengthM } from '@greensward/geometry'
import { type CornerRef, insertCorner } from './corners.ts'
import { type EditorState, featureOf, selectedFeatures, targetOf, type World } from './editorState.ts'
import { takesTouched } from './modes/boxSelection.ts'
import { rimOf } from './modes/selectMode.ts'
import { closesHere, drawnShape } from './modes/sketchMode.ts'
import { areaWithMoved, crossingOfMoved, nearCorner, nearMiddle } from './near.ts'
import { storedPaths } from './plane.ts'

export type DrawnTone = 'selected' | 'busy' | 'sketch' | 'cut' | 'fault'

/** A line or an area; the points are those of the feature itself, so that what is worked out for them can be kept. */
export interface DrawnPath {
  readonly points: readonly Position[]
  /** The first point is repeated at the end. */
  readonly isRing: boolean
}

export interface DrawnThing {
  readonly paths: readonly DrawnPath[]
  readonly tone: DrawnTone
  /** Whether its corners can be taken hold of. */
  readonly hasHandles: boolean
  readonly filled: boolean
  /** One corner that is elsewhere for the moment. */
  readonly moved: { readonly ref: CornerRef; readonly at: Position } | null
  readonly active: CornerRef | null
  /** Metres to the east and to the north. */
  readonly shift: readonly [number, number] | null
}

export interface DrawnCircle {
  readonly centre: Position
  readonly radiusM: number
  readonly tone: DrawnTone
  readonly hasHandle: boolean
  readonly shift: readonly [number, number] | null
}

export interface DrawnMark {
  readonly at: Position
  readonly role: 'corner' | 'first' | 'tee' | 'green' | 'fault' | 'snapCorner' | 'snapEdge' | 'point' | 'hot' | 'rim'
}

export interface Drawing {
  readonly things: readonly DrawnThing[]
  readonly circles: readonly DrawnCircle[]
  readonly marks: readonly DrawnMark[]
  /** Two opposite corners of a box along the edges of the screen. */
  readonly box: {
    readonly corners: readonly [Position, Position]
    /** It takes also what it only touches. */
    readonly takesTouched: boolean
  } | null
  readonly label: { readonly at: Position; readonly text: string } | null
  /** A position that is moved and is under a finger. */
  readonly hiddenAt: Position | null
  readonly cursor: string
  /** Handles for fingers are larger. */
  readonly touch: boolean
}

/** Sizes in the units of the person. */
export interface SizeWords {
  readonly length: (metres: number) => string
  readonly area: (squareMetres: number) => string
}

const pathsOf = (feature: CourseFeature): readonly DrawnPath[] =>
  feature.geometry.type === 'Point'
    ? []
    : storedPaths(feature.geometry).map(points => ({ points, isRing: feature.geometry.type === 'Polygon' }))

const sizeText = (state: EditorState, world: World, words: SizeWords): Drawing['label'] => {
  const { drag, pointer, sketch } = state
  if (drag?.kind === 'corner' && drag.moved) {
    const flat = world.plane.flatOf(drag.shape)
    const to = world.plane.toFlat(drag.to)
    if (drag.shape.geometry.type === 'Polygon')
      return { at: drag.to, text: words.area(areaWithMoved(flat, drag.ref, to)) }
    if (drag.shape.geometry.type === 'LineString') {
      const places = drag.shape.geometry.coordinates.map(world.plane.toFlat).with(drag.ref.index, to)
      return { at: drag.to, text: words.length(lengthM(places)) }
    }
    return null
  }
  if (drag?.kind === 'whole' && drag.moved && pointer !== null)
    return {
      at: pointer.at,
      text: words.length(Math.hypot(drag.to[0] - drag.from[0], drag.to[1] - drag.from[1])),
    }
  if (drag?.kind === 'radius' && pointer !== null && drag.moved) {
    const [x, y] = rimOf(drag.feature, drag.radiusM, world)
    return { at: world.plane.toPosition([x, y]), text: words.length(drag.radiusM) }
  }
  if (drag?.kind === 'newRadius' && pointer !== null) return { at: pointer.at, text: words.length(drag.radiusM) }
  const { points, isDone, isClosed } = sketch
  const last = points.at(-1)
  const shape = drawnShape(state)
  if (last === undefined || (shape !== 'line' && shape !== 'polygon')) return null
  const end = isDone || pointer === null || pointer.touch ? null : (state.snap?.at ?? pointer.at)
  const places = [...points, ...(end === null ? [] : [end])].map(world.plane.toFlat)
  if (places.length < 2) return null
  const at = end ?? last
  const isArea = shape === 'polygon' || isClosed
  const [first] = places
  const text =
    isArea && places.length > 2 && first !== undefined
      ? `${words.area(ringArea(places))} · ${words.length(lengthM([...places, first]))}`
      : words.length(lengthM(places))
  return { at, text }
}

const ringArea = (places: readonly (readonly [number, number])[]): number => {
  let twice = 0
  for (const [i, [ax, ay]] of places.entries()) {
    const [bx, by] = places[(i + 1) % places.length] ?? [ax, ay]
    twice += ax * by - bx * ay
  }
  return Math.abs(twice / 2)
}

/** The handle under a mouse, so that it can be seen what a press would take hold of. */
const hotHandle = (state: EditorState, world: World): DrawnMark[] => {
  const { pointer, drag } = state
  const target = targetOf(state, world)
  if (pointer === null || pointer.touch || drag !== null || target === undefined || state.tool.kind !== 'select')
    return []
  if (target.geometry.type === 'Point') return []
  const flat = world.plane.flatOf(target)
  const place = world.plane.toFlat(pointer.at)
  const reach = 10 * pointer.metresPerPixel
  const corner = nearCorner(flat, place, reach)
  const at = corner === null ? undefined : storedPaths(target.geometry)[corner.ref.path]?.[corner.ref.index]
  if (at !== undefined) return [{ at, role: 'hot' }]
  const middle = nearMiddle(flat, place, reach * 0.8, 56 * pointer.metresPerPixel)
  return middle === null ? [] : [{ at: world.plane.toPosition(middle.place), role: 'hot' }]
}

const selectedThings = (state: EditorState, world: World): Pick<Drawing, 'things' | 'circles' | 'marks'> => {
  const { drag, corner } = state
  const target = targetOf(state, world)
  const reshapes = state.tool.kind === 'select'
  const shift: readonly [number, number] | null =
    drag?.kind === 'whole' ? [drag.to[0] - drag.from[0], drag.to[1] - drag.from[1]] : null
  const things: DrawnThing[] = []
  const circles: DrawnCircle[] = []
  const marks: DrawnMark[] = []
  const faulty = new Set(state.faults.map(({ featureId }) => featureId))
  for (const known of selectedFeatures(state)) {
    const dragged = drag?.kind === 'corner' && drag.shape.id === known.id ? drag : null
    const feature = dragged?.shape ?? known
    const isTarget = feature.id === target?.id
    const pulled = dragged?.moved === true ? dragged : null
    const crosses =
      pulled === null ? null : crossingOfMoved(world.plane.flatOf(feature), pulled.ref, world.plane.toFlat(pulled.to))
    const tone: DrawnTone = world.busy.has(feature.id)
      ? 'busy'
      : faulty.has(feature.id) || crosses !== null
        ? 'fault'
        : 'selected'
    if (crosses !== null) marks.push({ at: world.plane.toPosition(crosses), role: 'fault' })
    if (feature.geometry.type === 'Point') {
      const centre = pulled?.to ?? feature.geometry.coordinates
      if (feature.kind === 'radius') {
        const radiusM =
          drag?.kind === 'radius' && drag.feature.id === feature.id ? drag.radiusM : feature.properties.radiusM
        circles.push({ centre, radiusM, tone, hasHandle: isTarget && reshapes, shift })
      } else circles.push({ centre, radiusM: 0, tone, hasHandle: false, shift })
      continue
    }
    things.push({
      paths: pathsOf(feature),
      tone,
      hasHandles: isTarget && reshapes,
      filled: feature.geometry.type === 'Polygon',
      moved: pulled === null ? null : { ref: pulled.ref, at: pulled.to },
      active: isTarget && reshapes ? corner : null,
      shift,
    })
    for (const { id, ref, isNew } of pulled?.shared ?? []) {
      const neighbour = featureOf(state, id)
      const shape = neighbour === undefined || !isNew ? neighbour : insertCorner(neighbour, ref, pulled?.to ?? [0, 0])
      if (shape === undefined) continue
      things.push({
        paths: pathsOf(shape),
        tone: 'selected',
        hasHandles: false,
        filled: false,
        moved: { ref, at: pulled?.to ?? [0, 0] },
        active: null,
        shift: null,
      })
    }
    if (feature.kind === 'hole' && shift === null) {
      const [tee] = feature.geometry.coordinates
      const green = feature.geometry.coordinates.at(-1)
      if (tee !== undefined) marks.push({ at: tee, role: 'tee' })
      if (green !== undefined) marks.push({ at: green, role: 'green' })
    }
  }
  return { things, circles, marks }
}

const sketched = (state: EditorState, world: World): Pick<Drawing, 'things' | 'circles' | 'marks'> => {
  const { sketch, drag, pointer } = state
  const shape = drawnShape(state)
  if (drag?.kind === 'newRadius')
    return {
      things: [],
      circles: [{ centre: drag.centre, radiusM: drag.radiusM, tone: 'sketch', hasHandle: false, shift: null }],
      marks: [],
    }
  if (sketch.points.length === 0 || shape === null) return { things: [], circles: [], marks: [] }
  const [first] = sketch.points
  const closes = pointer !== null && closesHere(state, pointer, world)
  const end =
    sketch.isDone || pointer === null || pointer.touch
      ? null
      : closes && first !== undefined
        ? first
        : (state.snap?.at ?? pointer.at)
  if (shape === 'circle' && first !== undefined) {
    const [a, b] = [world.plane.toFlat(first), world.plane.toFlat(end ?? first)]
    const radiusM = Math.hypot(a[0] - b[0], a[1] - b[1])
    return {
      things: [],
      circles: [{ centre: first, radiusM, tone: 'sketch', hasHandle: false, shift: null }],
      marks: [],
    }
  }
  const points = end === null ? sketch.points : [...sketch.points, end]
  const isArea = shape === 'polygon' || sketch.isClosed
  const isHole = state.tool.kind === 'draw' && state.tool.feature === 'hole'
  return {
    things: [
      {
        paths: [
          {
            points: isArea && first !== undefined && points.length > 2 ? [...points, first] : points,
            isRing: isArea && points.length > 2,
          },
        ],
        tone: state.tool.kind === 'cut' || state.tool.kind === 'split' ? 'cut' : 'sketch',
        hasHandles: false,
        filled: isArea,
        moved: null,
        active: null,
        shift: null,
      },
    ],
    circles: [],
    marks: sketch.points.map(
      (at, i): DrawnMark => ({
        at,
        role: i === 0 ? (isHole ? 'tee' : isArea && sketch.points.length > 2 ? 'first' : 'corner') : 'corner',
      }),
    ),
  }
}

const CURSORS = { select: '', box: 'crosshair', move: 'move' } as const

const cursorOf = (state: EditorState, hot: boolean): string => {
  const { tool, drag } = state
  if (drag?.kind === 'corner' || drag?.kind === 'whole' || drag?.kind === 'radius') return 'grabbing'
  if (hot) return 'grab'
  if (tool.kind === 'select' || tool.kind === 'box' || tool.kind === 'move')
    return tool.kind === 'select' && (state.pointer?.found.length ?? 0) > 0 ? 'pointer' : CURSORS[tool.kind]
  return 'crosshair'
}

export const drawingOf = (state: EditorState, world: World, words: SizeWords): Drawing => {
  const selected = selectedThings(state, world)
  const sketch = sketched(state, world)
  const hot = hotHandle(state, world)
  const { drag, snap } = state
  const faults = state.faults.flatMap(({ at, featureId }): DrawnMark[] =>
    at === null || featureOf(state, featureId) === undefined ? [] : [{ at, role: 'fault' }],
  )
  return {
    things: [...selected.things, ...sketch.things],
    circles: [...selected.circles, ...sketch.circles],
    marks: [
      ...faults,
      ...selected.marks,
      ...sketch.marks,
      ...hot,
      ...(snap === null ? [] : [{ at: snap.at, role: snap.kind === 'corner' ? 'snapCorner' : 'snapEdge' } as const]),
    ],
    box:
      drag?.kind === 'box'
        ? { corners: [drag.from.at, drag.to.at], takesTouched: takesTouched(drag.from, drag.to, world) }
        : null,
    label: sizeText(state, world, words),
    hiddenAt: state.pointer?.touch === true && drag?.kind === 'corner' && drag.moved ? drag.to : null,
    cursor: cursorOf(state, hot.length > 0),
    touch: state.pointer?.touch ?? false,
  }
}
