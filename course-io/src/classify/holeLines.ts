/** The lines that become holes: one for each hole, though a file may have one for each tee, or only ends as points. */
import { holeNumber } from '@greensward/domain'
import {
  areaM2,
  contains,
  distanceM,
  distanceToLineM,
  type LocalFrame,
  lengthM,
  type PolylineXY,
  type XY,
} from '@greensward/geometry'
import { type HoleLine, holesOfEnds } from './holeEnds.ts'
import type { ImportLedger, MeantElement } from './importLedger.ts'
import { courseOf, lineOf, numberOfEnd, numberOfName, refOf } from './importMeaning.ts'
import { linesOf, polygonsOf } from './importShape.ts'

/** Lines of one hole from its tees end on one green, metres apart at most. */
const SAME_END_M = 45
/** Lines without a number are one hole where the shorter stays this near to the longer, metres. */
const SAME_LINE_M = 25

const endOf = (line: PolylineXY): XY => line[line.length - 1] ?? [0, 0]

const isSameHole = (a: HoleLine, b: HoleLine): boolean => {
  if (a.ref !== b.ref || a.course !== b.course) return false
  if (distanceM(endOf(a.line), endOf(b.line)) > SAME_END_M) return false
  if (a.ref !== null) return true
  const [long, short] = lengthM(a.line) >= lengthM(b.line) ? [a.line, b.line] : [b.line, a.line]
  return short.every(point => distanceToLineM(long, point) <= SAME_LINE_M)
}

/** More lines than this cannot all be holes, and comparing each with each would take long. */
const MOST_COMPARED = 1_000

/** Of the lines of one hole the longest, which begins at the tee that is farthest back. */
const onePerHole = (book: ImportLedger, lines: readonly HoleLine[]): HoleLine[] => {
  if (lines.length > MOST_COMPARED) return [...lines]
  const kept: HoleLine[] = []
  for (const one of lines.toSorted((a, b) => lengthM(b.line) - lengthM(a.line))) {
    if (kept.some(other => isSameHole(one, other))) book.ignore('golf=hole from another tee')
    else kept.push(one)
  }
  return kept
}

interface Outline {
  readonly name: string
  readonly polygons: readonly Parameters<typeof contains>[0][]
  readonly area: number
}

const outlinesOf = (frame: LocalFrame, read: readonly MeantElement[]): readonly Outline[] =>
  read
    .flatMap(({ element, meaning }): Outline[] => {
      const name = lineOf(element.tags.name, 40)
      if (meaning.kind !== 'outline' || name === undefined) return []
      const polygons = polygonsOf(frame, element.geometry).shapes
      return [{ name, polygons, area: polygons.reduce((sum, polygon) => sum + areaM2(polygon), 0) }]
    })
    .sort((a, b) => a.area - b.area)

/** Holes in the order of their courses and numbers; those without a number follow after the others. */
export const holeLines = (book: ImportLedger, frame: LocalFrame, read: readonly MeantElement[]): HoleLine[] => {
  const greens = read
    .filter(({ meaning }) => meaning.kind === 'zone' && meaning.word === 'green')
    .flatMap(({ element }) => polygonsOf(frame, element.geometry).shapes)
  const toGreenM = (point: XY): number =>
    Math.min(
      Number.POSITIVE_INFINITY,
      ...greens.map(green => (contains(green, point) ? 0 : distanceToLineM(green.outer, point))),
    )
  const outlines = outlinesOf(frame, read)
  const courseAt = (line: PolylineXY): string | null => {
    if (outlines.length < 2) return null
    const middle = line[Math.floor(line.length / 2)] ?? [0, 0]
    return outlines.find(({ polygons }) => polygons.some(polygon => contains(polygon, middle)))?.name ?? null
  }
  const drawn = read
    .filter(({ meaning }) => meaning.kind === 'hole' && meaning.end === undefined)
    .flatMap(({ element }) =>
      book.usable(element.id, 'hole', linesOf(frame, element.geometry)).map((points): HoleLine => {
        const { tags, isDrawing = false } = element
        // A hole is drawn from tee to green; where it begins on a green and ends on none it was drawn the other way.
        const isBackwards = points[0] !== undefined && toGreenM(points[0]) === 0 && toGreenM(endOf(points)) > 30
        const line = isBackwards ? points.toReversed() : points
        const byName = isDrawing
          ? (numberOfEnd(tags.name) ?? holeNumber(tags.name?.replace(/par\W*\d/i, '')))
          : numberOfName(tags.name)
        return { element, line, ref: refOf(tags) ?? byName ?? null, course: courseOf(tags) ?? courseAt(line) }
      }),
    )
  const lines = onePerHole(book, drawn)
  const places = new Map(drawn.map((one, i) => [one, i]))
  const placeOf = (one: HoleLine): number => places.get(one) ?? drawn.length
  return [...lines, ...holesOfEnds(book, frame, read, lines)].sort(
    (a, b) => (a.ref ?? 1_001) - (b.ref ?? 1_001) || placeOf(a) - placeOf(b),
  )
}
