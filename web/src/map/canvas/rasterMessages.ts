/** What the canvas and its reader of GeoTIFF files say to each other. */
import type { Shading } from './shade.ts'

/** A file as its reader found it: its levels from the coarsest to the finest. */
export interface RasterInfo {
  /** Such as EPSG:3857. */
  readonly projection: string
  /** Left, bottom, right, top in the file's own projection. */
  readonly extent: readonly [number, number, number, number]
  readonly levels: readonly { readonly width: number; readonly height: number; readonly resolution: number }[]
  readonly tileSizePx: number
}

export type ToReader =
  | { readonly type: 'open'; readonly url: string; readonly key: string | undefined }
  | { readonly type: 'key'; readonly key: string | undefined }
  | {
      readonly type: 'tile'
      readonly tile: number
      readonly level: number
      readonly column: number
      readonly row: number
      /** Null draws the file's own colours. */
      readonly shading: Shading | null
    }
  | { readonly type: 'forget'; readonly tile: number }

export type FromReader =
  | { readonly type: 'opened'; readonly info: RasterInfo }
  | { readonly type: 'failed'; readonly reason: string }
  /** The key was refused: send a new one. */
  | { readonly type: 'needKey'; readonly used: string | undefined }
  | { readonly type: 'tile'; readonly tile: number; readonly picture: ImageBitmap | null }
