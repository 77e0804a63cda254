/**
 * The promise: a tablet that was paired shows its golfers the hole and the distances, goes on through a dead network,
 * and hands over an order once when the network is back. Staff see what it sees.
 */
import { expect, type Page, test } from '@playwright/test'
import { leave, type Stack, signIn, startStack } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack()
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

type Place = readonly [lon: number, lat: number]
interface Hole {
  readonly kind: string
  readonly properties: { readonly name: string }
  readonly geometry: { readonly coordinates: readonly Place[] }
}

const between = ([aLon, aLat]: Place, [bLon, bLat]: Place, share: number) => ({
  longitude: aLon + (bLon - aLon) * share,
  latitude: aLat + (bLat - aLat) * share,
  accuracy: 3,
})

/** Calls as the page's own person. */
const asked = async <T>(page: Page, method: string, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async ([how, where, what]) => {
      const { token } = JSON.parse(localStorage.getItem('accessToken') ?? '{}')
      const answer = await fetch(`/api/${where}`, {
        method: how ?? 'GET',
        headers: { 'x-api-key': token, ...(what === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(what === undefined ? {} : { body: what }),
      })
      return (await answer.json()).result
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
  )

const centre = async (page: Page): Promise<number> =>
  Number(await page.locator('dl div', { hasText: 'Centre, metres' }).locator('dd').textContent())

test('a tablet through a hole, a dead network, an order and back', async ({ browser }) => {
  const desk = await (await browser.newContext()).newPage()
  await signIn(desk, stack, 'ROLE_ADMIN')
  await asked(desk, 'PATCH', 'settings/buggy', { applyHoleDelay: 0 })
  const map = await asked<{ features: readonly Hole[] }>(desk, 'GET', 'map')
  const hole = map.features.find(({ kind, properties }) => kind === 'hole' && properties.name === 'Hole 4')
  const [tee, second] = hole?.geometry.coordinates ?? []
  if (tee === undefined || second === undefined) throw new Error('the demo course has no hole 4')
  const cart = await asked<{ id: string }>(desk, 'POST', 'carts', { name: 'Cart 77', inService: false, home: null })
  const { code } = await asked<{ code: string }>(desk, 'POST', `carts/${cart.id}/pairing`)

  const context = await browser.newContext({
    viewport: { width: 820, height: 1180 },
    permissions: ['geolocation'],
    geolocation: between(tee, second, 0.2),
  })
  const tablet = await context.newPage()
  await tablet.goto(`${stack.url}/player#pair=${code}`)
  await expect(tablet.getByLabel('Code')).toHaveValue(code)
  await tablet.getByRole('button', { name: 'Pair' }).click()
  await expect(tablet.getByRole('heading', { name: 'Hole 4' })).toBeVisible()
  const far = await centre(tablet)
  expect(far).toBeGreaterThan(100)
  expect(tablet.url()).toBe(`${stack.url}/player`)

  // A point that is pressed gets its distances; staff see the same hole in another browser.
  await desk.goto(`${stack.url}/map/player?cart=${cart.id}`)
  await expect(desk.getByRole('heading', { name: 'Hole 4' })).toBeVisible()
  expect(await centre(desk)).toBe(far)

  // The program is on the tablet, and nothing of the API is in its cache.
  await expect
    .poll(() => tablet.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated')
  const cached = await tablet.evaluate(async () => {
    const caught = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()))
    return caught.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached).toContain('/player')
  expect(cached.filter(path => path.startsWith('/api'))).toEqual([])
  await tablet.getByRole('button', { name: 'Menu and order' }).click()
  await expect(tablet.getByRole('button', { name: /^One more: / }).first()).toBeVisible()
  await tablet.getByRole('button', { name: 'Close' }).click()

  // The network dies: the tablet is even started anew, and distances go on from its own position.
  await stack.crash()
  await expect(tablet.getByText(/No network for/)).toBeVisible()
  await tablet.reload()
  await expect(tablet.getByRole('heading', { name: 'Hole 4' })).toBeVisible()
  await context.setGeolocation(between(tee, second, 0.6))
  await expect.poll(() => centre(tablet)).toBeLessThan(far - 20)
  await tablet.getByRole('button', { name: 'Menu and order' }).click()
  const more = tablet.getByRole('button', { name: /^One more: / }).first()
  await more.click()
  await more.click()
  await tablet.getByRole('button', { name: /^Order for / }).click()
  await expect(tablet.getByText('It is sent by itself once there is a network.')).toBeVisible()

  // Back again: the bar has the order once, and the tablet hears the bar's answer.
  await stack.restart()
  await expect(tablet.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(tablet.getByText('The bar has your order.')).toBeVisible()
  const orders = await asked<{ items: readonly { id: string; cartId: string; updatedAt: string }[] }>(
    desk,
    'GET',
    'orders?open=true&perPage=100',
  )
  const [order, ...others] = orders.items.filter(({ cartId }) => cartId === cart.id)
  expect(others).toEqual([])
  await asked(desk, 'POST', `orders/${order?.id}/move`, { status: 'accepted', updatedAt: order?.updatedAt })
  await expect(tablet.getByText('Accepted', { exact: true })).toBeVisible()
  await expect(tablet.getByText(/No network for/)).toHaveCount(0)
})
