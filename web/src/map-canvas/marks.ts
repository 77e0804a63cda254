/**
 * Everything that keeps its size on the screen: flags, notes, symbols, names, vehicles. Drawn on each frame. Our own: with
 * the styles of OpenLayers 500 vehicles at 10 Hz need a GPU.
 */
import type { Hole } from '@greensward/domain'
import type { CourseShape } from './courseSource.ts'
import {
  type Box,
  drawCasedText,
  drawFlag,
  drawNote,
  drawPill,
  drawPlate,
  fontOf,
  GARAGE_GLYPH,
  type PillLine,
  pillSize,
  WC_GLYPH,
} from './glyphs.ts'
import { around, markScale, overlaps, type Plane, ring, scaled, shortName } from './plane.ts'
import { freeView, pillBox } from './platePlaces.ts'
import { type Coordinate, toMap } from './project.ts'
import type { MapObject, MissionDrawing, Padding } from './scene.ts'
import { shortened } from './shortened.ts'
import { type DrawnVehicle, drawCart, drawMower, drawMowerPlate, type MarkWords } from './vehicleMarks.ts'

/** Where a thing was drawn, for clicks. */
export interface Target extends Box {
  readonly thing: MapObject
  readonly name: string
}

export interface Scene {
  readonly shapes: readonly CourseShape[]
  readonly names: boolean
  /** A zone whose plan is looked at needs no name across it. */
  readonly unnamed: string | null
  readonly missions: readonly {
    readonly drawing: MissionDrawing
    readonly at: Coordinate
    readonly selected: boolean
  }[]
  readonly vehicles: readonly DrawnVehicle[]
  /** The hole that each cart's players are on, by the cart's id. */
  readonly playing: ReadonlyMap<string, string>
  /** The area behind panels: the name of the selection stays beside it. */
  readonly hidden: Padding
  /** How much of the area behind panels is behind the map's own controls at the right. */
  readonly controlsPx: number
  readonly selected: MapObject | null
  readonly hovered: { readonly at: readonly [number, number]; readonly text: string } | null
  readonly words: MarkWords
}

const LONGEST_HOVER_PX = 320

const isOn = (thing: MapObject, selected: MapObject | null): boolean =>
  selected !== null && selected.kind === thing.kind && selected.id === thing.id

/** The cup: the last point of the hole's line. */
const cupOf = (hole: Hole): Coordinate | null => {
  const last = hole.geometry.coordinates.at(-1)
  return last === undefined ? null : toMap(last)
}

/** Names are left out where they would cover each other: the first one stays. */
export const drawMarks = (pen: CanvasRenderingContext2D, plane: Plane, scene: Scene): Target[] => {
  const targets: Target[] = []
  const scale = markScale(plane.metresPerPixel)
  const taken: Box[] = []
  const view = freeView(plane, scene.hidden)
  const inView = ([x, y]: readonly [number, number]): boolean =>
    x > -60 && y > -60 && x < plane.widthPx + 60 && y < plane.heightPx + 60
  const place = (thing: MapObject, name: string, box: Box): void => {
    targets.push({ ...box, thing, name })
    taken.push(box)
  }
  const nameBelow = (text: string, x: number, y: number, force: boolean): void => {
    pen.font = fontOf(12, true)
    const half = pen.measureText(text).width / 2 + 3
    const box = { left: x - half, right: x + half, top: y - 8, bottom: y + 8 }
    if (!force && taken.some(other => overlaps(box, other))) return
    taken.push(box)
    drawCasedText(pen, text, x, y)
  }

  // Marks first in their order from the ground up, then names in the order of importance.
  const names: (() => void)[] = []
  /** What is selected has the first choice of a place. */
  const firstNames: (() => void)[] = []
  // Flags last: a note or a garage beside a green hides no number.
  const inOrder = [
    ...scene.shapes.filter(({ course }) => course.kind !== 'hole'),
    ...scene.shapes.filter(({ course }) => course.kind === 'hole'),
  ]
  for (const shape of inOrder) {
    const { course } = shape
    const thing: MapObject = { kind: 'feature', id: course.id }
    if (course.kind === 'hole') {
      const cup = cupOf(course)
      if (cup === null) continue
      const [x, y] = plane.toPixel(cup)
      if (!inView([x, y])) continue
      const number = /\d{1,3}/.exec(course.properties.name)?.[0] ?? String(course.properties.sort)
      scaled(pen, x, y, scale, () => drawFlag(pen, x, y, number, !course.properties.isActive))
      place(thing, shape.title, { left: x - 6, right: x + 20 * scale, top: y - 30 * scale, bottom: y + 6 })
      if (isOn(thing, scene.selected)) ring(pen, x, y, 9)
    } else if (course.kind === 'note' || course.kind === 'garage' || course.kind === 'wc') {
      const [x, y] = plane.toPixel(shape.anchor)
      if (!inView([x, y])) continue
      if (course.kind === 'note') {
        if (isOn(thing, scene.selected)) ring(pen, x, y - 16, 20)
        scaled(pen, x, y, scale, () => drawNote(pen, x, y))
        place(thing, shape.title, { left: x - 15 * scale, right: x + 15 * scale, top: y - 30 * scale, bottom: y })
      } else {
        if (isOn(thing, scene.selected)) ring(pen, x, y, 20)
        scaled(pen, x, y, scale, () => drawPlate(pen, x, y, course.kind === 'garage' ? GARAGE_GLYPH : WC_GLYPH))
        place(thing, shape.title, around(x, y, 15 * scale))
      }
    }
  }
  for (const drawn of scene.vehicles) {
    const { vehicle, look, ageMs, link } = drawn
    const at = plane.toPixel(drawn.pose.at)
    if (!inView(at)) continue
    const thing: MapObject = { kind: vehicle.kind, id: vehicle.id }
    const selected = isOn(thing, scene.selected)
    const box =
      vehicle.kind === 'mower' ? drawMower(pen, plane, drawn, selected) : drawCart(pen, plane, drawn, selected)
    place(thing, look.name, box)
    const [x, y] = at
    const hole = scene.playing.get(vehicle.id)
    const { speedMps } = vehicle.telemetry
    const speed =
      vehicle.kind === 'cart' && selected && link === 'live' && speedMps !== null
        ? ` · ${scene.words.speed(speedMps)}`
        : ''
    const name = shortName(pen, look.name, 12)
    const named = `${hole === undefined ? name : `${name} · ${hole}`}${speed}`
    const aged = link === 'live' || ageMs === null ? named : `${named} · ${scene.words.age(ageMs)}`
    if (vehicle.kind === 'mower' && link === 'live' && (selected || (vehicle.progress !== null && scale === 1))) {
      const draw = (): void => {
        if (!drawMowerPlate(pen, plane, drawn, scene, taken, selected)) nameBelow(aged, x, y + 30, false)
      }
      if (selected) firstNames.push(draw)
      else names.unshift(draw)
    } else if (selected) firstNames.push(() => nameBelow(aged, x, y + 30, true))
    else if (hole !== undefined || vehicle.kind === 'mower' || scale === 1)
      names.push(() => nameBelow(aged, x, y + 30, false))
  }
  for (const mission of scene.missions) {
    const [x, y] = plane.toPixel(mission.at)
    if (!inView([x, y])) continue
    names.push(() => {
      const lines: PillLine[] = [
        { text: shortName(pen, mission.drawing.title, 14), bold: true, sizePx: 14, colour: '#ffffff' },
        {
          text: mission.drawing.note,
          bold: false,
          sizePx: 12,
          colour: mission.drawing.tone === 'planned' ? '#ffc46b' : '#7be389',
        },
      ]
      const box = pillBox([x, y], pillSize(pen, lines), view, taken, mission.selected, scene.controlsPx)
      if (box === undefined) return
      drawPill(pen, lines, box)
      place({ kind: 'mission', id: mission.drawing.id }, mission.drawing.title, box)
    })
  }
  for (const draw of [...firstNames, ...names]) draw()
  if (scene.names) drawZoneNames(pen, plane, scene, nameBelow)
  if (scene.hovered !== null) drawHover(pen, plane, scene.hovered)
  return targets
}

/** Farther out than this only holes and missions have names, so that names stay readable. */
const NAMES_FROM_M_PER_PX = 0.62

/** A zone is named where its name fits into it. */
function drawZoneNames(
  pen: CanvasRenderingContext2D,
  plane: Plane,
  scene: Scene,
  nameBelow: (text: string, x: number, y: number, force: boolean) => void,
): void {
  if (plane.metresPerPixel > NAMES_FROM_M_PER_PX) return
  const busy = new Set(scene.missions.map(mission => mission.drawing.featureId))
  for (const shape of scene.shapes) {
    const { kind, id } = shape.course
    if (kind !== 'zone' && kind !== 'area' && kind !== 'missionArea' && kind !== 'markedArea') continue
    if (busy.has(id) || id === scene.unnamed) continue
    const [x, y] = plane.toPixel(shape.anchor)
    if (x < 0 || y < 0 || x > plane.widthPx || y > plane.heightPx) continue
    const name = shortName(pen, shape.title, 12)
    const areaPx = shape.areaUnits / plane.unitsPerPixel ** 2
    if (areaPx < pen.measureText(name).width * 40) continue
    nameBelow(name, x, y, false)
  }
}

function drawHover(
  pen: CanvasRenderingContext2D,
  plane: Plane,
  hovered: { readonly at: readonly [number, number]; readonly text: string },
): void {
  pen.font = fontOf(12, true)
  const text = shortened(pen, hovered.text, Math.min(LONGEST_HOVER_PX, plane.widthPx - 32))
  const lines: PillLine[] = [{ text, bold: true, sizePx: 12, colour: '#ffffff' }]
  const [width, height] = pillSize(pen, lines)
  const [x, y] = hovered.at
  const left = Math.min(Math.max(4, x + 14), plane.widthPx - width - 4)
  const top = y + 18 + height > plane.heightPx ? y - height - 10 : y + 18
  drawPill(pen, lines, { left, right: left + width, top, bottom: top + height })
}
