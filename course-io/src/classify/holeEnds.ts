/** Holes of which a file has only the ends: tees and greens, as points or as areas, with the number of their hole. */
import { positionOf } from '@greensward/domain'
import { boxOf, distanceM, type LocalFrame, type PolygonXY, type PolylineXY, type XY } from '@greensward/geometry'
import { type Said, said } from '@greensward/messages'
import type { ImportElement } from './importElement.ts'
import type { ImportLedger, MeantElement } from './importLedger.ts'
import { courseOf, numberOfEnd, refOf } from './importMeaning.ts'
import { placeOfShape, polygonsOf } from './importShape.ts'

export interface HoleLine {
  readonly element: ImportElement
  /** From tee to green, metres. */
  readonly line: PolylineXY
  /** Null where the file says no number. */
  readonly ref: number | null
  /** Null where the file names no course. */
  readonly course: string | null
}

/** Points and areas of one green are this near to each other, metres. */
const SAME_GREEN_M = 80
/** The longest hole of the world has 1,097 yards. */
const LONGEST_HOLE_M = 1_100
const SHORTEST_HOLE_M = 1

/** Devices for golfers keep the front, the middle and the back of a green. */
const MIDDLE = /\b(?:middle|mid|cent(?:re|er)|mitte|centro)\b/i

interface End {
  readonly element: ImportElement
  readonly at: XY
}

interface Ends {
  readonly ref: number
  readonly course: string | null
  readonly teePoints: End[]
  readonly greenPoints: End[]
  readonly teeAreas: End[]
  readonly greenAreas: End[]
}

const middleOf = (ends: readonly End[]): XY => {
  const [x, y] = ends.reduce<XY>(([sx, sy], { at }) => [sx + at[0], sy + at[1]], [0, 0])
  return [x / ends.length, y / ends.length]
}

const middleOfArea = ({ outer }: PolygonXY): XY => {
  const { minX, minY, maxX, maxY } = boxOf(outer)
  return [(minX + maxX) / 2, (minY + maxY) / 2]
}

/** The end of which a thing tells the place, and whether it is a point. */
const endOf = ({ element, meaning }: MeantElement): { end: 'tee' | 'green'; isPoint: boolean } | undefined => {
  if (meaning.kind === 'hole' && meaning.end !== undefined) return { end: meaning.end, isPoint: true }
  // Tags have lines for holes; in a drawing the areas may be all there is.
  if (element.isDrawing !== true || meaning.kind !== 'zone') return undefined
  return meaning.word === 'tee' || meaning.word === 'green' ? { end: meaning.word, isPoint: false } : undefined
}

const endsByHole = (
  book: ImportLedger,
  frame: LocalFrame,
  read: readonly MeantElement[],
  known: readonly HoleLine[],
): readonly Ends[] => {
  const holes = new Map<string, Ends>()
  for (const one of read) {
    const { element } = one
    const found = endOf(one)
    const ref = refOf(element.tags) ?? numberOfEnd(element.tags.name)
    if (found === undefined || ref === undefined) continue
    const { end, isPoint } = found
    const course = courseOf(element.tags) ?? null
    if (known.some(hole => hole.ref === ref && (course === null || hole.course === null || hole.course === course))) {
      if (isPoint) book.ignore('a tee or green that is a point')
      continue
    }
    // An area says as a zone what is wrong with it.
    const [at] = isPoint
      ? book.usable(element.id, 'hole', placeOfShape(frame, element.geometry))
      : polygonsOf(frame, element.geometry).shapes.map(middleOfArea)
    if (at === undefined) continue
    const key = `${ref} ${course ?? ''}`
    const ends = holes.get(key) ?? { ref, course, teePoints: [], greenPoints: [], teeAreas: [], greenAreas: [] }
    ends[`${end}${isPoint ? 'Points' : 'Areas'}`].push({ element, at })
    holes.set(key, ends)
  }
  return [...holes.values()]
}

/** The line from the tee that is farthest back to the middle of the green, for each hole whose ends are clear. */
export const holesOfEnds = (
  book: ImportLedger,
  frame: LocalFrame,
  read: readonly MeantElement[],
  known: readonly HoleLine[],
): HoleLine[] =>
  endsByHole(book, frame, read, known).flatMap(({ ref, course, teePoints, greenPoints, teeAreas, greenAreas }) => {
    const points = [...teePoints, ...greenPoints]
    const tees = teePoints.length > 0 ? teePoints : teeAreas
    const greens = greenAreas.length > 0 ? greenAreas : greenPoints
    const unclear = (what: Said): [] => {
      // Of numbered areas alone nobody expects a hole.
      const [first] = points
      if (first !== undefined) {
        const at = positionOf(frame, first.at)
        book.report(first.element.id, 'hole', { reason: 'unclearHole', ...what, at }, false)
      }
      return []
    }
    if (greens.length === 0) return unclear(said('holeWithoutGreen', { number: ref }))
    if (tees.length === 0) return unclear(said('holeWithoutTee', { number: ref }))
    const all = [...greenAreas, ...greenPoints]
    const middle = greenPoints.find(({ element }) => MIDDLE.test(element.tags.name ?? ''))?.at ?? middleOf(greens)
    const apartM = Math.max(...all.map(({ at }) => distanceM(at, middle)))
    if (apartM > SAME_GREEN_M) return unclear(said('holeGreensApart', { number: ref, metres: Math.round(apartM) }))
    const [back] = tees.toSorted((a, b) => distanceM(b.at, middle) - distanceM(a.at, middle))
    const lengthM = back === undefined ? 0 : distanceM(back.at, middle)
    if (back === undefined || lengthM < SHORTEST_HOLE_M || lengthM > LONGEST_HOLE_M)
      return unclear(said('holeEndsApart', { number: ref, metres: Math.round(lengthM) }))
    const { name: _, ...tags } = back.element.tags
    return [{ element: { ...back.element, tags }, line: [back.at, middle], ref, course }]
  })
