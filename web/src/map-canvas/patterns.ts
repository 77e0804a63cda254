/** Hatches of the limits: red one way, blue the other, so that neither rests on its colour alone. */

const SIZE_PX = 12

/** One tile of a 45 degree hatch. */
const hatchTile = (ground: string, stripe: string, stripeWidthPx: number, falling: boolean): HTMLCanvasElement => {
  const scale = Math.max(1, Math.round(globalThis.devicePixelRatio))
  const tile = document.createElement('canvas')
  tile.width = SIZE_PX * scale
  tile.height = SIZE_PX * scale
  const pen = tile.getContext('2d')
  if (pen === null) return tile
  pen.scale(scale, scale)
  pen.fillStyle = ground
  pen.fillRect(0, 0, SIZE_PX, SIZE_PX)
  pen.strokeStyle = stripe
  pen.lineWidth = stripeWidthPx
  pen.lineCap = 'square'
  // Three parallels, so that the stripe continues across the corners of neighbouring tiles.
  for (const shift of [-SIZE_PX, 0, SIZE_PX]) {
    pen.beginPath()
    pen.moveTo(shift, falling ? 0 : SIZE_PX)
    pen.lineTo(shift + SIZE_PX, falling ? SIZE_PX : 0)
    pen.stroke()
  }
  return tile
}

const patternOf = (tile: HTMLCanvasElement): CanvasPattern | null =>
  tile.getContext('2d')?.createPattern(tile, 'repeat') ?? null

export interface Hatches {
  readonly noGo: CanvasPattern | string
  readonly noGoCarts: CanvasPattern | string
  readonly rain: CanvasPattern | string
}

/** Made once for each canvas; without patterns the plain colour is used. */
export const makeHatches = (): Hatches => ({
  noGo: patternOf(hatchTile('rgb(175 69 62 / 18%)', '#e0645b', 3, false)) ?? 'rgb(175 69 62 / 45%)',
  noGoCarts: patternOf(hatchTile('rgb(175 69 62 / 8%)', '#e0645b', 1.25, false)) ?? 'rgb(175 69 62 / 25%)',
  rain: patternOf(hatchTile('rgb(47 127 208 / 16%)', '#8cc4ff', 2, true)) ?? 'rgb(47 127 208 / 35%)',
})
