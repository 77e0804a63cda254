/** Controls that a person cannot reach or cannot hit. */
import type { Locator, Page } from '@playwright/test'

/** How far the page itself can be scrolled to the side. */
export const sideScroll = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { nameOf } = window.layoutEyes
    const faults: string[] = []
    const beyond = document.documentElement.scrollWidth - window.innerWidth
    if (beyond > 0) faults.push(`wide: the page is ${beyond} px wider than the screen`)
    for (const main of document.querySelectorAll('main')) {
      const scrolls = /auto|scroll/.test(getComputedStyle(main).overflowX)
      if (scrolls && main.scrollWidth > main.clientWidth + 1)
        faults.push(`wide: ${nameOf(main)} is ${main.scrollWidth - main.clientWidth} px wider than its place`)
    }
    return faults
  })

/** Controls outside of the screen, or of what clips them, that no scrolling brings into it. */
export const lostControls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { clipsOf, controls, nameOf } = window.layoutEyes
    const root = document.documentElement
    const isStill = [root, document.body].some(element => /hidden|clip/.test(getComputedStyle(element).overflowY))
    /** The part of a length that is inside of another one, at least. */
    const inside = (from: number, to: number, low: number, high: number): number =>
      Math.min(to, high) - Math.max(from, low)
    const faults = new Set<string>()
    for (const control of controls()) {
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
      if (width === 0 || height === 0) continue
      const at = { left, right, top, bottom }
      const isLost = (axis: 'x' | 'y', low: number, high: number): boolean => {
        const [from, to] = axis === 'x' ? [at.left, at.right] : [at.top, at.bottom]
        return inside(from, to, low, high) < Math.min(to - from, high - low) * 0.75
      }
      let lost = ''
      for (const { box, scrollsX, scrollsY, element } of clipsOf(control, false)) {
        const seesX = box.right - box.left
        const seesY = box.bottom - box.top
        if (scrollsX) {
          // Scrolled as far as it goes, it is inside if it is inside of all that can be scrolled to.
          const start = box.left - element.scrollLeft
          if (isLost('x', start, start + element.scrollWidth)) lost = `left or right of ${nameOf(element)}`
          Object.assign(at, { left: box.left, right: box.left + Math.min(seesX, width) })
        } else if (isLost('x', box.left, box.right)) lost = `clipped by ${nameOf(element)}`
        if (scrollsY) {
          const start = box.top - element.scrollTop
          if (isLost('y', start, start + element.scrollHeight)) lost = `above or below ${nameOf(element)}`
          Object.assign(at, { top: box.top, bottom: box.top + Math.min(seesY, height) })
        } else if (isLost('y', box.top, box.bottom)) lost = `clipped by ${nameOf(element)}`
        // What is folded up shows nothing of it: that is as it should be.
        if (seesX < 2 || seesY < 2) {
          lost = ''
          break
        }
        if (lost !== '') break
      }
      const low = isStill ? 0 : -window.scrollY
      const high = isStill ? window.innerHeight : low + root.scrollHeight
      if (lost === '' && isLost('x', 0, window.innerWidth)) lost = 'beside the screen'
      if (lost === '' && isLost('y', low, high)) lost = 'above or below the screen'
      if (lost !== '') faults.add(`lost: ${nameOf(control)} is ${lost}`)
    }
    return [...faults]
  })

/** Controls that a finger misses: neither they nor their labels are as large as asked, and a press beside them does nothing. */
export const smallTargets = (page: Page, leastPx: number): Promise<readonly string[]> =>
  page.evaluate(least => {
    const { controls, nameOf } = window.layoutEyes
    /** What a press on it also presses. */
    const areas = (control: HTMLElement): readonly Element[] => [
      control,
      ...(control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? (control.labels ?? []) : []),
      // A list of chosen values passes what is pressed in it to its field.
      ...[control.closest('.mantine-MultiSelect-input')].filter(frame => frame !== null),
    ]
    const isInText = (control: HTMLElement): boolean =>
      control.tagName === 'A' &&
      getComputedStyle(control).display === 'inline' &&
      (control.parentElement?.textContent ?? '').trim() !== (control.textContent ?? '').trim()
    /** What an open window covers is pressed when it is closed. */
    const isBehindWindow = (control: HTMLElement, { left, right, top, bottom }: DOMRect): boolean => {
      const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const open = above?.closest('.mantine-Drawer-root, .mantine-Modal-root, [role=dialog]') ?? null
      return open !== null && !open.contains(control)
    }
    const faults = new Set<string>()
    for (const control of controls()) {
      if (isInText(control) || control.matches(':disabled')) continue
      const parts = areas(control)
      const boxes = parts.map(part => part.getBoundingClientRect()).filter(({ width }) => width > 0)
      const width = Math.max(...boxes.map(box => box.right)) - Math.min(...boxes.map(box => box.left))
      const height = Math.max(...boxes.map(box => box.bottom)) - Math.min(...boxes.map(box => box.top))
      if (boxes.length === 0 || (width >= least - 0.5 && height >= least - 0.5)) continue
      // The thumb of a slider follows a press anywhere on its line.
      if (control.getAttribute('role') === 'slider') continue
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const own = control.getBoundingClientRect()
      if (isBehindWindow(control, own)) continue
      const [x, y] = [(own.left + own.right) / 2, (own.top + own.bottom) / 2]
      const hits = (dx: number, dy: number): boolean => {
        const hit = document.elementFromPoint(x + dx, y + dy)
        return (
          hit !== null &&
          parts.some(part => part.contains(hit) || (hit.contains(part) && hit.matches('label, a, button')))
        )
      }
      /** How far from its middle a press in this direction still presses it. */
      const reach = (dx: number, dy: number): number => {
        let far = 0
        while (far < least && hits(dx * (far + 1), dy * (far + 1))) far += 1
        return far
      }
      if (reach(-1, 0) + reach(1, 0) >= least - 2 && reach(0, -1) + reach(0, 1) >= least - 2) continue
      faults.add(`small: ${nameOf(control)} is ${Math.round(width)} x ${Math.round(height)} px`)
    }
    return [...faults]
  }, leastPx)

/** The strip of notes at the edge of the screen; menus know their own position too, but announce nothing. */
const STRIP = '[data-position][aria-live]'

/** Controls of the page that a note covers. */
export const coveredByNotes = (page: Page): Promise<readonly string[]> =>
  page.evaluate(selector => {
    const { clipsOf, common, controls, nameOf } = window.layoutEyes
    const faults = new Set<string>()
    for (const strip of document.querySelectorAll<HTMLElement>(selector))
      for (const note of strip.querySelectorAll('[role=alert], [role=status]'))
        for (const control of controls()) {
          if (strip.contains(control)) continue
          let seen = common(control.getBoundingClientRect(), note.getBoundingClientRect())
          for (const clip of clipsOf(control, false)) seen = seen && common(seen, clip.box)
          if (seen === null || seen.right - seen.left < 2 || seen.bottom - seen.top < 2) continue
          strip.style.display = 'none'
          const below = document.elementFromPoint((seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2)
          strip.style.display = ''
          if (below !== null && control.contains(below)) faults.add(`covered: ${nameOf(control)} by a note`)
        }
    return [...faults]
  }, STRIP)

export const notes = (page: Page): Locator => page.locator(STRIP).locator('[role=alert], [role=status]')
