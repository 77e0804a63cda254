/** Missions and previews as shapes: dimmed ground, mown band, crisp lines for what is still to do. */
import type { Position } from '@greensward/domain'
import Feature from 'ol/Feature.js'
import MultiLineString from 'ol/geom/MultiLineString.js'
import MultiPoint from 'ol/geom/MultiPoint.js'
import Polygon from 'ol/geom/Polygon.js'
import Circle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import { type CourseShape, polygonOf } from './courseSource.ts'
import { groundMetresPerUnit, toMap } from './project.ts'
import { splitLegs } from './remaining.ts'
import type { MissionDrawing, MissionTone, PreviewDrawing } from './scene.ts'

type PartKind = 'ground' | 'band' | 'done' | 'line' | 'way' | 'lap' | 'transit' | 'uncovered' | 'tightBends' | 'edge'

/** One drawable part of a plan with what its style needs. */
export class PlanShape extends Feature<Polygon | MultiLineString | MultiPoint> {
  readonly part: PartKind
  readonly tone: MissionTone | 'preview'
  readonly widthM: number

  /** Instead of the tone's own. */
  readonly colour: string | undefined

  constructor(
    part: PartKind,
    tone: MissionTone | 'preview',
    widthM: number,
    shape: Polygon | MultiLineString | MultiPoint,
    colour?: string,
  ) {
    super(shape)
    this.colour = colour
    this.part = part
    this.tone = tone
    this.widthM = widthM
  }
}

const linesOf = (lines: readonly (readonly Position[])[]): MultiLineString =>
  new MultiLineString(lines.filter(line => line.length > 1).map(line => line.map(toMap)))

const groundOf = (shape: CourseShape | undefined): Polygon | null =>
  shape !== undefined && shape.shape instanceof Polygon ? shape.shape.clone() : null

export const missionShapes = (drawing: MissionDrawing, target: CourseShape | undefined): PlanShape[] => {
  const { tone, widthM } = drawing
  const shapes: PlanShape[] = []
  const ground = groundOf(target)
  if (ground !== null) shapes.push(new PlanShape('ground', tone, widthM, ground))
  if (drawing.legs !== null) {
    const { remaining, done } = splitLegs(drawing.legs, drawing.mown, widthM)
    if (drawing.mown.length > 0) shapes.push(new PlanShape('band', tone, widthM, linesOf(drawing.mown)))
    if (done.length > 0) shapes.push(new PlanShape('done', tone, widthM, linesOf(done)))
    if (remaining.length > 0) shapes.push(new PlanShape('line', tone, widthM, linesOf(remaining)))
    const road = drawing.legs.filter(leg => !leg.bladeOn && remaining.length === 0 && done.length === 0)
    if (road.length > 0) shapes.push(new PlanShape('transit', tone, widthM, linesOf(road.map(leg => leg.points))))
  }
  if (ground !== null) shapes.push(new PlanShape('edge', tone, widthM, ground))
  return shapes
}

export const previewShapes = (preview: PreviewDrawing, target: CourseShape | undefined): PlanShape[] => {
  const pick = (part: PartKind, test: (kind: string) => boolean): PlanShape =>
    new PlanShape(part, 'preview', 0, linesOf(preview.legs.filter(leg => test(leg.kind)).map(leg => leg.points)))
  const ground = groundOf(target)
  const approach = preview.approach === null ? [] : [preview.approach]
  return [
    ...(ground === null ? [] : [new PlanShape('ground', 'preview', 0, ground)]),
    new PlanShape(
      'transit',
      'preview',
      0,
      linesOf([...preview.legs.filter(leg => !leg.bladeOn).map(leg => leg.points), ...approach]),
    ),
    new PlanShape(
      'line',
      'preview',
      0,
      linesOf(preview.legs.filter(leg => leg.bladeOn && leg.kind !== 'lap').map(leg => leg.points)),
    ),
    pick('lap', kind => kind === 'lap'),
    ...(preview.parts ?? []).map(
      ({ kind, colour, lines }) =>
        new PlanShape(kind === 'ways' ? 'way' : 'line', 'preview', 0, linesOf(lines), colour),
    ),
    ...preview.uncovered.map(polygon => new PlanShape('uncovered', 'preview', 0, polygonOf(polygon))),
    ...(ground === null ? [] : [new PlanShape('edge', 'preview', 0, ground)]),
    ...(preview.tightBends === undefined
      ? []
      : [new PlanShape('tightBends', 'preview', 0, new MultiPoint(preview.tightBends.map(toMap)))]),
  ]
}

const COLOUR: Readonly<Record<MissionTone | 'preview', string>> = {
  planned: '#ef9715',
  working: '#42bf4f',
  stopped: '#42bf4f',
  preview: '#ef9715',
}
const DIMMED: Readonly<Record<MissionTone | 'preview', string>> = {
  planned: 'rgb(42 28 2 / 26%)',
  working: 'rgb(12 36 22 / 36%)',
  stopped: 'rgb(12 36 22 / 36%)',
  preview: 'rgb(42 28 2 / 36%)',
}
const CASINGS: Readonly<Record<MissionTone | 'preview', string>> = {
  planned: 'rgb(36 24 0 / 55%)',
  working: 'rgb(8 32 16 / 75%)',
  stopped: 'rgb(8 32 16 / 75%)',
  preview: 'rgb(36 24 0 / 60%)',
}

const stroke = (color: string, width: number, lineDash?: number[]): Style =>
  new Style({
    stroke: new Stroke({ color, width, lineCap: 'round', lineJoin: 'round', ...(lineDash ? { lineDash } : {}) }),
  })

/** Lines get thinner when swaths come close on the screen, so that the ground stays visible between them. */
const lineWidthPx = (spacingPx: number, most: number): number => Math.max(0.5, Math.min(most, spacingPx * 0.32))

const CASED_FROM_PX = 2

/** @param swathWidthM what the blade cuts, for previews; missions know their own */
export const planStyle = (shape: PlanShape, resolution: number, swathWidthM: number): Style[] => {
  const { tone, part } = shape
  const geometry = shape.getGeometry()
  const [, y = 0] = geometry?.getExtent() ?? []
  const metresPerPixel = resolution * groundMetresPerUnit(y)
  const spacingPx = (shape.widthM || swathWidthM) / metresPerPixel
  const cased = (color: string, most: number): Style[] => {
    const width = lineWidthPx(spacingPx, most)
    // From so far away lines run into each other: a casing would only darken them.
    if (spacingPx < CASED_FROM_PX)
      return [new Style({ stroke: new Stroke({ color, width, lineJoin: 'bevel', lineCap: 'butt' }) })]
    const casing = Math.min(width + 2, Math.max(width + 0.5, spacingPx * 0.7))
    return [stroke(CASINGS[tone], casing), stroke(color, width)]
  }
  switch (part) {
    case 'ground':
      return [new Style({ fill: new Fill({ color: DIMMED[tone] }) })]
    case 'band':
      return [stroke('rgb(185 245 191 / 32%)', Math.max(1, spacingPx))]
    case 'done':
      return [stroke('rgb(66 191 79 / 32%)', lineWidthPx(spacingPx, 1.2))]
    case 'line':
      return cased(shape.colour ?? COLOUR[tone], tone === 'planned' ? 1.6 : 2)
    case 'way':
      return [stroke('#ffffff', 6), stroke(shape.colour ?? COLOUR[tone], 3)]
    case 'lap':
      return cased('#ffc46b', 2)
    case 'transit':
      return [stroke('rgb(16 32 26 / 80%)', 4.5), stroke('#ffffff', 2, [5, 6])]
    case 'uncovered': {
      // Drawn half a metre larger on every side than they are, to be seen.
      const grown = Math.max(2, 1 / metresPerPixel)
      return [
        stroke('#ffffff', grown + 2),
        new Style({ fill: new Fill({ color: '#f4564d' }), stroke: new Stroke({ color: '#f4564d', width: grown }) }),
      ]
    }
    case 'tightBends':
      return [
        new Style({
          image: new Circle({
            radius: 6,
            fill: new Fill({ color: '#8b3fd1' }),
            stroke: new Stroke({ color: '#ffffff', width: 2 }),
          }),
        }),
      ]
    case 'edge':
      return tone === 'preview'
        ? [stroke('rgb(36 24 0 / 60%)', 4.5), stroke('#fff3d6', 2)]
        : [
            stroke(CASINGS[tone], tone === 'planned' ? 4 : 5),
            new Style({
              stroke: new Stroke({
                color: COLOUR[tone],
                width: tone === 'planned' ? 2 : 2.5,
                ...(tone === 'stopped' ? { lineDash: [8, 5] } : {}),
              }),
            }),
          ]
  }
}
