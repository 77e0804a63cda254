/**
 * The drawn course. Features, missions, vehicles and choices come in as plain data, selections and views go out as plain
 * data. The canvas holds no state of the page and no words of its own.
 */
import 'ol/ol.css'
import './canvas.css'
import type { CourseFeature, HoleView, PolygonGeometry, Position, ZoneType } from '@greensward/domain'
import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import type { VehicleView } from '../api/liveStore.ts'
import { CanvasHands } from './canvasHands.ts'
import type { CourseCanvas, CourseCanvasOptions } from './canvasTypes.ts'
import { CanvasView, radians } from './canvasView.ts'
import { makeCompareLayer } from './compareLayer.ts'
import { CourseLayers } from './courseLayers.ts'
import { CourseMarks, pickedMission } from './courseMarks.ts'
import type { EditSession, EditSurface } from './editSurface.ts'
import { makeFleet } from './fleet.ts'
import { makeGrassLayer } from './grassLayer.ts'
import { Ground } from './ground.ts'
import { handGrips } from './handGrips.ts'
import { makeMissionLayer } from './missionLayer.ts'
import { toMap } from './project.ts'
import {
  type GroundDrawing,
  type MapObject,
  type MissionDrawing,
  type Padding,
  type PreviewDrawing,
  type ShownLayers,
  sameThing,
  type VehicleLook,
  type ViewState,
} from './scene.ts'
import type { Sketch, SketchOptions } from './sketch.ts'
import type { MarkWords } from './vehicleMarks.ts'
import { keepWithinLimits, type ViewLimits } from './viewLimits.ts'

const viewOf = ({ start, still }: CourseCanvasOptions): View =>
  new View({
    center: toMap(start.centre),
    zoom: start.zoom,
    rotation: radians(start.rotationDeg),
    minZoom: start.minZoom,
    maxZoom: start.maxZoom,
    constrainRotation: false,
    smoothResolutionConstraint: !still,
  })

class DrawnCourse implements CourseCanvas {
  private readonly element: HTMLElement
  private readonly still: boolean
  private readonly layers: CourseLayers
  private readonly fleet = makeFleet(
    () => performance.now(),
    () => Date.now(),
  )
  private readonly grass = makeGrassLayer()
  private readonly comparison = makeCompareLayer()
  private readonly missions: ReturnType<typeof makeMissionLayer>
  private readonly marks: CourseMarks
  private readonly map: OlMap
  private readonly ground: Ground
  private readonly limits: ReturnType<typeof keepWithinLimits>
  private readonly look: CanvasView
  private readonly hands: CanvasHands
  private readonly ageing: ReturnType<typeof setInterval>

  constructor(element: HTMLElement, options: CourseCanvasOptions) {
    const { still } = options
    this.element = element
    this.still = still
    this.layers = new CourseLayers(extent => this.ground.covers(extent))
    this.missions = makeMissionLayer(this.layers.course.shapeOf)
    this.marks = new CourseMarks(options.words, {
      layers: this.layers,
      fleet: this.fleet,
      missions: this.missions,
      hovered: () => this.hands.pointer.hovered(),
      still,
    })
    const view = viewOf(options)
    this.limits = keepWithinLimits(view, () => [
      this.layers.course.source.getExtent(),
      this.layers.draft.source.getExtent(),
      this.comparison.extent(),
    ])
    this.map = this.mapOf(view)
    this.ground = new Ground(this.map, {
      access: options.access,
      onPicture: options.onRaster,
      onBaseMap: options.onBaseMap,
      onPoint: options.onPoint,
      onChange: () => this.layers.courseLayer.changed(),
    })
    this.hands = this.handsOf(options)
    this.look = new CanvasView({
      map: this.map,
      view,
      element,
      fleet: this.fleet,
      limits: this.limits,
      still,
      onView: options.onView,
      onFollowEnd: options.onFollowEnd,
    })
    // The arrow keys pan and plus and minus zoom while the map has the focus.
    element.tabIndex = 0
    // Ages grow also while nothing arrives.
    this.ageing = setInterval(this.marks.overlay.repaint, 1_000)
    void document.fonts.ready.then(this.marks.overlay.repaint)
  }

  // Drawing.

  putFeatures(features: readonly CourseFeature[], zoneTypes: readonly ZoneType[]): void {
    this.layers.course.put(features, zoneTypes)
    if (features.length > 0 && zoneTypes.length > 0) this.layers.markDrawn()
    this.missions.regrow()
    this.showSelection()
  }

  showLayers(layers: ShownLayers): void {
    this.layers.showLayers(layers)
    this.missions.layer.setVisible(layers.has('missions'))
    this.repaint()
  }

  showOnly(passes: (feature: CourseFeature) => boolean): void {
    this.layers.showOnly(passes)
    this.repaint()
  }

  putMissions(missions: readonly MissionDrawing[]): void {
    this.missions.put(missions)
    this.showSelection()
  }

  putPreview(preview: PreviewDrawing | null, widthM: number): void {
    this.missions.preview(preview, widthM)
    this.marks.putPreview(preview)
  }

  readonly putGrass: CourseCanvas['putGrass'] = (...grass) => this.grass.put(...grass)
  readonly putComparison: CourseCanvas['putComparison'] = comparison => this.comparison.put(comparison)
  readonly putBases: CourseCanvas['putBases'] = bases => this.marks.putBases(bases)
  readonly putPlayer: CourseCanvas['putPlayer'] = player => this.marks.putPlayer(player)
  readonly putOwn: CourseCanvas['putOwn'] = own => this.marks.putOwn(own)

  putDraft(features: readonly CourseFeature[], zoneTypes: readonly ZoneType[]): void {
    this.layers.draft.put(features, zoneTypes)
  }

  putVehicles(vehicles: readonly VehicleView[]): void {
    const isChanged = this.fleet.put(vehicles, this.still, this.map.getView().getResolution() ?? 0)
    this.missions.follow(vehicles)
    this.look.keepFollowing()
    // Parked machines send many times a second, and look the same.
    if (isChanged) this.repaint()
  }

  putLooks(looks: ReadonlyMap<string, VehicleLook>): void {
    this.fleet.setLooks(looks)
    this.repaint()
  }

  onlyVehicle(vehicleId: string | null): void {
    this.marks.onlyVehicle = vehicleId
    this.repaint()
  }

  select(thing: MapObject | null): void {
    const isNew = !sameThing(thing, this.marks.selected)
    this.marks.selected = thing
    this.showSelection()
    if (isNew && (thing?.kind === 'mower' || thing?.kind === 'cart')) this.look.reveal(thing.id, this.marks.hidden)
  }

  setDark(dark: boolean): void {
    this.element.dataset.ground = dark ? 'dark' : 'light'
  }

  setWords(words: MarkWords): void {
    this.marks.words = words
    this.repaint()
  }

  // The pictures below the course.

  showGround(drawing: GroundDrawing): void {
    this.ground.show(drawing)
  }

  swipe(share: number): void {
    this.ground.swipe(share)
  }

  slopeOf(polygon: PolygonGeometry): Promise<number | null> {
    return this.ground.slopeOf(polygon)
  }

  // Where the map looks.

  setLimits(limits: ViewLimits): void {
    this.limits.set(limits)
  }

  setPadding(padding: Padding, controlsPx: number): void {
    this.marks.controlsPx = controlsPx
    this.marks.hidden = { ...padding, right: padding.right + controlsPx }
    this.look.setPadding(padding)
  }

  fitAll(flies = true): void {
    const shapes = this.layers.course.shapes().filter(({ course: { kind } }) => kind !== 'note')
    this.look.moves.fitShapes(shapes, flies)
  }

  fitFeatures(ids: readonly string[]): void {
    const shapes = ids.map(id => this.layers.course.shapeOf(id)).filter(shape => shape !== undefined)
    this.look.moves.fitShapes(shapes)
  }

  fitDraft(): void {
    this.look.moves.fitShapes(this.layers.draft.shapes())
  }

  fitComparison(): void {
    this.look.moves.fitShapes(this.comparison.shapes())
  }

  fitBounds(bounds: readonly [number, number, number, number]): void {
    this.look.fitBounds(bounds)
  }

  fitHole(id: string, view: HoleView | null, baseAngleDeg: number): void {
    this.look.fitHole(this.layers.course.shapeOf(id), view, baseAngleDeg)
  }

  goTo(position: Position): void {
    this.look.goTo(position)
  }

  showView(view: Pick<ViewState, 'centre' | 'zoom' | 'rotationDeg'>): void {
    this.look.showView(view)
  }

  flyTo(view: Partial<Pick<ViewState, 'centre' | 'zoom' | 'rotationDeg'>>): void {
    this.look.flyTo(view)
  }

  zoomBy(steps: number): void {
    this.look.zoomBy(steps)
  }

  turnNorth(): void {
    this.look.fly({ rotation: 0 })
  }

  showVehicle(vehicleId: string): void {
    this.look.showVehicle(vehicleId)
  }

  follow(vehicleId: string | null): void {
    this.look.follow(vehicleId)
  }

  // Pointer input.

  sketch(options: SketchOptions): Sketch {
    return this.hands.sketch(options)
  }

  edit(session: EditSession): EditSurface {
    return this.hands.edit(session)
  }

  focus(): void {
    this.element.focus({ preventScroll: true })
  }

  stop(): void {
    clearInterval(this.ageing)
    this.hands.pointer.stop()
    this.look.moves.stop()
    this.ground.stop()
    this.grass.stop()
    this.marks.overlay.stop()
    this.map.setTarget(undefined)
    this.map.dispose()
  }

  private mapOf(view: View): OlMap {
    return new OlMap({
      target: this.element,
      view,
      controls: [],
      interactions: handGrips(this.still ? 0 : 200),
      layers: [
        this.layers.courseLayer,
        this.grass.layer,
        this.missions.layer,
        this.layers.selectionLayer,
        this.missions.previewLayer,
        this.layers.draftLayer,
        this.comparison.layer,
        this.marks.overlay.layer,
      ],
      keyboardEventTarget: this.element,
      // A gloved finger trembles: a shorter move is a press, not a drag.
      moveTolerance: 4,
    })
  }

  private handsOf({ onSelect, onTap }: CourseCanvasOptions): CanvasHands {
    return new CanvasHands({
      map: this.map,
      element: this.element,
      layers: this.layers,
      view: () => this.look,
      selected: () => this.marks.selected,
      targets: () => this.marks.targets,
      missionOf: featureId => {
        const drawing = this.layers.has('missions') ? this.missionOn(featureId) : undefined
        return drawing === undefined ? undefined : pickedMission(drawing)
      },
      onSelect: thing => {
        // What was pressed stays under the pointer when its panel opens: a second press goes to the thing below it.
        this.look.moves.touch()
        onSelect(thing)
      },
      onTap: at => onTap?.(at),
      onHover: this.marks.overlay.repaint,
      onEditing: () => this.showSelection(),
    })
  }

  private missionOn(featureId: string): MissionDrawing | undefined {
    return this.missions.all().find(mission => mission.featureId === featureId)
  }

  private repaint(): void {
    this.marks.overlay.repaint()
  }

  private showSelection(): void {
    const { selected } = this.marks
    const missionFeature = (id: string) => this.missions.all().find(mission => mission.id === id)?.featureId
    const featureId =
      selected?.kind === 'feature'
        ? selected.id
        : selected?.kind === 'mission'
          ? missionFeature(selected.id)
          : undefined
    const isHidden = featureId === undefined || this.hands.isEditing()
    this.layers.outline(isHidden ? undefined : this.layers.course.shapeOf(featureId))
    this.repaint()
  }
}

export const createCourseCanvas = (element: HTMLElement, options: CourseCanvasOptions): CourseCanvas =>
  new DrawnCourse(element, options)
