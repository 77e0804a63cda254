import type { Page } from '@playwright/test'

/** Until the page has read what it shows, and has drawn it at its present size. */
export const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.querySelector('.mantine-Loader-root') === null)
  await page.evaluate(() => new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
}
