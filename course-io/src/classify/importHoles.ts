/** The holes of an imported course. */
import { holeNumber, paceMinutes, parByLength, positionOf } from '@greensward/domain'
import {
  contains,
  distanceToLineM,
  headingOfDeg,
  type LocalFrame,
  lengthM,
  type PolylineXY,
  type XY,
} from '@greensward/geometry'
import type { ImportLedger, MeantElement } from './importLedger.ts'
import { lineOf, refOf } from './importMeaning.ts'
import { linesOf, polygonsOf } from './importShape.ts'
import type { ImportHole } from './importZones.ts'

/** Adds the holes, those with a number first, and gives their lines for the zones to find. */
export const readHoles = (
  book: ImportLedger,
  frame: LocalFrame,
  read: readonly MeantElement[],
  newId: () => string,
): ImportHole[] => {
  const greens = read
    .filter(({ meaning }) => meaning.kind === 'zone' && meaning.word === 'green')
    .flatMap(({ element }) => polygonsOf(frame, element.geometry).shapes)
  const toGreenM = (point: XY | undefined): number =>
    point === undefined
      ? Number.POSITIVE_INFINITY
      : Math.min(
          Number.POSITIVE_INFINITY,
          ...greens.map(green => (contains(green, point) ? 0 : distanceToLineM(green.outer, point))),
        )
  const found = read
    .filter(({ meaning }) => meaning.kind === 'hole')
    .flatMap(({ element }) =>
      book.usable(element.id, 'hole', linesOf(frame, element.geometry)).map(line => ({
        element,
        line,
        ref: refOf(element.tags) ?? (element.isDrawing ? holeNumber(element.tags.name) : null),
      })),
    )
    .sort((a, b) => (a.ref ?? 1_001) - (b.ref ?? 1_001))
  return found.map(({ element, line: drawn, ref: said }, i) => {
    const { tags } = element
    // Holes without a number in the file follow after those that have one.
    const ref = said ?? i + 1
    // A hole is drawn from tee to green; where it begins on a green and ends on none it was drawn the other way.
    const line = toGreenM(drawn[0]) === 0 && toGreenM(drawn[drawn.length - 1]) > 30 ? drawn.toReversed() : drawn
    const hole: ImportHole = { id: newId(), ref, line }
    const saidPar = Number.parseInt(tags.par ?? '', 10)
    const par = saidPar >= 1 && saidPar <= 9 ? saidPar : parByLength(lengthM(line))
    const handicap = Number.parseFloat(tags.handicap ?? '')
    book.add({
      type: 'Feature',
      id: hole.id,
      kind: 'hole',
      geometry: { type: 'LineString', coordinates: line.map(point => positionOf(frame, point)) },
      properties: {
        name: lineOf(tags.name, 60) ?? `Hole ${ref}`,
        baseAngle: bearingOf(line),
        par,
        rating: handicap >= 0 && handicap <= 200 ? handicap : 0,
        pass: paceMinutes(par),
        sort: Math.min(1_000, ref),
        isActive: true,
        view: null,
      },
    })
    return hole
  })
}

const bearingOf = (line: PolylineXY): number => {
  const [first, last] = [line[0], line[line.length - 1]]
  const heading = first === undefined || last === undefined ? 0 : headingOfDeg(first, last)
  return (Math.round(heading * 10) / 10) % 360
}
