/**
 * The promise: a browser that its person put on the list shows what is pushed to it, in their language, also while the
 * product is closed there, and one click leads to it.
 */
import { expect, test } from '@playwright/test'
import { leave, type Stack, signIn, startStack } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: 'off' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

test('a pushed alarm is shown by the service worker, and the account says which browsers get them', async ({
  browser,
}) => {
  const context = await browser.newContext({ permissions: ['notifications'] })
  const page = await context.newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  // No external push service is called: a stub in the browser answers instead.
  const key = await page.evaluate(async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    const raw = String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
    return btoa(raw).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  })
  await page.addInitScript(p256dh => {
    const made = {
      endpoint: 'https://push.example.org/send/e2e',
      options: { applicationServerKey: null as ArrayBuffer | null },
      toJSON: () => ({ endpoint: made.endpoint, keys: { p256dh, auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
      unsubscribe: async () => {
        sessionStorage.removeItem('subscribed')
        return true
      },
    }
    PushManager.prototype.getSubscription = async () =>
      sessionStorage.getItem('subscribed') === null ? null : (made as unknown as PushSubscription)
    PushManager.prototype.subscribe = async options => {
      sessionStorage.setItem('subscribed', 'yes')
      made.options.applicationServerKey = (
        options as { applicationServerKey: Uint8Array<ArrayBuffer> }
      ).applicationServerKey.buffer
      return made as unknown as PushSubscription
    }
  }, key)
  await page.goto(`${stack.url}/account`)
  await page.getByRole('button', { name: 'Send to this browser' }).click()
  await expect(page.getByRole('button', { name: /^Stop: Chrome/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send to this browser' })).toHaveCount(0)
  await page.getByLabel('Sent to browsers').selectOption('info')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await page.reload()
  await expect(page.getByLabel('Sent to browsers')).toHaveValue('info')
  await expect(page.getByRole('button', { name: /^Stop: Chrome/ })).toBeVisible()

  // The test passes the message of a push service to the worker directly.
  const devtools = await context.newCDPSession(page)
  const registrations: string[] = []
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: found }) => {
    for (const one of found) if (new URL(one.scopeURL).pathname === '/') registrations.push(one.registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const push = () =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: stack.url,
      registrationId: registrations.at(-1) ?? '',
      data: JSON.stringify({
        id: 'a',
        level: 'alarm',
        subject: 'order',
        subjectId: '7',
        kind: 'newOrder',
        values: { number: 7 },
        language: 'de',
      }),
    })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/')
      const notifications = (await registration?.getNotifications()) ?? []
      return notifications.map(({ title, body, data, lang }) => ({ title, body, data, lang }))
    })
  // A message that comes during the start of the worker is lost here; a push service would send it again.
  await expect
    .poll(
      async () => {
        await push()
        return shown()
      },
      { intervals: [2_000] },
    )
    .toEqual([
      { title: 'Alarm · Bestellung', body: 'Bestellung 7', data: { path: '/restaurant?view=orders' }, lang: 'de' },
    ])

  // A signed-out browser receives nothing; after signing in again it shows that.
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('subscribed'))).toBeNull()
  await page.goto(`${stack.url}/account`)
  await expect(page.getByText('No browser gets notifications yet.')).toBeVisible()
  await context.close()
})
