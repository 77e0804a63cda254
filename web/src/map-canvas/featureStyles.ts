/** How each kind of feature looks: type colours, yellow roads, hatched limits; every line with its dark casing. */
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import type { CourseShape } from './courseSource.ts'
import type { Hatches } from './patterns.ts'
import { groundMetresPerUnit } from './project.ts'

const CASING = 'rgb(16 32 26 / 45%)'
const ROUTE = '#fff90b'
const UNTYPED = '#d6f08c'

// Corners of lines as fine as these look the same bevelled as rounded, and cost less.
const outlined = (colour: string, widthPx: number, casingPx = 1, fill?: string): Style[] => [
  new Style({
    ...(fill === undefined ? {} : { fill: new Fill({ color: fill }) }),
    stroke: new Stroke({ color: CASING, width: widthPx + casingPx * 2, lineJoin: 'bevel', lineCap: 'butt' }),
  }),
  new Style({ stroke: new Stroke({ color: colour, width: widthPx, lineJoin: 'bevel', lineCap: 'butt' }) }),
]

/** A colour of the form #rrggbb with an opacity. */
export const translucent = (hex: string, opacity: number): string => {
  const value = Number.parseInt(hex.slice(1, 7), 16)
  if (!Number.isFinite(value)) return `rgb(214 240 140 / ${opacity})`
  return `rgb(${(value >> 16) & 255} ${(value >> 8) & 255} ${value & 255} / ${opacity})`
}

export interface Look {
  /** Without an orthophoto zones are filled, because nothing else shows them. */
  readonly filled: boolean
  /** Closed while rain mode is on; on dry days an edge is enough. */
  readonly rain: 'none' | 'open' | 'closed'
  readonly zones: boolean
}

export interface FeatureStyles {
  readonly of: (shape: CourseShape, resolution: number, look: Look) => Style[]
}

export const makeFeatureStyles = (hatches: Hatches): FeatureStyles => {
  const made = new Map<string, Style[]>()
  const once = (key: string, make: () => Style[]): Style[] => {
    const known = made.get(key)
    if (known !== undefined) return known
    const styles = make()
    made.set(key, styles)
    return styles
  }
  const rainEdge = new Stroke({ color: '#bfe0ff', width: 1.5, lineDash: [6, 4] })
  const rain = {
    none: [],
    open: [new Style({ fill: new Fill({ color: 'rgb(47 127 208 / 8%)' }), stroke: rainEdge })],
    closed: [new Style({ fill: new Fill({ color: hatches.rain }), stroke: rainEdge })],
  }
  const noGo = (carts: boolean): Style[] => [
    new Style({ stroke: new Stroke({ color: CASING, width: 3 }) }),
    new Style({
      fill: new Fill({ color: carts ? hatches.noGoCarts : hatches.noGo }),
      stroke: new Stroke({ color: 'rgb(255 255 255 / 65%)', width: 1, ...(carts ? { lineDash: [4, 3] } : {}) }),
    }),
  ]
  const area = [
    new Style({
      fill: new Fill({ color: 'rgb(201 196 187 / 18%)' }),
      stroke: new Stroke({ color: 'rgb(255 255 255 / 55%)', width: 1, lineDash: [3, 3] }),
    }),
  ]
  const missionArea = [
    new Style({ stroke: new Stroke({ color: CASING, width: 4 }) }),
    new Style({ stroke: new Stroke({ color: '#ffffff', width: 1.75, lineDash: [10, 5] }) }),
  ]
  const holeLine = [
    new Style({ stroke: new Stroke({ color: 'rgb(16 32 26 / 35%)', width: 3.5, lineCap: 'round' }) }),
    new Style({
      stroke: new Stroke({ color: 'rgb(255 255 255 / 80%)', width: 1.5, lineDash: [1, 6], lineCap: 'round' }),
    }),
  ]
  return {
    of: (shape, resolution, look) => {
      const { course } = shape
      switch (course.kind) {
        case 'zone': {
          const colour = shape.zoneType?.color ?? UNTYPED
          const outline = look.zones
            ? once(`zone ${colour} ${look.filled}`, () =>
                outlined(colour, 1.5, 1, look.filled ? translucent(colour, 0.42) : undefined),
              )
            : []
          return course.properties.rainModeRestricted ? [...outline, ...rain[look.rain]] : outline
        }
        case 'restriction':
        case 'radius': {
          const carts = course.properties.appliesTo === 'carts'
          return once(`noGo ${carts}`, () => noGo(carts))
        }
        case 'road': {
          const metresPerPixel = resolution * groundMetresPerUnit(shape.anchor[1])
          const width = Math.min(5, Math.max(1.5, 1.2 / metresPerPixel))
          const key = Math.round(width * 4) / 4
          const { type } = course.properties
          return once(`road ${key} ${type}`, () => [
            new Style({
              stroke: new Stroke({ color: 'rgb(16 32 26 / 60%)', width: key + 2, lineCap: 'round', lineJoin: 'round' }),
            }),
            new Style({
              stroke: new Stroke({
                color: ROUTE,
                width: key,
                lineJoin: 'round',
                lineCap: type === 'cartPath' ? 'round' : 'butt',
                ...(type === 'walking'
                  ? { lineDash: [3, 5] }
                  : type === 'service'
                    ? { lineDash: [12, 4] }
                    : type === 'crossing'
                      ? { lineDash: [6, 3] }
                      : {}),
              }),
            }),
          ])
        }
        case 'hole':
          return holeLine
        case 'area':
          return area
        case 'markedArea':
          return once(`marked ${course.properties.colour}`, () => [
            new Style({
              fill: new Fill({ color: translucent(course.properties.colour, 0.28) }),
              stroke: new Stroke({ color: CASING, width: 4 }),
            }),
            new Style({ stroke: new Stroke({ color: course.properties.colour, width: 2, lineDash: [8, 4] }) }),
          ])
        case 'missionArea':
          return missionArea
        default:
          return []
      }
    },
  }
}

/** The selection: white below the main colour. */
export const selectedStyles: readonly Style[] = [
  new Style({ stroke: new Stroke({ color: '#ffffff', width: 7, lineJoin: 'round' }) }),
  new Style({ stroke: new Stroke({ color: '#0b7390', width: 3, lineJoin: 'round' }) }),
]
