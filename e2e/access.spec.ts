/**
 * The promise: every page is open to everybody. At four widths, light and dark, axe finds no breach of WCAG 2 at the levels A
 * and AA, contrast included; and by the keyboard each stop on a page is seen.
 */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { addressesOf, named } from './addresses.ts'
import { settle } from './layout/settle.ts'
import { faultsOf } from './pageFaults.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

/** Beside those of `looks.spec.ts`. */
const SIZES = [
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
  { width: 1366, height: 768 },
  { width: 2560, height: 1440 },
] as const
const WIDE = { width: 1600, height: 1000 } as const

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: 'off' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

const openPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ reducedMotion: 'reduce', viewport: WIDE })).newPage()

const visit = async (page: Page, address: string): Promise<void> => {
  await page.goto(`${stack.url}/${address}`)
  await page.locator('main').first().waitFor()
  await settle(page)
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds no breach of WCAG 2 AA on any page at four widths, ${colorScheme}`, async ({ browser }) => {
    test.setTimeout(3_600_000)
    const staff = await openPage(browser)
    await signIn(staff, stack, 'ROLE_ADMIN')
    const { inside, outside } = await addressesOf(staff)
    const stranger = await openPage(browser)
    const faults = new Map<string, string[]>()
    for (const [page, list] of [
      [stranger, outside],
      [staff, inside],
    ] as const)
      for (const address of list) {
        await visit(page, address)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        for (const size of SIZES) {
          await page.setViewportSize(size)
          await settle(page)
          for (const fault of await faultsOf(page))
            faults.set(fault, [...(faults.get(fault) ?? []), `${named(address)} ${size.width}`])
        }
      }
    expect([...faults].map(([fault, screens]) => `${fault}: ${screens.join(', ')}`)).toEqual([])
  })

/** More stops than any page has. */
const MOST_STOPS = 300

/** What is wrong with the place of the focus now; null after the last stop. */
const faultOfStop = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return null
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
    const shown = `${element.tagName.toLowerCase()} "${name}"`
    // A choice hides its input behind its label, and draws the focus there.
    const drawn = element.matches('input[type=checkbox], input[type=radio]')
      ? (element.parentElement ?? element)
      : element
    const box = drawn.getBoundingClientRect()
    const isOnScreen = box.right > 0 && box.bottom > 0 && box.left < window.innerWidth && box.top < window.innerHeight
    if (!isOnScreen) return `${shown} has the focus off the screen`
    if (!element.matches('a, button')) return ''
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    const isSeen = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    return isSeen ? '' : `${shown} does not show its focus`
  })

test('each stop of the keyboard is seen, on every page, and none holds it', async ({ browser }) => {
  test.setTimeout(3_600_000)
  const page = await openPage(browser)
  await signIn(page, stack, 'ROLE_ADMIN')
  const { inside } = await addressesOf(page)
  const faults: string[] = []
  for (const address of inside) {
    await visit(page, address)
    let [stops, previous] = [0, '']
    for (; stops < MOST_STOPS; stops += 1) {
      await page.keyboard.press('Tab')
      const fault = await faultOfStop(page)
      if (fault === null) break
      if (fault !== '' && fault !== previous) faults.push(`${named(address)}: ${fault}`)
      previous = fault
    }
    if (stops === 0) faults.push(`${named(address)}: the keyboard reaches nothing`)
  }
  expect(faults).toEqual([])
})
