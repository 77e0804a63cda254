/**
 * The promise: at each width from a phone to a wall every page can be read and pressed: no text is cut or printed over
 * another, nothing scrolls to the side, no control is out of reach or too small for a finger, and no note covers one.
 */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { type Addresses, addressesOf, named } from './addresses.ts'
import { coveredByNotes, notes } from './layout/controlFaults.ts'
import { layoutFaults } from './layout/layoutFaults.ts'
import { openerPlaces, openersOf } from './layout/openers.ts'
import { openEyes } from './layout/pageEyes.ts'
import { settle } from './layout/settle.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

interface Size {
  readonly width: number
  readonly height: number
}
/** By mouse. */
const DESKS: readonly Size[] = [
  { width: 2560, height: 1440 },
  { width: 1600, height: 1000 },
  { width: 1366, height: 768 },
  { width: 820, height: 1180 },
  { width: 600, height: 960 },
]
/** By touch. */
const PHONES: readonly Size[] = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
]
const [PHONE] = PHONES as [Size]
const WIDE: Size = { width: 1600, height: 1000 }
const TABLET: Size = { width: 820, height: 1180 }
type Language = 'en' | 'de' | 'es'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: 'off' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

/** All that is wrong, each with the screens where it is. */
class Findings {
  private readonly screens = new Map<string, string[]>()

  add(screen: string, faults: readonly string[]): void {
    for (const fault of faults) this.screens.set(fault, [...(this.screens.get(fault) ?? []), screen])
  }

  get sentences(): readonly string[] {
    return [...this.screens].map(([fault, screens]) => `${fault}: ${screens.join(', ')}`)
  }
}

const isPhone = ({ width }: Size): boolean => width <= PHONE.width

const openAs = async (browser: Browser, language: Language, size: Size): Promise<Page> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: size, hasTouch: isPhone(size) })
  await context.addInitScript(to => localStorage.setItem('language', to), language)
  return context.newPage()
}

const staffOf = async (browser: Browser, language: Language, size: Size): Promise<Page> => {
  const page = await openAs(browser, language, size)
  await signIn(page, stack, 'ROLE_ADMIN')
  return page
}

let found: Addresses | undefined
const addresses = async (browser: Browser): Promise<Addresses> => {
  if (found !== undefined) return found
  const page = await staffOf(browser, 'en', WIDE)
  found = await addressesOf(page)
  await page.context().close()
  return found
}

const measure = async (page: Page, screen: string, sizes: readonly Size[], findings: Findings): Promise<void> => {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await settle(page)
    findings.add(`${screen} ${size.width}`, await layoutFaults(page, isPhone(size)))
  }
}

const visit = async (page: Page, address: string): Promise<void> => {
  await page.goto(`${stack.url}/${address}`)
  await page.locator('main').first().waitFor()
  await settle(page)
}

for (const [language, sizes] of [
  ['en', DESKS],
  ['en', PHONES],
  ['de', [PHONE]],
  ['es', [PHONE]],
] as const)
  test(`every page fits ${sizes.map(({ width }) => width).join(', ')} px in ${language}`, async ({ browser }) => {
    test.setTimeout(3_600_000)
    const { inside, outside } = await addresses(browser)
    const findings = new Findings()
    const [first] = sizes as readonly [Size]
    const stranger = await openAs(browser, language, first)
    const staff = await staffOf(browser, language, first)
    for (const [page, list] of [
      [stranger, outside],
      [staff, inside],
    ] as const)
      for (const address of list) {
        await page.setViewportSize(first)
        await visit(page, address)
        await measure(page, named(address), sizes, findings)
      }
    await stranger.context().close()
    await staff.context().close()
    expect(findings.sentences).toEqual([])
  })

for (const [language, sizes] of [
  ['en', [WIDE]],
  ['de', PHONES],
] as const)
  test(`every menu, window and panel of a page fits ${sizes.map(({ width }) => width).join(', ')} px in ${language}`, async ({
    browser,
  }) => {
    test.setTimeout(3_600_000)
    const { inside } = await addresses(browser)
    const findings = new Findings()
    const [first] = sizes as readonly [Size]
    const page = await staffOf(browser, language, first)
    for (const address of inside) {
      await page.setViewportSize(first)
      await visit(page, address)
      for (const place of await openerPlaces(openersOf(page))) {
        const opener = openersOf(page).nth(place)
        const name = (await opener.getAttribute('aria-label')) ?? (await opener.textContent()) ?? ''
        // One that is below another is pressed elsewhere.
        await opener.click({ timeout: 2_000 }).catch(() => undefined)
        await settle(page)
        await measure(page, `${named(address)} > ${name.replace(/\s+/g, ' ').slice(0, 30)}`, sizes, findings)
        await page.setViewportSize(first)
        await visit(page, address)
      }
    }
    await page.context().close()
    expect(findings.sentences).toEqual([])
  })

test('no note covers a control, on any page', async ({ browser }) => {
  test.setTimeout(3_600_000)
  const { inside } = await addresses(browser)
  const findings = new Findings()
  const page = await staffOf(browser, 'en', WIDE)
  await page.route('**/api/settings', route =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 500,
          json: { code: 500, error: { kind: 'internal', code: 'diskFull', params: {}, message: 'In English' } },
        })
      : route.fallback(),
  )
  for (const address of inside) {
    await page.setViewportSize(WIDE)
    await visit(page, address)
    for (const size of [WIDE, TABLET, PHONE]) {
      await page.setViewportSize(size)
      // Every page of staff has the chip, some phones below _More_; its refusal stays long enough to be looked at.
      const chip = page.getByRole('button', { name: /^Rain mode/ }).first()
      const isBelowMore = !(await chip.isVisible())
      if (isBelowMore) await page.getByRole('button', { name: 'More' }).click()
      await chip.click()
      await page.getByRole('button', { name: /^Turn rain mode/ }).click()
      await expect(notes(page).first()).toBeVisible()
      // A note that still comes in is nowhere yet.
      await settle(page)
      await openEyes(page)
      findings.add(`${named(address)} with its question ${size.width}`, await coveredByNotes(page))
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      if (isBelowMore) await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await settle(page)
      findings.add(`${named(address)} ${size.width}`, await coveredByNotes(page))
      expect(await notes(page).count(), 'the note is still there').toBeGreaterThan(0)
    }
  }
  await page.context().close()
  expect(findings.sentences).toEqual([])
})
