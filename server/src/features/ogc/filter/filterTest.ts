/** A filter becomes a test of features, once its columns and the types of its values are checked. */
import { type Cell, COLUMNS, type CourseNames, flatFeature } from '@greensward/course-io/columns'
import type { CourseFeature, FeatureKind } from '@greensward/domain'
import { said } from '@greensward/messages'
import { type Crs, geometryIn } from '../crs.ts'
import { type Arithmetic, type At, type Comparison, type Filter, filterFault, type Operand } from './filterTree.ts'
import { shapeOfGeometry, shapesMeet } from './shapesMeet.ts'

/** The property that S_INTERSECTS takes. */
export const GEOMETRY = 'geometry'

type Row = Readonly<Record<string, Cell | undefined>>
/** Null is neither true nor false: of an empty cell nothing is known, and its opposite is not known either. */
type Truth = boolean | null
type Test = (row: Row, feature: CourseFeature) => Truth
type Type = 'text' | 'number' | 'boolean' | 'moment'
type Value = string | number | boolean | null

interface Typed {
  readonly type: Type
  readonly at: At
  /** Of what is written in the filter. */
  readonly constant: Value
  readonly of: (row: Row) => Value
}

const CELLS = { text: 'text', real: 'number', integer: 'number', boolean: 'boolean', moment: 'moment' } as const
const VALUES = { string: 'text', number: 'number', boolean: 'boolean' } as const

const wrongType = (at: At): never => filterFault(said('filterTypes', { at }))

const constantOf = (type: Type, value: string | number | boolean, at: At): Typed => ({
  type,
  at,
  constant: value,
  of: () => value,
})

const resultOf = (sign: Arithmetic, a: number, b: number): number => {
  switch (sign) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return a / b
    case '%':
      return a % b
    case '^':
      return a ** b
    case 'div':
      return Math.trunc(a / b)
  }
}

/** Nothing is known of what is divided by zero. */
const computed = (sign: Arithmetic, left: Typed, right: Typed): Typed => {
  for (const { type, at } of [left, right]) if (type !== 'number') wrongType(at)
  const result = (a: Value, b: Value): Value => {
    const value = typeof a === 'number' && typeof b === 'number' ? resultOf(sign, a, b) : Number.NaN
    return Number.isFinite(value) ? value : null
  }
  return {
    type: 'number',
    at: left.at,
    constant: result(left.constant, right.constant),
    of: row => result(left.of(row), right.of(row)),
  }
}

const inOneCase = (text: Typed): Typed => {
  if (text.type !== 'text') wrongType(text.at)
  const folded = (value: Value): Value => (typeof value === 'string' ? value.toLowerCase() : value)
  return { ...text, constant: folded(text.constant), of: row => folded(text.of(row)) }
}

const typed = (kind: FeatureKind, operand: Operand): Typed => {
  const { at } = operand
  if (operand.is === 'arithmetic') return computed(operand.sign, typed(kind, operand.left), typed(kind, operand.right))
  if (operand.is === 'anyCase') return inOneCase(typed(kind, operand.text))
  if (operand.is === 'moment') return constantOf('moment', operand.value, at)
  if (operand.is === 'value') {
    const { value } = operand
    return constantOf(VALUES[typeof value as keyof typeof VALUES], value, at)
  }
  const column = COLUMNS[kind].find(({ name }) => name === operand.name)
  if (column === undefined) return filterFault(said('filterUnknownProperty', { name: operand.name.slice(0, 60), at }))
  const type = CELLS[column.type]
  return {
    type,
    at,
    constant: null,
    of: row => {
      const cell = row[operand.name] ?? null
      return type === 'moment' && typeof cell === 'string' ? Date.parse(cell) : cell
    },
  }
}

/** Programs send moments as text, and yes or no as 1 or 0. */
const as = (wanted: Type, given: Typed): Typed => {
  const { type, constant, at } = given
  if (type === wanted) return given
  if (wanted === 'moment' && typeof constant === 'string') {
    const moment = Date.parse(constant)
    if (!Number.isNaN(moment)) return constantOf('moment', moment, at)
  }
  if (wanted === 'boolean' && (constant === 0 || constant === 1)) return constantOf('boolean', constant === 1, at)
  return wrongType(at)
}

/** Of a column and a value, the column says the type. */
const matched = (a: Typed, b: Typed): readonly [Typed, Typed] =>
  a.constant === null ? [a, as(a.type, b)] : [as(b.type, a), b]

const isTrue = (how: Comparison, a: NonNullable<Value>, b: NonNullable<Value>): boolean => {
  switch (how) {
    case '=':
      return a === b
    case '<>':
      return a !== b
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
  }
}

const comparison = (how: Comparison, left: Typed, right: Typed): Test => {
  const [a, b] = matched(left, right)
  if (a.type === 'boolean' && how !== '=' && how !== '<>') wrongType(a.at)
  return row => {
    const [x, y] = [a.of(row), b.of(row)]
    return x === null || y === null ? null : isTrue(how, x, y)
  }
}

const not = (truth: Truth): Truth => (truth === null ? null : !truth)

/** @param end the truth that one of them is enough for: false of AND, true of OR */
const joined =
  (tests: readonly Test[], end: boolean): Test =>
  (row, feature) => {
    let result: Truth = !end
    for (const test of tests) {
      const truth = test(row, feature)
      if (truth === end) return end
      if (truth === null) result = null
    }
    return result
  }

const TEXT_OF_ANY_LENGTH = Symbol('%')
const ANY_LETTER = Symbol('_')

const partsOf = (pattern: string): (string | symbol)[] => {
  const parts: (string | symbol)[] = []
  const letters = [...pattern]
  for (let i = 0; i < letters.length; i++) {
    const letter = letters[i] ?? ''
    if (letter === '\\' && i + 1 < letters.length) {
      i += 1
      parts.push(letters[i] ?? '')
    } else parts.push(letter === '%' ? TEXT_OF_ANY_LENGTH : letter === '_' ? ANY_LETTER : letter)
  }
  return parts
}

/** Goes back to the last % only, so that no pattern takes longer than its length times that of the text. */
export const isLike = (text: string, pattern: string): boolean => {
  const [letters, parts] = [[...text], partsOf(pattern)]
  let [at, part, retryAt, retryPart] = [0, 0, 0, -1]
  while (at < letters.length) {
    const wanted = parts[part]
    if (wanted === TEXT_OF_ANY_LENGTH) {
      retryPart = part
      retryAt = at
      part += 1
    } else if (wanted === ANY_LETTER || (wanted !== undefined && wanted === letters[at])) {
      at += 1
      part += 1
    } else if (retryPart >= 0) {
      retryAt += 1
      at = retryAt
      part = retryPart + 1
    } else return false
  }
  return parts.slice(part).every(rest => rest === TEXT_OF_ANY_LENGTH)
}

/** @throws Refusal wrongParameter for an unknown column and for values of another type than its own */
const testOf = (filter: Filter, kind: FeatureKind, crs: Crs): Test => {
  const operand = (given: Operand): Typed => typed(kind, given)
  switch (filter.op) {
    case 'and':
    case 'or':
      return joined(
        filter.args.map(arg => testOf(arg, kind, crs)),
        filter.op === 'or',
      )
    case 'not': {
      const inner = testOf(filter.arg, kind, crs)
      return (row, feature) => not(inner(row, feature))
    }
    case 'compare':
      return comparison(filter.how, operand(filter.left), operand(filter.right))
    case 'between': {
      const value = operand(filter.value)
      const tests = [comparison('>=', value, operand(filter.low)), comparison('<=', value, operand(filter.high))]
      return joined(tests, false)
    }
    case 'in': {
      const value = operand(filter.value)
      return joined(
        filter.list.map(one => comparison('=', value, operand(one))),
        true,
      )
    }
    case 'like': {
      const [value, pattern] = [operand(filter.value), operand(filter.pattern)]
      const { constant } = pattern
      if (value.type !== 'text') return wrongType(value.at)
      if (typeof constant !== 'string') return wrongType(pattern.at)
      return row => {
        const text = value.of(row)
        return typeof text === 'string' ? isLike(text, constant) : null
      }
    }
    case 'isNull': {
      const value = operand(filter.value)
      return row => value.of(row) === null
    }
    case 'holds': {
      const value = operand(filter.value)
      if (value.type !== 'boolean') return wrongType(value.at)
      return row => {
        const truth = value.of(row)
        return typeof truth === 'boolean' ? truth : null
      }
    }
    case 'intersects': {
      const { property, shape, at } = filter
      if (property !== GEOMETRY) return filterFault(said('filterUnknownProperty', { name: property.slice(0, 60), at }))
      return (_, { geometry }) => shapesMeet(shapeOfGeometry(geometryIn(geometry, crs)), shape)
    }
  }
}

/** @param crs of the coordinates in the filter */
export const filterTest = (
  filter: Filter,
  { kind, crs, names }: { readonly kind: FeatureKind; readonly crs: Crs; readonly names: CourseNames },
): ((feature: CourseFeature) => boolean) => {
  const test = testOf(filter, kind, crs)
  return feature => test(flatFeature(feature, names), feature) === true
}
