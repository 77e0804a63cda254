/** What a page of any size has to be: open to everybody, and no wider than its screen. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Breaches of WCAG 2 at the levels A and AA, each with the elements that it is about. */
export const faultsOf = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

export const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
