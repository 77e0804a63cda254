/** Texts that a person cannot read whole: cut off without a way to the rest, or printed over each other. */
import type { Page } from '@playwright/test'
import type { Box } from './pageEyes.ts'

/** Texts that end before their end, where neither a title nor the page says the rest. */
export const cutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { texts, clipsOf, nameOf } = window.layoutEyes
    const faults = new Set<string>()
    const whole = new Set<string>()
    const shortened: (() => void)[] = []
    const hasTitle = (element: Element, text: string): boolean =>
      (element.closest('[title]')?.getAttribute('title') ?? '').includes(text)
    const ellipsisOf = (element: Element): Element | null => {
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const style = getComputedStyle(at)
        if (style.display === 'inline') continue
        const isOneLine = style.textOverflow === 'ellipsis' && style.overflowX !== 'visible'
        const isClamped = style.webkitLineClamp !== 'none' && style.overflowY !== 'visible'
        if (isOneLine || isClamped) return at
        if (style.display !== 'contents') return null
      }
      return null
    }
    /** Whether a part of it is drawn and another part is cut away by what cannot be scrolled. */
    const isCut = (element: Element, lines: readonly DOMRect[]): boolean => {
      const clips = clipsOf(element, true)
      let [seen, lost] = [false, false]
      for (const line of lines) {
        const at = { left: line.left, right: line.right, top: line.top, bottom: line.bottom }
        // The upper and lower edges of a line are empty.
        const spareY = Math.max(4, line.height * 0.25)
        let isLost = false
        for (const { box, scrollsX, scrollsY } of clips) {
          const beyondX = Math.max(box.left - at.left, at.right - box.right)
          const beyondY = Math.max(box.top - at.top, at.bottom - box.bottom)
          if (scrollsX && beyondX > 0) break
          if (scrollsY && beyondY > 0) break
          if (beyondX > 1.5 || beyondY > spareY) isLost = true
          at.left = Math.max(at.left, box.left)
          at.right = Math.min(at.right, box.right)
          at.top = Math.max(at.top, box.top)
          at.bottom = Math.min(at.bottom, box.bottom)
        }
        if (at.right - at.left > 1 && at.bottom - at.top > 1) seen = true
        if (isLost) lost = true
      }
      return seen && lost
    }
    for (const { text, element, range } of texts()) {
      const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
      const shorter = ellipsisOf(element)
      const isShortened =
        shorter !== null &&
        (shorter.scrollWidth > shorter.clientWidth + 1 || shorter.scrollHeight > shorter.clientHeight + 4)
      const fault = `cut: "${text.slice(0, 60)}" in ${nameOf(element)}`
      if (isShortened)
        shortened.push(() => {
          if (!hasTitle(element, text) && !whole.has(text)) faults.add(`${fault} ends in an ellipsis without a title`)
        })
      else if (isCut(element, lines)) faults.add(fault)
      else whole.add(text)
    }
    for (const judge of shortened) judge()
    return [...faults]
  })

/** Fields whose value or hint does not fit into them. */
export const cutFields = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { isDrawn, nameOf } = window.layoutEyes
    const faults = new Set<string>()
    const pen = document.createElement('canvas').getContext('2d')
    /** The date fields of a browser draw their own parts, which only a copy of their natural width shows. */
    const naturalWidthPx = (field: HTMLInputElement): number => {
      const copy = field.cloneNode() as HTMLInputElement
      copy.removeAttribute('id')
      copy.removeAttribute('name')
      copy.style.cssText =
        'position: absolute; visibility: hidden; width: auto; min-width: 0; max-width: none; flex: none'
      field.after(copy)
      const { width } = copy.getBoundingClientRect()
      copy.remove()
      return width
    }
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
      if (!isDrawn(field) || document.activeElement === field) continue
      const style = getComputedStyle(field)
      if (field instanceof HTMLInputElement && ['date', 'time', 'datetime-local'].includes(field.type)) {
        if (naturalWidthPx(field) > field.getBoundingClientRect().width + 2)
          faults.add(`cut: the date of ${nameOf(field)}`)
        continue
      }
      const isText =
        field instanceof HTMLInputElement && ['text', 'search', 'email', 'tel', 'number', 'url'].includes(field.type)
      // Beside a scrolled caret a long value is read by its keys; one that is only chosen is not.
      const chosen =
        field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : field.readOnly ? field.value : ''
      const text = chosen || (isText && field.value === '' ? field.placeholder : '')
      if (text === '' || pen === null || field.title.includes(text)) continue
      pen.font = style.font
      const free = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      if (pen.measureText(text).width > free + 1) faults.add(`cut: "${text.slice(0, 60)}" in ${nameOf(field)}`)
    }
    return [...faults]
  })

interface Line {
  readonly text: string
  readonly element: Element
  readonly box: Box
}

/** Texts of two elements that are drawn over each other, as the page is scrolled now. */
export const overlappingTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { texts, clipsOf, common, drawnAt } = window.layoutEyes
    const screen = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight }
    const lines: Line[] = []
    for (const { text, element, range } of texts()) {
      for (const { left, right, top, bottom, height } of range.getClientRects()) {
        // The letters themselves: the upper and lower edges of a line are empty.
        let box: Box | null = { left, right, top: top + height * 0.2, bottom: bottom - height * 0.2 }
        for (const clip of clipsOf(element, true)) box = box && common(box, clip.box)
        box = box && common(box, screen)
        if (box !== null) lines.push({ text, element, box })
      }
    }
    // An element that lets presses through is drawn too.
    const all = new CSSStyleSheet()
    all.replaceSync('* { pointer-events: auto !important }')
    const before = [...document.adoptedStyleSheets]
    document.adoptedStyleSheets = [...before, all]
    const faults = new Set<string>()
    lines.sort((a, b) => a.box.top - b.box.top)
    for (const [index, one] of lines.entries())
      for (let next = index + 1; next < lines.length; next += 1) {
        const other = lines[next]
        if (other === undefined || other.box.top >= one.box.bottom) break
        if (other.element === one.element) continue
        const both = common(one.box, other.box)
        if (both === null || both.right - both.left < 2 || both.bottom - both.top < 2) continue
        const drawn = drawnAt((both.left + both.right) / 2, (both.top + both.bottom) / 2)
        if (drawn.includes(one.element) && drawn.includes(other.element))
          faults.add(`overlap: "${one.text.slice(0, 40)}" and "${other.text.slice(0, 40)}"`)
      }
    document.adoptedStyleSheets = before
    return [...faults]
  })
