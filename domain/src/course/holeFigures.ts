/** What is proposed for a hole whose course has not said it. */
import { headingOfDeg, lengthM, localFrame } from '@greensward/geometry'
import type { Position } from './course.ts'

/** Par by length, as the World Handicap System guides for men: up to 240 m, up to 450 m, beyond. */
export const parByLength = (metres: number): number => (metres <= 240 ? 3 : metres <= 450 ? 4 : 5)

/** Minutes a group may take on a hole of this par; a rule of thumb of four and a half hours for a round. */
export const paceMinutes = (par: number): number => Math.min(120, 3 * par + 3)

const NUMBER = /\d{1,3}/

/** The number in the name of a hole, such as 7 of 'Hole 7'; null where there is none. */
export const holeNumber = (name: string | undefined): number | null => {
  const number = Number(NUMBER.exec(name ?? '')?.[0] ?? Number.NaN)
  return number >= 1 ? number : null
}

/**
 * The lowest number that no hole has, in a name like those of the others.
 * @param names of all holes that there are
 */
export const nextHole = (names: readonly string[]): { readonly name: string; readonly number: number } => {
  const taken = new Set(names.map(holeNumber))
  let number = 1
  while (taken.has(number)) number++
  const alike = names.find(name => holeNumber(name) !== null)
  return { name: alike === undefined ? String(number) : alike.replace(NUMBER, String(number)), number }
}

/** Direction of a line from its first to its last point, whole degrees clockwise from north. */
export const bearingOfLineDeg = (points: readonly Position[]): number => {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return 0
  const frame = localFrame(first)
  return Math.round(headingOfDeg(frame.toLocal(first), frame.toLocal(last))) % 360
}

const isSameBearing = (a: number, b: number): boolean => {
  const turn = Math.abs(a - b) % 360
  return Math.min(turn, 360 - turn) <= 1
}

/** The base angle of a hole whose line is changed: one that followed the line still follows it, one that a person chose stays. */
export const baseAngleAfter = (baseAngle: number, before: readonly Position[], after: readonly Position[]): number =>
  isSameBearing(baseAngle, bearingOfLineDeg(before)) ? bearingOfLineDeg(after) : baseAngle

const lineM = (points: readonly Position[]): number => {
  const [first] = points
  if (first === undefined) return 0
  const frame = localFrame(first)
  return lengthM(points.map(point => frame.toLocal(point)))
}

/**
 * What a hole gets that is only a line from tee to green.
 * @param names of the holes that there are: the new one gets the next number
 */
export const drawnHole = (points: readonly Position[], names: readonly string[]) => {
  const par = parByLength(lineM(points))
  const { name, number } = nextHole(names)
  return {
    name,
    baseAngle: bearingOfLineDeg(points),
    par,
    rating: 0,
    pass: paceMinutes(par),
    sort: number,
    isActive: true,
    view: null,
  }
}
