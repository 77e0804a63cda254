/** Promise: a picture of the ground is added by hand, also over a connection that breaks, and everybody sees it. */
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { type Stack, signIn, startStack } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: '0' })
})
test.afterAll(() => stack.stop())

test('an orthophoto goes up over a broken connection, is compared with the one before, and is deleted', async ({
  page,
  browser,
}) => {
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  const ground = page.getByRole('button', { name: 'Orthophoto', exact: true })
  await expect(ground).toBeEnabled({ timeout: 120_000 })
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'More for the map' }).click()
    await page.getByRole('menuitem', { name: 'Orthophotos and elevation…' }).click()
  }
  await open()
  await page.getByRole('button', { name: 'Add orthophoto or elevation' }).click()
  // What is not to be had elsewhere: the demo's own picture, said to be of another day.
  await page.locator('input[type=file]').setInputFiles(join(stack.dataDir, 'rasters', 'orthophoto.tif'))
  await page.getByLabel('Title').fill('Flight in May')
  await page.getByLabel('Taken on').fill('2026-05-04')
  let cut = 0
  await page.route('**/api/rasters/uploads/*/bytes*', async route => {
    cut += 1
    // The second part never arrives; what comes after it goes on from there.
    if (cut === 2) await route.abort('connectionreset')
    else await route.continue()
  })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Is on the map')).toBeVisible({ timeout: 120_000 })
  expect(cut).toBeGreaterThan(2)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
  await page.getByRole('button', { name: 'Show Flight in May on the map' }).click()

  await page.getByLabel('Compare with').selectOption({ label: 'Demo course from above' })
  const bar = page.getByRole('slider', { name: 'Move between the two pictures' })
  await expect(bar).toHaveAttribute('aria-valuenow', '50')
  await bar.focus()
  await page.keyboard.press('ArrowRight')
  await expect(bar).toHaveAttribute('aria-valuenow', '52')
  await expect(page).toHaveURL(/compare=/)

  const other = await (await browser.newContext()).newPage()
  await signIn(other, stack, 'ROLE_MANAGER')
  await expect(other.getByLabel('Compare with')).toBeVisible()
  await expect(other.locator('option', { hasText: 'Flight in May' }).first()).toBeAttached()

  await open()
  await page.getByRole('button', { name: 'Delete Flight in May' }).click()
  await page.getByRole('button', { name: 'Delete raster' }).click()
  await expect(page.getByText('Flight in May is deleted')).toBeVisible()
  await expect(other.locator('option', { hasText: 'Flight in May' })).toHaveCount(0)
})

test('the ground below the pointer tells its height and slope, and contour lines stay in the address', async ({
  page,
}) => {
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  const relief = page.getByRole('button', { name: 'DEM', exact: true })
  await expect(relief).toBeEnabled({ timeout: 120_000 })
  await relief.click()
  await page.getByRole('menuitem', { name: 'Contours' }).click()
  await expect(page).not.toHaveURL(/contours/)
  await page.mouse.move(800, 420)
  await page.mouse.move(806, 424)
  await expect(page.getByLabel('Ground below the pointer')).toHaveText(/\d+\.\d m\s*\d+\.\d % steep/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'DEM', exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(/contours/)
})
