/** Promise: pictures of the ground, its heights and a base map are the same in every browser, at once. */
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { lookAt } from './lookAt.ts'
import { leave, type Stack, signIn, startStack, until } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: '0' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

test('an orthophoto is compared with the one before in every browser, and is deleted', { tag: '@smoke' }, async ({
  page,
  browser,
}) => {
  test.slow()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  const ground = page.getByRole('button', { name: 'Orthophoto', exact: true })
  await expect(ground).toBeEnabled({ timeout: 240_000 })
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'More for the map' }).click()
    await page.getByRole('menuitem', { name: 'Orthophotos and elevation…' }).click()
  }
  await open()
  await page.getByRole('button', { name: 'Add orthophoto or elevation' }).click()
  // A small picture of the demo, with the date of another day.
  const picture = join(stack.dataDir, 'rasters', 'dem.hillshade.tif')
  await until('the picture', () => existsSync(picture) || undefined, 120_000)
  await page.locator('input[type=file]').setInputFiles(picture)
  await page.getByRole('dialog').getByText('Orthophoto', { exact: true }).click()
  await page.getByLabel('Title').fill('Flight in May')
  await page.getByLabel('Taken on').fill('2026-05-04')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Is on the map')).toBeVisible({ timeout: 120_000 })
  await page.getByRole('button', { name: 'Show Flight in May on the map' }).click()

  await page.getByLabel('Compare with').selectOption({ label: 'Demo course from above' })
  const bar = page.getByRole('slider', { name: 'Move between the two pictures' })
  await expect(bar).toHaveAttribute('aria-valuenow', '50')
  await bar.focus()
  await page.keyboard.press('ArrowRight')
  await expect(bar).toHaveAttribute('aria-valuenow', '52')
  await expect(page).toHaveURL(/compare=/)
  const share = async (): Promise<number> => Number(await bar.getAttribute('aria-valuenow'))
  const middle = async (): Promise<readonly [x: number, y: number]> => {
    const box = await bar.boundingBox()
    if (box === null) throw new Error('the bar has no place on the screen')
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  await test.step('by mouse, and never under what hides the map', async () => {
    const [x, y] = await middle()
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 160, y)
    await page.mouse.up()
    expect((await middle())[0]).toBeCloseTo(x - 160, 0)
    await page.mouse.move(x - 160, y)
    await page.mouse.down()
    await page.mouse.move(0, y)
    await page.mouse.up()
    const panel = await page.getByRole('complementary', { name: 'Layers' }).boundingBox()
    expect((await middle())[0]).toBeGreaterThan((panel?.x ?? 0) + (panel?.width ?? 0))
  })
  await test.step('by touch', async () => {
    const [x, y] = await middle()
    const before = await share()
    const touch = await page.context().newCDPSession(page)
    const at = (to: number) => [{ x: to, y }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(x) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x + 60) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x + 120) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(share).toBeGreaterThan(before)
  })

  const other = await (await browser.newContext()).newPage()
  await signIn(other, stack, 'ROLE_MANAGER')
  await expect(other.getByLabel('Compare with')).toBeVisible({ timeout: 60_000 })
  await expect(other.locator('option', { hasText: 'Flight in May' }).first()).toBeAttached()

  await open()
  await page.getByRole('button', { name: 'Delete Flight in May' }).click()
  await page.getByRole('button', { name: 'Delete raster' }).click()
  await expect(page.getByText('Flight in May is deleted')).toBeVisible()
  await expect(other.locator('option', { hasText: 'Flight in May' })).toHaveCount(0)
})

test('a base map from the settings appears on a map that is already open elsewhere', async ({ page, browser }) => {
  const asked: string[] = []
  const tile = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const tiles = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'image/png' }).end(tile)
  })
  await new Promise<void>(done => tiles.listen(0, '127.0.0.1', done))
  try {
    const address = tiles.address()
    if (address === null || typeof address === 'string') throw new Error('the tiles have no port')
    await signIn(page, stack, 'ROLE_GREENKEEPER')
    await page.getByRole('button', { name: 'Edit map' }).waitFor({ timeout: 60_000 })

    const office = await (await browser.newContext()).newPage()
    await signIn(office, stack, 'ROLE_ADMIN')
    await office.goto(`${stack.url}/settings/main-settings`)
    await office.getByLabel('Address of the base map').waitFor({ timeout: 60_000 })
    await office.getByLabel('Attribution').fill('Ada')
    await office.getByLabel('Address of the base map').fill(`http://127.0.0.1:${address.port}/{z}/{x}/{y}.png`)
    await office.getByRole('button', { name: 'Save' }).click()

    await until('tiles on the open map', () => asked.length > 3 || undefined, 60_000)
    expect(asked[0]).toMatch(/^\/\d+\/\d+\/\d+\.png$/)
    // The map is as it was, and says who made what is below it.
    await expect(page.getByRole('button', { name: 'Edit map' })).toBeVisible()
  } finally {
    await new Promise(done => tiles.close(done))
  }
})

test('a picture that is hidden in the frame that drew it leaves no error behind', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  const ground = page.getByRole('button', { name: 'Orthophoto', exact: true })
  await expect(ground).toBeEnabled({ timeout: 120_000 })
  // The map draws in a frame, asks for more tiles after it, and the press comes in between.
  await ground.evaluate(async button => {
    for (let press = 0; press < 60; press += 1) {
      for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame)
      if (button instanceof HTMLElement) button.click()
    }
  })
  await expect(ground).toBeEnabled()
  expect(errors).toEqual([])
})

test('the ground below the pointer tells its height and slope, and contour lines stay in the address', async ({
  page,
}) => {
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  const relief = page.getByRole('button', { name: 'DEM', exact: true })
  await expect(relief).toBeEnabled({ timeout: 120_000 })
  await relief.click()
  await expect(page).toHaveURL(/hide=[^&]*contours/)
  await page.getByRole('menuitemcheckbox', { name: 'Contours' }).click()
  await expect(page).not.toHaveURL(/contours/)
  await page.mouse.move(800, 420)
  await page.mouse.move(806, 424)
  await expect(page.getByLabel('Ground below the pointer')).toHaveText(/\d+\.\d m\s*\d+\.\d % steep/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'DEM', exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page).not.toHaveURL(/contours/)
})

test('the ground is as opaque as it was set, also after a reload', async ({ page }) => {
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  await expect(page.getByRole('button', { name: 'Orthophoto', exact: true })).toBeEnabled({ timeout: 120_000 })
  const opacity = page.getByRole('slider', { name: 'Opacity' })
  const whole = await lookAt(page)
  await opacity.focus()
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowLeft')
  await expect(opacity).toHaveValue('50')
  await expect(page).toHaveURL(/opacity=[^&]*50/)
  expect(await lookAt(page)).not.toBe(whole)
  await page.reload()
  await expect(opacity).toHaveValue('50', { timeout: 60_000 })
  expect(await lookAt(page)).not.toBe(whole)
})
