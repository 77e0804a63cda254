/** What the canvas shows, as plain data: whoever draws a course hands these in and knows nothing of the drawing. */
import type { PlanLeg, PolygonGeometry, Position } from '@greensward/domain'
import type { LiveVehicle } from '@greensward/domain/contract'

export const LAYERS = ['zones', 'holes', 'roads', 'notes', 'mowers', 'carts', 'missions', 'noGo', 'rain'] as const
export type LayerId = (typeof LAYERS)[number]

export const BASES = ['orthophoto', 'hillshade', 'slope', 'contour', 'none'] as const
/** The ground below everything; the three of the elevation model are drawn from the same file. */
export type Base = (typeof BASES)[number]

export type Thing =
  | { readonly kind: 'feature'; readonly id: string }
  | { readonly kind: 'mower'; readonly id: string }
  | { readonly kind: 'cart'; readonly id: string }
  | { readonly kind: 'mission'; readonly id: string }

export const sameThing = (a: Thing | null, b: Thing | null): boolean =>
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

/** A plan that is not stored yet, drawn in all its parts. */
export interface PreviewDrawing {
  readonly featureId: string | null
  readonly legs: readonly PlanLeg[]
  readonly uncovered: readonly PolygonGeometry[]
  /** From the mower to the start, where it is known. */
  readonly approach: readonly Position[] | null
}

/** How a vehicle looks; the live channel says where it is. */
export interface VehicleLook {
  readonly name: string
  readonly colour: string
  /** What the blade cuts, to scale; null for carts and bare mowers. */
  readonly workingWidthM: number | null
}

export interface VehicleNow extends LiveVehicle {
  /** Milliseconds since 1970. */
  readonly receivedAt: number
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
