/** Marks that are drawn hundreds of times a picture are drawn once and then stamped. */

const kept = new Map<string, HTMLCanvasElement>()
/** More looks than a fleet has; beyond it the cache is emptied. */
const MOST = 400

/**
 * Stamps a mark with its middle at (x, y).
 * @param name of everything that its look depends on
 * @param draw draws it once, around (0, 0), within `sidePx` each way
 */
export const stamp = (
  pen: CanvasRenderingContext2D,
  name: string,
  x: number,
  y: number,
  sidePx: number,
  draw: (pen: CanvasRenderingContext2D) => void,
): void => {
  const ratio = window.devicePixelRatio
  const key = `${name} ${ratio}`
  let sprite = kept.get(key)
  if (sprite === undefined) {
    if (kept.size >= MOST) kept.clear()
    sprite = document.createElement('canvas')
    sprite.width = Math.ceil(sidePx * ratio)
    sprite.height = sprite.width
    const own = sprite.getContext('2d')
    if (own === null) return
    own.scale(ratio, ratio)
    own.translate(sidePx / 2, sidePx / 2)
    draw(own)
    kept.set(key, sprite)
  }
  pen.drawImage(sprite, x - sidePx / 2, y - sidePx / 2, sidePx, sidePx)
}
