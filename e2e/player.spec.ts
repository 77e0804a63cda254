/**
 * The promise: a tablet that was paired takes its golfers round the course: hole and distances, a closed place, an order
 * and the bar's answer, a dead network and back. What waited is sent once. Staff see the same in another browser.
 */

import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, expect as impatient, type Page, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

/** Three browsers and a server that starts twice share a machine with other work. */
const expect = impatient.configure({ timeout: 45_000 })

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: '0' })
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
interface Orders {
  readonly items: readonly { readonly id: string; readonly cartId: string | null; readonly status: string }[]
}

const METRES_A_DEGREE = 111_320
/** In a moving cart, with a glove. */
const LEAST_TARGET_PX = 48
/** Trackers report once a second at the most. */
const FIX_EVERY_MS = 1_100

const between = ([aLon, aLat]: Place, [bLon, bLat]: Place, share: number): Place => [
  aLon + (bLon - aLon) * share,
  aLat + (bLat - aLat) * share,
]

const square = ([lon, lat]: Place, halfM: number): Place[] => {
  const [east, north] = [halfM / (METRES_A_DEGREE * Math.cos((lat * Math.PI) / 180)), halfM / METRES_A_DEGREE]
  return [
    [lon - east, lat - north],
    [lon + east, lat - north],
    [lon + east, lat + north],
    [lon - east, lat + north],
    [lon - east, lat - north],
  ]
}

const centre = async (page: Page): Promise<number> =>
  Number(await page.locator('dl div', { hasText: 'Centre, metres' }).locator('dd').textContent())

/** Reports the tablet's position once a second until its screen is as expected. */
const standAt = (context: BrowserContext, [longitude, latitude]: Place, isSeen: () => Promise<boolean>) => {
  let fixes = 0
  return expect
    .poll(
      async () => {
        // A receiver never reports exactly the same position twice, and a browser reports changes only.
        fixes += 1
        await context.setGeolocation({ longitude, latitude: latitude + (fixes % 2) * 1e-6, accuracy: 2 })
        return isSeen()
      },
      { intervals: [FIX_EVERY_MS] },
    )
    .toBe(true)
}

test('a tablet plays three holes, a closed area, an order and its answer, and a network failure', {
  tag: '@smoke',
}, async ({ browser }) => {
  const desk = await (await browser.newContext()).newPage()
  await signIn(desk, stack, 'ROLE_ADMIN', '/settings/technicalNumbers')
  await ask(desk, 'PATCH', 'settings/buggy', { applyHoleDelay: 0 })
  const map = await ask<{ revision: number; features: readonly Hole[] }>(desk, 'GET', 'map')
  const lineOf = (name: string): readonly [tee: Place, second: Place] => {
    const hole = map.features.find(({ kind, properties }) => kind === 'hole' && properties.name === name)
    const [tee, second] = hole?.geometry.coordinates ?? []
    if (tee === undefined || second === undefined) throw new Error(`the demo course has no ${name}`)
    return [tee, second]
  }
  const on = (hole: number, share: number): Place => between(...lineOf(`Hole ${hole}`), share)
  const cart = await ask<{ id: string }>(desk, 'POST', 'carts', { name: 'Cart 77', inService: false, home: null })
  const { code } = await ask<{ code: string }>(desk, 'POST', `carts/${cart.id}/pairing`)
  const bar = await (await browser.newContext()).newPage()
  await signIn(bar, stack, 'ROLE_BUGGY_BAR', '/restaurant?view=orders')

  const [longitude, latitude] = on(4, 0.2)
  const context = await browser.newContext({
    viewport: { width: 820, height: 1180 },
    permissions: ['geolocation'],
    geolocation: { longitude, latitude, accuracy: 2 },
  })
  const tablet = await context.newPage()
  await tablet.goto(`${stack.url}/player#pair=${code}`)
  await expect(tablet.getByLabel('Code')).toHaveValue(code)
  await tablet.getByRole('button', { name: 'Pair' }).click()
  const heading = (page: Page, hole: number) => page.getByRole('heading', { name: `Hole ${hole}`, exact: true })
  await expect(heading(tablet, 4)).toBeVisible()
  const far = await centre(tablet)
  expect(far).toBeGreaterThan(100)
  expect(tablet.url()).toBe(`${stack.url}/player`)

  // Staff see the same hole and distance in another browser.
  await desk.goto(`${stack.url}/map/player?cart=${cart.id}`)
  await expect(heading(desk, 4)).toBeVisible()
  await expect.poll(() => centre(desk)).toBe(far)

  // The next hole shows by itself, on the tablet and at the desk.
  await standAt(context, on(5, 0.4), () => heading(tablet, 5).isVisible())
  await expect(heading(desk, 5)).toBeVisible()
  await expect.poll(async () => (await centre(desk)) === (await centre(tablet))).toBe(true)

  // An area is closed to carts while the cart is in it: the tablet shows it without a reload.
  const before = await ask<{ revision: number }>(desk, 'GET', 'map')
  await ask(desk, 'POST', 'map/changes', {
    baseRevision: before.revision,
    label: 'New turf',
    added: [
      {
        type: 'Feature',
        id: crypto.randomUUID(),
        kind: 'restriction',
        geometry: { type: 'Polygon', coordinates: [square(on(5, 0.4), 30)] },
        properties: { title: 'New turf', appliesTo: 'carts' },
      },
    ],
    updated: [],
    removed: [],
  })
  const closed = (page: Page) => page.getByText('Closed for carts: New turf.')
  await standAt(context, on(5, 0.4), () => closed(tablet).isVisible())
  await expect(closed(desk)).toBeVisible()
  await expect
    .poll(async () => {
      const notifications = await ask<{ items: readonly { kind: string; subjectId: string | null }[] }>(
        desk,
        'GET',
        'notifications?perPage=20',
      )
      return notifications.items.filter(({ kind, subjectId }) => kind === 'cartBlocked' && subjectId === cart.id).length
    })
    .toBe(1)
  await standAt(
    context,
    on(6, 0.2),
    async () => (await heading(tablet, 6).isVisible()) && !(await closed(tablet).isVisible()),
  )
  await expect(heading(desk, 6)).toBeVisible()
  await expect(closed(desk)).toHaveCount(0)

  // The program is on the tablet, and nothing of the API is in its cache but the picture of the course.
  await expect
    .poll(() => tablet.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated')
  const cached = await tablet.evaluate(async () => {
    const caught = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()))
    return caught.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached).toContain('/player')
  expect(cached.filter(path => path.startsWith('/api') && !path.startsWith('/api/player/rasters/'))).toEqual([])

  // An order with a network: the bar sees it, and the tablet shows the answer.
  const order = async (): Promise<void> => {
    await tablet.getByRole('button', { name: 'Menu and order' }).click()
    await tablet
      .getByRole('button', { name: /^One more: / })
      .first()
      .click()
    await tablet.getByRole('button', { name: /^Order for / }).click()
  }
  const ofCart = async () => {
    const { items } = await ask<Orders>(desk, 'GET', 'orders?perPage=100')
    return items.filter(({ cartId }) => cartId === cart.id)
  }
  const cards = bar.getByRole('listitem').filter({ hasText: 'Cart 77' })
  await order()
  await expect(tablet.getByText('Sent', { exact: true })).toBeVisible()
  await expect(cards).toHaveCount(1)
  await cards.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(tablet.getByText('Accepted', { exact: true })).toBeVisible()
  await tablet.getByRole('button', { name: 'Close' }).click()

  // The browser is offline: a message is read meanwhile, and reported once the network is back.
  await ask(desk, 'POST', 'cart-messages', { to: [cart.id], kind: 'text', text: 'Mind the wet fairway.' })
  const said = tablet.getByText('Mind the wet fairway.')
  await expect(said).toBeVisible()
  await context.setOffline(true)
  await expect(tablet.getByText(/No network/)).toBeVisible()
  await tablet.getByRole('button', { name: 'Close' }).click()
  await expect(said).toHaveCount(0)
  await tablet.reload()
  await expect(heading(tablet, 6)).toBeVisible()
  await expect(tablet.getByText(/No network/)).toBeVisible()
  await expect(said).toHaveCount(0)
  const isSeen = async () => {
    const { items } = await ask<{ items: readonly { kind: string; seenAt: string | null }[] }>(
      desk,
      'GET',
      `cart-messages?cartId=${cart.id}`,
    )
    return items.filter(({ kind }) => kind === 'text').map(({ seenAt }) => seenAt !== null)
  }
  expect(await isSeen()).toEqual([false])
  await context.setOffline(false)
  await expect.poll(isSeen).toEqual([true])
  await expect(tablet.getByText(/No network/)).toHaveCount(0)

  // The server dies: even after a restart the tablet computes distances from its own position.
  const lost = await centre(tablet)
  await stack.crash()
  await expect(tablet.getByText(/No network/)).toBeVisible()
  await tablet.reload()
  await expect(heading(tablet, 6)).toBeVisible()
  await standAt(context, on(6, 0.6), async () => (await centre(tablet)) < lost - 20)
  await order()
  await expect(tablet.getByText('It is sent automatically once there is a network.')).toBeVisible()

  // Back again: the bar has the order once, and staff see where the cart went meanwhile.
  await stack.restart()
  await expect(tablet.getByText('Sent', { exact: true })).toBeVisible()
  await expect(tablet.getByText('The bar has your order.')).toBeVisible()
  await expect(tablet.getByText(/No network/)).toHaveCount(0)
  expect((await ofCart()).map(({ status }) => status).toSorted()).toEqual(['accepted', 'new'])
  await expect(cards).toHaveCount(2)
  await cards
    .filter({ has: bar.getByRole('button', { name: 'Accept', exact: true }) })
    .getByRole('button', { name: 'Accept', exact: true })
    .click()
  await expect(tablet.getByText('Accepted', { exact: true })).toHaveCount(2)
  await expect(heading(desk, 6)).toBeVisible()
  await expect.poll(async () => (await centre(desk)) === (await centre(tablet))).toBe(true)
})

test('the texts for golfers fit a tablet and a phone, in German too, and axe finds nothing serious', async ({
  browser,
}) => {
  test.slow()
  const desk = await (await browser.newContext()).newPage()
  await signIn(desk, stack, 'ROLE_ADMIN')
  await ask(desk, 'PATCH', 'settings/buggy', { applyHoleDelay: 0 })
  const { features } = await ask<{ features: readonly Hole[] }>(desk, 'GET', 'map')
  const [longitude, latitude] = features.find(({ kind }) => kind === 'hole')?.geometry.coordinates[0] ?? [0, 0]
  const cart = await ask<{ id: string }>(desk, 'POST', 'carts', { name: 'Cart 78', inService: false, home: null })
  const { code } = await ask<{ code: string }>(desk, 'POST', `carts/${cart.id}/pairing`)
  const context = await browser.newContext({
    permissions: ['geolocation'],
    geolocation: { longitude, latitude, accuracy: 2 },
  })
  await context.addInitScript(() => localStorage.setItem('language', 'de'))
  const tablet = await context.newPage()
  const failures: string[] = []
  const look = async (name: string): Promise<void> => {
    for (const [width, height] of [
      [390, 844],
      [820, 1180],
    ] as const) {
      await tablet.setViewportSize({ width, height })
      const found = await tablet.evaluate(
        ([least]) => {
          const scope = document.querySelector('dialog[open]') ?? document
          const shown = (element: Element): boolean => element.getClientRects().length > 0
          const small = [...scope.querySelectorAll('button, a, input, textarea')].filter(element => {
            const box = element.getBoundingClientRect()
            return shown(element) && (box.width < least || box.height < least)
          })
          const cut = [...scope.querySelectorAll('button, h1, h2, h3, p, dt, dd, strong')].filter(
            element =>
              shown(element) && element.clientWidth > 0 && element.scrollWidth > Math.ceil(element.clientWidth) + 1,
          )
          const tooWide = document.documentElement.scrollWidth > window.innerWidth ? ['the page'] : []
          const text = (element: Element): string => element.textContent || element.getAttribute('aria-label') || ''
          return [
            ...small.map(element => `too small to press: ${text(element)}`),
            ...cut.map(element => `cut off: ${text(element)}`),
            ...tooWide.map(what => `too wide: ${what}`),
          ]
        },
        [LEAST_TARGET_PX] as const,
      )
      const { violations } = await new AxeBuilder({ page: tablet }).analyze()
      failures.push(
        ...found.map(what => `${name} ${width}: ${what}`),
        ...violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(
            ({ id, nodes }) => `${name} ${width}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
          ),
      )
    }
  }
  await tablet.goto(`${stack.url}/player#pair=${code}`)
  const pair = tablet.getByRole('button', { name: 'Koppeln' })
  await expect(pair).toBeVisible()
  await look('pairing')
  await pair.click()
  await expect(tablet.getByRole('heading', { name: 'Loch 1', exact: true })).toBeVisible()
  await look('hole')
  for (const name of ['Karte und Bestellung', 'Anrufen', 'Scorekarte']) {
    await tablet.getByRole('button', { name }).click()
    await expect(tablet.getByRole('dialog')).toBeVisible()
    await look(name)
    await tablet.getByRole('button', { name: 'Schließen' }).click()
  }

  // The clubhouse sees that its lock is shown, and lifts it.
  await tablet.getByRole('button', { name: 'Scorekarte' }).click()
  await ask(desk, 'POST', 'cart-messages', { to: [cart.id], kind: 'lock', text: 'Bitte zum Clubhaus kommen.' })
  await expect(tablet.getByRole('alertdialog').getByText('Bitte zum Clubhaus kommen.')).toBeVisible()
  await expect(tablet.getByRole('dialog')).toHaveCount(0)
  await look('lock')
  const locks = async () =>
    (
      await ask<{ items: readonly { id: string; seenAt: string | null }[] }>(
        desk,
        'GET',
        `cart-messages?cartId=${cart.id}`,
      )
    ).items
  await expect.poll(async () => (await locks()).map(({ seenAt }) => seenAt !== null)).toEqual([true])
  for (const { id } of await locks()) await ask(desk, 'POST', `cart-messages/${id}/lift`)
  await expect(tablet.getByRole('alertdialog')).toHaveCount(0)
  expect(failures).toEqual([])
})
