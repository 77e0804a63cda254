/** Positions in GML: `pos` and `posList` of GML 3, `coordinates` and `coord` of GML 2. */
import { said } from '@greensward/messages'
import type { Element } from '@xmldom/xmldom'
import { Unshaped } from '../importRefusal.ts'

export type Place = number[]

export const childrenOf = (node: Element): Element[] =>
  [...node.childNodes].filter((child): child is Element => child.nodeType === 1)

export const localOf = (node: Element): string => node.localName ?? node.nodeName

export const textIn = (node: Element): string => (node.textContent ?? '').trim()

export const numbersOf = (text: string, separator: string | RegExp): number[] => {
  const numbers = text.split(separator).map(Number)
  if (text === '' || !numbers.every(Number.isFinite)) throw new Unshaped(said('unreadableShape'))
  return numbers
}

/** The number of coordinates of a position, as an element or one around it says. */
const dimensionOf = (node: Element, count: number): number => {
  for (let at: Element | null = node; at !== null; at = at.parentElement) {
    const stated = Number(at.getAttribute('srsDimension') ?? at.getAttribute('dimension') ?? Number.NaN)
    if (stated === 2 || stated === 3) return stated
  }
  return count % 2 === 0 ? 2 : 3
}

const positionsOfList = (node: Element): Place[] => {
  const numbers = numbersOf(textIn(node), /\s+/)
  const size = dimensionOf(node, numbers.length)
  if (numbers.length % size !== 0) throw new Unshaped(said('unreadableShape'))
  return Array.from({ length: numbers.length / size }, (_, i) => numbers.slice(i * size, i * size + 2))
}

/** GML 2: `1,2 3,4`, with other separators where the element names them. */
const positionsOfCoordinates = (node: Element): Place[] => {
  const letter = (name: string, otherwise: string): string => (node.getAttribute(name) ?? '').charAt(0) || otherwise
  const separator = (one: string): string | RegExp => (one.trim() === '' ? /\s+/ : one)
  const [between, inside] = [separator(letter('ts', ' ')), separator(letter('cs', ','))]
  const decimal = letter('decimal', '.')
  return textIn(node)
    .split(between)
    .map(tuple => tuple.trim())
    .filter(tuple => tuple !== '')
    .map(tuple => numbersOf(tuple.replaceAll(decimal, '.'), inside).slice(0, 2))
}

/** @throws Unshaped for an element that only names another one */
export const refuseLink = (node: Element): void => {
  const isLink = [...node.attributes].some(({ localName }) => localName === 'href')
  if (isLink && childrenOf(node).length === 0) throw new Unshaped(said('linkedShape'))
}

/** @param isNorthFirst whether the file has north before east: the answer has east first */
export const placesReader = (isNorthFirst: boolean): ((node: Element) => Place[]) => {
  const turned = (places: readonly Place[]): Place[] =>
    places.map(([x = Number.NaN, y = Number.NaN]) => (isNorthFirst ? [y, x] : [x, y]))

  /** The positions that an element holds itself, in any of the forms of GML. */
  const places = (node: Element): Place[] =>
    childrenOf(node).flatMap((child): Place[] => {
      switch (localOf(child)) {
        case 'posList':
          return turned(positionsOfList(child))
        case 'pos':
          return turned([numbersOf(textIn(child), /\s+/).slice(0, 2)])
        case 'coordinates':
          return turned(positionsOfCoordinates(child))
        case 'coord':
          return turned([
            childrenOf(child)
              .slice(0, 2)
              .flatMap(part => numbersOf(textIn(part), /\s+/)),
          ])
        case 'pointProperty':
        case 'pointRep':
          refuseLink(child)
          return childrenOf(child).flatMap(places)
        default:
          return []
      }
    })
  return places
}
