/** Everything that is wrong with the layout of a page at the size that it has now, as sentences. */
import type { Page } from '@playwright/test'
import { coveredByNotes, lostControls, sideScroll, smallTargets } from './controlFaults.ts'
import { openEyes } from './pageEyes.ts'
import { cutFields, cutTexts, overlappingTexts } from './textFaults.ts'

/** The least width and height of what a finger presses, pixels. */
const FINGER_PX = 40
/** A page is looked at one screen after another, at most this number of them. */
const MOST_SCREENS = 12

/** Scrolls what scrolls most by one screen. @returns whether there was more to see */
const scrollOn = (page: Page, screen: number): Promise<boolean> =>
  page.evaluate(index => {
    const all = [document.documentElement, ...document.querySelectorAll<HTMLElement>('main, main *, [role=dialog] *')]
    const hidden = (element: Element): number => {
      if (element.scrollHeight <= element.clientHeight + 8) return 0
      const isRoot = element === document.documentElement
      return isRoot || /auto|scroll/.test(getComputedStyle(element).overflowY)
        ? element.scrollHeight - element.clientHeight
        : 0
    }
    const [most] = all.filter(element => hidden(element) > 0).sort((a, b) => hidden(b) - hidden(a))
    if (most === undefined) return false
    const topPx = index * most.clientHeight * 0.9
    most.scrollTo({ top: topPx, behavior: 'instant' })
    return index > 0 && topPx - most.clientHeight * 0.9 < hidden(most)
  }, screen)

export const layoutFaults = async (page: Page, isTouch: boolean): Promise<readonly string[]> => {
  await openEyes(page)
  const faults = new Set<string>()
  const add = (found: readonly string[]): void => {
    for (const fault of found) faults.add(fault)
  }
  for (const check of [cutTexts, cutFields, sideScroll, lostControls, coveredByNotes]) add(await check(page))
  for (let screen = 0; screen < MOST_SCREENS; screen += 1) {
    if (screen > 0 && !(await scrollOn(page, screen))) break
    add(await overlappingTexts(page))
  }
  await scrollOn(page, 0)
  if (isTouch) add(await smallTargets(page, FINGER_PX))
  return [...faults]
}
