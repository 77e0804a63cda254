/**
 * CQL2 Text: comparisons, AND, OR, NOT, LIKE, BETWEEN, IN, IS NULL, S_INTERSECTS, CASEI and arithmetic. Recursion follows the
 * grammar, and is limited in depth.
 */
import { said } from '@greensward/messages'
import { boxShape, shapeOf } from './cql2Shape.ts'
import { type Token, tokensOf } from './cql2Tokens.ts'
import {
  type Arithmetic,
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

const SHAPES: ReadonlyMap<string, string> = new Map(
  ['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon', 'GeometryCollection'].map(
    type => [type.toUpperCase(), type],
  ),
)
/** How deep the lists of coordinates are; those of a point are none. */
const LISTS: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
}
const KEYWORDS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'LIKE', 'BETWEEN', 'IN', 'IS', 'NULL', 'DIV'])
/** What follows a value, and no condition. */
const AFTER_VALUE: ReadonlySet<string> = new Set(['LIKE', 'BETWEEN', 'IN', 'IS', 'NOT', 'DIV'])
const SUMS: readonly Arithmetic[] = ['+', '-']
const PRODUCTS: readonly Arithmetic[] = ['*', '/', '%', 'div']

class Reader {
  private readonly tokens: readonly Token[]
  private next = 0
  constructor(text: string) {
    this.tokens = tokensOf(text)
  }

  private peek(ahead = 0): Token {
    return this.tokens[Math.min(this.next + ahead, this.tokens.length - 1)] ?? { is: 'end', text: '', at: 1 }
  }

  private take(): Token {
    const token = this.peek()
    this.next += 1
    return token
  }

  private unexpected({ is, text, at }: Token): never {
    return filterFault(
      is === 'end'
        ? said('filterEndsEarly', { at })
        : said('filterUnexpected', { found: text.slice(0, LONGEST_SHOWN), at }),
    )
  }

  private isWord(word: string, ahead = 0): boolean {
    const { is, text } = this.peek(ahead)
    return is === 'word' && text.toUpperCase() === word
  }

  private isSign(sign: string, ahead = 0): boolean {
    const { is, text } = this.peek(ahead)
    return is === 'sign' && text === sign
  }

  private takeWord(word: string): boolean {
    const isNext = this.isWord(word)
    if (isNext) this.next += 1
    return isNext
  }

  private takeSign(sign: string): boolean {
    const isNext = this.isSign(sign)
    if (isNext) this.next += 1
    return isNext
  }

  private need(sign: string): void {
    if (!this.takeSign(sign)) this.unexpected(this.peek())
  }

  whole(): Filter {
    const filter = this.any(0)
    return this.peek().is === 'end' ? filter : this.unexpected(this.peek())
  }

  private any(depth: number): Filter {
    refuseDeeper(depth)
    const args = [this.all(depth)]
    while (this.takeWord('OR')) args.push(this.all(depth))
    const [only] = args
    return args.length === 1 && only !== undefined ? only : { op: 'or', args }
  }

  private all(depth: number): Filter {
    const args = [this.condition(depth)]
    while (this.takeWord('AND')) args.push(this.condition(depth))
    const [only] = args
    return args.length === 1 && only !== undefined ? only : { op: 'and', args }
  }

  private condition(depth: number): Filter {
    refuseDeeper(depth)
    if (this.takeWord('NOT')) return { op: 'not', arg: this.condition(depth + 1) }
    if (this.isSign('(') && !this.isValueInBrackets()) {
      this.take()
      const inner = this.any(depth + 1)
      this.need(')')
      return inner
    }
    if (this.isWord('S_INTERSECTS') && this.isSign('(', 1)) return this.intersects()
    return this.predicate(depth)
  }

  /** Whether what follows the bracket's end takes a value before it. */
  private isValueInBrackets(): boolean {
    let open = 0
    for (let ahead = 0; ; ahead += 1) {
      const { is } = this.peek(ahead)
      if (is === 'end') return false
      if (this.isSign('(', ahead)) open += 1
      if (this.isSign(')', ahead)) open -= 1
      if (open > 0) continue
      const { is: kind, text } = this.peek(ahead + 1)
      if (kind === 'sign') return text !== ')' && text !== ','
      return kind === 'word' ? AFTER_VALUE.has(text.toUpperCase()) : this.isSignedNumber(ahead + 1)
    }
  }

  /** In `a -1` and `a+1` the sign is part of the number's token. */
  private isSignedNumber(ahead = 0): boolean {
    const { is, text } = this.peek(ahead)
    return is === 'number' && /^[+-]/.test(text)
  }

  private predicate(depth: number): Filter {
    const operand = (): Operand => this.sum(depth)
    const value = operand()
    const how = COMPARISONS.find(sign => this.isSign(sign))
    if (how !== undefined) {
      this.take()
      return { op: 'compare', how, left: value, right: operand() }
    }
    if (this.takeWord('IS')) {
      const isNot = this.takeWord('NOT')
      if (!this.takeWord('NULL')) this.unexpected(this.peek())
      return isNot ? { op: 'not', arg: { op: 'isNull', value } } : { op: 'isNull', value }
    }
    const isNot = this.takeWord('NOT')
    const found = this.listed(value, operand)
    if (found !== undefined) return isNot ? { op: 'not', arg: found } : found
    return isNot ? this.unexpected(this.peek()) : { op: 'holds', value }
  }

  /** What may have NOT before it. */
  private listed(value: Operand, operand: () => Operand): Filter | undefined {
    if (this.takeWord('LIKE')) return { op: 'like', value, pattern: operand() }
    if (this.takeWord('BETWEEN')) {
      const low = operand()
      if (!this.takeWord('AND')) this.unexpected(this.peek())
      return { op: 'between', value, low, high: operand() }
    }
    if (!this.takeWord('IN')) return undefined
    this.need('(')
    const list = [operand()]
    while (this.takeSign(',')) list.push(operand())
    this.need(')')
    return { op: 'in', value, list }
  }

  /** Operands with signs between them, from left to right. */
  private chain(signs: readonly Arithmetic[], next: () => Operand): Operand {
    let left = next()
    for (;;) {
      const { at } = this.peek()
      const sign = signs.find(one => (one === 'div' ? this.isWord('DIV') : this.isSign(one)))
      if (sign !== undefined) this.take()
      else if (!signs.includes('+') || !this.isSignedNumber()) return left
      left = { is: 'arithmetic', sign: sign ?? '+', left, right: next(), at }
    }
  }

  private sum(depth: number): Operand {
    refuseDeeper(depth)
    return this.chain(SUMS, () => this.chain(PRODUCTS, () => this.chain(['^'], () => this.operand(depth))))
  }

  private operand(depth: number): Operand {
    refuseDeeper(depth)
    const token = this.take()
    const { is, text, at } = token
    const word = text.toUpperCase()
    if (is === 'sign' && text === '(') {
      const inner = this.sum(depth + 1)
      this.need(')')
      return inner
    }
    if (is === 'sign' && text === '-') {
      const zero: Operand = { is: 'value', value: 0, at }
      return { is: 'arithmetic', sign: '-', left: zero, right: this.operand(depth + 1), at }
    }
    if (is === 'text') return { is: 'value', value: text, at }
    if (is === 'number') return { is: 'value', value: Number(text), at }
    if (is === 'name') return { is: 'property', name: text, at }
    if (is !== 'word' || KEYWORDS.has(word)) return this.unexpected(token)
    if (word === 'TRUE' || word === 'FALSE') return { is: 'value', value: word === 'TRUE', at }
    return this.isSign('(') ? this.called(word, token, depth) : { is: 'property', name: text, at }
  }

  private called(word: string, { text, at }: Token, depth: number): Operand {
    if (word !== 'DATE' && word !== 'TIMESTAMP' && word !== 'CASEI')
      return filterFault(said('filterUnsupported', { name: text, at }))
    this.need('(')
    if (word === 'CASEI') {
      const inner = this.sum(depth + 1)
      this.need(')')
      return { is: 'anyCase', text: inner, at }
    }
    const moment = this.take()
    if (moment.is !== 'text') this.unexpected(moment)
    this.need(')')
    return momentAt(moment.text, moment.at, word === 'DATE' ? 'date' : 'timestamp')
  }

  private intersects(): Filter {
    const { at } = this.take()
    this.need('(')
    const a = this.side()
    this.need(',')
    const b = this.side()
    this.need(')')
    return intersection(a, b, at)
  }

  /** Of S_INTERSECTS: the name of a property, or a shape. */
  private side(): string | Shape {
    const token = this.take()
    if (token.is === 'name' || (token.is === 'word' && !this.isSign('('))) return token.text
    if (token.is !== 'word') return this.unexpected(token)
    if (token.text.toUpperCase() !== 'BBOX') return shapeOf(this.geometry(token, 0), token.at)
    this.need('(')
    const numbers = [this.number()]
    while (this.takeSign(',')) numbers.push(this.number())
    this.need(')')
    return boxShape(numbers, token.at)
  }

  /** A geometry of well-known text, as GeoJSON has it. */
  private geometry(word: Token, depth: number): unknown {
    refuseDeeper(depth)
    const type = SHAPES.get(word.text.toUpperCase())
    if (word.is !== 'word' || type === undefined)
      return word.is === 'word' && this.isSign('(')
        ? filterFault(said('filterUnsupported', { name: word.text, at: word.at }))
        : this.unexpected(word)
    if (type !== 'GeometryCollection') return { type, coordinates: this.coordinates(LISTS[type] ?? 0, type) }
    this.need('(')
    const geometries = [this.geometry(this.take(), depth + 1)]
    while (this.takeSign(',')) geometries.push(this.geometry(this.take(), depth + 1))
    this.need(')')
    return { type, geometries }
  }

  private coordinates(lists: number, type: string): unknown {
    this.need('(')
    const one = (): unknown => {
      if (lists > 1) return this.coordinates(lists - 1, type)
      // Points of several may have brackets of their own.
      return type === 'MultiPoint' && this.isSign('(') ? this.coordinates(0, 'Point') : this.position()
    }
    const all = [one()]
    while (lists > 0 && this.takeSign(',')) all.push(one())
    this.need(')')
    return lists === 0 ? all[0] : all
  }

  private position(): number[] {
    const numbers = [this.number()]
    while (this.peek().is === 'number') numbers.push(this.number())
    return numbers
  }

  private number(): number {
    const token = this.take()
    return token.is === 'number' ? Number(token.text) : this.unexpected(token)
  }
}

/** @throws Refusal wrongParameter, which names the position of the fault */
export const readCql2Text = (text: string): Filter => {
  if (text.length > LONGEST_FILTER) filterFault(said('filterTooLong', { most: LONGEST_FILTER }))
  return withFewCorners(new Reader(text).whole())
}
