/** A whole hole drawn in the editor of the map: its line, fairway, green, bunker, path and a note. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { Hand, Place } from './hands.ts'

/** Findings of axe that keep somebody from using the page. */
export const seriousFindings = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} at ${nodes.map(node => node.target.join(' ')).join(', ')}`)
}

/** Draws one thing and names it. */
const draw = async (
  page: Page,
  hand: Hand,
  /** What the button of the drawing tool says: the kind that was drawn last, since the tool stays. */
  armed: string,
  kind: string,
  points: readonly Place[],
  field: string,
  name: string,
): Promise<void> => {
  await hand.hit(armed)
  await hand.hit(kind, 'menuitem')
  for (const [x, y] of points) await hand.press(x, y)
  if (points.length > 1) await hand.hit('Finish')
  await expect(page.getByRole('button', { name: 'Finish' })).toBeHidden()
  await hand.unfold()
  await page.getByLabel(field, { exact: true }).fill(name)
  await hand.fold()
}

export interface Hole {
  readonly number: string
  readonly line: readonly Place[]
  readonly fairway: readonly Place[]
  readonly green: readonly Place[]
  readonly bunker: readonly Place[]
  readonly path: readonly Place[]
  readonly note: Place
}

/** The names of its things on the map. */
export const namesOf = ({ number }: Hole): readonly string[] => [
  number,
  `Fairway ${number}`,
  `Green ${number}`,
  `Bunker ${number}`,
  `Path ${number}`,
  `Wet after rain on ${number}`,
]

/** Draws the hole, pulls a corner, cuts the bunker out, undoes it all and redoes it all. */
export const drawHole = async (page: Page, hand: Hand, hole: Hole, look: string): Promise<void> => {
  const { number } = hole
  await hand.hit('Edit map')
  await page.getByRole('toolbar', { name: 'Tools of the map' }).waitFor()
  await draw(page, hand, 'Draw', 'Hole', hole.line, 'Name', number)
  await draw(page, hand, 'Hole', 'Fairway', hole.fairway, 'Title', `Fairway ${number}`)
  await draw(page, hand, 'Fairway', 'Green', hole.green, 'Title', `Green ${number}`)
  await draw(page, hand, 'Green', 'Restriction', hole.bunker, 'Title', `Bunker ${number}`)
  await draw(page, hand, 'Restriction', 'Road', hole.path, 'Title', `Path ${number}`)
  await draw(page, hand, 'Road', 'Note', [hole.note], 'Note', `Wet after rain on ${number}`)

  // The fairway again: a corner is pulled out, then the bunker is cut out of it.
  const [[left, top] = [0, 0]] = hole.fairway
  await hand.hit('Select and reshape')
  await hand.press(left + 30, top + 15)
  await expect(page.getByRole('complementary', { name: `Fairway ${number}` })).toBeVisible()
  await hand.drag(left, top, left - 8, top - 12)
  await expect(page.getByRole('button', { name: /^Undo: Move a corner/ })).toBeEnabled()
  await hand.unfold()
  await hand.hit(`Cut out Bunker ${number}`)
  const save = page.getByRole('button', { name: 'Save 6 changes' })
  await expect(save).toBeEnabled()
  expect(await seriousFindings(page)).toEqual([])
  await hand.fold()
  await page.screenshot({ path: `test-results/looks/${look}.png` })

  const undo = page.getByRole('button', { name: /^Undo/ })
  const redo = page.getByRole('button', { name: /^Redo/ })
  let steps = 0
  for (; await undo.isEnabled(); steps++) await undo.click()
  expect(steps).toBeGreaterThan(8)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  for (let i = 0; i < steps; i++) await redo.click()
  await expect(redo).toBeDisabled()
  await expect(save).toBeEnabled()
}

export const saveAndLeave = async (page: Page, hand: Hand): Promise<void> => {
  await hand.hit('Save 6 changes')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await hand.hit('Leave')
  await expect(page.getByRole('toolbar', { name: 'Tools of the map' })).toBeHidden()
}
