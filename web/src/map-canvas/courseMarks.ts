/** The marks above the course: names, flags, vehicles, missions, and those of a plan or of a golfer's screen. */

import LineString from 'ol/geom/LineString.js'
import type { CourseLayers } from './courseLayers.ts'
import type { CourseShape } from './courseSource.ts'
import { fanOut } from './fanOut.ts'
import type { Fleet } from './fleet.ts'
import { drawMarks, type Target } from './marks.ts'
import type { MissionLayer } from './missionLayer.ts'
import { makeOverlay, type Overlay } from './overlay.ts'
import type { Picked } from './pick.ts'
import type { Plane } from './plane.ts'
import type { Hovered } from './pointer.ts'
import { groundMetresPerUnit } from './project.ts'
import {
  type BaseDrawing,
  type MapObject,
  type MissionDrawing,
  type OwnDrawing,
  type Padding,
  type PlayerDrawing,
  type PreviewDrawing,
  sameThing,
} from './scene.ts'
import type { DrawnVehicle, MarkWords } from './vehicleMarks.ts'

/** The hole that the players of each cart are on: the nearest open line of play. */

/** A fairway and the rough beside it; a cart farther off is between holes. */
const FARTHEST_M = 60

/** @returns the name of the hole by the id of the cart; carts with a stale link are on no hole */
const playedHoles = (
  vehicles: readonly DrawnVehicle[],
  shapes: readonly CourseShape[],
): ReadonlyMap<string, string> => {
  const holes = shapes.flatMap(({ course, shape, title }) =>
    course.kind === 'hole' && course.properties.isActive && shape instanceof LineString ? [{ title, line: shape }] : [],
  )
  const played = new Map<string, string>()
  for (const { vehicle, pose, link } of vehicles) {
    if (vehicle.kind !== 'cart' || link !== 'live') continue
    const [x, y] = pose.at
    let nearest = FARTHEST_M / groundMetresPerUnit(y)
    for (const { title, line } of holes) {
      const [nearX = 0, nearY = 0] = line.getClosestPoint([x, y])
      const far = Math.hypot(nearX - x, nearY - y)
      if (far >= nearest) continue
      nearest = far
      played.set(vehicle.id, title)
    }
  }
  return played
}

/** A part of the drawing that only some screens need, loaded by the first that does. */
interface LoadedOnce<T> {
  readonly load: () => void
  readonly loaded: () => T | undefined
}

/** @param then called when the part is there */
const loadedOnce = <T>(load: () => Promise<T>, then: () => void): LoadedOnce<T> => {
  let part: T | undefined
  let isAsked = false
  return {
    load: () => {
      if (isAsked) return
      isAsked = true
      load().then(
        loaded => {
          part = loaded
          then()
        },
        // Asked for again with the next drawing.
        () => {
          isAsked = false
        },
      )
    },
    loaded: () => part,
  }
}

const EMPTY: ReadonlyMap<string, string> = new Map()

interface MarkParts {
  readonly layers: CourseLayers
  readonly fleet: Fleet
  readonly missions: MissionLayer
  readonly hovered: () => Hovered | null
  /** Vehicles jump from fix to fix. */
  readonly still: boolean
}

export const pickedMission = (drawing: MissionDrawing): Picked => ({
  thing: { kind: 'mission', id: drawing.id },
  name: `${drawing.title}: ${drawing.note}`,
})

export class CourseMarks {
  readonly overlay: Overlay
  /** The parts of the map behind panels and buttons. */
  hidden: Padding = { top: 0, right: 0, bottom: 0, left: 0 }
  controlsPx = 0
  selected: MapObject | null = null
  words: MarkWords
  /** Null shows every vehicle. */
  onlyVehicle: string | null = null
  targets: readonly Target[] = []
  private readonly parts: MarkParts
  private bases: readonly BaseDrawing[] = []
  private preview: PreviewDrawing | null = null
  private player: PlayerDrawing | null = null
  private own: OwnDrawing | null = null
  // The map opens without them: the screens that show them load them.
  private readonly ofBases: LoadedOnce<typeof import('./baseMarks.ts')>
  private readonly ofPreview: LoadedOnce<typeof import('./previewMarks.ts')>
  private readonly ofPlayer: LoadedOnce<typeof import('./playerMarks.ts')>
  private readonly ofOwn: LoadedOnce<typeof import('./ownMark.ts')>

  constructor(words: MarkWords, parts: MarkParts) {
    this.words = words
    this.parts = parts
    this.overlay = makeOverlay((pen, plane) => this.draw(pen, plane))
    this.ofBases = loadedOnce(() => import('./baseMarks.ts'), this.overlay.repaint)
    this.ofPreview = loadedOnce(() => import('./previewMarks.ts'), this.overlay.repaint)
    this.ofPlayer = loadedOnce(() => import('./playerMarks.ts'), this.overlay.repaint)
    this.ofOwn = loadedOnce(() => import('./ownMark.ts'), this.overlay.repaint)
  }

  putPreview(preview: PreviewDrawing | null): void {
    this.preview = preview
    if (preview !== null) this.ofPreview.load()
    this.overlay.repaint()
  }

  putBases(bases: readonly BaseDrawing[]): void {
    this.bases = bases
    if (bases.length > 0) this.ofBases.load()
    this.overlay.repaint()
  }

  putPlayer(player: PlayerDrawing | null): void {
    this.player = player
    if (player !== null) this.ofPlayer.load()
    this.overlay.repaint()
  }

  putOwn(own: OwnDrawing | null): void {
    this.own = own
    if (own !== null) this.ofOwn.load()
    this.overlay.repaint()
  }

  /** Returns the milliseconds until a vehicle is drawn elsewhere. */
  private draw(pen: CanvasRenderingContext2D, plane: Plane): number {
    const { layers, fleet, still, hovered } = this.parts
    const shapes = layers.shownShapes()
    const vehicles = fanOut(
      fleet
        .drawn(layers.has('mowers'), layers.has('carts'))
        .filter(({ vehicle }) => this.onlyVehicle === null || vehicle.id === this.onlyVehicle),
      plane.unitsPerPixel,
    )
    // Below the vehicles: none of them is hidden by the person beside it.
    if (this.own !== null) this.ofOwn.loaded()?.drawOwn(pen, plane, this.own)
    if (layers.has('mowers')) this.ofBases.loaded()?.drawBases(pen, plane, this.bases)
    this.targets = drawMarks(pen, plane, {
      shapes,
      // A golfer plays by distances: names of zones would only cover them.
      names: layers.has('zones') && this.player === null,
      unnamed: this.preview?.featureId ?? null,
      missions: this.shownMissions(),
      vehicles,
      playing: layers.has('player') ? playedHoles(vehicles, shapes) : EMPTY,
      hidden: this.hidden,
      controlsPx: this.controlsPx,
      selected: this.selected,
      hovered: this.player === null ? hovered() : null,
      words: this.words,
    })
    if (this.preview !== null) this.ofPreview.loaded()?.drawPreviewMarks(pen, plane, this.preview)
    if (this.player !== null) this.ofPlayer.loaded()?.drawPlayerMarks(pen, plane, this.player)
    return still ? Number.POSITIVE_INFINITY : fleet.nextChangeMs(plane.unitsPerPixel)
  }

  private shownMissions() {
    const { layers, missions } = this.parts
    if (!layers.has('missions')) return []
    return missions.all().flatMap(drawing => {
      const at = layers.course.shapeOf(drawing.featureId)?.anchor
      const selected = sameThing(this.selected, pickedMission(drawing).thing)
      return at === undefined ? [] : [{ drawing, at, selected }]
    })
  }
}
