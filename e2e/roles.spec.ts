/**
 * The promise: each role's day. Somebody of every role signs in with the code from their mail, does what their work
 * consists of, and meets what is not theirs neither in the navigation nor on a page nor at its address nor on the server.
 */
import { expect, type Page, test } from '@playwright/test'
import { NAVIGATION } from './navigation.ts'
import { leave, type Stack, signInAs, startStack } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: 'off' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

/** The entries of the navigation, in order. */
const places = (page: Page): Promise<readonly string[]> =>
  page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link')
    .evaluateAll(links => links.map(link => (link.getAttribute('aria-label') ?? '').replace(/, .*/, '')))

const offers = async (page: Page, expected: readonly string[]): Promise<void> => {
  await expect(page.getByRole('button', { name: 'Log out' }).first()).toBeVisible()
  expect((await places(page)).filter(name => name !== 'Greensward')).toEqual(expected)
}

const opens = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${stack.url}${path}`)
  await expect(page.locator('main h1').first()).toBeVisible()
}

const isForbidden = async (page: Page, ...paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    await page.goto(`${stack.url}${path}`)
    await expect(page.getByText('Not for your role'), path).toBeVisible()
  }
}

const has = async (page: Page, ...names: readonly string[]): Promise<void> => {
  for (const name of names) await expect(page.getByRole('button', { name }).first()).toBeVisible()
}
const hasNo = async (page: Page, ...names: readonly (string | RegExp)[]): Promise<void> => {
  for (const name of names) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
    await expect(page.getByRole('link', { name })).toHaveCount(0)
  }
}

/** The server's own answer to a call that no page of theirs makes. */
const statusOf = (page: Page, method: string, path: string, body: object = {}): Promise<number> =>
  page.evaluate(
    async ([how, where, what]) => {
      const { token } = JSON.parse(localStorage.getItem('accessToken') ?? '{}')
      const headers = { 'x-api-key': token, 'content-type': 'application/json' }
      return (await fetch(`/api/${where}`, { method: how ?? '', headers, body: what ?? '' })).status
    },
    [method, path, JSON.stringify(body)] as const,
  )

const saved = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByText('Saved').first()).toBeVisible()
}

/** Signs in where the day begins: the page that was asked for opens after the code. */
const dayOf = async (page: Page, role: string, begins: string): Promise<void> => {
  await signInAs(page, stack, stack.user(role), new RegExp(begins), begins)
  await expect(page.locator('main h1').first()).toBeVisible()
}

test('an administrator gives an applicant a role, and reads who did what', async ({ browser, page }) => {
  const applicant = await (await browser.newContext()).newPage()
  await signInAs(applicant, stack, stack.user('ROLE_APPLICANT'))
  for (const path of ['/settings/users', '/restaurant']) {
    await applicant.goto(`${stack.url}${path}`)
    await expect(applicant.getByRole('heading', { name: 'Access waits for approval' })).toBeVisible()
    await expect(applicant.getByRole('navigation')).toHaveCount(0)
  }
  expect(await statusOf(applicant, 'POST', 'notifications/read-all')).toBe(403)

  await dayOf(page, 'ROLE_ADMIN', '/settings/users')
  await offers(page, NAVIGATION)
  const { login } = stack.user('ROLE_APPLICANT')
  await page
    .getByRole('row', { name: new RegExp(` ${login}@`) })
    .getByRole('button', { name: /^Edit: / })
    .click()
  await page.getByLabel('Role').last().selectOption('ROLE_TEST_USER')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: new RegExp(` ${login}@`) })).toContainText('Test user')
  // Their old session ended with the old role.
  await expect(async () => {
    await applicant.reload()
    await expect(applicant).toHaveURL(/\/login/)
  }).toPass()
  await opens(page, `/settings/audit?search=${stack.user('ROLE_ADMIN').login}`)
  await expect(page.getByText('User: changed', { exact: true }).first()).toBeVisible()
  await applicant.context().close()
})

test('a manager sets the course up and keeps the menu, and leaves administrators alone', async ({ page }) => {
  await dayOf(page, 'ROLE_MANAGER', '/settings/main-settings')
  await offers(page, NAVIGATION)
  await page.getByLabel('Name of the course').fill('Greensward Old Course')
  await saved(page)
  await opens(page, '/restaurant')
  await page.getByRole('button', { name: 'Add category' }).click()
  await page.getByLabel('Name', { exact: true }).first().fill('Half-way house')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByRole('heading', { name: 'Half-way house' })).toBeVisible()
  await opens(page, '/settings/users')
  const administrator = page.getByRole('row', { name: new RegExp(` ${stack.user('ROLE_ADMIN').login}@`) })
  await expect(administrator).toBeVisible()
  await expect(administrator.getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add user' }).first().click()
  await expect(page.getByLabel('Role').last().getByRole('option', { name: 'Administrator', exact: true })).toHaveCount(
    0,
  )
})

test('a greenkeeper plans mowing, keeps blades and turns rain mode on', async ({ page }) => {
  await dayOf(page, 'ROLE_GREENKEEPER', '/settings/blades')
  await offers(page, [
    'Map',
    'Today',
    'Jobs',
    'Schedule',
    'Plans',
    'Missions',
    'Reports',
    'Garage',
    'Settings',
    'Notification',
  ])
  await has(page, 'Stop all')
  await page.getByRole('button', { name: 'Add blade' }).first().click()
  await page.getByLabel('Title').last().fill('Verticutter')
  await page.getByLabel('Width').last().fill('0.9')
  await page.getByLabel('Mission speed').last().fill('0.8')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByRole('cell', { name: 'Verticutter', exact: true })).toBeVisible()
  for (const press of ['Turn rain mode on', 'Turn rain mode off']) {
    await page.getByRole('button', { name: /^Rain mode/ }).click()
    await page.getByRole('button', { name: press }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await opens(page, '/missions/new')
  await expect(page.getByText('Not for your role')).toHaveCount(0)
  await opens(page, '/settings/main-settings')
  await expect(page.getByLabel('Name of the course')).toBeDisabled()
  await isForbidden(page, '/settings/users', '/restaurant')
  expect(await statusOf(page, 'PATCH', 'settings', { courseName: 'Mine' })).toBe(403)
})

test('a buggy administrator looks after carts and their settings, and starts no mower', async ({ page }) => {
  await dayOf(page, 'ROLE_BUGGY_ADMIN', '/garage')
  await offers(page, [
    'Map',
    'Today',
    'Jobs',
    'Schedule',
    'Plans',
    'Missions',
    'Garage',
    'Settings',
    'Restaurant',
    'Notification',
  ])
  await has(page, 'Stop all')
  await hasNo(page, 'Add mower')
  await page.getByRole('button', { name: 'Add golf cart' }).first().click()
  await page
    .getByRole('dialog')
    .getByLabel(/^(Title|Name)/)
    .fill('Cart 88')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByText('Cart 88').first()).toBeVisible()
  await opens(page, '/settings/buggy-settings')
  await page.getByLabel('Stay check delay').fill('240')
  await saved(page)
  await opens(page, '/restaurant')
  await hasNo(page, 'Add category', 'Add dish', /^Edit: /, /^Delete: /)
  for (const path of ['/missions', '/schedule']) {
    await opens(page, path)
    await hasNo(page, /^Add mission/)
  }
  await isForbidden(page, '/settings/users', '/missions/new')
  expect(await statusOf(page, 'POST', 'blades', { name: 'B', widthM: 1, missionSpeedMps: 1 })).toBe(403)
})

test('the buggy bar takes an order through to the golfer, and sees nothing of the mowing', { tag: '@smoke' }, async ({
  page,
}) => {
  await dayOf(page, 'ROLE_BUGGY_BAR', '/restaurant')
  await offers(page, ['Map', 'Jobs', 'Settings', 'Restaurant', 'Notification'])
  await has(page, 'Stop all')
  await page.getByText('Orders', { exact: true }).click()
  await page.getByRole('button', { name: 'New order' }).click()
  await page
    .getByRole('button', { name: /^One more: / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Take the order' }).click()
  for (const move of ['Accept', 'Ready', 'Delivered'])
    await page.getByRole('button', { name: move, exact: true }).click()
  await expect(page.getByText('No open orders')).toBeVisible()
  await opens(page, '/settings/technicalNumbers')
  await hasNo(page, 'Add number')
  await isForbidden(page, '/schedule', '/missions', '/garage', '/settings/blades', '/map/player')
  expect(await statusOf(page, 'PATCH', 'settings/buggy', { gameModeDelay: 1 })).toBe(403)
})

test('a test user sees everything and changes nothing', async ({ page }) => {
  await dayOf(page, 'ROLE_TEST_USER', '/garage')
  await offers(page, [
    'Map',
    'Today',
    'Jobs',
    'Schedule',
    'Plans',
    'Missions',
    'Garage',
    'Settings',
    'Restaurant',
    'Notification',
  ])
  await hasNo(page, 'Stop all', /^Add /, /^Edit: /, /^Delete: /)
  for (const path of [
    '/missions',
    '/restaurant',
    '/settings/zoneTypes',
    '/settings/blades',
    '/settings/holes',
    '/settings/technicalNumbers',
  ]) {
    await opens(page, path)
    await hasNo(page, /^Add /, /^Edit: /, /^Delete: /)
  }
  await opens(page, '/settings/main-settings')
  await expect(page.getByLabel('Name of the course')).toBeDisabled()
  await hasNo(page, 'Save')
  await isForbidden(page, '/settings/users', '/settings/audit', '/missions/new')
  expect(await statusOf(page, 'POST', 'mowers/stop-all')).toBe(403)
})
