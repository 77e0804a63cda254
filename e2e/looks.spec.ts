/** The promise: every staff page works at 390, 820 and 1600 px, light and dark, and axe finds nothing serious. */
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { type Stack, signIn, startStack } from './stack.ts'

const PAGES = [
  'map',
  'missions',
  'missions/new',
  'schedule',
  'garage',
  'settings/zoneTypes',
  'settings/blades',
  'settings/holes',
  'settings/main-settings',
  'settings/buggy-settings',
  'settings/users',
  'settings/technicalNumbers',
  'restaurant',
  'notifications',
] as const
const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1600, height: 1000 },
] as const

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIM_SPEED: '1' })
})
test.afterAll(async () => {
  await stack?.stop()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every page stands at three widths in ${colorScheme}, without a serious finding of axe`, async ({ browser }) => {
    test.slow()
    const page = await (await browser.newContext({ colorScheme })).newPage()
    const failures: string[] = []
    page.on('pageerror', error => failures.push(`${page.url()}: ${error.message}`))
    await signIn(page, stack, 'ROLE_ADMIN')
    for (const path of PAGES) {
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await page.goto(`${stack.url}/${path}`)
        await expect(page.getByRole('button', { name: 'Stop all' })).toBeVisible()
        await page.waitForLoadState('networkidle').catch(() => undefined)
        const name = `${path.replace('/', '-')}-${size.width}-${colorScheme}`
        await page.screenshot({ path: `test-results/looks/${name}.png` })
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        if (tooWide > 0) failures.push(`${name} is ${tooWide} px too wide`)
        const { violations } = await new AxeBuilder({ page }).analyze()
        for (const violation of violations) {
          if (violation.impact !== 'serious' && violation.impact !== 'critical') continue
          failures.push(`${name}: ${violation.id} at ${violation.nodes.map(node => node.target.join(' ')).join(', ')}`)
        }
      }
    }
    expect(failures).toEqual([])
  })
}
