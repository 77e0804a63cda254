/** How much of a mission is really cut: cells of ground that the running blade has passed over, not waypoints reached. */
import {
  areaM2,
  boxOf,
  difference,
  type LocalFrame,
  offset,
  type PolygonXY,
  union,
  type XY,
} from '@greensward/geometry'
import { ok, type Result, refused } from '../common/result.ts'
import type { PolygonGeometry, Position } from '../course/course.ts'
import { polygonGeometryOf, polygonXY } from '../course/courseGeometry.ts'
import type { MissionGround } from '../plan/missionGround.ts'
import type { PlanLeg } from '../plan/missionPlan.ts'
import { OBSTACLE_CLEARANCE_M } from '../plan/planMission.ts'
import { crossingsOf } from './rowCrossings.ts'

/** Cells of a mission's ground, and which of them are cut. It changes as stretches are reported to it. */
export interface MownProgress {
  /** Reports a straight stretch driven with the blade on; returns how many cells it cut that were not cut before. */
  mow(from: Position, to: Position, widthM: number): number
  /** Share of the mowable cells that are cut, 0 to 1; 0 where nothing is mowable. */
  share(): number
  /** Square metres of the cells that are cut. */
  cutM2(): number
  /** Uncut areas, without pieces smaller than a cell. */
  uncut(): readonly PolygonGeometry[]
  /** The state as short text, for the database. */
  save(): string
}

export interface ProgressRefusal {
  readonly kind: 'otherGround'
  readonly message: string
}

/** With an eighth of the width, the cells that are cut add up to the area that is, within a thousandth. */
const CELLS_A_WIDTH = 8
/** Of saved states of version 1. */
const CELLS_A_WIDTH_1 = 4

/** Larger ground gets larger cells, so that a row of the database stays small. */
const MOST_CELLS = 1_000_000

interface Grid {
  readonly frame: LocalFrame
  readonly minX: number
  readonly minY: number
  readonly cellM: number
  readonly columns: number
  readonly rows: number
  /** 1 where the middle of the cell may be mown. */
  readonly mowable: Uint8Array
  readonly count: number
}

const gridOf = ({ frame, boundary, obstacles }: MissionGround, widthM: number, cellsAWidth = CELLS_A_WIDTH): Grid => {
  const blocked = offset(
    obstacles.map(({ polygon }) => polygon),
    OBSTACLE_CLEARANCE_M,
  )
  const free = difference([boundary], union(blocked))
  const box = boxOf(boundary.outer)
  const [width, height] = [box.maxX - box.minX, box.maxY - box.minY]
  const cellM = Math.max(widthM / cellsAWidth, Math.sqrt((width * height) / MOST_CELLS))
  const columns = Math.max(1, Math.ceil(width / cellM))
  const rows = Math.max(1, Math.ceil(height / cellM))
  const mowable = new Uint8Array(columns * rows)
  let count = 0
  for (const [row, xs] of crossingsOf(free, box.minY + cellM / 2, cellM, rows).entries())
    for (let i = 0; i + 1 < xs.length; i += 2) {
      const first = Math.max(0, Math.ceil(((xs[i] ?? 0) - box.minX) / cellM - 0.5))
      const last = Math.min(columns - 1, Math.floor(((xs[i + 1] ?? 0) - box.minX) / cellM - 0.5))
      for (let column = first; column <= last; column++) {
        const at = row * columns + column
        if (mowable[at] === 0) count++
        mowable[at] = 1
      }
    }
  return { frame, minX: box.minX, minY: box.minY, cellM, columns, rows, mowable, count }
}

/** Starts with nothing cut. The ground and the width of the blade alone decide the cells. */
export const mownProgress = (ground: MissionGround, widthM: number): MownProgress => {
  const grid = gridOf(ground, widthM)
  return progressOn(grid, new Uint8Array(grid.mowable.length))
}

const progressOn = (grid: Grid, cut: Uint8Array): MownProgress => {
  const { frame, minX, minY, cellM, columns, rows, mowable, count } = grid
  let done = cut.reduce((sum, cell, at) => sum + (cell & (mowable[at] ?? 0)), 0)

  const mow = (from: Position, to: Position, widthM: number): number => {
    const a = frame.toLocal(from)
    const b = frame.toLocal(to)
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    const half = widthM / 2
    if (!Number.isFinite(length + half) || half <= 0 || length === 0) return 0
    const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
    // Half a cell past both ends closes the wedges between the stretches of a curve.
    const past = cellM / 2
    const low = Math.max(0, Math.floor((Math.min(a[1], b[1]) - half - past - minY) / cellM))
    const high = Math.min(rows - 1, Math.ceil((Math.max(a[1], b[1]) + half + past - minY) / cellM))
    const west = Math.max(0, Math.floor((Math.min(a[0], b[0]) - half - past - minX) / cellM))
    const east = Math.min(columns - 1, Math.ceil((Math.max(a[0], b[0]) + half + past - minX) / cellM))
    let fresh = 0
    for (let row = low; row <= high; row++)
      for (let column = west; column <= east; column++) {
        const at = row * columns + column
        if (mowable[at] !== 1 || cut[at] === 1) continue
        const dx = minX + (column + 0.5) * cellM - a[0]
        const dy = minY + (row + 0.5) * cellM - a[1]
        const along = dx * ux + dy * uy
        if (along < -past || along > length + past || Math.abs(dx * uy - dy * ux) > half) continue
        cut[at] = 1
        fresh++
      }
    done += fresh
    return fresh
  }

  return {
    mow,
    share: () => (count === 0 ? 0 : done / count),
    cutM2: () => done * cellM ** 2,
    uncut: () => piecesOf(grid, at => cut[at] === 0, cellM * 0.6),
    save: () => `${gridKey(grid)}:${runsOf(cut)}`,
  }
}

/** The mowable cells that are wanted, as areas. @param crumbM what is narrower than twice this is left out */
const piecesOf = (grid: Grid, isWanted: (at: number) => boolean, crumbM: number): readonly PolygonGeometry[] => {
  const { frame, columns, rows, mowable } = grid
  const strips: PolygonXY[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const from = column
      while (column < columns && mowable[row * columns + column] === 1 && isWanted(row * columns + column)) column++
      if (column > from) strips.push(stripOf(grid, row, from, column))
    }
  const whole = offset(offset(union(strips), -crumbM, 'mitre'), crumbM, 'mitre')
  return whole.map(polygon => polygonGeometryOf(frame, polygon))
}

/** The cells of a row from one column to before another. */
const stripOf = ({ minX, minY, cellM }: Grid, row: number, from: number, to: number): PolygonXY => {
  const [x1, x2] = [minX + from * cellM, minX + to * cellM]
  const [y1, y2] = [minY + row * cellM, minY + (row + 1) * cellM]
  const outer: XY[] = [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ]
  return { outer, holes: [] }
}

/** Fingerprint of the cells, so that a saved state is never read for another area. */
const gridKey = ({ columns, rows, count }: Grid, version = 2): string => `${version}:${columns}x${rows}:${count}`

/** Lengths of the runs of uncut and cut cells in turn, beginning with uncut, to the base 36. */
const runsOf = (cut: Uint8Array): string => {
  const runs: string[] = []
  let value = 0
  let length = 0
  for (const cell of cut) {
    if (cell !== value) {
      runs.push(length.toString(36))
      value = cell
      length = 0
    }
    length++
  }
  return [...runs, length.toString(36)].join('..')
}

/** @returns 1 where a cell was cut; undefined for a state of another grid, or a damaged text */
const cutOf = (grid: Grid, key: string, saved: string): Uint8Array | undefined => {
  if (!saved.startsWith(`${key}:`)) return undefined
  const cut = new Uint8Array(grid.mowable.length)
  let at = 0
  for (const [i, run] of saved
    .slice(key.length + 1)
    .split('..')
    .entries()) {
    const length = /^[0-9a-z]{1,8}$/.test(run) ? Number.parseInt(run, 36) : Number.NaN
    if (!(at + length <= cut.length)) return undefined
    if (i % 2 === 1) cut.fill(1, at, at + length)
    at += length
  }
  return at === cut.length ? cut : undefined
}

/** Of each cell, whether the larger one that its middle is in was cut. */
const refined = (grid: Grid, from: Grid, coarse: Uint8Array): Uint8Array => {
  const cut = new Uint8Array(grid.mowable.length)
  const inLarge = (index: number): number => Math.floor(((index + 0.5) * grid.cellM) / from.cellM)
  for (let row = 0; row < grid.rows; row++)
    for (let column = 0; column < grid.columns; column++)
      cut[row * grid.columns + column] = coarse[inLarge(row) * from.columns + inLarge(column)] ?? 0
  return cut
}

/** The state that was saved on this ground; undefined for one of other ground, another blade or a damaged text. */
const savedOn = (ground: MissionGround, widthM: number, saved: string): { grid: Grid; cut: Uint8Array } | undefined => {
  const grid = gridOf(ground, widthM)
  const cut = cutOf(grid, gridKey(grid), saved)
  if (cut !== undefined) return { grid, cut }
  const before = gridOf(ground, widthM, CELLS_A_WIDTH_1)
  const coarse = cutOf(before, gridKey(before, 1), saved)
  return coarse === undefined ? undefined : { grid, cut: refined(grid, before, coarse) }
}

/** Continues from a saved state; refuses one of other ground, another blade or a damaged text. */
export const mownProgressFrom = (
  ground: MissionGround,
  widthM: number,
  saved: string,
): Result<MownProgress, ProgressRefusal> => {
  const found = savedOn(ground, widthM, saved)
  if (found !== undefined) return ok(progressOn(found.grid, found.cut))
  return refused({
    kind: 'otherGround',
    message: 'The saved progress belongs to other ground or another blade',
  })
}

/** Mows a plan as it is planned. */
export const mowLegs = (
  progress: Pick<MownProgress, 'mow'>,
  legs: readonly Pick<PlanLeg, 'bladeOn' | 'points'>[],
  widthM: number,
): void => {
  for (const { bladeOn, points } of legs)
    if (bladeOn)
      for (const [i, to] of points.entries()) {
        const from = points[i - 1]
        if (from !== undefined) progress.mow(from, to, widthM)
      }
}

/** Narrower than this share of the blade is where a mower drove beside its path, as all do. */
const MISSED_WIDTHS = 1 / 3
/** Shorter is where the blade starts and stops at the ends of a swath. */
const MISSED_LENGTH_M = 5

/**
 * Ground that a driven plan should have cut and did not: pieces at least a third of a blade wide, of the area that 5 m of a swath cut.
 * @returns in square metres; 0 for a saved state of other ground
 */
export const missedM2 = (
  ground: MissionGround,
  widthM: number,
  saved: string,
  legs: readonly Pick<PlanLeg, 'bladeOn' | 'points'>[],
): number => {
  const found = savedOn(ground, widthM, saved)
  if (found === undefined) return 0
  const { grid, cut } = found
  const planned = new Uint8Array(cut.length)
  const path = progressOn(grid, planned)
  mowLegs(path, legs, widthM)
  const pieces = piecesOf(grid, at => planned[at] === 1 && cut[at] === 0, (widthM * MISSED_WIDTHS) / 2)
  const areas = pieces.map(piece => areaM2(polygonXY(grid.frame, piece)))
  return areas.filter(area => area >= widthM * MISSED_LENGTH_M).reduce((sum, area) => sum + area, 0)
}
