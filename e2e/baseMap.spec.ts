/** The promise: a base map of a new host is whole in every open page, which reloads by itself or says that it takes a reload. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

/** One pixel. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let stack: Stack
let tiles: Server
let asked: string[] = []
/** Which tiles there are. */
let isThere: (url: string) => boolean = () => true
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: 'off' })
  tiles = createServer(({ url = '' }, answer) => {
    asked.push(url)
    if (isThere(url)) answer.writeHead(200, { 'content-type': 'image/png' }).end(TILE)
    else answer.writeHead(404).end()
  })
  await new Promise<void>(done => tiles.listen(0, '127.0.0.1', done))
})
test.afterAll(async ({ browser }) => {
  tiles?.close()
  await leave(browser)
  await stack?.stop()
})

/** The tiles among those that were asked for, at their own zoom, that are missing in between. */
const holes = (): readonly string[] => {
  const places = asked.map(url => url.match(/\d+/g)?.map(Number) ?? [])
  const zoom = Math.max(...places.map(([z = 0]) => z))
  const [across, down] = [1, 2].map(i => places.filter(([z]) => z === zoom).map(place => place[i] ?? 0))
  const every = (of: readonly number[] = []): readonly number[] =>
    Array.from({ length: Math.max(...of) - Math.min(...of) + 1 }, (_, i) => Math.min(...of) + i)
  const urls = every(across).flatMap(x => every(down).map(y => `/${zoom}/${x}/${y}.png`))
  return urls.filter(url => !asked.includes(url))
}

test('a page with fields says that a new base map takes a reload, and an open map reloads by itself', async ({
  page,
  browser,
}) => {
  test.slow()
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, stack, 'ROLE_GREENKEEPER')
  await elsewhere.goto(`${stack.url}/map`)
  await elsewhere.locator('.gs-canvas').waitFor({ timeout: 60_000 })
  await elsewhere.evaluate(() => document.body.setAttribute('data-opened', 'before'))
  await signIn(page, stack, 'ROLE_MANAGER')
  await page.goto(`${stack.url}/settings/main-settings`)
  const host = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`
  await page.getByLabel('Address of the base map').fill(`${host}/{z}/{x}/{y}.png`)
  await page.getByLabel('Attribution').fill('County')
  await page.getByRole('button', { name: 'Save' }).click()

  const note = page.getByText(/^This page was opened before the base map was set/)
  await expect(note).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('The base map could not be loaded')).toHaveCount(0)

  await note.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText(/County/)).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => asked.length, { timeout: 60_000 }).toBeGreaterThan(0)
  await expect(note).toHaveCount(0)
  await expect(page.getByLabel('Address of the base map')).toHaveValue(`${host}/{z}/{x}/{y}.png`)

  await expect(elsewhere.locator('body[data-opened]')).toHaveCount(0, { timeout: 60_000 })
  await expect(elsewhere.getByText(/County/)).toBeVisible({ timeout: 60_000 })
  await expect(elsewhere.getByText('The base map could not be loaded')).toHaveCount(0)

  asked = []
  const opened = await (await browser.newContext()).newPage()
  await signIn(opened, stack, 'ROLE_GREENKEEPER')
  await opened.goto(`${stack.url}/map`)
  await expect.poll(() => asked.length, { timeout: 60_000 }).toBeGreaterThan(8)
  await expect.poll(holes, { timeout: 20_000 }).toEqual([])
})

test('tiles of the course alone are not reported in a view far beyond it', async ({ page }) => {
  await signIn(page, stack, 'ROLE_MANAGER')
  const host = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`
  const baseMap = { baseMapUrl: `${host}/{z}/{x}/{y}.png`, baseMapAttribution: 'County' }
  await ask(page, 'PATCH', 'settings', { ...baseMap, minZoom: 5, minNativeZoom: 5 })
  asked = []
  await page.goto(`${stack.url}/map`)
  await expect.poll(() => asked.length, { timeout: 60_000 }).toBeGreaterThan(8)
  // All tiles of the first view have come: one that is missing later would be a hole where others came.
  const isSettled = async (): Promise<boolean> => {
    const before = asked.length
    await page.waitForTimeout(2_000)
    return asked.length === before
  }
  await expect.poll(isSettled, { timeout: 60_000 }).toBe(true)
  const came = new Set(asked)
  isThere = url => came.has(url)
  const failed = page.getByText('The base map could not be loaded')
  const zoom = page.getByRole('button', { name: 'Zoom out' })
  for (let press = 0; press < 12; press += 1) {
    await zoom.click()
    await page.waitForTimeout(400)
  }
  expect(asked.filter(url => !came.has(url)).length).toBeGreaterThan(48)
  await expect(failed).toHaveCount(0)
})
