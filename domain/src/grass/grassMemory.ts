/**
 * When each square metre of a zone was last cut, by which mower and which way it drove. The cells are those of a lattice
 * that stays where it is when the zone is redrawn, so that a changed outline keeps the past of what it still holds.
 */
import { type LocalFrame, localFrame, type XY } from '@greensward/geometry'
import type { PolygonGeometry, Position } from '../course/course.ts'
import { frameAround, polygonXY } from '../course/courseGeometry.ts'
import { crossingsOf } from './rowCrossings.ts'

/** Where a zone's cells are: squares of one metre, counted from the origin of a local frame. */
export interface GrassLattice {
  /** Longitude and latitude of the frame's origin. */
  readonly origin: Position
  /** The least cell east and north of the origin; cell 0 reaches from 0 to 1 m. */
  readonly minX: number
  readonly minY: number
  readonly columns: number
  readonly rows: number
}

export interface GrassMemory extends GrassLattice {
  readonly frame: LocalFrame
  /** 1 where the middle of the cell is in the zone. */
  readonly ground: Uint8Array
  /** Minutes since 1970 of the last cut; 0 is never. */
  readonly minutes: Uint32Array
  /** Direction of motion in 256ths of a circle, clockwise from north. */
  readonly headings: Uint8Array
  /** Place in `mowerIds`, counted from 1; 0 is nobody. */
  readonly mowers: Uint8Array
  readonly mowerIds: readonly string[]
}

export const MINUTE_MS = 60_000

/** A row has 255 mowers at the most; the one that came first is forgotten for the next. */
const MOST_MOWERS = 255

const boxOf = (points: readonly XY[]): Omit<GrassLattice, 'origin'> => {
  let [west, south, east, north] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  for (const [x, y] of points) {
    west = Math.min(west, x)
    south = Math.min(south, y)
    east = Math.max(east, x)
    north = Math.max(north, y)
  }
  const [minX, minY] = [Math.floor(west), Math.floor(south)]
  return { minX, minY, columns: Math.max(1, Math.ceil(east) - minX), rows: Math.max(1, Math.ceil(north) - minY) }
}

const groundOf = (geometry: PolygonGeometry, frame: LocalFrame, lattice: Omit<GrassLattice, 'origin'>): Uint8Array => {
  const { minX, minY, columns, rows } = lattice
  const ground = new Uint8Array(columns * rows)
  for (const [row, xs] of crossingsOf([polygonXY(frame, geometry)], minY + 0.5, 1, rows).entries())
    for (let i = 0; i + 1 < xs.length; i += 2) {
      const first = Math.max(0, Math.ceil((xs[i] ?? 0) - minX - 0.5))
      const last = Math.min(columns - 1, Math.floor((xs[i + 1] ?? 0) - minX - 0.5))
      for (let column = first; column <= last; column++) ground[row * columns + column] = 1
    }
  return ground
}

/**
 * The memory of a zone as it is drawn now.
 * @param before what is known of the zone as it was drawn then; cells outside the new outline are forgotten
 */
export const grassMemory = (geometry: PolygonGeometry, before?: GrassMemory): GrassMemory => {
  const outline = geometry.coordinates[0] ?? []
  const origin = before?.origin ?? frameAround(outline).origin
  const frame = before?.frame ?? localFrame(origin)
  const lattice = boxOf(outline.map(position => frame.toLocal(position)))
  const { minX, minY, columns, rows } = lattice
  const ground = groundOf(geometry, frame, lattice)
  const fresh = {
    minutes: new Uint32Array(columns * rows),
    headings: new Uint8Array(columns * rows),
    mowers: new Uint8Array(columns * rows),
  }
  if (before !== undefined)
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const [x, y] = [column + minX - before.minX, row + minY - before.minY]
        const to = row * columns + column
        if (x < 0 || y < 0 || x >= before.columns || y >= before.rows || ground[to] !== 1) continue
        const from = y * before.columns + x
        fresh.minutes[to] = before.minutes[from] ?? 0
        fresh.headings[to] = before.headings[from] ?? 0
        fresh.mowers[to] = before.mowers[from] ?? 0
      }
  return { origin: [origin[0], origin[1]], ...lattice, frame, ground, ...fresh, mowerIds: before?.mowerIds ?? [] }
}

/** The memory with this mower among those it knows, and the mower's number in it. */
export const withMower = (memory: GrassMemory, mowerId: string): { memory: GrassMemory; mower: number } => {
  const known = memory.mowerIds.indexOf(mowerId)
  if (known >= 0) return { memory, mower: known + 1 }
  if (memory.mowerIds.length < MOST_MOWERS) {
    const mowerIds = [...memory.mowerIds, mowerId]
    return { memory: { ...memory, mowerIds }, mower: mowerIds.length }
  }
  const mowers = memory.mowers.map(each => (each <= 1 ? 0 : each - 1))
  return { memory: { ...memory, mowers, mowerIds: [...memory.mowerIds.slice(1), mowerId] }, mower: MOST_MOWERS }
}

/** A straight piece that was driven with the blade on. */
export interface Cut {
  readonly from: Position
  readonly to: Position
  readonly widthM: number
  /** When, in minutes since 1970. */
  readonly minute: number
  readonly mower: number
}

/** Degrees clockwise from north. */
const headingOf = (a: XY, b: XY): number => ((Math.atan2(b[0] - a[0], b[1] - a[1]) * 180) / Math.PI + 360) % 360

/**
 * Writes a cut into the memory: every cell of the zone whose middle is within half the width of the driven piece. A cell
 * that was cut later already keeps what it has.
 * @returns how many cells it cut
 */
export const rememberCut = (memory: GrassMemory, { from, to, widthM, minute, mower }: Cut): number => {
  const { frame, minX, minY, columns, rows, ground, minutes, headings, mowers } = memory
  const [a, b] = [frame.toLocal(from), frame.toLocal(to)]
  const half = widthM / 2
  const lengthSquared = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
  if (!Number.isFinite(lengthSquared + half) || half <= 0 || lengthSquared === 0) return 0
  const heading = Math.round((headingOf(a, b) * 256) / 360) % 256
  const west = Math.max(0, Math.floor(Math.min(a[0], b[0]) - half - minX - 0.5))
  const east = Math.min(columns - 1, Math.ceil(Math.max(a[0], b[0]) + half - minX - 0.5))
  const low = Math.max(0, Math.floor(Math.min(a[1], b[1]) - half - minY - 0.5))
  const high = Math.min(rows - 1, Math.ceil(Math.max(a[1], b[1]) + half - minY - 0.5))
  let cells = 0
  for (let row = low; row <= high; row++)
    for (let column = west; column <= east; column++) {
      const at = row * columns + column
      if (ground[at] !== 1 || (minutes[at] ?? 0) > minute) continue
      const [dx, dy] = [minX + column + 0.5 - a[0], minY + row + 0.5 - a[1]]
      const along = (dx * (b[0] - a[0]) + dy * (b[1] - a[1])) / lengthSquared
      const nearest = Math.max(0, Math.min(1, along))
      const [offX, offY] = [dx - nearest * (b[0] - a[0]), dy - nearest * (b[1] - a[1])]
      if (offX * offX + offY * offY > half * half) continue
      minutes[at] = minute
      headings[at] = heading
      mowers[at] = mower
      cells++
    }
  return cells
}

const VERSION = 1
const CELL_BYTES = 6

/** The cells as bytes: a version, then all times (little-endian), all headings, all mowers. */
export const packGrass = ({ minutes, headings, mowers }: GrassMemory): Uint8Array => {
  const bytes = new Uint8Array(1 + minutes.length * CELL_BYTES)
  bytes[0] = VERSION
  const view = new DataView(bytes.buffer)
  for (const [at, minute] of minutes.entries()) view.setUint32(1 + at * 4, minute, true)
  bytes.set(headings, 1 + minutes.length * 4)
  bytes.set(mowers, 1 + minutes.length * 5)
  return bytes
}

/**
 * Reads what `packGrass` wrote; undefined for bytes that are not of this lattice. Which cells are in the zone is not
 * known from them: `grassMemory` with the zone's outline says that.
 */
export const unpackGrass = (
  lattice: GrassLattice,
  mowerIds: readonly string[],
  bytes: Uint8Array,
): GrassMemory | undefined => {
  const cells = lattice.columns * lattice.rows
  if (bytes[0] !== VERSION || bytes.length !== 1 + cells * CELL_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const minutes = new Uint32Array(cells)
  for (let at = 0; at < cells; at++) minutes[at] = view.getUint32(1 + at * 4, true)
  return {
    ...lattice,
    frame: localFrame(lattice.origin),
    ground: new Uint8Array(cells).fill(1),
    minutes,
    headings: bytes.slice(1 + cells * 4, 1 + cells * 5),
    mowers: bytes.slice(1 + cells * 5),
    mowerIds,
  }
}

/** The memory of one cell. */
export interface CutCell {
  readonly at: Date
  readonly headingDeg: number
  readonly mowerId: string | null
}

/** The last cut of the ground below a position; undefined outside the zone and where it never was cut. */
export const cutAt = (memory: GrassMemory, position: Position): CutCell | undefined => {
  const [x, y] = memory.frame.toLocal(position)
  const [column, row] = [Math.floor(x) - memory.minX, Math.floor(y) - memory.minY]
  if (column < 0 || row < 0 || column >= memory.columns || row >= memory.rows) return undefined
  const at = row * memory.columns + column
  const minute = memory.minutes[at] ?? 0
  if (minute === 0) return undefined
  return {
    at: new Date(minute * MINUTE_MS),
    headingDeg: ((memory.headings[at] ?? 0) * 360) / 256,
    mowerId: memory.mowerIds[(memory.mowers[at] ?? 0) - 1] ?? null,
  }
}

/** A zone wants to be cut again when this much of it is past its interval. */
export const OVERDUE_SHARE = 0.25

export interface GrassSummary {
  /** Share of the zone that was ever cut, 0 to 1. */
  readonly mownShare: number
  /** Share whose due day is over, or that was never cut; null where nothing says when it is due. */
  readonly overdueShare: number | null
  /** The latest cut of the zone, and who cut then. */
  readonly lastAt: Date | null
  readonly lastMowerId: string | null
  /** The moment before which a quarter of what was ever cut was cut last. */
  readonly oldestAt: Date | null
  /** The moment before which a quarter of the zone was cut last: its last cut as a whole. Null where a quarter never was cut. */
  readonly wholeAt: Date | null
}

/** @param overdueBefore what was cut last before this moment is overdue; null where nothing says when it is due */
export const grassSummary = (memory: GrassMemory, overdueBefore: Date | null): GrassSummary => {
  const { ground, minutes, mowers, mowerIds } = memory
  const due = overdueBefore === null ? null : overdueBefore.getTime() / MINUTE_MS
  const cut: number[] = []
  let [cells, overdue, last, lastMower] = [0, 0, 0, 0]
  for (const [at, inside] of ground.entries()) {
    if (inside === 0) continue
    cells++
    const minute = minutes[at] ?? 0
    if (due !== null && minute < due) overdue++
    if (minute === 0) continue
    cut.push(minute)
    if (minute > last) [last, lastMower] = [minute, mowers[at] ?? 0]
  }
  cut.sort((a, b) => a - b)
  const oldest = cut[Math.floor(cut.length / 4)]
  // Cells that were never cut come before all others.
  const whole = cut[Math.ceil(cells * OVERDUE_SHARE) - 1 - (cells - cut.length)]
  return {
    mownShare: cells === 0 ? 0 : cut.length / cells,
    overdueShare: due === null ? null : cells === 0 ? 0 : overdue / cells,
    lastAt: last === 0 ? null : new Date(last * MINUTE_MS),
    lastMowerId: mowerIds[lastMower - 1] ?? null,
    oldestAt: oldest === undefined ? null : new Date(oldest * MINUTE_MS),
    wholeAt: whole === undefined ? null : new Date(whole * MINUTE_MS),
  }
}

const BIN_DEG = 5
const BINS = 180 / BIN_DEG

/** Metres that were cut in a zone by the line they were driven on: a bin for each five degrees from 0 to 180. */
export type CutLengths = readonly number[]

export const NO_LENGTHS: CutLengths = Array.from({ length: BINS }, () => 0)

/** Adds a driven piece to the lengths, as far as it is in the zone. */
export const addLength = (
  lengths: CutLengths,
  memory: GrassMemory,
  { from, to }: Pick<Cut, 'from' | 'to'>,
): CutLengths => {
  const { frame, minX, minY, columns, rows, ground } = memory
  const [a, b] = [frame.toLocal(from), frame.toLocal(to)]
  const lengthM = Math.hypot(b[0] - a[0], b[1] - a[1])
  if (!Number.isFinite(lengthM) || lengthM === 0) return lengths
  const steps = Math.max(1, Math.round(lengthM))
  let inside = 0
  for (let step = 0; step < steps; step++) {
    const share = (step + 0.5) / steps
    const column = Math.floor(a[0] + (b[0] - a[0]) * share) - minX
    const row = Math.floor(a[1] + (b[1] - a[1]) * share) - minY
    if (column >= 0 && row >= 0 && column < columns && row < rows && ground[row * columns + column] === 1) inside++
  }
  if (inside === 0) return lengths
  const bin = Math.floor((headingOf(a, b) % 180) / BIN_DEG) % BINS
  return lengths.map((length, at) => (at === bin ? length + (lengthM * inside) / steps : length))
}

/**
 * The line that most of the metres were cut on, 0 to 180 degrees clockwise from north; undefined for none. Laps round an
 * edge go every way and so decide nothing where there are swaths.
 */
export const mainLineDeg = (lengths: CutLengths): number | undefined => {
  const near = (at: number): number => lengths[(at + BINS) % BINS] ?? 0
  let [best, most] = [-1, 0]
  for (let at = 0; at < BINS; at++) {
    const sum = near(at - 1) + near(at) + near(at + 1)
    if (sum > most) [best, most] = [at, sum]
  }
  if (best < 0) return undefined
  const lean = (near(best + 1) - near(best - 1)) / most
  return ((best + 0.5 + lean) * BIN_DEG + 180) % 180
}
