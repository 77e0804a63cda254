/** The hand of a test on the map: a mouse, or a finger on a phone. */
import type { Page } from '@playwright/test'

export interface Hand {
  /** At places in pixels from the middle of the free part of the map. */
  readonly press: (x: number, y: number) => Promise<void>
  readonly drag: (x1: number, y1: number, x2: number, y2: number) => Promise<void>
  readonly hit: (name: string | RegExp, role?: 'button' | 'menuitem') => Promise<void>
  /** On a phone a form is folded up until it is wanted. */
  readonly unfold: () => Promise<void>
  readonly fold: () => Promise<void>
}

export type Place = readonly [x: number, y: number]

export const mouseOf = async (page: Page): Promise<Hand> => {
  const box = await page.locator('.gs-canvas').boundingBox()
  if (box === null) throw new Error('the map has no place on the screen')
  // Panels stand at both sides of the map once something is selected.
  const [middleX, middleY] = [box.x + box.width / 2 - 20, box.y + box.height / 2]
  return {
    press: (x, y) => page.mouse.click(middleX + x, middleY + y),
    drag: async (x1, y1, x2, y2) => {
      await page.mouse.move(middleX + x1, middleY + y1)
      await page.mouse.down()
      await page.mouse.move(middleX + (x1 + x2) / 2, middleY + (y1 + y2) / 2)
      await page.mouse.move(middleX + x2, middleY + y2)
      await page.mouse.up()
    },
    hit: (name, role = 'button') => page.getByRole(role, { name, exact: true }).click(),
    unfold: async () => {},
    fold: async () => {},
  }
}

export const fingerOf = async (page: Page): Promise<Hand> => {
  const box = await page.locator('.gs-canvas').boundingBox()
  if (box === null) throw new Error('the map has no place on the screen')
  const [middleX, middleY] = [box.x + 195, box.y + 240]
  const touch = await page.context().newCDPSession(page)
  const hit: Hand['hit'] = (name, role = 'button') => page.getByRole(role, { name, exact: true }).tap()
  return {
    press: (x, y) => page.touchscreen.tap(middleX + x, middleY + y),
    drag: async (x1, y1, x2, y2) => {
      const at = (x: number, y: number) => [{ x: middleX + x, y: middleY + y }]
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(x1, y1) })
      for (const share of [0.25, 0.5, 0.75, 1])
        await touch.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: at(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share),
        })
      await page.screenshot({ path: `test-results/looks/loupe-${Math.round(x2)}.png` })
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    },
    hit,
    unfold: () => hit('Expand'),
    fold: () => hit('Collapse'),
  }
}
