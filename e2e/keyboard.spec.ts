/** The promise: somebody of each role does the work of a day without a mouse and without a touch. */
import { expect, type Page, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { planGreen } from './planGreen.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'
import { enter, tabTo } from './tabTo.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: 'off' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

const open = async (page: Page, role: string, path: string): Promise<void> => {
  await signIn(page, stack, role)
  await page.goto(`${stack.url}/${path}`)
  await expect(page.locator('main h1').first()).toBeVisible()
}

const type = async (page: Page, label: string | RegExp, text: string): Promise<void> => {
  await tabTo(page, page.getByLabel(label).last())
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

// Before an administrator gives this person a role.
test('an applicant logs out by the keyboard', async ({ page }) => {
  await signIn(page, stack, 'ROLE_APPLICANT')
  await expect(page.getByRole('heading', { name: 'Access waits for approval' })).toBeVisible()
  await enter(page, page.getByRole('button', { name: 'Log out' }).first())
  await page.waitForURL(/\/login/)
})

test('an administrator signs in by the keyboard, and gives an applicant a role', async ({ page }) => {
  const user = stack.user('ROLE_ADMIN')
  const since = Date.now() - 1_000
  await page.goto(`${stack.url}/login?from=%2Fsettings%2Fusers`)
  await type(page, 'Username', user.login)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(user.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Verification code' }).waitFor()
  // The first digit has the focus, and the last one logs in.
  await page.keyboard.type(await stack.code(user.login, since))
  await page.waitForURL(/\/settings\/users/)
  const row = page.getByRole('row', { name: new RegExp(` ${stack.user('ROLE_APPLICANT').login}@`) })
  await enter(page, row.getByRole('button', { name: /^Edit: / }))
  await tabTo(page, page.getByRole('dialog').getByLabel('Role'))
  await page.keyboard.type('Test user')
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Save' }))
  await expect(row).toContainText('Test user')
})

test('a manager names the course and adds to the menu by the keyboard', async ({ page }) => {
  await open(page, 'ROLE_MANAGER', 'settings/main-settings')
  await type(page, 'Name of the course', 'Greensward Old Course')
  await enter(page, page.getByRole('button', { name: 'Save' }).last())
  await expect(page.getByText('Saved').first()).toBeVisible()
  await page.goto(`${stack.url}/restaurant`)
  await enter(page, page.getByRole('button', { name: 'Add category' }).first())
  await tabTo(page, page.getByRole('dialog').getByLabel('Name', { exact: true }).first())
  await page.keyboard.type('Half-way house')
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Save' }))
  await expect(page.getByRole('heading', { name: 'Half-way house' })).toBeVisible()
})

test('a greenkeeper releases a shift, stops all mowers and turns rain mode on by the keyboard', async ({ page }) => {
  await open(page, 'ROLE_GREENKEEPER', 'day')
  const { id } = await planGreen(page)
  const now = Date.now()
  const { day } = await ask<{ day: string }>(page, 'POST', 'shifts', {
    day: new Date(now).toISOString().slice(0, 10),
    name: 'Early greens',
    from: new Date(now + 3_600_000).toISOString(),
    until: new Date(now + 4 * 3_600_000).toISOString(),
    missionIds: [id],
  })
  await page.goto(`${stack.url}/day?day=${day}`)
  await enter(page, page.getByRole('button', { name: 'Release' }))
  await enter(page, page.getByRole('button', { name: 'Revoke release' }))
  await expect(page.getByText('Not released: no mower starts')).toBeVisible()
  await enter(page, page.getByRole('button', { name: 'Stop all' }))
  await expect(page.getByRole('dialog', { name: 'Stop all mowers' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The focus comes back to where it was.
  await expect(page.getByRole('button', { name: 'Stop all' })).toBeFocused()
  for (const words of ['Turn rain mode on', 'Turn rain mode off']) {
    await enter(page, page.getByRole('button', { name: /^Rain mode/ }))
    await enter(page, page.getByRole('dialog').getByRole('button', { name: words }))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('a greenkeeper finds a green on the map, and plans it, by the keyboard', async ({ page }) => {
  await open(page, 'ROLE_GREENKEEPER', 'map')
  const search = page.getByRole('combobox', { name: 'Search on the map' })
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('Green 9')
  await expect(page.getByRole('option', { name: 'Green 9', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Green 9', exact: true })).toBeVisible()
  await page.goto(`${stack.url}/missions/new`)
  await tabTo(page, page.locator('input[aria-haspopup=listbox]').first())
  await page.keyboard.type('Green 9')
  await expect(page.getByRole('option', { name: 'Green 9', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-figure=coverage]')).toContainText('%')
})

test('a buggy administrator adds a cart by the keyboard', async ({ page }) => {
  await open(page, 'ROLE_BUGGY_ADMIN', 'garage')
  await enter(page, page.getByRole('button', { name: 'Add golf cart' }).first())
  await tabTo(page, page.getByRole('dialog').getByLabel(/^(Title|Name)/))
  await page.keyboard.type('Cart 89')
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Cart 89').first()).toBeVisible()
})

test('the buggy bar takes an order through to the golfer by the keyboard', async ({ page }) => {
  await open(page, 'ROLE_BUGGY_BAR', 'restaurant?view=orders')
  await enter(page, page.getByRole('button', { name: 'New order' }).first())
  await enter(
    page,
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^One more: / })
      .first(),
  )
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Take the order' }))
  for (const step of ['Accept', 'Ready', 'Delivered'])
    await enter(page, page.getByRole('main').getByRole('button', { name: step, exact: true }).first())
  await expect(page.getByText('No open orders')).toBeVisible()
})

test('a test user walks through the product by the keyboard', async ({ page }) => {
  await open(page, 'ROLE_TEST_USER', 'garage')
  for (const [name, address] of [
    ['Schedule', /\/schedule/],
    ['Missions', /\/missions/],
    ['Garage', /\/garage/],
  ] as const) {
    await enter(
      page,
      page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true }),
    )
    await page.waitForURL(address)
  }
  await enter(page, page.getByRole('main').getByRole('link', { name: 'Rook 1', exact: true }))
  await page.waitForURL(/\/garage\/vehicle\//)
})
