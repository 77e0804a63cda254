/** Trees from above: each crown a heap of leaf cushions lit from the north-west, its shadow cast to the south-east. */
import { between, chance } from '../course/chance.ts'
import { blend, type Canvas, type Rgb, shadow, toPixel } from './canvas.ts'
import { cell } from './noise.ts'
import type { Species, Tree } from './scatter.ts'

const SIDE = 64
const VARIANTS = 24

interface Crown {
  /** How much of a cell the crown covers, 0..1. */
  readonly cover: Float32Array
  /** Light on it, about 0.2..1.3. */
  readonly light: Float32Array
}

type HeightAt = (u: number, v: number) => number

/** Cushions heaped on a dome; below zero is outside. */
const leafHeap = (seed: string): HeightAt => {
  const next = chance(seed)
  const cushions = Array.from({ length: 17 }, (_, i) => {
    const turn = i * 2.39996 + next() * 0.9
    const away = Math.sqrt((i + 0.4) / 17) * 0.7
    const size = between(next, 0.24, 0.36) * (1.1 - away * 0.25)
    return { u: Math.cos(turn) * away, v: Math.sin(turn) * away, size, base: 0.62 * (1 - away * away) }
  })
  return (u, v) => {
    let height = -1
    for (const cushion of cushions) {
      const squared = (u - cushion.u) ** 2 + (v - cushion.v) ** 2
      const inside = cushion.size * cushion.size - squared
      if (inside > 0) height = Math.max(height, cushion.base + Math.sqrt(inside))
    }
    return height
  }
}

/** A cone with ragged whorls. */
const pineCone = (seed: string): HeightAt => {
  const next = chance(seed)
  const arms = Math.round(between(next, 7, 10))
  const phase = next() * 6.3
  return (u, v) => {
    const away = Math.hypot(u, v)
    const turn = Math.atan2(v, u)
    const reach = 0.86 + 0.12 * Math.cos(arms * turn + phase) + 0.05 * Math.cos(arms * 2.3 * turn)
    if (away > reach) return -1
    return (1 - away / reach) * 1.25 + 0.07 * Math.cos(arms * turn + phase + away * 9)
  }
}

const drawCrown = (height: HeightAt): Crown => {
  const cover = new Float32Array(SIDE * SIDE)
  const light = new Float32Array(SIDE * SIDE)
  const step = 2 / SIDE
  for (let j = 0; j < SIDE; j++) {
    for (let i = 0; i < SIDE; i++) {
      const u = (i + 0.5) * step - 1
      const v = (j + 0.5) * step - 1
      const z = height(u, v)
      if (z < 0) continue
      const east = height(u + step * 1.5, v)
      const west = height(u - step * 1.5, v)
      const south = height(u, v + step * 1.5)
      const north = height(u, v - step * 1.5)
      const slopeU = (Math.max(-0.2, east) - Math.max(-0.2, west)) / (step * 3)
      const slopeV = (Math.max(-0.2, south) - Math.max(-0.2, north)) / (step * 3)
      const length = Math.hypot(slopeU, slopeV, 1)
      // Light from the north-west, fairly high: (-0.5, -0.5, 0.7) with v pointing south.
      const lambert = Math.max(0, (slopeU * 0.5 + slopeV * 0.5 + 0.7) / length)
      const k = j * SIDE + i
      cover[k] = 1
      light[k] = (0.3 + 0.62 * lambert) * (0.55 + 0.5 * Math.min(1, z))
    }
  }
  return { cover, light }
}

const COLOUR: Readonly<Record<Species, readonly [Rgb, Rgb]>> = {
  oak: [
    [86, 124, 56],
    [72, 108, 50],
  ],
  beech: [
    [104, 142, 62],
    [84, 124, 54],
  ],
  birch: [
    [128, 158, 82],
    [108, 142, 72],
  ],
  pine: [
    [58, 98, 62],
    [46, 82, 56],
  ],
  copper: [
    [122, 76, 62],
    [104, 62, 56],
  ],
  bush: [
    [98, 132, 60],
    [78, 114, 54],
  ],
}

/** Bilinear in a crown's grid; outside it is 0. */
const read = (grid: Float32Array, gx: number, gy: number): number => {
  const ix = Math.floor(gx)
  const iy = Math.floor(gy)
  if (ix < 0 || iy < 0 || ix >= SIDE - 1 || iy >= SIDE - 1) return 0
  const fx = gx - ix
  const fy = gy - iy
  const k = iy * SIDE + ix
  const top = cell(grid, k) * (1 - fx) + cell(grid, k + 1) * fx
  const bottom = cell(grid, k + SIDE) * (1 - fx) + cell(grid, k + SIDE + 1) * fx
  return top * (1 - fy) + bottom * fy
}

/** Draws trees in the given order. `grain` is the tile of single leaves. */
export const paintTrees = (
  canvas: Canvas,
  trees: readonly Tree[],
  grain: (column: number, row: number) => number,
): void => {
  const leafy = Array.from({ length: VARIANTS }, (_, i) => drawCrown(leafHeap(`crown ${i}`)))
  const pines = Array.from({ length: VARIANTS / 2 }, (_, i) => drawCrown(pineCone(`pine ${i}`)))
  const { eastM, southM } = canvas.place
  for (const tree of trees) {
    const set = tree.species === 'pine' ? pines : leafy
    const crown = set[Math.floor(tree.lot * set.length)]
    if (crown === undefined) continue
    const radiusM = tree.species === 'pine' ? tree.radiusM * 0.82 : tree.radiusM
    const [column, row] = toPixel(canvas.place, tree.at[0], tree.at[1])
    const rx = radiusM / eastM
    const ry = radiusM / southM
    // A crown floats above its shadow: the taller the tree, the farther the shadow falls.
    const fall = tree.species === 'bush' ? 0.35 : tree.species === 'pine' ? 0.8 : 0.55
    const each = (
      dx: number,
      dy: number,
      grow: number,
      visit: (c: number, r: number, gx: number, gy: number) => void,
    ) => {
      for (let r = Math.floor(row + dy - ry * grow); r <= Math.ceil(row + dy + ry * grow); r++) {
        for (let c = Math.floor(column + dx - rx * grow); c <= Math.ceil(column + dx + rx * grow); c++) {
          const gx = (((c + 0.5 - column - dx) / (rx * grow) + 1) * SIDE) / 2 - 0.5
          const gy = (((r + 0.5 - row - dy) / (ry * grow) + 1) * SIDE) / 2 - 0.5
          visit(c, r, gx, gy)
        }
      }
    }
    each(rx * fall, ry * fall, 1.12, (c, r, gx, gy) => {
      const depth = read(crown.cover, gx, gy)
      if (depth > 0) shadow(canvas, c, r, depth * 0.5)
    })
    const [bright, deep] = COLOUR[tree.species]
    const tone = (tree.lot * 5.7) % 1
    const red = bright[0] * tone + deep[0] * (1 - tone)
    const green = bright[1] * tone + deep[1] * (1 - tone)
    const blue = bright[2] * tone + deep[2] * (1 - tone)
    each(0, 0, 1, (c, r, gx, gy) => {
      const cover = read(crown.cover, gx, gy)
      if (cover <= 0.02) return
      const light = (read(crown.light, gx, gy) / Math.max(0.2, cover)) * (1 + grain(c, r) * 0.12) * 1.12
      const glow = Math.max(0, light - 0.8) * 26
      blend(canvas, c, r, red * light + glow * 1.2, green * light + glow, blue * light, cover * 0.97)
    })
  }
}
