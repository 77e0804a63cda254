/** The promise: the plan of tomorrow's shift plays as a film on the map, with the groups of the tee sheet, and nothing moves. */
import { expect, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { planTomorrow } from './planTomorrow.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: 'off' })
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

test('the plan of a shift plays as a film, with the groups that are expected, and nothing of it happens', async ({
  browser,
}) => {
  test.slow()
  const page = await (await browser.newContext()).newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  const { day, id } = await planTomorrow(page)
  await page.goto(`${stack.url}/day?day=${day}`)
  await page.getByRole('link', { name: 'Play the plan' }).click()
  const banner = page.getByRole('region', { name: 'Plan, not live' })
  await expect(banner).toBeVisible({ timeout: 60_000 })
  await expect(banner.getByRole('status')).toHaveText('As planned. Nothing of it has happened yet.', {
    timeout: 30_000,
  })
  const speed = page.getByRole('combobox', { name: 'Speed' })
  await expect(speed).toHaveValue('60')
  const seconds = async (): Promise<number> =>
    Date.parse((await banner.getByRole('time').getAttribute('datetime')) ?? '') / 1_000
  const begun = await seconds()
  expect(begun).toBe(Date.parse(`${day}T05:00:00.000Z`) / 1_000)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(seconds, { timeout: 30_000 }).toBeGreaterThan(begun + 240)
  const fleet = page.getByRole('region', { name: 'Machines at this moment' })
  await expect(fleet.getByRole('button')).toHaveCount(2)
  await expect(fleet.getByText('Working')).toHaveCount(2, { timeout: 30_000 })
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  // Into the time of the groups.
  await page.goto(`${stack.url}/map?film=${id}&replay=${day}T06:25:00.000Z`)
  await expect(banner.getByRole('status')).toHaveText('As planned. Nothing of it has happened yet.', {
    timeout: 60_000,
  })
  for (const size of SIZES)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      await page.screenshot({ path: `test-results/looks/film-${size.width}-${colorScheme}.png`, timeout: 60_000 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    }
  const { items } = await ask<{ items: readonly { status: string }[] }>(page, 'GET', 'missions')
  expect(items.filter(({ status }) => status !== 'planned')).toEqual([])
  await page.setViewportSize(SIZES[2])
  await page.getByRole('button', { name: 'Back to live' }).click()
  await expect(banner).toBeHidden()
  await page.goto(`${stack.url}/map?film=00000000-0000-4000-8000-000000000000&replay=${day}T06:25:00.000Z`)
  await expect(page.getByText('This shift is gone')).toBeVisible()
})
