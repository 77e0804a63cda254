/** The picture being drawn: bytes in rows from the north, and how metres of the site fall on its pixels. */
import { overviewCount } from '@greensward/raster'
import { CENTRE, HALF_SIDE_M, siteFrame } from '../course/site.ts'

/** EPSG:3857's sphere. */
const EARTH_RADIUS_M = 6378137
const DEG = Math.PI / 180

export const toMercator = ([lon, lat]: readonly [number, number]): [x: number, y: number] => [
  EARTH_RADIUS_M * lon * DEG,
  EARTH_RADIUS_M * Math.log(Math.tan(Math.PI / 4 + (lat * DEG) / 2)),
]

/** Where a north-up picture in EPSG:3857 is. Pixels are square there; on the ground they differ by some 0.4 %. */
export interface Georeference {
  readonly width: number
  readonly height: number
  /** West, south, east, north in metres of EPSG:3857. */
  readonly bbox: readonly [number, number, number, number]
  /** Side of a pixel in metres of EPSG:3857. */
  readonly pixelSize: number
  /** Metres on the ground a pixel spans to the east and to the south. */
  readonly eastM: number
  readonly southM: number
}

/**
 * Sides are cut down by some pixels so that every overview is exactly half of the one before.
 * Straight lines between the site's corners: over one kilometre Mercator's bend stays below 3 cm.
 * @param metresPerPixel on the ground
 */
export const georeference = (metresPerPixel: number): Georeference => {
  const [west, south] = toMercator(siteFrame.toLonLat([-HALF_SIDE_M, -HALF_SIDE_M]))
  const [east, north] = toMercator(siteFrame.toLonLat([HALF_SIDE_M, HALF_SIDE_M]))
  const pixelSize = metresPerPixel / Math.cos(CENTRE[1] * DEG)
  const across = Math.floor((east - west) / pixelSize)
  const down = Math.floor((north - south) / pixelSize)
  const even = 2 ** overviewCount(across, down)
  const width = Math.max(even, across - (across % even))
  const height = Math.max(even, down - (down % even))
  const middleX = (west + east) / 2
  const middleY = (south + north) / 2
  const halfX = (width * pixelSize) / 2
  const halfY = (height * pixelSize) / 2
  return {
    width,
    height,
    pixelSize,
    bbox: [middleX - halfX, middleY - halfY, middleX + halfX, middleY + halfY],
    eastM: ((2 * HALF_SIDE_M) / (east - west)) * pixelSize,
    southM: ((2 * HALF_SIDE_M) / (north - south)) * pixelSize,
  }
}

export interface Canvas {
  readonly place: Georeference
  /** Red, green, blue; rows from the north. */
  readonly rgb: Uint8Array
}

export const emptyCanvas = (place: Georeference): Canvas => ({
  place,
  rgb: new Uint8Array(place.width * place.height * 3),
})

/** Column and row (with fractions) of a place on the site. */
export const toPixel = (place: Georeference, x: number, y: number): [column: number, row: number] => [
  place.width / 2 + x / place.eastM,
  place.height / 2 - y / place.southM,
]

export type Rgb = readonly [red: number, green: number, blue: number]

/** Lays a colour over a pixel; alpha 0..1. */
export const blend = (
  canvas: Canvas,
  column: number,
  row: number,
  red: number,
  green: number,
  blue: number,
  alpha: number,
): void => {
  const { place, rgb } = canvas
  if (column < 0 || row < 0 || column >= place.width || row >= place.height) return
  const i = (row * place.width + column) * 3
  const under = 1 - alpha
  rgb[i] = (rgb[i] ?? 0) * under + red * alpha
  rgb[i + 1] = (rgb[i + 1] ?? 0) * under + green * alpha
  rgb[i + 2] = (rgb[i + 2] ?? 0) * under + blue * alpha
}

/** Darkens a pixel towards a cool shade; depth 0..1. */
export const shadow = (canvas: Canvas, column: number, row: number, depth: number): void =>
  blend(canvas, column, row, 14, 30, 26, depth)
