import { expect, type Locator, type Page } from '@playwright/test'

/** More entries than any page has. */
const MOST_PRESSES = 200

/** Presses Tab until it is reached, as a person does who has no mouse. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  // The inputs of a choice are hidden behind their labels, and take the focus all the same.
  await expect(target).toBeAttached()
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} was not reached by the keyboard`)
}

/** Goes there and presses Enter. */
export const enter = async (page: Page, target: Locator): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
