/** The holes of an imported course. */
import { paceMinutes, parByLength, positionOf } from '@greensward/domain'
import { headingOfDeg, type LocalFrame, lengthM, type PolylineXY } from '@greensward/geometry'
import type { HoleLine } from './holeEnds.ts'
import { holeLines } from './holeLines.ts'
import type { ImportLedger, MeantElement } from './importLedger.ts'
import { lineOf, numberOfName, parOf } from './importMeaning.ts'
import type { ImportHole } from './importZones.ts'

/** The numbers of one course after those of another, so that the courses follow each other in every list. */
const SORT_STEP = 100

/** Each hole with its number; one without a number in the file gets the lowest that its course does not have. */
const numbered = (holes: readonly HoleLine[]) => {
  const taken = new Map<string | null, Set<number>>()
  for (const { course, ref } of holes) if (ref !== null) taken.set(course, (taken.get(course) ?? new Set()).add(ref))
  return holes.map(hole => {
    if (hole.ref !== null) return { ...hole, ref: hole.ref }
    const numbers = taken.get(hole.course) ?? new Set()
    taken.set(hole.course, numbers)
    let ref = 1
    while (numbers.has(ref)) ref += 1
    numbers.add(ref)
    return { ...hole, ref }
  })
}

/** Names of courses say something where two of them have a hole of one number, as on 27, 36 or 54 holes. */
const courseNames = (holes: readonly { readonly course: string | null; readonly ref: number }[]): readonly string[] => {
  const byNumber = new Map<number, Set<string | null>>()
  for (const { ref, course } of holes) byNumber.set(ref, (byNumber.get(ref) ?? new Set()).add(course))
  const courses = [...new Set(holes.flatMap(({ course }) => course ?? []))].toSorted((a, b) => a.localeCompare(b))
  return courses.length > 1 && [...byNumber.values()].some(({ size }) => size > 1) ? courses : []
}

/** Adds the holes, those with a number first, and gives their lines for the zones to find. */
export const readHoles = (
  book: ImportLedger,
  frame: LocalFrame,
  read: readonly MeantElement[],
  newId: () => string,
): ImportHole[] => {
  const holes = numbered(holeLines(book, frame, read))
  const courses = courseNames(holes)
  return holes.map(({ element, line, ref, course }) => {
    const { tags } = element
    const at = course === null ? -1 : courses.indexOf(course)
    const label = at < 0 || course === null ? String(ref) : `${course} ${ref}`
    const hole: ImportHole = { id: newId(), ref, label, line }
    const par = parOf(tags) ?? parByLength(lengthM(line))
    const handicap = Number.parseFloat(tags.handicap ?? '')
    // A name that is only a number does not say which course it is of.
    const name = at >= 0 && numberOfName(tags.name) === ref ? undefined : lineOf(tags.name, 60)
    book.add(element.id, {
      type: 'Feature',
      id: hole.id,
      kind: 'hole',
      geometry: { type: 'LineString', coordinates: line.map(point => positionOf(frame, point)) },
      properties: {
        name: name ?? (at < 0 ? `Hole ${ref}` : label),
        baseAngle: bearingOf(line),
        par,
        rating: handicap >= 0 && handicap <= 200 ? handicap : 0,
        pass: paceMinutes(par),
        sort: Math.min(1_000, Math.max(0, at) * SORT_STEP + ref),
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
