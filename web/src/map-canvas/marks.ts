/**
 * Everything that keeps its size on the screen: flags, notes, symbols, names, vehicles. Drawn on each frame. Our own: with
 * the styles of OpenLayers 500 vehicles at 10 Hz need a GPU.
 */
import type { Hole } from '@greensward/domain'
import type { VehicleView } from '../api/liveStore.ts'
import type { CourseShape } from './courseSource.ts'
import {
  type Box,
  CART_GLYPH,
  drawCasedText,
  drawFlag,
  drawGlyph,
  drawNote,
  drawPill,
  drawPlate,
  fontOf,
  GARAGE_GLYPH,
  MOWER_GLYPH,
  type PillLine,
  pillSize,
  WC_GLYPH,
} from './glyphs.ts'
import type { Pose } from './motion.ts'
import { type Coordinate, toMap } from './project.ts'
import type { MapObject, MissionDrawing, Padding, VehicleLook } from './scene.ts'
import { shortened } from './shortened.ts'
import { stamp } from './sprites.ts'

/** The plane of one frame: where a coordinate is on the screen, in CSS pixels. */
export interface Plane {
  readonly toPixel: (coordinate: Coordinate) => [x: number, y: number]
  readonly widthPx: number
  readonly heightPx: number
  readonly rotationRad: number
  readonly metresPerPixel: number
  readonly unitsPerPixel: number
}

/** Where a thing was drawn, for clicks. */
export interface Target extends Box {
  readonly thing: MapObject
  readonly name: string
}

export interface DrawnVehicle {
  readonly vehicle: VehicleView
  readonly look: VehicleLook
  readonly pose: Pose
  /** Age of the fix, milliseconds; null when there never was one. */
  readonly ageMs: number | null
  readonly link: 'live' | 'stale' | 'lost' | 'never'
}

/** Words that the marks need, in the language of the page. */
export interface MarkWords {
  readonly age: (ageMs: number) => string
  readonly speed: (speedMps: number) => string
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
  readonly selected: MapObject | null
  readonly hovered: { readonly at: readonly [number, number]; readonly text: string } | null
  readonly words: MarkWords
}

/** Longer names are cut short on the map: the panel of a thing has all of it. */
const LONGEST_NAME_PX = 180
const LONGEST_HOVER_PX = 320

const around = (x: number, y: number, halfPx: number): Box => ({
  left: x - halfPx,
  top: y - halfPx,
  right: x + halfPx,
  bottom: y + halfPx,
})

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const isOn = (thing: MapObject, selected: MapObject | null): boolean =>
  selected !== null && selected.kind === thing.kind && selected.id === thing.id

const ring = (pen: CanvasRenderingContext2D, x: number, y: number, radiusPx: number): void => {
  pen.beginPath()
  pen.arc(x, y, radiusPx, 0, Math.PI * 2)
  pen.lineWidth = 6
  pen.strokeStyle = '#ffffff'
  pen.stroke()
  pen.lineWidth = 3
  pen.strokeStyle = '#0b7390'
  pen.stroke()
}

/** The cup: the last point of the hole's line. */
const cupOf = (hole: Hole): Coordinate | null => {
  const last = hole.geometry.coordinates.at(-1)
  return last === undefined ? null : toMap(last)
}

const drawMower = (pen: CanvasRenderingContext2D, plane: Plane, drawn: DrawnVehicle, selected: boolean): Box => {
  const { pose, look, link, vehicle } = drawn
  const [x, y] = plane.toPixel(pose.at)
  const stale = link !== 'live'
  if (pose.headingDeg !== null) {
    const turned = (pose.headingDeg * Math.PI) / 180 + plane.rotationRad
    pen.save()
    pen.translate(x, y)
    pen.rotate(turned)
    pen.lineJoin = 'round'
    const halfWidth = look.workingWidthM === null ? 0 : look.workingWidthM / 2 / plane.metresPerPixel
    if (halfWidth > 2) {
      // The bar is as wide on the ground as the blade cuts.
      pen.beginPath()
      pen.roundRect(-halfWidth, -20, halfWidth * 2, 5, 1)
      pen.fillStyle = stale ? '#cfd8dc' : vehicle.telemetry.bladeOn ? '#42bf4f' : '#ffffff'
      pen.strokeStyle = '#10252d'
      pen.lineWidth = 1.5
      pen.fill()
      pen.stroke()
    }
    stamp(pen, `nose ${stale}`, 0, -26, 20, nose => {
      nose.lineJoin = 'round'
      nose.beginPath()
      nose.moveTo(0, -6)
      nose.lineTo(8, 5)
      nose.lineTo(-8, 5)
      nose.closePath()
      nose.fillStyle = stale ? '#cfd8dc' : '#ffffff'
      nose.strokeStyle = '#10252d'
      nose.lineWidth = 1.5
      nose.fill()
      nose.stroke()
    })
    pen.restore()
  }
  if (selected) ring(pen, x, y, 18)
  stamp(pen, `mower ${stale} ${look.colour}`, x, y, 32, disc => {
    disc.beginPath()
    disc.arc(0, 0, 13, 0, Math.PI * 2)
    disc.fillStyle = stale ? '#eef2f3' : look.colour
    disc.fill()
    disc.lineWidth = 2.5
    disc.strokeStyle = stale ? '#435b65' : '#ffffff'
    disc.setLineDash(stale ? [4, 3] : [])
    disc.stroke()
    disc.setLineDash([])
    drawGlyph(disc, MOWER_GLYPH, 0, 0, 18, stale ? '#435b65' : '#ffffff')
  })
  return around(x, y, 18)
}

/** The mark of a late group; a group on time has none. */
const PACE_MARK = { late: ['#ef9715', '#10252d'], behind: ['#af453e', '#ffffff'] } as const

/** A dashed plate has a stale link, a grey one is parked, an amber one stays; the nose shows the heading of a driving cart. */
const drawCart = (pen: CanvasRenderingContext2D, plane: Plane, drawn: DrawnVehicle, selected: boolean): Box => {
  const { pose, link, vehicle } = drawn
  const [x, y] = plane.toPixel(pose.at)
  const stale = link !== 'live'
  const standing = vehicle.cart?.standing
  const pace = vehicle.cart?.pace?.rating
  const isQuiet = stale || standing === 'parked'
  if (selected) ring(pen, x, y, 20)
  const scale = markScale(plane.metresPerPixel)
  scaled(pen, x, y, scale, () => {
    if (pose.headingDeg !== null && standing === 'driving' && !stale) {
      pen.save()
      pen.translate(x, y)
      pen.rotate((pose.headingDeg * Math.PI) / 180 + plane.rotationRad)
      pen.beginPath()
      pen.moveTo(0, -30)
      pen.lineTo(8, -17)
      pen.lineTo(-8, -17)
      pen.closePath()
      pen.lineJoin = 'round'
      pen.lineWidth = 1.5
      pen.fillStyle = '#ffffff'
      pen.strokeStyle = '#10252d'
      pen.fill()
      pen.stroke()
      pen.restore()
    }
    if (stale) pen.setLineDash([4, 3])
    const ground = isQuiet ? '#eef2f3' : standing === 'staying' ? '#ffd591' : '#ffffff'
    drawPlate(pen, x, y, CART_GLYPH, isQuiet ? '#435b65' : '#10252d', ground)
    pen.setLineDash([])
    if (pace === 'late' || pace === 'behind') {
      const [fill, ink] = PACE_MARK[pace]
      pen.beginPath()
      pen.arc(x + 13, y - 13, 8, 0, Math.PI * 2)
      pen.fillStyle = fill
      pen.strokeStyle = '#ffffff'
      pen.lineWidth = 1.5
      pen.fill()
      pen.stroke()
      pen.font = fontOf(12, true)
      pen.textAlign = 'center'
      pen.textBaseline = 'middle'
      pen.fillStyle = ink
      pen.fillText(pace === 'behind' ? '!' : '+', x + 13, y - 12.5)
    }
  })
  return around(x, y, 16 * scale)
}

/** Marks shrink with the course, so that marks do not cover a whole course on a phone. */
const markScale = (metresPerPixel: number): number => (metresPerPixel > 1.7 ? 0.6 : metresPerPixel > 0.95 ? 0.78 : 1)

/** Draws at (x, y) as if there were no scale. */
const scaled = (pen: CanvasRenderingContext2D, x: number, y: number, scale: number, draw: () => void): void => {
  pen.save()
  pen.translate(x, y)
  pen.scale(scale, scale)
  pen.translate(-x, -y)
  draw()
  pen.restore()
}

const shortName = (pen: CanvasRenderingContext2D, name: string, sizePx: number): string => {
  pen.font = fontOf(sizePx, true)
  return shortened(pen, name, LONGEST_NAME_PX)
}

/** Names are left out where they would cover each other: the first one stays. */
export const drawMarks = (pen: CanvasRenderingContext2D, plane: Plane, scene: Scene): Target[] => {
  const targets: Target[] = []
  const scale = markScale(plane.metresPerPixel)
  const taken: Box[] = []
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
  for (const shape of scene.shapes) {
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
      names.unshift(() => drawMowerPlate(pen, plane, drawn, scene, taken))
    } else if (selected || hole !== undefined || vehicle.kind === 'mower' || scale === 1)
      names.push(() => nameBelow(aged, x, y + 30, selected))
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
      const [width, height] = pillSize(pen, lines)
      const boxes = [0, -64, 64, -112, 112].map(shift => ({
        left: x - width / 2,
        right: x + width / 2,
        top: y + shift - height / 2,
        bottom: y + shift + height / 2,
      }))
      const free = boxes.find(candidate => !taken.some(other => overlaps(candidate, other)))
      const box = free ?? (mission.selected ? boxes[0] : undefined)
      if (box === undefined) return
      drawPill(pen, lines, box)
      place({ kind: 'mission', id: mission.drawing.id }, mission.drawing.title, box)
    })
  }
  for (const draw of names) draw()
  if (scene.names) drawZoneNames(pen, plane, scene, nameBelow)
  if (scene.hovered !== null) drawHover(pen, plane, scene.hovered)
  return targets
}

function drawMowerPlate(
  pen: CanvasRenderingContext2D,
  plane: Plane,
  drawn: DrawnVehicle,
  { words, hidden }: Pick<Scene, 'words' | 'hidden'>,
  taken: Box[],
): void {
  const { vehicle, look, ageMs, pose } = drawn
  const [x, y] = plane.toPixel(pose.at)
  const progress = vehicle.progress === null ? '' : ` · ${Math.round(vehicle.progress * 100)} %`
  const speed = vehicle.telemetry.speedMps === null ? '' : `${words.speed(vehicle.telemetry.speedMps)} · `
  const lines: PillLine[] = [
    { text: `${shortName(pen, look.name, 12)}${progress}`, bold: true, sizePx: 12, colour: '#ffffff' },
    { text: `${speed}${words.age(ageMs ?? 0)}`, bold: false, sizePx: 12, colour: '#c9d8dd' },
  ]
  const [width, height] = pillSize(pen, lines)
  // The first corner that is free; the upper right where none is.
  const corners: Box[] = [
    { left: x + 24, right: x + 24 + width, top: y - 24 - height, bottom: y - 24 },
    { left: x - 24 - width, right: x - 24, top: y - 24 - height, bottom: y - 24 },
    { left: x + 24, right: x + 24 + width, top: y + 24, bottom: y + 24 + height },
    { left: x - 24 - width, right: x - 24, top: y + 24, bottom: y + 24 + height },
  ]
  const free = corners.find(
    box =>
      box.left > hidden.left &&
      box.right < plane.widthPx - hidden.right &&
      box.top > hidden.top &&
      box.bottom < plane.heightPx - hidden.bottom &&
      !taken.some(other => overlaps(box, other)),
  )
  const box = free ?? corners[0]
  if (box === undefined) return
  taken.push(box)
  drawPill(pen, lines, box, 'left')
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
