/** The messages between the canvas and its raster reader. Coordinates are in EPSG:3857. */
import type { Position } from '@greensward/domain'

/** A file as its reader found it: its levels from the coarsest to the finest. */
export interface RasterInfo {
  /** Left, bottom, right, top. */
  readonly extent: readonly [number, number, number, number]
  readonly resolutions: readonly number[]
  readonly tileSidePx: number
}

/** Height and slope at a position. */
export interface GroundPoint {
  readonly heightM: number
  /** Rise over run. */
  readonly slope: number
}

export type ToReader =
  /** `whole`: the file itself, where it is on this device; opened again once it is. */
  | { readonly type: 'open'; readonly url: string; readonly key: string | undefined; readonly whole: Blob | null }
  | { readonly type: 'key'; readonly key: string | undefined }
  | {
      readonly type: 'tile'
      readonly ask: number
      readonly level: number
      readonly column: number
      readonly row: number
    }
  /** A square of contour lines, its corner at the upper left. */
  | {
      readonly type: 'contours'
      readonly ask: number
      readonly left: number
      readonly top: number
      readonly resolution: number
    }
  | { readonly type: 'point'; readonly ask: number; readonly at: Position }
  /** The mean of how steep an area is; its holes are left out. */
  | { readonly type: 'area'; readonly ask: number; readonly rings: readonly (readonly Position[])[] }
  | { readonly type: 'forget'; readonly ask: number }

export type FromReader =
  | { readonly type: 'opened'; readonly info: RasterInfo }
  | { readonly type: 'failed'; readonly reason: string }
  /** The key was refused: send a new one. */
  | { readonly type: 'needKey'; readonly used: string | undefined }
  | { readonly type: 'picture'; readonly ask: number; readonly picture: ImageBitmap | null }
  | { readonly type: 'point'; readonly ask: number; readonly point: GroundPoint | null }
  | { readonly type: 'area'; readonly ask: number; readonly slope: number | null }

/** Side of a square of contour lines. */
export const CONTOUR_SIDE_PX = 256
