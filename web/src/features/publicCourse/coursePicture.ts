/** The positions of course objects in a picture: metres, turned as the course's map is, y downwards. */
import type { Position, PublicCourse } from '@greensward/domain'
import { localFrame } from '@greensward/geometry'

export type Point = readonly [x: number, y: number]

export interface CoursePicture {
  /** Left, top, width and height with a margin; metres. */
  readonly box: readonly [number, number, number, number]
  readonly areas: readonly { readonly color: string; readonly rings: readonly (readonly Point[])[] }[]
  /** Tee first, in the order of the holes. */
  readonly lines: readonly (readonly Point[])[]
}

const MARGIN = 0.04
/** A course of which nothing is drawn yet. */
const EMPTY_M = 100

export const coursePictureOf = ({ holes, areas, degree }: PublicCourse): CoursePicture => {
  const places: readonly Position[] = [
    ...areas.flatMap(({ rings }) => rings.flat()),
    ...holes.flatMap(({ line }) => line),
  ]
  const frame = localFrame(places[0] ?? [0, 0])
  const turn = (degree * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const point = (place: Position): Point => {
    const [east, north] = frame.toLocal(place)
    return [east * cos + north * sin, east * sin - north * cos]
  }
  const lines = holes.map(({ line }) => line.map(point))
  const drawn = areas.map(({ color, rings }) => ({ color, rings: rings.map(ring => ring.map(point)) }))
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of [...lines.flat(), ...drawn.flatMap(({ rings }) => rings.flat())]) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  if (!(right >= left)) return { box: [0, 0, EMPTY_M, EMPTY_M], areas: drawn, lines }
  const margin = MARGIN * Math.max(right - left, bottom - top, 1)
  return {
    box: [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin],
    areas: drawn,
    lines,
  }
}
