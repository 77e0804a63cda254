/** Where the canvas looks: flights, fits, a followed vehicle, and the limits of the map settings. */
import type { HoleView, Position } from '@greensward/domain'
import type OlMap from 'ol/Map.js'
import { transformExtent } from 'ol/proj.js'
import type View from 'ol/View.js'
import type { CourseShape } from './courseSource.ts'
import type { Fleet } from './fleet.ts'
import { groundMetresPerUnit, toMap, toPosition } from './project.ts'
import type { Padding, ViewState } from './scene.ts'
import type { ViewLimitsKeeper } from './viewLimits.ts'
import { makeViewMoves, type ViewMoves } from './viewMoves.ts'

type ViewTarget = Pick<ViewState, 'centre' | 'zoom' | 'rotationDeg'>

/** Left free around a vehicle that is shown, for its plate. */
const FREE_PX = 70
/** A followed vehicle may move this far from the centre before the view follows. */
const FOLLOW_PX = 40
export const radians = (deg: number): number => (deg * Math.PI) / 180

interface ViewParts {
  readonly map: OlMap
  readonly view: View
  readonly element: HTMLElement
  readonly fleet: Fleet
  readonly limits: ViewLimitsKeeper
  /** The view jumps instead of flying. */
  readonly still: boolean
  readonly onView: (view: ViewState) => void
  readonly onFollowEnd: () => void
}

export class CanvasView {
  readonly moves: ViewMoves
  private readonly parts: ViewParts
  private followed: string | null = null

  constructor(parts: ViewParts) {
    this.parts = parts
    const { map, view, element, still } = parts
    this.moves = makeViewMoves(map, view, element, still)
    map.on('pointerdrag', () => this.endFollow())
    map.on('moveend', () => this.report())
    view.on(['change:resolution', 'change:rotation'], () => this.report())
  }

  fly(target: Parameters<ViewMoves['fly']>[0]): void {
    this.moves.fly(target)
  }

  setPadding({ top, right, bottom, left }: Padding): void {
    this.parts.view.padding = [top, right, bottom, left]
    this.moves.fitAgain()
  }

  fitBounds(bounds: readonly [number, number, number, number]): void {
    const extent = transformExtent([...bounds], 'EPSG:4326', this.parts.view.getProjection())
    this.parts.limits.visitArea(extent)
    this.moves.fitArea(extent)
  }

  fitHole(shape: CourseShape | undefined, hole: HoleView | null, baseAngleDeg: number): void {
    if (hole !== null) this.fly({ center: toMap(hole.center), zoom: hole.zoom, rotation: radians(hole.angle) })
    // The line of play points up.
    else if (shape !== undefined) this.moves.fitTurned(shape, radians(-baseAngleDeg))
  }

  goTo(position: Position): void {
    this.fly({ center: toMap(position), zoom: this.zoomOfAtLeast(18) })
  }

  showView({ centre, zoom, rotationDeg }: ViewTarget): void {
    const { view } = this.parts
    view.setCenter(toMap(centre))
    view.setZoom(zoom)
    view.setRotation(radians(rotationDeg))
  }

  flyTo({ centre, zoom, rotationDeg }: Partial<ViewTarget>): void {
    const center = centre === undefined ? undefined : toMap(centre)
    if (center !== undefined) this.parts.limits.visit(center)
    this.fly({
      ...(center === undefined ? {} : { center }),
      ...(zoom === undefined ? {} : { zoom }),
      ...(rotationDeg === undefined ? {} : { rotation: radians(rotationDeg) }),
    })
  }

  zoomBy(steps: number): void {
    this.fly({ zoom: (this.parts.view.getZoom() ?? 17) + steps })
  }

  showVehicle(id: string): void {
    this.visit(id, 17)
  }

  follow(id: string | null): void {
    this.followed = id
    if (id !== null) this.visit(id, 18)
  }

  /** Keeps a followed vehicle near the centre. */
  keepFollowing(): void {
    const { fleet, view, limits } = this.parts
    const at = this.followed === null ? undefined : fleet.positionOf(this.followed)
    if (at === undefined || view.getAnimating()) return
    const centre = view.getCenter() ?? [0, 0]
    const far = Math.hypot(at[0] - (centre[0] ?? 0), at[1] - (centre[1] ?? 0)) / (view.getResolution() ?? 1)
    if (far <= FOLLOW_PX) return
    limits.visit(at)
    this.fly({ center: [...at] })
  }

  /** Moves the view where a panel hides the vehicle or its plate. */
  reveal(id: string, hidden: Padding): void {
    const { map, fleet } = this.parts
    const at = fleet.positionOf(id)
    const [width = 0, height = 0] = map.getSize() ?? []
    const [x, y] = at === undefined ? [] : (map.getPixelFromCoordinate([...at]) ?? [])
    if (at === undefined || x === undefined || y === undefined) return
    const isFree =
      x > hidden.left + FREE_PX &&
      x < width - hidden.right - FREE_PX &&
      y > hidden.top + FREE_PX &&
      y < height - hidden.bottom - FREE_PX
    if (!isFree) this.fly({ center: [...at] })
  }

  private visit(id: string, zoom: number): void {
    const at = this.parts.fleet.positionOf(id)
    if (at === undefined) return
    this.parts.limits.visit(at)
    this.fly({ center: [...at], zoom: this.zoomOfAtLeast(zoom) })
  }

  private zoomOfAtLeast(zoom: number): number {
    return Math.max(this.parts.view.getZoom() ?? zoom, zoom)
  }

  private endFollow(): void {
    if (this.followed === null) return
    this.followed = null
    this.parts.onFollowEnd()
  }

  private report(): void {
    const { view, onView } = this.parts
    const centre = view.getCenter()
    const resolution = view.getResolution()
    if (centre === undefined || resolution === undefined) return
    onView({
      centre: toPosition(centre),
      zoom: view.getZoom() ?? 0,
      rotationDeg: ((((view.getRotation() * 180) / Math.PI) % 360) + 360) % 360,
      metresPerPixel: resolution * groundMetresPerUnit(centre[1] ?? 0),
    })
  }
}
