/** The promise: one press releases the work of a day, one pauses it, and one continues a mower. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { oddFontSizes } from './fontSizes.ts'
import { planGreen } from './planGreen.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack()
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1600, height: 1000 },
] as const

const faultsOf = async (page: Page, name: string): Promise<readonly string[]> => {
  const faults: string[] = []
  for (const size of SIZES)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      const shown = `${name}-${size.width}-${colorScheme}`
      await page.screenshot({ path: `test-results/looks/${shown}.png`, timeout: 60_000 })
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (tooWide > 0) faults.push(`${shown} is ${tooWide} px too wide`)
      for (const odd of await oddFontSizes(page)) faults.push(`${shown}: ${odd}`)
      const { violations } = await new AxeBuilder({ page }).analyze()
      for (const { impact, id } of violations)
        if (impact === 'serious' || impact === 'critical') faults.push(`${shown}: ${id}`)
    }
  return faults
}

test('a released shift starts its mission, is paused and continued by one press each, and fits every screen', async ({
  browser,
}) => {
  test.slow()
  const page = await (await browser.newContext()).newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  const { id, mowers } = await planGreen(page)
  const now = Date.now()
  const { day } = await ask<{ day: string }>(page, 'POST', 'shifts', {
    day: new Date(now).toISOString().slice(0, 10),
    name: 'Early greens',
    from: new Date(now - 60_000).toISOString(),
    until: new Date(now + 4 * 3_600_000).toISOString(),
    missionIds: [id],
  })
  await page.goto(`${stack.url}/day?day=${day}`)
  await expect(page.getByText('Not released: no mower starts')).toBeVisible()
  const lane = page.getByRole('listitem', { name: mowers[0].name })
  await page.getByRole('button', { name: 'Release' }).click()
  await expect(lane.getByText('Running')).toBeVisible({ timeout: 60_000 })
  await expect
    .poll(async () => (await ask<{ status: string }>(page, 'GET', `missions/${id}`)).status, { timeout: 60_000 })
    .toBe('working')
  await page.getByRole('button', { name: 'Pause all' }).click()
  await expect(lane.getByText('Needs attention')).toBeVisible({ timeout: 20_000 })
  expect((await ask<{ status: string }>(page, 'GET', `missions/${id}`)).status).toBe('stopped')
  expect(await faultsOf(page, 'day-board')).toEqual([])
  await lane.getByRole('button', { name: 'Continue' }).click()
  await expect(lane.getByText('Running')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Revoke release' }).click()
  await expect(page.getByText('Not released: no mower starts')).toBeVisible()
})
