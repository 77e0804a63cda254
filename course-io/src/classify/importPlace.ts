/** Where the course of a file is, and what of the file belongs to it. */
import { boxIndex, type MapBounds, positionOf } from '@greensward/domain'
import { boxOf, contains, type LocalFrame, localFrame, type XY } from '@greensward/geometry'
import { type ImportElement, positionsOf } from './importElement.ts'
import type { MeantElement } from './importLedger.ts'
import { meaningOf } from './importMeaning.ts'
import { polygonsOf } from './importShape.ts'

/** Things that are not golf are imported when they reach this near to the course, metres. */
const NEAR_COURSE_M = 30
const BOUNDS_MARGIN_M = 100

/** Box round the outlines of the course, or round everything golf when no outline is in the file; null without any. */
export const courseBounds = (elements: readonly ImportElement[]): MapBounds | null => {
  const read = elements.map((element): MeantElement => ({ element, meaning: meaningOf(element) }))
  const frame = courseFrame(read)
  const outlines = read.filter(({ meaning }) => meaning.kind === 'outline')
  const around = outlines.length > 0 ? outlines : read.filter(isGolf)
  const points = around.flatMap(({ element }) => localPositions(frame, element))
  if (points.length === 0) return null
  const box = boxOf(points)
  return {
    topLeft: positionOf(frame, [box.minX - BOUNDS_MARGIN_M, box.maxY + BOUNDS_MARGIN_M]),
    bottomRight: positionOf(frame, [box.maxX + BOUNDS_MARGIN_M, box.minY - BOUNDS_MARGIN_M]),
  }
}

const isGolf = ({ element, meaning }: MeantElement): boolean =>
  element.own !== undefined || element.tags.golf !== undefined || meaning.kind === 'outline'

const isOnEarth = (place: readonly number[]): boolean =>
  Math.abs(place[0] ?? 999) <= 180 && Math.abs(place[1] ?? 999) <= 90

export const localPositions = (frame: LocalFrame, { geometry }: ImportElement): XY[] =>
  positionsOf(geometry)
    .filter(isOnEarth)
    .map(place => frame.toLocal([place[0] ?? 0, place[1] ?? 0]))

/** A frame at the median of what is golf, so that one stray position far away does not bend the metres. */
export const courseFrame = (read: readonly MeantElement[]): LocalFrame => {
  const golf = read.filter(isGolf)
  const firsts = (golf.length > 0 ? golf : read).flatMap(({ element }) => {
    const first = positionsOf(element.geometry).find(isOnEarth)
    return first === undefined ? [] : [first]
  })
  const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  return localFrame([median(firsts.map(place => place[0] ?? 0)), median(firsts.map(place => place[1] ?? 0))])
}

/** Whether a thing that is not golf belongs to the course: it reaches into an outline, or near to the golf without one. */
export const courseTest = (frame: LocalFrame, read: readonly MeantElement[]): ((points: readonly XY[]) => boolean) => {
  const outlines = read
    .filter(({ meaning }) => meaning.kind === 'outline')
    .flatMap(({ element }) => polygonsOf(frame, element.geometry).shapes)
  if (outlines.length > 0) return points => points.some(point => outlines.some(outline => contains(outline, point)))
  const boxes = read
    .filter(isGolf)
    .map(({ element }) => boxOf(localPositions(frame, element)))
    .filter(box => box.minX <= box.maxX)
  const index = boxIndex(boxes)
  const near = ([x, y]: XY): boolean =>
    index.meeting({
      minX: x - NEAR_COURSE_M,
      minY: y - NEAR_COURSE_M,
      maxX: x + NEAR_COURSE_M,
      maxY: y + NEAR_COURSE_M,
    }).length > 0
  return points => points.some(near)
}
