/**
 * The promise: a greenkeeper at a green records its speed with two presses on a phone, also while the network is gone and with a
 * photo, and the records of the zone show it.
 */
import { expect, type Page, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { faultsOf, fits } from './pageFaults.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'
import { tabTo } from './tabTo.ts'
import { middleOf, type Zone } from './zones.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: 'off' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

/** As a phone takes one: larger than what is sent. */
const takenPhoto = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2_400, 1_800)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no context')
    context.fillStyle = 'green'
    context.fillRect(0, 0, 2_400, 900)
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
    return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  })
  return Buffer.from(base64, 'base64')
}

test('records at the green where the phone is, also without a network', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    permissions: ['geolocation'],
  })
  const page = await context.newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  const { features } = await ask<{ features: Zone[] }>(page, 'GET', 'map')
  const green = features.find(({ kind, properties }) => kind === 'zone' && /green/i.test(properties.title))
  if (green === undefined) throw new Error('the demo course has no green')
  const [longitude, latitude] = middleOf(green)
  await context.setGeolocation({ longitude, latitude })

  await page.goto(`${stack.url}/missions/grass/record`)
  await expect(page.getByText('You are here')).toBeVisible()
  await expect(page.getByText('Nothing was recorded here yet.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Green speed' }).fill('3.1')
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByText('Last: 3.1 m')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  expect(await fits(page)).toBe(true)

  await context.setOffline(true)
  await page.getByRole('button', { name: 'One step more' }).tap()
  const file = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await takenPhoto(page) }
  await page.locator('input[type=file][capture]').setInputFiles(file)
  await expect(page.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByText('1 record waits for the network.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('1 record waits for the network.')).toBeHidden()
  await expect(page.getByText('Last: 3.2 m')).toBeVisible()

  await page.getByRole('button', { name: /^Records of / }).tap()
  await expect(page.getByRole('img', { name: 'Last 3.2 m, between 3.1 m and 3.2 m' })).toBeVisible()
  const thumbnail = page.getByRole('button', { name: 'Photo 1 of 1: Green speed 3.2 m' })
  const widthOf = (picture: ReturnType<Page['locator']>): Promise<number> =>
    picture.evaluate(image => (image as HTMLImageElement).naturalWidth)
  await expect.poll(() => widthOf(thumbnail.locator('img'))).toBe(320)
  await thumbnail.focus()
  await page.keyboard.press('Enter')
  const whole = page.getByRole('img', { name: 'Photo 1 of 1: Green speed 3.2 m' })
  await expect(whole).toBeVisible()
  await expect.poll(() => widthOf(whole)).toBe(1_600)
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(whole).toBeHidden()
  expect(await faultsOf(page)).toEqual([])
  expect(await fits(page)).toBe(true)
})

test('by the keyboard alone a superintendent chooses the rows of the report, records, and deletes the record', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ viewport: { width: 1600, height: 1000 } })).newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  const { features } = await ask<{ features: Zone[] }>(page, 'GET', 'map')
  const green = features.filter(({ kind, properties }) => kind === 'zone' && /^Green/.test(properties.title))[4]
  if (green === undefined) throw new Error('the demo course has no fifth green')
  const main = page.getByRole('main')

  await page.goto(`${stack.url}/missions/grass`)
  await tabTo(page, main.getByRole('link', { name: 'Reports' }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/reports/)
  await tabTo(page, main.getByRole('radio', { name: 'Mower' }))
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(/by=zoneType/)

  await page.goto(`${stack.url}/missions/grass/record?zone=${green.id}`)
  await tabTo(page, main.getByRole('textbox', { name: 'Green speed' }))
  await page.keyboard.type('2.9')
  await tabTo(page, main.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Last: 2.9 m')).toBeVisible()
  await tabTo(page, main.getByRole('button', { name: `Records of ${green.properties.title}` }))
  await page.keyboard.press('Enter')
  await tabTo(page, main.getByRole('button', { name: 'Delete record: 2.9 m' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing was recorded in these days')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})
