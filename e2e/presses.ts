/** Counts what a person does on a page, by mouse, touch or keyboard, and prints it beside what a task may take. */
import { expect, type Locator, type Page } from '@playwright/test'

export type Hand = 'mouse' | 'touch' | 'keyboard'

/** A press, a drag, a key, or a field that is filled in: each is one. */
export class Person {
  actions = 0
  readonly page: Page
  readonly hand: Hand

  constructor(page: Page, hand: Hand) {
    this.page = page
    this.hand = hand
  }

  /** By keyboard with the focus already there: the keys on the way to it are counted by `key`. */
  async press(what: Locator): Promise<void> {
    this.actions += 1
    if (this.hand === 'touch') await what.tap()
    else if (this.hand === 'mouse') await what.click()
    else await what.press('Enter')
  }

  async fill(what: Locator, text: string): Promise<void> {
    this.actions += 1
    await what.fill(text)
  }

  async key(name: string): Promise<void> {
    this.actions += 1
    await this.page.keyboard.press(name)
  }

  /** At pixels of the page. */
  async pressAt(x: number, y: number): Promise<void> {
    this.actions += 1
    await (this.hand === 'touch' ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y))
  }

  /** One stroke through these pixels of the page. */
  async drag(points: readonly (readonly [x: number, y: number])[]): Promise<void> {
    this.actions += 1
    const [first, ...others] = points
    if (first === undefined) return
    await this.page.mouse.move(...first)
    await this.page.mouse.down()
    for (const point of others) await this.page.mouse.move(...point, { steps: 2 })
    await this.page.mouse.up()
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name }).first()
  }

  /** @returns the actions that it took */
  async count(work: () => Promise<void>): Promise<number> {
    const before = this.actions
    await work()
    return this.actions - before
  }
}

/** One line of the table of a run, and its limit. */
export const expectPresses = (task: string, hand: Hand, actions: number, most: number): void => {
  console.log(`presses | ${task.padEnd(48)} | ${hand.padEnd(8)} | ${actions} of ${most}`)
  expect(actions, task).toBeGreaterThan(0)
  expect(actions, task).toBeLessThanOrEqual(most)
}
