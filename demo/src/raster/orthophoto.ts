/** The course from the air, drawn from its own shapes. */
import { paintBuilt } from './buildings.ts'
import { emptyCanvas, type Georeference, georeference } from './canvas.ts'
import { paintCaption } from './caption.ts'
import { paintTrees } from './crowns.ts'
import { paintGround } from './ground.ts'
import { layOut } from './layers.ts'
import { cell, GRAIN_SIDE, grainTile, layeredNoise } from './noise.ts'
import { scatterTrees } from './scatter.ts'
import { terrain } from './terrain.ts'

export interface Orthophoto extends Georeference {
  /** Red, green, blue, one byte each, in rows from the north-west. */
  readonly rgb: Uint8Array
}

export interface OrthophotoRequest {
  /** Metres on the ground a pixel spans; 0.25 when absent, at least 0.1. */
  readonly metresPerPixel?: number
  /** Share of the work done, 0..1. */
  readonly onProgress?: (share: number) => void
}

/** Draws the picture; the same request gives the same bytes. */
export const orthophoto = ({ metresPerPixel = 0.25, onProgress = () => {} }: OrthophotoRequest = {}): Orthophoto => {
  if (!(metresPerPixel >= 0.1 && metresPerPixel <= 50)) {
    throw new RangeError(`metresPerPixel must be 0.1 to 50, not ${metresPerPixel}`)
  }
  const canvas = emptyCanvas(georeference(metresPerPixel))
  const layers = layOut(Math.max(0.5, Math.min(2, metresPerPixel)))
  onProgress(0.1)
  const grain = grainTile()
  const waves = layeredNoise('ripple', 7, 3, 0.6)
  paintGround(
    canvas,
    layers,
    terrain(layers),
    grain,
    // Longer across the wind than along it.
    (x, y) => waves((x + y * 0.5) * 0.55, (y - x * 0.5) * 1.7),
    share => onProgress(0.1 + 0.7 * share),
  )
  paintBuilt(canvas)
  const mask = GRAIN_SIDE - 1
  paintTrees(canvas, scatterTrees(layers), (column, row) =>
    cell(grain, ((row * 3) & mask) * GRAIN_SIDE + ((column * 3) & mask)),
  )
  paintCaption(canvas, 'DRAWN, NOT PHOTOGRAPHED')
  onProgress(1)
  return { ...canvas.place, rgb: canvas.rgb }
}
