import type { Page } from '@playwright/test'

/** Each text on the page that is drawn smaller than 12 px or larger than 24 px, with its size. */
export const oddFontSizes = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const odd: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const parent = node.parentElement
      if (text === '' || parent === null || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(parent.tagName)) continue
      const sizePx = Number.parseFloat(getComputedStyle(parent).fontSize)
      if (sizePx < 12 || sizePx > 24) odd.push(`${sizePx} px: ${text.slice(0, 40)}`)
    }
    return odd
  })
