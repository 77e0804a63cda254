/** The area that a cutting bar sweeps within an outline, on a raster of its own: an independent check of what reports count. */

export type LonLat = readonly [number, number]
type XY = readonly [number, number]

/** WGS 84. */
const SEMI_MAJOR_M = 6_378_137
const E2 = 0.006_694_379_990_14
const RAD = Math.PI / 180

/** Metres east and north of a point near by, by the radii of curvature there. */
export const planeAround = ([lon0, lat0]: LonLat): ((at: LonLat) => XY) => {
  const sin = Math.sin(lat0 * RAD)
  const across = SEMI_MAJOR_M / Math.sqrt(1 - E2 * sin * sin)
  const along = (SEMI_MAJOR_M * (1 - E2)) / (1 - E2 * sin * sin) ** 1.5
  const perLon = across * Math.cos(lat0 * RAD) * RAD
  return ([lon, lat]) => [(lon - lon0) * perLon, (lat - lat0) * along * RAD]
}

/** The side of a square. An edge of a field is off by a quarter of it on average, to either side. */
const SQUARE_M = 0.1

export class SweptArea {
  private readonly toPlane: (at: LonLat) => XY
  private readonly minX: number
  private readonly minY: number
  private readonly columns: number
  private readonly rows: number
  /** 1 within the outline, 2 swept. */
  private readonly squares: Uint8Array

  /** @param rings of a GeoJSON polygon */
  constructor(rings: readonly (readonly LonLat[])[]) {
    const [first] = rings[0] ?? []
    if (first === undefined) throw new Error('The outline is empty')
    this.toPlane = planeAround(first)
    const plane = rings.map(ring => ring.map(this.toPlane))
    const [xs, ys] = [plane.flatMap(ring => ring.map(([x]) => x)), plane.flatMap(ring => ring.map(([, y]) => y))]
    this.minX = xs.reduce((a, b) => Math.min(a, b))
    this.minY = ys.reduce((a, b) => Math.min(a, b))
    this.columns = Math.ceil((xs.reduce((a, b) => Math.max(a, b)) - this.minX) / SQUARE_M)
    this.rows = Math.ceil((ys.reduce((a, b) => Math.max(a, b)) - this.minY) / SQUARE_M)
    this.squares = new Uint8Array(this.columns * this.rows)
    this.fill(plane, (from, to) => this.squares.fill(1, from, to))
  }

  /** Along a path with the blade on; the bar is square to it and turns in its corners. */
  sweep(points: readonly LonLat[], widthM: number): void {
    const half = widthM / 2
    let before: XY | undefined
    for (const [i, point] of points.entries()) {
      const next = points[i + 1]
      if (next === undefined) return
      const [a, b] = [this.toPlane(point), this.toPlane(next)]
      const lengthM = Math.hypot(b[0] - a[0], b[1] - a[1])
      if (lengthM === 0) continue
      const side: XY = [(-(b[1] - a[1]) / lengthM) * half, ((b[0] - a[0]) / lengthM) * half]
      this.mark([beside(a, side, 1), beside(b, side, 1), beside(b, side, -1), beside(a, side, -1)])
      // Two triangles, of which one is swept already.
      if (before !== undefined)
        for (const sign of [1, -1]) this.mark([a, beside(a, before, sign), beside(a, side, sign)])
      before = side
    }
  }

  get sweptM2(): number {
    return this.count(2) * SQUARE_M ** 2
  }

  get outlineM2(): number {
    return (this.count(1) + this.count(2)) * SQUARE_M ** 2
  }

  private count(state: number): number {
    let count = 0
    for (const square of this.squares) if (square === state) count += 1
    return count
  }

  private mark(polygon: readonly XY[]): void {
    const { squares } = this
    this.fill([polygon], (from, to) => {
      for (let at = from; at < to; at += 1) if (squares[at] === 1) squares[at] = 2
    })
  }

  /** Squares whose middles are within the rings, by the even-odd rule, in runs of one row. */
  private fill(rings: readonly (readonly XY[])[], run: (from: number, to: number) => void): void {
    const ys = rings.flatMap(ring => ring.map(([, y]) => y))
    const first = Math.max(0, Math.floor((ys.reduce((a, b) => Math.min(a, b)) - this.minY) / SQUARE_M) - 1)
    const last = Math.min(this.rows - 1, Math.ceil((ys.reduce((a, b) => Math.max(a, b)) - this.minY) / SQUARE_M))
    for (let row = first; row <= last; row += 1) {
      const y = this.minY + (row + 0.5) * SQUARE_M
      const crossings: number[] = []
      for (const ring of rings)
        for (const [i, [x1, y1]] of ring.entries()) {
          const [x2, y2] = ring[(i + 1) % ring.length] ?? [x1, y1]
          if (y1 <= y !== y2 <= y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1))
        }
      crossings.sort((a, b) => a - b)
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        const from = Math.max(0, Math.ceil(((crossings[i] ?? 0) - this.minX) / SQUARE_M - 0.5))
        const to = Math.min(this.columns, Math.ceil(((crossings[i + 1] ?? 0) - this.minX) / SQUARE_M - 0.5))
        if (to > from) run(row * this.columns + from, row * this.columns + to)
      }
    }
  }
}

const beside = ([x, y]: XY, [dx, dy]: XY, sign: number): XY => [x + dx * sign, y + dy * sign]
