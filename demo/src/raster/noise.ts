/** Smooth chance over the plane, and the grain of grass; both the same on every machine. */
import { chance } from '../course/chance.ts'

/** Reading a typed array outside its bounds gives 0; the indices of the hot loops are inside by construction. */
export const cell = (array: Float32Array | Uint8Array, index: number): number => array[index] ?? 0

const LATTICE = 256

/** A periodic lattice of values -1..1, read smoothly between its points. */
export const smoothNoise = (seed: string): ((x: number, y: number) => number) => {
  const next = chance(seed)
  const lattice = Float32Array.from({ length: LATTICE * LATTICE }, () => next() * 2 - 1)
  return (x, y) => {
    const ix = Math.floor(x)
    const iy = Math.floor(y)
    const fx = x - ix
    const fy = y - iy
    const u = fx * fx * (3 - 2 * fx)
    const v = fy * fy * (3 - 2 * fy)
    const x0 = ix & (LATTICE - 1)
    const x1 = (ix + 1) & (LATTICE - 1)
    const y0 = (iy & (LATTICE - 1)) * LATTICE
    const y1 = ((iy + 1) & (LATTICE - 1)) * LATTICE
    const south = cell(lattice, y0 + x0) * (1 - u) + cell(lattice, y0 + x1) * u
    const north = cell(lattice, y1 + x0) * (1 - u) + cell(lattice, y1 + x1) * u
    return south * (1 - v) + north * v
  }
}

/** Octaves of smooth noise, each half as long and weaker by `decay`; about -1..1. */
export const layeredNoise = (seed: string, longestM: number, octaves: number, decay = 0.55) => {
  const layers = Array.from({ length: octaves }, (_, i) => ({
    noise: smoothNoise(`${seed} ${i}`),
    scale: 2 ** i / longestM,
    weight: decay ** i,
  }))
  const sum = layers.reduce((total, layer) => total + layer.weight, 0)
  return (x: number, y: number): number => {
    let value = 0
    for (const layer of layers) value += layer.noise(x * layer.scale + 31.7, y * layer.scale + 11.3) * layer.weight
    return (value / sum) * 1.6
  }
}

/** Side of the grain tile in pixels; a power of two, so that it wraps by a mask. */
export const GRAIN_SIDE = 1024

/** A tile of grain, -1..1: single blades and small tufts together. */
export const grainTile = (): Float32Array => {
  const next = chance('grain')
  const white = Float32Array.from({ length: GRAIN_SIDE * GRAIN_SIDE }, () => next() * 2 - 1)
  const tile = new Float32Array(white.length)
  const mask = GRAIN_SIDE - 1
  for (let y = 0; y < GRAIN_SIDE; y++) {
    const up = ((y + mask) & mask) * GRAIN_SIDE
    const down = ((y + 1) & mask) * GRAIN_SIDE
    const row = y * GRAIN_SIDE
    for (let x = 0; x < GRAIN_SIDE; x++) {
      const left = (x + mask) & mask
      const right = (x + 1) & mask
      const tuft =
        cell(white, row + left) +
        cell(white, row + right) +
        cell(white, up + x) +
        cell(white, down + x) +
        cell(white, row + x) +
        cell(white, up + left) +
        cell(white, down + right)
      tile[row + x] = cell(white, row + x) * 0.45 + tuft * 0.24
    }
  }
  return tile
}
