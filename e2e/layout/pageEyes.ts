/** What the checks of a layout share: they run in the page, which has these functions as `layoutEyes`. */
import type { Page } from '@playwright/test'

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** An ancestor that shows only what is inside its box. */
interface Clip {
  readonly box: Box
  /** Whether a person can scroll it in this direction. */
  readonly scrollsX: boolean
  readonly scrollsY: boolean
  readonly element: Element
}

export interface Eyes {
  /** Whether it is drawn at all, for people who see. */
  isDrawn(element: Element): boolean
  /** The ancestors that clip the element, nearest first. `itself` counts as one of them for text inside of it. */
  clipsOf(element: Element, itself: boolean): readonly Clip[]
  /** What both have in common. */
  common(a: Box, b: Box): Box | null
  /** The elements that are drawn at a point of the screen, down to the first that hides all below it. */
  drawnAt(x: number, y: number): readonly Element[]
  /** Short words by which a person finds it in the page. */
  nameOf(element: Element): string
  /** Everything that is written in the page and drawn. */
  texts(): readonly { readonly text: string; readonly element: Element; readonly range: Range }[]
  /** Everything that can be pressed or filled in. */
  controls(): readonly HTMLElement[]
}

declare global {
  interface Window {
    layoutEyes: Eyes
  }
}

/** The greatest size of an element that is only read out, pixels. */
const READ_OUT_PX = 2

const install = (readOutPx: number): void => {
  const common: Eyes['common'] = (a, b) => {
    const [left, top] = [Math.max(a.left, b.left), Math.max(a.top, b.top)]
    const [right, bottom] = [Math.min(a.right, b.right), Math.min(a.bottom, b.bottom)]
    return right > left && bottom > top ? { left, top, right, bottom } : null
  }
  const isRoot = (element: Element): boolean => element === document.documentElement || element === document.body
  /** Also of an ancestor that is absolutely placed: then the ones between do not clip. */
  const clipsOf: Eyes['clipsOf'] = (element, itself) => {
    const clips: Clip[] = []
    let placed = itself ? 'static' : getComputedStyle(element).position
    for (let at = itself ? element : element.parentElement; at !== null && !isRoot(at); at = at.parentElement) {
      const style = getComputedStyle(at)
      const holdsFixed =
        style.transform !== 'none' || style.filter !== 'none' || /paint|strict|content/.test(style.contain)
      if (placed === 'fixed' && !holdsFixed) continue
      if (placed === 'absolute' && style.position === 'static' && !holdsFixed) continue
      placed = style.position
      if (style.display === 'inline' || style.display === 'contents') continue
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
      const edge = at.getBoundingClientRect()
      const [left, top] = [edge.left + at.clientLeft, edge.top + at.clientTop]
      const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll'
      clips.push({
        box: { left, top, right: left + at.clientWidth, bottom: top + at.clientHeight },
        scrollsX: scrolls(style.overflowX),
        scrollsY: scrolls(style.overflowY),
        element: at,
      })
    }
    return clips
  }
  const isDrawn: Eyes['isDrawn'] = element => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    for (let at: Element | null = element; at !== null && !isRoot(at); at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.clipPath === 'inset(50%)' || style.clip === 'rect(0px, 0px, 0px, 0px)') return false
      const { width, height } = at.getBoundingClientRect()
      if (style.overflow === 'hidden' && style.position === 'absolute' && width <= readOutPx && height <= readOutPx)
        return false
    }
    return true
  }
  const alphaOf = (colour: string): number => {
    const parts = colour.match(/[\d.]+/g) ?? []
    return colour === 'transparent' ? 0 : parts.length < 4 ? 1 : Number(parts[3])
  }
  const hidesBelow = (element: Element): boolean => {
    const style = getComputedStyle(element)
    if (Number(style.opacity) < 0.9) return false
    return /^(IMG|VIDEO|CANVAS)$/.test(element.tagName) || alphaOf(style.backgroundColor) >= 0.9
  }
  const drawnAt: Eyes['drawnAt'] = (x, y) => {
    const stack = document.elementsFromPoint(x, y)
    const lowest = stack.findIndex(hidesBelow)
    return lowest < 0 ? stack : stack.slice(0, lowest + 1)
  }
  const nameOf: Eyes['nameOf'] = element => {
    const words = (of: Element): string =>
      (of.getAttribute('aria-label') ?? of.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40)
    const role = element.getAttribute('role') ?? element.tagName.toLowerCase()
    const label = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : ''
    const own =
      element.className
        .toString()
        .match(/_[a-zA-Z]+_/)?.[0]
        .replaceAll('_', '') ?? ''
    return `${role}${own === '' ? '' : `.${own}`} "${words(element) || label || (element.getAttribute('placeholder') ?? '')}"`
  }
  const texts: Eyes['texts'] = () => {
    const found = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.replace(/\s+/g, ' ').trim() ?? ''
      const element = node.parentElement
      if (text === '' || element === null || ['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION'].includes(element.tagName))
        continue
      if (!isDrawn(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      found.push({ text, element, range })
    }
    return found
  }
  const PRESSED =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=menuitem], [role=option], [role=slider]'
  /** A link past the navigation is above the screen until it has the focus. */
  const waitsForFocus = (control: HTMLElement): boolean =>
    control.matches('a[href^="#"]:not(:focus)') && control.getBoundingClientRect().bottom <= 0
  const controls: Eyes['controls'] = () =>
    [...document.querySelectorAll<HTMLElement>(PRESSED)].filter(
      control => isDrawn(control) && control.closest('[inert], [aria-hidden=true]') === null && !waitsForFocus(control),
    )
  window.layoutEyes = { isDrawn, clipsOf, common, drawnAt, nameOf, texts, controls }
}

/** Gives the page its eyes, once for each document. */
export const openEyes = (page: Page): Promise<void> => page.evaluate(install, READ_OUT_PX)
