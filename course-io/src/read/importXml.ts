/** XML of strangers: judged while it streams past, before a tree is built of it. No DTD, no entities, bounded in every way. */
import { type Said, said } from '@greensward/messages'
import { DOMParser, type Document, ParseError } from '@xmldom/xmldom'
import { SaxesParser } from 'saxes'
import { Unreadable, wrongIn } from './importRefusal.ts'

/** Folders in KML nest about ten levels deep; code that walks the tree recurses. */
const MAX_DEPTH = 64
/** A tree takes about a kilobyte an element. */
const MAX_ELEMENTS = 400_000
const CHUNK_CHARS = 1 << 16

/** So much of a file is looked at to find its root element. */
const HEAD_CHARS = 20_000
/** Each step reads one character class once, from a fixed position: no input makes it go back. */
const SPACE = /\s*/y
const ROOT = /<(?:[\w.-]+:)?([\w.-]+)/y

/** Where a DOCTYPE ends that begins at `from`; -1 where it does not. */
const endOfDoctype = (text: string, from: number): number => {
  const close = text.indexOf('>', from)
  const bracket = text.indexOf('[', from)
  if (bracket < 0 || (close >= 0 && close < bracket)) return close
  const end = text.indexOf(']', bracket)
  return end < 0 ? -1 : text.indexOf('>', end)
}

/** The name of the root element without its prefix. Takes time in proportion to the length of any text. */
export const xmlRootOf = (whole: string): string | undefined => {
  const text = whole.slice(0, HEAD_CHARS)
  let at = 0
  const skip = (end: number, length: number): boolean => {
    at = end + length
    return end >= 0
  }
  for (;;) {
    SPACE.lastIndex = at
    SPACE.exec(text)
    at = SPACE.lastIndex
    if (text.startsWith('<?', at)) {
      if (!skip(text.indexOf('?>', at), 2)) return undefined
    } else if (text.startsWith('<!--', at)) {
      if (!skip(text.indexOf('-->', at), 3)) return undefined
    } else if (text.startsWith('<!DOCTYPE', at)) {
      if (!skip(endOfDoctype(text, at), 1)) return undefined
    } else {
      ROOT.lastIndex = at
      return ROOT.exec(text)?.[1]
    }
  }
}

/** @throws Unreadable with the line */
const judge = (text: string): void => {
  const parser = new SaxesParser()
  let depth = 0
  let elements = 0
  const refuse = (reason: string, what: Said): never => {
    throw new Unreadable(reason, what, parser.line)
  }
  parser.on('error', error => refuse('xml', said('badXml', { why: wrongIn(error) })))
  parser.on('doctype', () => refuse('doctype', said('doctype')))
  parser.on('opentag', () => {
    depth += 1
    elements += 1
    if (depth > MAX_DEPTH) refuse('tooDeep', said('xmlTooDeep', { count: MAX_DEPTH }))
    if (elements > MAX_ELEMENTS) refuse('tooMany', said('xmlTooMany', { count: MAX_ELEMENTS }))
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  for (let at = 0; at < text.length; at += CHUNK_CHARS) parser.write(text.slice(at, at + CHUNK_CHARS))
  parser.close()
}

export const xmlTreeOf = (text: string): Document => {
  judge(text)
  try {
    return new DOMParser({ locator: false, onError: () => undefined }).parseFromString(text, 'text/xml')
  } catch (error) {
    if (error instanceof ParseError || error instanceof RangeError)
      throw new Unreadable('xml', said('badXml', { why: wrongIn(error) }))
    throw error
  }
}
