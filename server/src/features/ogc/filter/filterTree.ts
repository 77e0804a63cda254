/** A filter of CQL2 (OGC 21-065r2) as a tree, whichever way it was written, and how its faults are reported. */
import type { Position } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import { refuse } from '../../../platform/http/refusal.ts'

/** Where in the filter: a character of the text, counted from 1, or a path into the JSON. */
export type At = number | string

export type Operand =
  | { readonly is: 'property'; readonly name: string; readonly at: At }
  | { readonly is: 'value'; readonly value: string | number | boolean; readonly at: At }
  /** Milliseconds since 1970. */
  | { readonly is: 'moment'; readonly value: number; readonly at: At }
  | {
      readonly is: 'arithmetic'
      readonly sign: Arithmetic
      readonly left: Operand
      readonly right: Operand
      readonly at: At
    }
  /** A text whose case does not count. */
  | { readonly is: 'anyCase'; readonly text: Operand; readonly at: At }

export const ARITHMETIC = ['+', '-', '*', '/', '%', '^', 'div'] as const
export type Arithmetic = (typeof ARITHMETIC)[number]

export const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='] as const
export type Comparison = (typeof COMPARISONS)[number]

/** The parts of a geometry, or of several, in the system of the filter. */
export interface Shape {
  readonly points: readonly Position[]
  readonly lines: readonly (readonly Position[])[]
  readonly areas: readonly (readonly (readonly Position[])[])[]
}

export type Filter =
  | { readonly op: 'and' | 'or'; readonly args: readonly Filter[] }
  | { readonly op: 'not'; readonly arg: Filter }
  | { readonly op: 'compare'; readonly how: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly op: 'like'; readonly value: Operand; readonly pattern: Operand }
  | { readonly op: 'between'; readonly value: Operand; readonly low: Operand; readonly high: Operand }
  | { readonly op: 'in'; readonly value: Operand; readonly list: readonly Operand[] }
  | { readonly op: 'isNull'; readonly value: Operand }
  /** A condition that is a value itself: a column of booleans, or TRUE. */
  | { readonly op: 'holds'; readonly value: Operand }
  | { readonly op: 'intersects'; readonly property: string; readonly shape: Shape; readonly at: At }

/** The address of a request is not much longer. */
export const LONGEST_FILTER = 6_000
export const DEEPEST_FILTER = 20
/** Corners of all shapes: each is compared with each edge of a feature. */
export const MOST_CORNERS = 100

/** @throws Refusal wrongParameter, which names the fault and its position */
export const filterFault = (what: Said): never =>
  refuse('wrongParameter', { name: 'filter', why: what }, { fields: { 'query.filter': what } })

export const refuseDeeper = (depth: number): void => {
  if (depth > DEEPEST_FILTER) filterFault(said('filterTooDeep', { most: DEEPEST_FILTER }))
}

/** Of what is named in a fault. */
export const LONGEST_SHOWN = 40

/** S_INTERSECTS of the name of a property and a shape, in either order. @throws Refusal for two of a kind */
export const intersection = (a: string | Shape | undefined, b: string | Shape | undefined, at: At): Filter => {
  const [property, shape] = typeof a === 'string' ? [a, b] : [b, a]
  return typeof property === 'string' && typeof shape === 'object'
    ? { op: 'intersects', property, shape, at }
    : filterFault(said('filterOneShape', { at }))
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** @throws Refusal for text that is not a day or moment of RFC 3339 in UTC */
export const momentAt = (text: string, at: At, kind: 'date' | 'timestamp'): Operand => {
  const value = (kind === 'date' ? DAY : MOMENT).test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(value) ? filterFault(said('filterMoment', { at })) : { is: 'moment', value, at }
}

const cornersOf = ({ points, lines, areas }: Shape): number =>
  points.length + lines.flat().length + areas.flat(2).length

const shapesIn = (filter: Filter): readonly Shape[] => {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.args.flatMap(shapesIn)
    case 'not':
      return shapesIn(filter.arg)
    case 'intersects':
      return [filter.shape]
    default:
      return []
  }
}

/** @throws Refusal for shapes of too many corners */
export const withFewCorners = (filter: Filter): Filter => {
  const count = shapesIn(filter).reduce((sum, shape) => sum + cornersOf(shape), 0)
  return count > MOST_CORNERS ? filterFault(said('filterTooManyCorners', { most: MOST_CORNERS })) : filter
}
