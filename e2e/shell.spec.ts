/**
 * The promise: starting, connecting, signing in and out, and everything that goes wrong meanwhile look and act as the
 * specification writes it.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { leave, type Stack, signIn, startStack, until } from './stack.ts'

const STORED = ['refreshToken', 'accessToken', 'currentMapLayer', 'filters'] as const

let stack: Stack
let reports: Server
/** The reported errors, each as the lines of its envelope. */
const reported: string[] = []
/** All that went to that address, traces too. */
let everything = ''

test.beforeAll(async () => {
  reports = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += String(chunk)
    })
    request.on('end', () => {
      everything += body
      if (body.includes('"type":"event"')) reported.push(body)
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}')
    })
  })
  await new Promise<void>(done => reports.listen(0, '127.0.0.1', done))
  const { port } = reports.address() as AddressInfo
  stack = await startStack({ SIMULATOR: 'off', SENTRY_DSN: `http://key@127.0.0.1:${port}/1` })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
  reports?.close()
})

const storedNames = (page: Page): Promise<readonly string[]> =>
  page.evaluate(names => names.filter(name => localStorage.getItem(name) !== null), STORED)

test('the session starts with a spinner, loads the profile, then opens the live socket, and a log-out clears all of it', async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, stack, 'ROLE_ADMIN')
  await expect(page.getByRole('button', { name: 'Stop all' })).toBeVisible()
  const hideAll = page.getByRole('switch', { name: 'Hide all' })
  await hideAll.click({ force: true })
  await hideAll.click({ force: true })
  expect(await storedNames(page)).toContain('refreshToken')

  const keyOfLastVisit = await page.evaluate(() => JSON.parse(localStorage.getItem('accessToken') ?? '{}').token)
  // The page before may still be loading what it shows: nothing of that counts.
  await page.goto(`${stack.url}/mark.svg`)
  const asked: string[] = []
  const keysOfMap: (string | undefined)[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname.slice(5))
    if (pathname === '/api/map') keysOfMap.push(request.headers()['x-api-key'])
  })
  await page.route('**/api/auth/token/refresh', async route => {
    await expect(page.locator('main[aria-busy="true"] .mantine-Loader-root')).toBeVisible()
    await route.continue()
  })
  await page.goto(`${stack.url}/map`)
  await expect(page.getByRole('button', { name: 'Stop all' })).toBeVisible()
  await page.unroute('**/api/auth/token/refresh')
  // The course is asked for with the key of the last visit, beside the renewal; of all else the session comes first.
  const ahead = ['auth/access', 'map', 'settings', 'zone-types']
  expect(asked.indexOf('auth/token/refresh')).toBe(asked.findIndex(path => !ahead.includes(path)))
  expect(keyOfLastVisit).toMatch(/./)
  expect(keysOfMap[0]).toBe(keyOfLastVisit)
  expect(asked.indexOf('profile')).toBeGreaterThan(asked.indexOf('auth/token/refresh'))
  expect(asked.indexOf('ws/config')).toBeGreaterThan(asked.indexOf('profile'))
  expect(asked.filter(path => path === 'auth/token/refresh')).toHaveLength(1)

  // The first segment of the address is the title.
  for (const [path, title] of [
    ['map', 'Map'],
    ['day', 'Today'],
    ['schedule', 'Schedule'],
    ['plans', 'Standing plans'],
    ['garage', 'Garage'],
    ['missions', 'Missions'],
    ['settings/blades', 'Settings'],
    ['restaurant', 'Restaurant'],
    ['notifications', 'Notification'],
  ]) {
    await page.goto(`${stack.url}/${path}`)
    await expect(page).toHaveTitle(`${title} | Greensward`)
  }

  // Passwords that do not match are not saved.
  await page.goto(`${stack.url}/settings/users`)
  await page.getByRole('button', { name: 'Add user' }).first().click()
  await page.getByLabel('Password', { exact: true }).fill('grass grows at night')
  await page.getByLabel('Repeat password').fill('grass grows by day')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Repeat password')).toHaveAttribute('aria-invalid', 'true')
  await page.goto(`${stack.url}/garage`)

  await page.getByRole('button', { name: 'Log out' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page).toHaveTitle('Login | Greensward')
  expect(await storedNames(page)).toEqual([])
  await page.goto(`${stack.url}/no/such/page`)
  await expect(page).toHaveURL(/\/login/)

  // The next person sees nothing of the one before.
  await signIn(page, stack, 'ROLE_TEST_USER')
  await expect(page.getByRole('button', { name: /, Test user$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Garage' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await page.context().close()
})

test('a live channel that does not open says Connecting with server, a start without an answer as well', async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, stack, 'ROLE_MANAGER')
  await expect(page.getByRole('button', { name: 'Stop all' })).toBeVisible()

  // Rain mode is on when the setting is the text 'true'.
  const chip = page.getByRole('button', { name: /^Rain mode/ })
  for (const [press, text, word] of [
    ['Turn rain mode on', 'true', 'On'],
    ['Turn rain mode off', 'false', 'Off'],
  ] as const) {
    await chip.click()
    const saved = page.waitForResponse(response => response.request().method() === 'PATCH')
    await page.getByRole('button', { name: press }).click()
    expect((await (await saved).json()).result.rainMode).toBe(text)
    await expect(chip).toContainText(word)
  }

  const connecting = async (): Promise<void> => {
    await expect(page.getByRole('heading', { name: 'Connecting with server' })).toBeVisible()
    await expect(page.getByText("It shouldn't take no more than 1 minute")).toBeVisible()
  }
  await page.route('**/api/ws/config', route => route.abort())
  await page.goto(`${stack.url}/garage`)
  await connecting()
  await page.unroute('**/api/ws/config')
  await expect(page.getByRole('button', { name: 'Stop all' })).toBeVisible()

  await page.route('**/api/auth/token/refresh', route => route.abort())
  await page.goto(`${stack.url}/garage`)
  await connecting()
  await page.unroute('**/api/auth/token/refresh')
  await expect(page.getByRole('button', { name: 'Stop all' })).toBeVisible()

  // A refused refresh ends the session.
  await page.route('**/api/auth/token/refresh', route =>
    route.fulfill({
      status: 401,
      json: { code: 401, error: { kind: 'unauthorized', code: 'unauthorized', params: {}, message: 'Log in first' } },
    }),
  )
  await page.goto(`${stack.url}/garage`)
  await expect(page).toHaveURL(/\/login/)
  expect(await storedNames(page)).toEqual([])
  await page.context().close()
})

test('errors show their own words: the role list, the transport, and uncaught errors, which are reported', async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, stack, 'ROLE_ADMIN')
  await page.route('**/api/settings/roles', route => route.fulfill({ status: 404, body: '' }))
  await page.goto(`${stack.url}/settings/users`)
  await expect(page.getByText('error was during get list of roles')).toBeVisible({ timeout: 30_000 })

  await page.route('**/api/garage', route => route.abort())
  await page.goto(`${stack.url}/garage`)
  await expect(page.getByText('Network Error')).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/api/garage')
  await page.route('**/api/garage', route => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.goto(`${stack.url}/garage`)
  await expect(page.getByText('Request failed with status code 502')).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/api/garage')

  // A screen that throws while it is drawn: its module is swapped for one that does.
  await page.route(/\/assets\/GaragePage-[^/]*\.js$/, route =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default function Garage() { throw new RangeError("the ball is in the lake") }',
    }),
  )
  await page.goto(`${stack.url}/garage`)
  await expect(page.getByRole('heading', { name: 'Ops, looks like something went wrong' })).toBeVisible()
  for (const words of ['RangeError', 'the ball is in the lake'])
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  await expect(page.locator('pre')).toContainText('GaragePage-')
  await expect(page.getByRole('link', { name: 'Hard reload' })).toHaveAttribute('href', '/map')
  const report = await until('a report of the error', () => reported.find(body => body.includes('in the lake')))
  expect(report).toContain('"release":"1.5.1"')

  // A module that a new release removed is not reported.
  const before = reported.length
  await page.route(/\/assets\/GaragePage-[^/]*\.js$/, route => route.fulfill({ status: 404, body: '' }))
  const reload = page.waitForRequest(request => request.isNavigationRequest())
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  expect((await reload).url()).toBe(`${stack.url}/garage`)
  await expect(page.getByText(/Failed to fetch dynamically imported module/).first()).toBeVisible()
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('the flag has fallen')
    })
  })
  await until('a report of the next error', () => reported.find(body => body.includes('the flag has fallen')))
  expect(reported.slice(before).filter(body => body.includes('"value":"Failed to fetch dynamically imported'))).toEqual(
    [],
  )

  await page.unrouteAll()
  const hardReload = page.waitForRequest(request => request.isNavigationRequest())
  await page.getByRole('link', { name: 'Hard reload' }).click()
  expect((await hardReload).url()).toBe(`${stack.url}/map`)
  await expect(page.getByRole('button', { name: 'Stop all' })).toBeVisible()

  // Search words and secrets are never reported.
  await page.goto(`${stack.url}/settings/users?search=Rosa`)
  await expect(page.getByRole('searchbox')).toHaveValue('Rosa')
  await page.goto(`${stack.url}/player#pair=K7QF9X`)
  await expect(page.getByRole('textbox')).toHaveValue('K7QF9X')
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('the cart is stuck')
    })
  })
  await until('a report of a tablet', () => reported.find(body => body.includes('the cart is stuck')))
  expect(everything).toContain('/api/users')
  const { password } = stack.user('ROLE_ADMIN')
  for (const secret of ['Rosa', 'K7QF9X', password]) expect(everything).not.toContain(secret)
  await page.context().close()
})
