/** The data that the canvas shows. Pages pass it in and know nothing of the drawing. */
import type { CourseFeature, Base as MowerBase, PlanLeg, PolygonGeometry, Position } from '@greensward/domain'

export const LAYERS = [
  'zones',
  'holes',
  'roads',
  'notes',
  'mowers',
  'carts',
  'missions',
  'player',
  'noGo',
  'rain',
  'contours',
  'baseMap',
] as const
export type LayerId = (typeof LAYERS)[number]
/** What the map shows; with `rainMode` the rain zones are closed now. */
export type ShownLayers = ReadonlySet<LayerId | 'rainMode'>

/** Which switch of the layer list a feature belongs to; undefined is always shown. */
export const layerOf = (feature: CourseFeature): LayerId | undefined => {
  switch (feature.kind) {
    case 'zone':
    case 'missionArea':
    case 'area':
    case 'markedArea':
      return 'zones'
    case 'restriction':
    case 'radius':
      return 'noGo'
    case 'road':
      return 'roads'
    case 'hole':
      return 'holes'
    case 'note':
      return 'notes'
    default:
      return undefined
  }
}

export const BASES = ['orthophoto', 'hillshade', 'slope', 'none'] as const
/** The picture below everything; two of them are drawn from the elevation model. */
export type Base = (typeof BASES)[number]

/** Refused: the browser does not load it before the page is opened again, see `openedFor.ts`. */
export type BaseMapState = 'shown' | 'failed' | 'refused'

/** The pictures below the course, by the addresses of the files. */
export interface GroundDrawing {
  readonly picture: string | null
  /** Shown beside the picture, right of a bar that can be moved. */
  readonly compared: string | null
  /** 0 to 1. */
  readonly opacity: number
  /** The elevation model: for contour lines, heights and slopes. */
  readonly dem: string | null
  readonly contours: boolean
  /** Tiles of an external map, with their zoom levels. */
  readonly baseMap: { readonly url: string; readonly minZoom: number; readonly maxZoom: number } | null
}

export type MapObject =
  | { readonly kind: 'feature'; readonly id: string }
  | { readonly kind: 'mower'; readonly id: string }
  | { readonly kind: 'cart'; readonly id: string }
  | { readonly kind: 'mission'; readonly id: string }

export const sameThing = (a: MapObject | null, b: MapObject | null): boolean =>
  a === b || (a !== null && b !== null && a.kind === b.kind && a.id === b.id)

/** How a mission is drawn: one that drives, one that waits, and one that is only thought about. */
export type MissionTone = 'planned' | 'working' | 'stopped'

/** A mission on the map. */
export interface MissionDrawing {
  readonly id: string
  readonly tone: MissionTone
  /** The zone, mission area or road it works on; its ground is dimmed. */
  readonly featureId: string
  /** Null while the path is still being read. */
  readonly legs: readonly PlanLeg[] | null
  /** Blade width, for the mown band and for what counts as done. */
  readonly widthM: number
  /** Where the mower went with the blade on. */
  readonly mown: readonly (readonly Position[])[]
  readonly title: string
  /** Below the title, such as 'planned 06:30'. */
  readonly note: string
}

/** The route of one of several mowers, in its own colour; its stops are numbered in order. */
export interface DrivenPart {
  /** Swaths lie side by side and get thinner the farther off they are seen; the ways between zones stay as they are. */
  readonly kind: 'swaths' | 'ways'
  readonly colour: string
  readonly lines: readonly (readonly Position[])[]
  readonly stops: readonly Position[]
}

/** A plan that is not stored yet, drawn in all its parts. */
export interface PreviewDrawing {
  readonly featureId: string | null
  readonly legs: readonly PlanLeg[]
  readonly uncovered: readonly PolygonGeometry[]
  /** Where the drive bends tighter than the mower's turning radius. */
  readonly tightBends?: readonly Position[]
  /** From the mower to the start, where it is known. */
  readonly approach: readonly Position[] | null
  /** The drives of several mowers, instead of or beside the legs of one. */
  readonly parts?: readonly DrivenPart[]
}

/** The marks of a golfer's screen on the course; the caller passes the words. */
export interface PlayerDrawing {
  readonly cart: {
    readonly position: Position
    readonly headingDeg: number | null
    /** Where it was, not where it is. */
    readonly isOld: boolean
  } | null
  /** The position of the flag. */
  readonly pin: Position | null
  /** A pressed point, with the distances to it and from it to the pin. */
  readonly target: { readonly position: Position; readonly to: string | null; readonly on: string | null } | null
  readonly mowers: readonly { readonly position: Position; readonly isNear: boolean }[]
}

/** Where the person at this screen is, by their own device. */
export interface OwnDrawing {
  readonly position: Position
  /** The device is within this of the point, with 68 % confidence. */
  readonly accuracyM: number
  /** Null while the device does not move. */
  readonly headingDeg: number | null
  /** Where the person was, not where they are. */
  readonly isOld: boolean
}

/** Two states of some features, one over the other; what was only moved is in both. */
export interface ComparisonDrawing {
  readonly before: readonly CourseFeature[]
  readonly after: readonly CourseFeature[]
}

/** Where a mower parks. */
export type BaseDrawing = Pick<MowerBase, 'name' | 'position' | 'headingDeg' | 'approach' | 'hasCharger'>

/** How a vehicle looks; the live channel says where it is. */
export interface VehicleLook {
  readonly name: string
  readonly colour: string
  /** The cutting width, to scale; null for carts and mowers without a blade. */
  readonly workingWidthM: number | null
}

export interface ViewState {
  readonly centre: Position
  readonly zoom: number
  /** Degrees clockwise from north up. */
  readonly rotationDeg: number
  /** True metres on the ground for one screen pixel. */
  readonly metresPerPixel: number
}

export interface Padding {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}
