/** Grids over the site that are read smoothly between their cells, and distances to shapes laid out on them. */
import type { Ring, XY } from '@greensward/geometry'
import { boxOf } from '../course/shape.ts'
import { HALF_SIDE_M } from '../course/site.ts'
import { cell } from './noise.ts'

/** Cells beyond the site's edge, so that reading never needs a test for the border. */
const PAD_CELLS = 2

export class Field {
  readonly cellM: number
  readonly side: number
  readonly values: Float32Array
  /** Metres of the first cell's middle, east and north alike. */
  readonly originM: number

  constructor(cellM: number) {
    this.cellM = cellM
    this.side = Math.ceil((2 * HALF_SIDE_M) / cellM) + 2 * PAD_CELLS + 1
    this.originM = -HALF_SIDE_M - PAD_CELLS * cellM
    this.values = new Float32Array(this.side * this.side)
  }

  /** The value at a place, bilinear. */
  at(x: number, y: number): number {
    const gx = Math.min(this.side - 2, Math.max(0, (x - this.originM) / this.cellM))
    const gy = Math.min(this.side - 2, Math.max(0, (y - this.originM) / this.cellM))
    const ix = gx | 0
    const iy = gy | 0
    const fx = gx - ix
    const fy = gy - iy
    const i = iy * this.side + ix
    const v = this.values
    const south = cell(v, i) + (cell(v, i + 1) - cell(v, i)) * fx
    const north = cell(v, i + this.side) + (cell(v, i + this.side + 1) - cell(v, i + this.side)) * fx
    return south + (north - south) * fy
  }

  metres(index: number): number {
    return this.originM + index * this.cellM
  }

  index(metres: number): number {
    return Math.min(this.side - 1, Math.max(0, Math.round((metres - this.originM) / this.cellM)))
  }

  fill(value: (x: number, y: number) => number): this {
    for (let iy = 0; iy < this.side; iy++) {
      for (let ix = 0; ix < this.side; ix++) this.values[iy * this.side + ix] = value(this.metres(ix), this.metres(iy))
    }
    return this
  }
}

/** Side of the blocks in which a distance field says whether anything of it is near, in metres. */
const BLOCK_M = 16

/** Distance to the edge of shapes in metres: positive inside, negative outside, cut off at the band on either side. */
export class DistanceField extends Field {
  readonly bandM: number
  private readonly blocks: Uint8Array
  private readonly blockSide: number

  constructor(cellM: number, bandM: number) {
    super(cellM)
    this.bandM = bandM
    this.values.fill(-bandM)
    this.blockSide = Math.ceil((2 * HALF_SIDE_M) / BLOCK_M) + 2
    this.blocks = new Uint8Array(this.blockSide * this.blockSide)
  }

  /** Whether any shape is within its band of this box. */
  touches(minX: number, minY: number, maxX: number, maxY: number): boolean {
    for (let by = this.block(minY); by <= this.block(maxY); by++) {
      for (let bx = this.block(minX); bx <= this.block(maxX); bx++) {
        if (cell(this.blocks, by * this.blockSide + bx) !== 0) return true
      }
    }
    return false
  }

  addRings(rings: readonly Ring[]): this {
    for (const ring of rings) {
      this.fillInside(ring)
      this.markBlocks(ring)
    }
    for (const ring of rings) {
      for (let i = 0; i < ring.length; i++) this.stampEdge(ring[i] ?? [0, 0], ring[(i + 1) % ring.length] ?? [0, 0])
    }
    return this
  }

  /** Strips of even width about chains. */
  addStrips(chains: readonly (readonly XY[])[], halfWidthM: number): this {
    for (const chain of chains) {
      this.markBlocks(chain)
      for (let i = 0; i + 1 < chain.length; i++) this.stampStrip(chain[i] ?? [0, 0], chain[i + 1] ?? [0, 0], halfWidthM)
    }
    return this
  }

  /** The union with another field of the same cells: where either is inside, this one is. */
  include(other: DistanceField): this {
    for (let i = 0; i < this.values.length; i++) {
      this.values[i] = Math.max(cell(this.values, i), cell(other.values, i))
    }
    for (let i = 0; i < this.blocks.length; i++) this.blocks[i] = cell(this.blocks, i) | cell(other.blocks, i)
    return this
  }

  private block(metres: number): number {
    return Math.min(this.blockSide - 1, Math.max(0, Math.floor((metres + HALF_SIDE_M) / BLOCK_M)))
  }

  private markBlocks(chain: readonly XY[]): void {
    const box = boxOf(chain)
    for (let by = this.block(box.minY - this.bandM); by <= this.block(box.maxY + this.bandM); by++) {
      for (let bx = this.block(box.minX - this.bandM); bx <= this.block(box.maxX + this.bandM); bx++) {
        this.blocks[by * this.blockSide + bx] = 1
      }
    }
  }

  private fillInside(ring: Ring): void {
    const box = boxOf(ring)
    for (let iy = this.index(box.minY); iy <= this.index(box.maxY); iy++) {
      const y = this.metres(iy)
      const crossings: number[] = []
      for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
        const a = ring[i] ?? [0, 0]
        const b = ring[j] ?? [0, 0]
        if (a[1] > y !== b[1] > y) crossings.push(((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0])
      }
      crossings.sort((a, b) => a - b)
      for (let k = 0; k + 1 < crossings.length; k += 2) {
        const from = Math.ceil(((crossings[k] ?? 0) - this.originM) / this.cellM)
        const to = Math.floor(((crossings[k + 1] ?? 0) - this.originM) / this.cellM)
        for (let ix = Math.max(0, from); ix <= Math.min(this.side - 1, to); ix++) {
          this.values[iy * this.side + ix] = this.bandM
        }
      }
    }
  }

  private stampEdge(a: XY, b: XY): void {
    this.around(a, b, this.bandM, (i, away) => {
      const now = cell(this.values, i)
      if (now > 0) {
        if (away < now) this.values[i] = away
      } else if (-away > now) this.values[i] = -away
    })
  }

  private stampStrip(a: XY, b: XY, halfWidthM: number): void {
    this.around(a, b, this.bandM + halfWidthM, (i, away) => {
      const inside = halfWidthM - away
      if (inside > cell(this.values, i)) this.values[i] = inside
    })
  }

  private around(a: XY, b: XY, reachM: number, visit: (i: number, awayM: number) => void): void {
    const x0 = this.index(Math.min(a[0], b[0]) - reachM)
    const x1 = this.index(Math.max(a[0], b[0]) + reachM)
    const y0 = this.index(Math.min(a[1], b[1]) - reachM)
    const y1 = this.index(Math.max(a[1], b[1]) + reachM)
    const dx = b[0] - a[0]
    const dy = b[1] - a[1]
    const squared = dx * dx + dy * dy
    for (let iy = y0; iy <= y1; iy++) {
      const py = this.metres(iy) - a[1]
      for (let ix = x0; ix <= x1; ix++) {
        const px = this.metres(ix) - a[0]
        const share = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared))
        const offX = px - share * dx
        const offY = py - share * dy
        const away = offX * offX + offY * offY
        if (away < reachM * reachM) visit(iy * this.side + ix, Math.sqrt(away))
      }
    }
  }
}
