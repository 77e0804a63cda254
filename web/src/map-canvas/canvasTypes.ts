/** The interface of the drawn course: plain data and callbacks. */
import type { CourseFeature, GrassMemory, HoleView, PolygonGeometry, Position, ZoneType } from '@greensward/domain'
import type { VehicleView } from '../api/liveStore.ts'
import type { EditSession, EditSurface } from './editSurface.ts'
import type { CellColour } from './grassLayer.ts'
import type { GroundPoint } from './rasterMessages.ts'
import type { RasterAccess } from './rasterReader.ts'
import type {
  BaseDrawing,
  BaseMapState,
  ComparisonDrawing,
  GroundDrawing,
  MapObject,
  MissionDrawing,
  OwnDrawing,
  Padding,
  PlayerDrawing,
  PreviewDrawing,
  ShownLayers,
  VehicleLook,
  ViewState,
} from './scene.ts'
import type { Sketch, SketchOptions } from './sketch.ts'
import type { MarkWords } from './vehicleMarks.ts'
import type { ViewLimits } from './viewLimits.ts'

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
  readonly access: RasterAccess
  /** Vehicles jump from fix to fix, and the view does not fly. */
  readonly still: boolean
  readonly onSelect: (thing: MapObject | null) => void
  readonly onView: (view: ViewState) => void
  /** A press on the map, wherever it went. */
  readonly onTap?: (at: Position) => void
  readonly onFollowEnd: () => void
  /** The picture of the ground. */
  readonly onRaster: (state: 'loading' | 'shown' | 'failed') => void
  readonly onBaseMap: (state: BaseMapState) => void
  /** Height and slope below the pointer; null where no model covers it. */
  readonly onPoint: (point: GroundPoint | null) => void
}

export interface CourseCanvas {
  readonly putFeatures: (features: readonly CourseFeature[], zoneTypes: readonly ZoneType[]) => void
  readonly showLayers: (layers: ShownLayers) => void
  /** Features that the filters leave over. */
  readonly showOnly: (test: (feature: CourseFeature) => boolean) => void
  readonly putMissions: (missions: readonly MissionDrawing[]) => void
  readonly putPreview: (preview: PreviewDrawing | null, widthM: number) => void
  /** The age of the last cut on the ground; null shows none. */
  readonly putGrass: (memories: readonly GrassMemory[] | null, colourOf: CellColour) => void
  /** Features that are looked at before they are stored. */
  readonly putDraft: (features: readonly CourseFeature[], zoneTypes: readonly ZoneType[]) => void
  readonly putBases: (bases: readonly BaseDrawing[]) => void
  readonly putPlayer: (player: PlayerDrawing | null) => void
  /** Where the person at this screen is. */
  readonly putOwn: (own: OwnDrawing | null) => void
  readonly putComparison: (comparison: ComparisonDrawing | null) => void
  readonly fitComparison: () => void
  /** Bounds and zooms of the map settings, whenever they change. */
  readonly setLimits: (limits: ViewLimits) => void
  readonly putVehicles: (vehicles: readonly VehicleView[]) => void
  readonly putLooks: (looks: ReadonlyMap<string, VehicleLook>) => void
  readonly select: (thing: MapObject | null) => void
  readonly showGround: (ground: GroundDrawing) => void
  /** Where the compared picture starts, as a share of the map's width. */
  readonly swipe: (share: number) => void
  /** Mean rise over run of an area; null where no elevation model knows it. */
  readonly slopeOf: (polygon: PolygonGeometry) => Promise<number | null>
  /** Leaves out every vehicle but this one; null shows all. */
  readonly onlyVehicle: (vehicleId: string | null) => void
  readonly setDark: (dark: boolean) => void
  readonly setWords: (words: MarkWords) => void
  /**
   * @param padding what panels hide: views are fitted into the rest
   * @param controlsPx what buttons at the right hide besides: views go below them, names do not
   */
  readonly setPadding: (padding: Padding, controlsPx: number) => void
  readonly fitAll: (flies?: boolean) => void
  readonly fitFeatures: (ids: readonly string[]) => void
  readonly fitDraft: () => void
  /** West, south, east, north in degrees. */
  readonly fitBounds: (bounds: readonly [number, number, number, number]) => void
  readonly fitHole: (id: string, view: HoleView | null, baseAngleDeg: number) => void
  readonly goTo: (position: Position) => void
  readonly showView: (view: Pick<ViewState, 'centre' | 'zoom' | 'rotationDeg'>) => void
  /** Flies there; what is left out stays as it is. */
  readonly flyTo: (view: Partial<Pick<ViewState, 'centre' | 'zoom' | 'rotationDeg'>>) => void
  readonly zoomBy: (steps: number) => void
  readonly turnNorth: () => void
  /** Brings a vehicle into view once. */
  readonly showVehicle: (vehicleId: string) => void
  readonly follow: (vehicleId: string | null) => void
  readonly sketch: (options: SketchOptions) => Sketch
  /** The pointer belongs to an editor for as long as this lasts; the map still pans and zooms where the editor lets it. */
  readonly edit: (session: EditSession) => EditSurface
  /** The keys go to the map from now on. */
  readonly focus: () => void
  readonly stop: () => void
}
