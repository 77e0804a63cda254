/** XML of strangers as a small tree: parts of it that nobody reads are never kept, and other work is done between two pieces of text. */
import { setImmediate as turn } from 'node:timers/promises'
import { SaxesParser } from 'saxes'

export interface Element {
  /** Without its prefix. */
  readonly name: string
  /** Names without their prefixes. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

interface Growing extends Element {
  readonly children: Growing[]
  text: string
}

/** Layers in layers nest a few levels deep. */
const MOST_DEPTH = 40
const MOST_ELEMENTS = 200_000
const MOST_ATTRIBUTES = 50
/** Of one element. Names and titles are shorter, and the rest of a longer text is not kept. */
const MOST_TEXT = 2_000
/** A few milliseconds of work. */
const CHUNK_CHARS = 1 << 15

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const grown = (tag: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }): Growing => ({
  name: localName(tag.name),
  attributes: Object.fromEntries(Object.entries(tag.attributes).map(([name, value]) => [localName(name), value])),
  children: [],
  text: '',
})

class TreeBuilder {
  readonly #ignored: ReadonlySet<string>
  readonly #path: Growing[] = []
  #elements = 0
  /** Of the element that is being opened. */
  #attributes = 0
  /** How deep it is in a part that is not kept. */
  #ignoredDepth = 0
  root: Element | undefined

  constructor(ignored: ReadonlySet<string>) {
    this.#ignored = ignored
  }

  attribute(): void {
    this.#attributes += 1
    if (this.#attributes > MOST_ATTRIBUTES) throw new Error('An element has too many attributes')
  }

  open(tag: Parameters<typeof grown>[0]): void {
    this.#elements += 1
    this.#attributes = 0
    if (this.#elements > MOST_ELEMENTS || this.#path.length + this.#ignoredDepth > MOST_DEPTH)
      throw new Error('It has too many elements, or they are too deep')
    if (this.#ignoredDepth > 0 || this.#ignored.has(localName(tag.name))) {
      this.#ignoredDepth += 1
      return
    }
    const element = grown(tag)
    this.#path.at(-1)?.children.push(element)
    this.#path.push(element)
    this.root ??= element
  }

  text(text: string): void {
    const at = this.#path.at(-1)
    if (at !== undefined && this.#ignoredDepth === 0 && at.text.length < MOST_TEXT) at.text += text.slice(0, MOST_TEXT)
  }

  close(): void {
    if (this.#ignoredDepth > 0) this.#ignoredDepth -= 1
    else this.#path.pop()
  }
}

/**
 * @param ignored names of elements that are left out with all that is in them
 * @returns undefined for what is not XML, or is too deep or too much of it
 */
export const readXml = async (text: string, ignored: ReadonlySet<string>): Promise<Element | undefined> => {
  const parser = new SaxesParser()
  const tree = new TreeBuilder(ignored)
  parser.on('error', error => {
    throw error
  })
  parser.on('attribute', () => tree.attribute())
  parser.on('opentag', tag => tree.open(tag))
  parser.on('text', part => tree.text(part))
  parser.on('cdata', part => tree.text(part))
  parser.on('closetag', () => tree.close())
  try {
    for (let at = 0; at < text.length; at += CHUNK_CHARS) {
      parser.write(text.slice(at, at + CHUNK_CHARS))
      await turn()
    }
    parser.close()
    return tree.root
  } catch {
    return undefined
  }
}

export const childrenOf = (element: Element | undefined, name: string): readonly Element[] =>
  (element?.children ?? []).filter(child => child.name === name)

export const childOf = (element: Element | undefined, ...path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => childrenOf(at, name)[0], element)

/** Empty where the element is missing. */
export const textAt = (element: Element | undefined, ...path: readonly string[]): string =>
  childOf(element, ...path)
    ?.text.replace(/\s+/g, ' ')
    .trim() ?? ''
