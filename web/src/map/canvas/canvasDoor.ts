/** What goes in and out of the drawn course: plain data and callbacks. */
import type { CourseFeature, HoleView, Position, ZoneType } from '@greensward/domain'
import type { MarkWords } from './marks.ts'
import type { KeyRing } from './rasterLayer.ts'
import type {
  LayerId,
  MissionDrawing,
  Padding,
  PreviewDrawing,
  Thing,
  VehicleLook,
  VehicleNow,
  ViewState,
} from './scene.ts'
import type { Shading } from './shade.ts'
import type { ShapeChange, ShapeTool } from './shapeEditor.ts'
import type { Sketch, SketchOptions } from './sketch.ts'

export interface StartView {
  readonly centre: Position
  readonly zoom: number
  readonly rotationDeg: number
  readonly minZoom: number
  readonly maxZoom: number
}

export interface CourseCanvasOptions {
  readonly start: StartView
  readonly words: MarkWords
  readonly keys: KeyRing
  /** Vehicles jump from fix to fix, and the view does not fly. */
  readonly still: boolean
  readonly onSelect: (thing: Thing | null) => void
  readonly onView: (view: ViewState) => void
  readonly onFollowEnd: () => void
  readonly onRaster: (state: 'loading' | 'shown' | 'failed') => void
}

export interface CourseCanvas {
  readonly putFeatures: (features: readonly CourseFeature[], zoneTypes: readonly ZoneType[]) => void
  readonly showLayers: (layers: ReadonlySet<LayerId>) => void
  /** Features that the filters leave over. */
  readonly showOnly: (test: (feature: CourseFeature) => boolean) => void
  readonly putMissions: (missions: readonly MissionDrawing[]) => void
  readonly putPreview: (preview: PreviewDrawing | null, widthM: number) => void
  /** Features that are looked at before they are stored. */
  readonly putDraft: (features: readonly CourseFeature[], zoneTypes: readonly ZoneType[]) => void
  readonly putVehicles: (vehicles: readonly VehicleNow[]) => void
  readonly putLooks: (looks: ReadonlyMap<string, VehicleLook>) => void
  readonly select: (thing: Thing | null) => void
  readonly showRaster: (raster: { readonly url: string; readonly shading: Shading | null } | null) => void
  readonly setDark: (dark: boolean) => void
  readonly setWords: (words: MarkWords) => void
  readonly setPadding: (padding: Padding) => void
  readonly fitAll: (flies?: boolean) => void
  readonly fitFeatures: (ids: readonly string[]) => void
  readonly fitDraft: () => void
  readonly fitHole: (id: string, view: HoleView | null, baseAngleDeg: number) => void
  readonly goTo: (position: Position) => void
  readonly showView: (view: Pick<ViewState, 'centre' | 'zoom' | 'rotationDeg'>) => void
  readonly zoomBy: (steps: number) => void
  readonly turnNorth: () => void
  /** Brings a vehicle into view once. */
  readonly showVehicle: (vehicleId: string) => void
  readonly follow: (vehicleId: string | null) => void
  readonly sketch: (options: SketchOptions) => Sketch
  /** Corners of what is selected can be moved for as long as this lasts. */
  readonly reshape: (onChange: (change: ShapeChange) => void) => Reshaping
  readonly stop: () => void
}

export interface Reshaping {
  readonly use: (tool: ShapeTool) => void
  readonly removeCorner: () => boolean
  readonly stop: () => void
}
