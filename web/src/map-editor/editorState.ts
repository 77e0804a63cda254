/** The state of the editor and its events: plain data, without React and OpenLayers. */
import type {
  CourseDiff,
  CourseFeature,
  FeatureKind,
  FeatureProblem,
  MapBounds,
  Position,
  ZoneType,
} from '@greensward/domain'
import { EMPTY_DIFF } from '@greensward/domain'
import type { XY } from '@greensward/geometry'
import type { CornerRef, SharedCorner } from './corners.ts'
import { type EditHistory, NO_EDITS } from './editHistory.ts'
import type { Snap } from './near.ts'
import type { Plane } from './plane.ts'
import type { DraftConflict, Settlement } from './rebase.ts'
import type { Turn } from './shaping.ts'

/** Each does one thing; `move` alone moves things as a whole. */
export type Tool =
  | { readonly kind: 'select' }
  | { readonly kind: 'box' }
  | { readonly kind: 'move' }
  | { readonly kind: 'draw'; readonly feature: FeatureKind; readonly zoneTypeId: string | null }
  | { readonly kind: 'split' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'measure' }

/** A position that a mouse, finger or pen points at. */
export interface Pointer {
  readonly at: Position
  readonly metresPerPixel: number
  /** Degrees clockwise from north up. */
  readonly rotationDeg: number
  readonly touch: boolean
  readonly shift: boolean
  /** Held, nothing catches the pointer. */
  readonly alt: boolean
  /** Features under it, the top one first. */
  readonly found: readonly string[]
}

export type EditorKey = 'Escape' | 'Enter' | 'Backspace' | 'Delete' | 'Tab' | `Arrow${'Up' | 'Down' | 'Left' | 'Right'}`

export type PointerEventType = 'hover' | 'down' | 'drag' | 'up' | 'click' | 'doubleClick'

export type PointerHappening = { readonly type: PointerEventType; readonly pointer: Pointer }

export type EditorEvent =
  | PointerHappening
  | { readonly type: 'leave' }
  /** A second finger came down: the gesture of the first one is cancelled. */
  | { readonly type: 'giveUp' }
  | { readonly type: 'key'; readonly key: EditorKey; readonly shift: boolean; readonly rotationDeg: number }
  | { readonly type: 'use'; readonly tool: Tool }
  | { readonly type: 'snaps'; readonly on: boolean }
  | { readonly type: 'freehand'; readonly on: boolean }
  | { readonly type: 'select'; readonly ids: readonly string[]; readonly how: 'only' | 'toggle' }
  | { readonly type: 'corner'; readonly ref: CornerRef | null }
  | { readonly type: 'placeCorner'; readonly ref: CornerRef; readonly to: Position }
  | { readonly type: 'addPoint'; readonly at: Position }
  /** Between the last two points, the drawing takes the corners of the edge that both are on. */
  | { readonly type: 'followEdge' }
  /** Ends a boundary that was walked, with no more corners than it needs. */
  | { readonly type: 'endTrack' }
  | { readonly type: 'moveBy'; readonly eastM: number; readonly northM: number }
  | { readonly type: 'edit'; readonly label: string; readonly diff: CourseDiff; readonly join: string | null }
  | { readonly type: 'removeSelection' }
  | { readonly type: 'merge' }
  /** Remembers what is selected, for `paste`. */
  | { readonly type: 'copy' }
  /** Puts what was copied at the pointer. */
  | { readonly type: 'paste' }
  /** Puts a copy beside what is selected. */
  | { readonly type: 'duplicate' }
  /** Turns and scales what is selected around its middle. */
  | { readonly type: 'turn'; readonly turn: Turn; readonly join: string | null }
  /** Leaves out corners that the shapes do not need. */
  | { readonly type: 'simplify' }
  /** Draws curves through the corners. */
  | { readonly type: 'smooth' }
  | { readonly type: 'cutOut'; readonly from: string; readonly cutter: string }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  /** The course changed outside of the draft. */
  | { readonly type: 'today' }
  | { readonly type: 'settle'; readonly id: string; readonly whose: Settlement }
  | { readonly type: 'restore'; readonly history: EditHistory }
  /** The draft is stored on the server. */
  | { readonly type: 'saved' }
  | { readonly type: 'discard' }

/** The course around the draft; every event brings the current one. */
export interface World {
  readonly today: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly bounds: MapBounds | null
  /** Features whose mission is uploading, working or stopped. */
  readonly busy: ReadonlySet<string>
  readonly mayChange: (feature: CourseFeature) => boolean
  readonly isShown: (feature: CourseFeature) => boolean
  readonly plane: Plane
  readonly newId: () => string
  /** ISO 8601 in UTC. */
  readonly now: () => string
  readonly author: string
  /** Names of steps and of new things, in the language of the page. */
  readonly say: (key: string, values?: Readonly<Record<string, string | number>>) => string
}

/** Points drawn so far; `isDone` is a measurement that stays in sight. */
export interface Sketch {
  readonly points: readonly Position[]
  readonly undone: readonly Position[]
  readonly isDone: boolean
  readonly isClosed: boolean
  /** How many points before the last one came from an edge that was followed: they are taken back together. */
  readonly followed: number
}

export type Drag =
  | {
      readonly kind: 'corner'
      /** With the corner already in it where a new one is pulled out of an edge. */
      readonly shape: CourseFeature
      readonly ref: CornerRef
      readonly to: Position
      /** From the pointer to the corner, metres: a finger grabs next to the corner, so that the corner stays visible. */
      readonly hold: XY
      readonly isNew: boolean
      readonly moved: boolean
      /** Corners of neighbours at the same position: they move along. */
      readonly shared: readonly SharedCorner[]
    }
  | { readonly kind: 'whole'; readonly from: XY; readonly to: XY; readonly moved: boolean }
  | { readonly kind: 'radius'; readonly feature: CourseFeature; readonly radiusM: number; readonly moved: boolean }
  | { readonly kind: 'newRadius'; readonly centre: Position; readonly radiusM: number; readonly moved: boolean }
  | { readonly kind: 'box'; readonly from: Pointer; readonly to: Pointer; readonly moved: boolean }
  /** A boundary or a line is traced by hand; its points are in the sketch. */
  | { readonly kind: 'trace'; readonly moved: boolean }

/** A refusal, or word of something that happened by itself. */
export interface Notice {
  readonly number: number
  readonly tone: 'refused' | 'info'
  /** Below `editor.notice`. */
  readonly key: string
  readonly values: Readonly<Record<string, string | number>>
}

export interface EditorState {
  readonly history: EditHistory
  /** Everything that the history does, as one diff. */
  readonly draft: CourseDiff
  /** Today's course with the draft on top. */
  readonly features: readonly CourseFeature[]
  /** The errors of the objects that the draft changes: it cannot be saved with them. */
  readonly faults: readonly FeatureProblem[]
  readonly conflicts: readonly DraftConflict[]
  readonly selection: readonly string[]
  /** As it was when it was copied. */
  readonly copied: readonly CourseFeature[]
  readonly tool: Tool
  readonly snaps: boolean
  /** One finger or the mouse draws by dragging, as with Shift held; two fingers move the map. */
  readonly freehand: boolean
  /** The corner that keys and numbers move. */
  readonly corner: CornerRef | null
  readonly sketch: Sketch
  /** Where the last thing was drawn to its end: the second press of a double click there begins no other. */
  readonly drawnAt: Position | null
  readonly notice: Notice | null
  // The fields below change with every move of the pointer; only the drawing shows them.
  readonly drag: Drag | null
  readonly pointer: Pointer | null
  readonly snap: Snap | null
  readonly lastClick: Position | null
}

export const NO_SKETCH: Sketch = { points: [], undone: [], isDone: false, isClosed: false, followed: 0 }
export const SELECT: Tool = { kind: 'select' }

export const openEditor = (today: readonly CourseFeature[]): EditorState => ({
  history: NO_EDITS,
  draft: EMPTY_DIFF,
  features: today,
  faults: [],
  conflicts: [],
  selection: [],
  copied: [],
  tool: SELECT,
  snaps: true,
  freehand: false,
  corner: null,
  sketch: NO_SKETCH,
  drawnAt: null,
  notice: null,
  drag: null,
  pointer: null,
  snap: null,
  lastClick: null,
})

/** How near is near enough, in pixels: a finger in a glove hides more than the point of a mouse. */
export const REACH_PX = { mouse: 10, touch: 24 } as const

export const reachM = ({ touch, metresPerPixel }: Pointer): number =>
  (touch ? REACH_PX.touch : REACH_PX.mouse) * metresPerPixel

export const featureOf = (state: EditorState, id: string | undefined): CourseFeature | undefined =>
  id === undefined ? undefined : state.features.find(feature => feature.id === id)

export const selectedFeatures = (state: EditorState): readonly CourseFeature[] =>
  state.selection.flatMap(id => featureOf(state, id) ?? [])

/** The only selected object, if it may be reshaped. */
export const targetOf = (state: EditorState, world: World): CourseFeature | undefined => {
  const only = state.selection.length === 1 ? featureOf(state, state.selection[0]) : undefined
  return only !== undefined && world.mayChange(only) && !world.busy.has(only.id) ? only : undefined
}
