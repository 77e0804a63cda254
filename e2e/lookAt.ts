import { expect, type Page } from '@playwright/test'

/** The middle of the map as it looks once nothing changes there any more. */
export const lookAt = async (page: Page): Promise<string> => {
  const box = await page.locator('.gs-canvas').boundingBox()
  const left = await page.getByRole('complementary', { name: 'Layers' }).boundingBox()
  if (box === null || left === null) throw new Error('the map has no place on the screen')
  const clip = { x: left.x + left.width + 150, y: box.y + 150, width: 500, height: 400 }
  const shot = async (): Promise<string> => (await page.screenshot({ clip })).toString('base64')
  let [before, now] = [await shot(), await shot()]
  for (let tries = 0; before !== now && tries < 100; tries += 1) [before, now] = [now, await shot()]
  expect(now, 'the map comes to rest').toBe(before)
  return now
}
