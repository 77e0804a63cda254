/** CQL2 JSON: the same conditions as in text, as a tree of operators. */
import { said } from '@greensward/messages'
import { boxShape, shapeOf } from './cql2Shape.ts'
import {
  ARITHMETIC,
  COMPARISONS,
  type Filter,
  filterFault,
  intersection,
  LONGEST_FILTER,
  LONGEST_SHOWN,
  momentAt,
  type Operand,
  refuseDeeper,
  type Shape,
  withFewCorners,
} from './filterTree.ts'

type Members = Readonly<Record<string, unknown>>

const unexpected = (value: unknown, at: string): never =>
  filterFault(said('filterUnexpected', { found: (JSON.stringify(value) ?? '').slice(0, LONGEST_SHOWN), at }))

const membersOf = (value: unknown, at: string): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : unexpected(value, at)

const operand = (value: unknown, at: string, depth = 0): Operand => {
  refuseDeeper(depth)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { is: 'value', value, at }
  const { property, timestamp, date, op } = membersOf(value, at)
  if (typeof property === 'string') return { is: 'property', name: property, at }
  if (typeof timestamp === 'string') return momentAt(timestamp, at, 'timestamp')
  if (typeof date === 'string') return momentAt(date, at, 'date')
  if (typeof op !== 'string') return unexpected(value, at)
  const sign = ARITHMETIC.find(one => one === op)
  if (sign === undefined && op.toLowerCase() !== 'casei')
    return filterFault(said('filterUnsupported', { name: op.slice(0, LONGEST_SHOWN), at }))
  const args = argsOf(membersOf(value, at), sign === undefined ? 1 : 2, `${at}.args`)
  const argument = (i: number): Operand => operand(args[i], `${at}.args[${i}]`, depth + 1)
  return sign === undefined
    ? { is: 'anyCase', text: argument(0), at }
    : { is: 'arithmetic', sign, left: argument(0), right: argument(1), at }
}

const argsOf = ({ args }: Members, count: number | undefined, at: string): readonly unknown[] =>
  Array.isArray(args) && (count === undefined ? args.length > 0 : args.length === count) ? args : unexpected(args, at)

/** Of s_intersects: the name of a property, or a shape. */
const side = (value: unknown, at: string): string | Shape => {
  const { property, bbox } = membersOf(value, at)
  if (typeof property === 'string') return property
  return bbox === undefined ? shapeOf(value, at) : boxShape(bbox, at)
}

const condition = (value: unknown, at: string, depth: number): Filter => {
  refuseDeeper(depth)
  if (typeof value === 'boolean') return { op: 'holds', value: operand(value, at) }
  const members = membersOf(value, at)
  if (typeof members.property === 'string') return { op: 'holds', value: operand(value, at) }
  const { op } = members
  if (typeof op !== 'string') return unexpected(value, at)
  const within = `${at}.args`
  const args = (count?: number): readonly unknown[] => argsOf(members, count, within)
  const argument = (list: readonly unknown[], i: number): Operand => operand(list[i], `${within}[${i}]`)
  const how = COMPARISONS.find(sign => sign === op)
  if (how !== undefined) {
    const list = args(2)
    return { op: 'compare', how, left: argument(list, 0), right: argument(list, 1) }
  }
  switch (op.toLowerCase()) {
    case 'and':
    case 'or':
      return {
        op: op.toLowerCase() === 'and' ? 'and' : 'or',
        args: args().map((arg, i) => condition(arg, `${within}[${i}]`, depth + 1)),
      }
    case 'not':
      return { op: 'not', arg: condition(args(1)[0], `${within}[0]`, depth + 1) }
    case 'like': {
      const list = args(2)
      return { op: 'like', value: argument(list, 0), pattern: argument(list, 1) }
    }
    case 'between': {
      const list = args(3)
      return { op: 'between', value: argument(list, 0), low: argument(list, 1), high: argument(list, 2) }
    }
    case 'in': {
      const list = args(2)
      const wanted = list[1]
      if (!Array.isArray(wanted) || wanted.length === 0) return unexpected(wanted, `${within}[1]`)
      return {
        op: 'in',
        value: argument(list, 0),
        list: wanted.map((one, i) => operand(one, `${within}[1][${i}]`)),
      }
    }
    case 'isnull':
      return { op: 'isNull', value: argument(args(1), 0) }
    case 's_intersects': {
      const [a, b] = args(2).map((arg, i) => side(arg, `${within}[${i}]`))
      return intersection(a, b, at)
    }
    default:
      return filterFault(said('filterUnsupported', { name: op.slice(0, LONGEST_SHOWN), at }))
  }
}

/** @throws Refusal wrongParameter, which names the path of the fault */
export const readCql2Json = (text: string): Filter => {
  if (text.length > LONGEST_FILTER) filterFault(said('filterTooLong', { most: LONGEST_FILTER }))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return filterFault(said('notJson'))
    throw error
  }
  return withFewCorners(condition(value, '$', 0))
}
