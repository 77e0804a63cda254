/** The promise: every staff page works at 390, 820 and 1600 px, light and dark, and axe finds nothing serious. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { oddFontSizes } from './fontSizes.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'
import type { Zone } from './zones.ts'

const PAGES = [
  'map',
  'missions',
  'missions/new',
  'missions/course',
  'missions/grass',
  'missions/grass/record',
  'missions/grass/course',
  'reports',
  'day',
  'jobs',
  'jobs?view=mine',
  'jobs?view=repeats',
  'jobs?view=hours',
  'schedule',
  'plans',
  'schedule/tee-sheet',
  'garage',
  'garage/bases',
  'garage/health',
  'garage/rounds',
  'settings',
  'settings/zoneTypes',
  'settings/blades',
  'settings/holes',
  'settings/jobKinds',
  'settings/main-settings',
  'settings/buggy-settings',
  'settings/users',
  'settings/technicalNumbers',
  'settings/wallDisplays',
  'settings/webhooks',
  'settings/mqtt',
  'settings/automower',
  'settings/sms',
  'settings/oidc',
  'settings/audit',
  'settings/link',
  'settings/weather',
  'settings/operation',
  'account',
  'restaurant',
  'notifications',
  'morning',
] as const
const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1600, height: 1000 },
] as const

/** Whether Lato has come from this server, and nothing else has to be asked for it. */
const hasOwnFont = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const [font] = await document.fonts.load('400 14px Lato')
    return font?.status === 'loaded' && getComputedStyle(document.body).fontFamily.startsWith('Lato')
  })

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIM_SPEED: '1' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

test('every page fits three widths, light and dark, without a serious finding of axe', async ({ browser }) => {
  test.slow()
  const page = await (await browser.newContext()).newPage()
  const failures: string[] = []
  page.on('pageerror', error => failures.push(`${page.url()}: ${error.message}`))
  await signIn(page, stack, 'ROLE_ADMIN')
  const { features } = await ask<{ features: Zone[] }>(page, 'GET', 'map')
  const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', 'mowers')
  const zone = features.find(({ kind }) => kind === 'zone')
  const ofOne = [`missions/grass/${zone?.id}`, ...items.slice(0, 1).map(({ id }) => `garage/vehicle/${id}`)]
  for (const [index, path] of [...PAGES, ...ofOne].entries()) {
    await page.goto(`${stack.url}/${path}`)
    await expect(page.getByRole('button', { name: 'Stop all' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const [turn, size] of SIZES.entries()) {
      // Light and dark take turns, and swap their order on the next page.
      const colorScheme = (index + turn) % 2 === 0 ? 'light' : 'dark'
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      const name = `${path.replaceAll('/', '-')}-${size.width}-${colorScheme}`
      await page.screenshot({ path: `test-results/looks/${name}.png`, timeout: 60_000 })
      if (!(await hasOwnFont(page))) failures.push(`${name} has no font of its own`)
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (tooWide > 0) failures.push(`${name} is ${tooWide} px too wide`)
      for (const odd of await oddFontSizes(page)) failures.push(`${name}: ${odd}`)
      const { violations } = await new AxeBuilder({ page }).analyze()
      for (const { impact, id, nodes } of violations) {
        if (impact !== 'serious' && impact !== 'critical') continue
        failures.push(`${name}: ${id} at ${nodes.map(node => node.target.join(' ')).join(', ')}`)
      }
    }
  }
  expect(failures).toEqual([])
})
