/** The words, texts, numbers and signs of CQL2 Text. */
import { said } from '@greensward/messages'
import { filterFault } from './filterTree.ts'

export interface Token {
  /** `name` is one in double quotes, which is never a keyword. */
  readonly is: 'word' | 'name' | 'text' | 'number' | 'sign' | 'end'
  readonly text: string
  /** The character where it begins, counted from 1. */
  readonly at: number
}

const KINDS: readonly (readonly [Token['is'], RegExp])[] = [
  ['number', /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['word', /[\p{L}_:][\p{L}\d_:.]*/uy],
  ['text', /'(?:[^'\\]|''|\\[\s\S])*'/y],
  ['name', /"(?:[^"]|"")*"/y],
  ['sign', /<>|<=|>=|[=<>(),+\-*/%^]/y],
]
const SPACE = /\s*/y

/** A quote in a text is written twice, or after a backslash; other backslashes are part of it. */
const contentOf = (is: Token['is'], text: string): string => {
  if (is === 'text') return text.slice(1, -1).replaceAll(/''|\\'/g, "'")
  return is === 'name' ? text.slice(1, -1).replaceAll('""', '"') : text
}

/** @throws Refusal for a sign that CQL2 does not have, and for a text without its end */
export const tokensOf = (filter: string): readonly Token[] => {
  const tokens: Token[] = []
  let next = 0
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = next
    return pattern.exec(filter)?.[0]
  }
  for (;;) {
    next += match(SPACE)?.length ?? 0
    const at = next + 1
    if (next >= filter.length) return [...tokens, { is: 'end', text: '', at }]
    const found = KINDS.map(([is, pattern]) => [is, match(pattern)] as const).find(([, text]) => text !== undefined)
    const [is, text] = found ?? []
    if (is === undefined || text === undefined) {
      const sign = String.fromCodePoint(filter.codePointAt(next) ?? 0)
      return filterFault(
        sign === "'" || sign === '"' ? said('filterTextOpen', { at }) : said('filterUnexpected', { found: sign, at }),
      )
    }
    tokens.push({ is, text: contentOf(is, text), at })
    next += text.length
  }
}
