/**
 * The promise: the golfer's screen is a program of its own on the tablet: it can be installed, keeps the screen on, and has
 * the course from above and the menu also where it is started without a network. And staff who write to a cart lose no
 * word of it when they turn their device.
 */
import { expect as impatient, type Page, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

const expect = impatient.configure({ timeout: 45_000 })

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: '0' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

interface Hole {
  readonly kind: string
  readonly geometry: { readonly coordinates: readonly (readonly [lon: number, lat: number])[] }
}

/** Counts how often the screen was asked to stay on; the browser's own answer is passed to the page. */
const countWakeLocks = (): void => {
  const lock = navigator.wakeLock
  const request = lock.request.bind(lock)
  const counted = { requests: 0 }
  Object.assign(window, { wakeLocks: counted })
  lock.request = kind => {
    counted.requests += 1
    return request(kind)
  }
}
const wakeLocks = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { wakeLocks: { requests: number } }).wakeLocks.requests)

/** As the browser tells a page that its tab went behind another, or came back. */
const turn = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate(to => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

test('the tablet keeps its screen on, is installable, and has picture and menu where it starts without a network', async ({
  browser,
}) => {
  const desk = await (await browser.newContext()).newPage()
  await signIn(desk, stack, 'ROLE_ADMIN')
  await ask(desk, 'PATCH', 'settings/buggy', { applyHoleDelay: 0 })
  const { features } = await ask<{ features: readonly Hole[] }>(desk, 'GET', 'map')
  const [longitude, latitude] = features.find(({ kind }) => kind === 'hole')?.geometry.coordinates[0] ?? [0, 0]
  const cart = await ask<{ id: string }>(desk, 'POST', 'carts', { name: 'Cart 79', inService: false, home: null })
  const { code } = await ask<{ code: string }>(desk, 'POST', `carts/${cart.id}/pairing`)
  const context = await browser.newContext({
    viewport: { width: 820, height: 1180 },
    permissions: ['geolocation'],
    geolocation: { longitude, latitude, accuracy: 2 },
  })
  await context.addInitScript(countWakeLocks)
  const tablet = await context.newPage()
  await tablet.goto(`${stack.url}/player#pair=${code}`)
  await tablet.getByRole('button', { name: 'Pair' }).click()
  const hole = tablet.getByRole('heading', { name: 'Hole 1', exact: true })
  await expect(hole).toBeVisible()

  await expect.poll(() => wakeLocks(tablet)).toBeGreaterThan(0)
  const asked = await wakeLocks(tablet)
  await turn(tablet, 'hidden')
  expect(await wakeLocks(tablet)).toBe(asked)
  await turn(tablet, 'visible')
  await expect.poll(() => wakeLocks(tablet)).toBe(asked + 1)

  await expect
    .poll(() => tablet.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated')
  const devtools = await context.newCDPSession(tablet)
  const manifest = await devtools.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  expect(manifest.url).toBe(`${stack.url}/player.webmanifest`)
  expect(JSON.parse(manifest.data ?? '{}')).toMatchObject({ start_url: '/player', scope: '/player', id: '/player' })
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Nothing can be installed out of the private windows that tests run in; all else is as a person's browser judges it.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  await tablet.getByRole('button', { name: 'Menu and order' }).click()
  const dishes = tablet.getByRole('button', { name: /^One more: / })
  await expect(dishes.first()).toBeVisible()
  const menu = await dishes.count()
  const pictures = () =>
    tablet.evaluate(async () => {
      const cache = await caches.open('greensward-rasters')
      return (await cache.keys()).map(({ url }) => new URL(url).pathname)
    })
  await expect.poll(async () => (await pictures()).length).toBeGreaterThan(0)
  await context.setOffline(true)
  const failed: string[] = []
  tablet.on('requestfailed', request => failed.push(new URL(request.url()).pathname))
  await tablet.reload()
  await expect(hole).toBeVisible()
  await expect(tablet.getByText(/No network/)).toBeVisible()
  await tablet.getByRole('button', { name: 'Menu and order' }).click()
  await expect(dishes).toHaveCount(menu)
  // The picture is read from the tablet: the network is not even asked for it.
  const kept = await pictures()
  expect(failed.filter(path => kept.includes(path))).toEqual([])
})

test('a message being written to a cart survives the change between phone and desk layout', async ({ browser }) => {
  const desk = await (await browser.newContext({ viewport: { width: 1600, height: 1000 } })).newPage()
  await signIn(desk, stack, 'ROLE_ADMIN')
  const cart = await ask<{ id: string }>(desk, 'POST', 'carts', {
    name: 'Cart 80',
    inService: false,
    home: [-0.35, 51.4],
  })
  await desk.goto(`${stack.url}/map?sel=cart:${cart.id}`)
  await desk.getByRole('button', { name: 'Message', exact: true }).click()
  const text = desk.getByRole('textbox', { name: 'Text' })
  await text.fill('The bar closes at six.')
  await desk.setViewportSize({ width: 390, height: 844 })
  await expect(text).toHaveValue('The bar closes at six.')
  await desk.setViewportSize({ width: 1600, height: 1000 })
  await expect(text).toHaveValue('The bar closes at six.')
  await desk.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await desk.getByRole('button', { name: 'Message', exact: true }).click()
  await expect(text).toHaveValue('')
})
