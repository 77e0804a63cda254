/**
 * Set-up of each file of component tests. jsdom compares an element with each rule of its own style sheet whenever somebody
 * asks for its computed style after a change of the document: a tenth of the time of these tests, most of it to find what a
 * button is called. Tests load no style sheets, so elements with the same ancestors, attributes and own styles look the same,
 * and one answer does for all of them.
 */

/** What jsdom's sheet distinguishes elements by, besides their names. */
const ATTRIBUTES = ['hidden', 'type', 'open', 'style', 'dir', 'disabled']
/** Answers hold on to their elements. */
const MOST = 5_000

const describeOne = (element: Element): string =>
  ATTRIBUTES.reduce((text, name) => {
    const value = element.getAttribute(name)
    return value === null ? text : `${text}[${name}=${value}]`
  }, element.localName)

const describe = (element: Element): string => {
  let path = ''
  for (let at: Element | null = element; at !== null; at = at.parentElement) path += `${describeOne(at)}<`
  return path
}

/** @param compute what computes a style */
const remembering = (compute: typeof window.getComputedStyle): typeof window.getComputedStyle => {
  const known = new Map<string, CSSStyleDeclaration>()
  return function quickStyle(element, pseudoElement) {
    if (document.styleSheets.length > 0 || !element.isConnected || pseudoElement) return compute(element, pseudoElement)
    const key = describe(element)
    const found = known.get(key)
    if (found !== undefined) return found
    const style = compute(element)
    if (known.size >= MOST) known.clear()
    known.set(key, style)
    return style
  }
}

// The files of a worker share one window.
if (window.getComputedStyle.name !== 'quickStyle')
  window.getComputedStyle = remembering(window.getComputedStyle.bind(window))
