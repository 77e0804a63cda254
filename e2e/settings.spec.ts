/** The promise: a saved change appears in every open browser, and a refresh never discards typed text. */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: 'off' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

interface Effect {
  /** The page that is open elsewhere. */
  readonly on: string
  readonly save: (page: Page) => Promise<unknown>
  readonly shows: (page: Page) => Locator
}

const row = (name: string | RegExp) => (page: Page) => page.getByRole('row', { name })

interface Hole {
  readonly kind: string
  readonly properties: { readonly name: string; readonly sort: number }
}

/** The last hole becomes the first, as a drag of its row makes it. */
const lastHoleFirst = async (page: Page): Promise<void> => {
  const map = await ask<{ revision: number; features: Hole[] }>(page, 'GET', 'map')
  const holes = map.features.filter(({ kind }) => kind === 'hole')
  const updated = holes.map(hole => {
    const sort = (hole.properties.sort % holes.length) + 1
    return [hole, { ...hole, properties: { ...hole.properties, sort } }]
  })
  await ask(page, 'POST', 'map/changes', {
    baseRevision: map.revision,
    label: 'Order',
    added: [],
    updated,
    removed: [],
  })
}

const dish = (categoryId: string) => ({
  categoryId,
  name: 'Lentil soup',
  description: '',
  translations: {},
  allergens: [],
  priceMinor: 650,
  currency: 'GBP',
  isAvailable: true,
  soldOutUntil: null,
  servedFrom: null,
  servedTo: null,
  sort: 1,
})

const EFFECTS: readonly Effect[] = [
  {
    on: 'settings/zoneTypes',
    save: page =>
      ask(page, 'POST', 'zone-types', {
        name: 'Wild meadow',
        color: '#A1B2C3',
        directions: ['12-6'],
        allowsIntersection: true,
        mowable: true,
      }),
    shows: row(/Wild meadow/),
  },
  {
    on: 'settings/blades',
    save: page => ask(page, 'POST', 'blades', { name: 'Wide reels', widthM: 4.99, missionSpeedMps: 1.2 }),
    shows: row(/Wide reels 4\.99 m 1\.2 m\/s/),
  },
  { on: 'settings/holes', save: lastHoleFirst, shows: page => page.getByRole('row').nth(1).getByText('Hole 18') },
  {
    on: 'settings/main-settings',
    save: page => ask(page, 'PATCH', 'settings', { courseName: 'Larkmere Links' }),
    shows: page => page.getByText('Larkmere Links'),
  },
  {
    on: 'settings/buggy-settings',
    save: page => ask(page, 'PATCH', 'settings/buggy', { stayCheckDelay: 321 }),
    shows: page => page.locator('input[value="321 s"]'),
  },
  {
    on: 'settings/technicalNumbers',
    save: page => ask(page, 'POST', 'technical-numbers', { phone: '+44 1632 960999', department: 'Pump house' }),
    shows: row(/Pump house/),
  },
  {
    on: 'settings/users',
    save: page =>
      ask(page, 'POST', 'users', {
        login: 'rosa',
        fullname: 'Rosa Field',
        phone: '',
        email: 'rosa@example.org',
        role: 'ROLE_GREENKEEPER',
        password: 'nine quiet greens',
      }),
    shows: row(/Rosa Field/),
  },
  {
    on: 'restaurant',
    save: async page => {
      const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', 'categories')
      await ask(page, 'POST', 'dishes', dish(items[0]?.id ?? ''))
    },
    shows: page => page.getByText('Lentil soup'),
  },
  {
    on: 'settings/audit',
    save: page => ask(page, 'POST', 'categories', { name: 'Picnics', translations: {}, sort: 9 }),
    shows: row(/Demo Administrator.*category/i),
  },
]

test('a saved change shows in the open browser of another person without a reload', async ({ browser }) => {
  test.slow()
  const here = await (await browser.newContext()).newPage()
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(here, stack, 'ROLE_ADMIN')
  await signIn(elsewhere, stack, 'ROLE_MANAGER')
  for (const { on, save, shows } of EFFECTS) {
    await elsewhere.goto(`${stack.url}/${on}`)
    await expect(elsewhere.getByRole('button', { name: 'Stop all' })).toBeVisible()
    await elsewhere.waitForLoadState('networkidle')
    await expect(shows(elsewhere), `before on ${on}`).toHaveCount(0)
    await save(here)
    await expect(shows(elsewhere).first(), `after on ${on}`).toBeVisible()
  }
})

test('a form outlives the token that it was opened with: nothing typed is lost, and it is saved', async ({ page }) => {
  test.slow()
  await signIn(page, stack, 'ROLE_ADMIN')
  await page.goto(`${stack.url}/settings/technicalNumbers`)
  await page.getByRole('button', { name: 'Add number' }).first().click()
  await page.getByLabel('Telephone number').fill('+44 1632 960998')
  await page.getByLabel('Department').fill('Irrigation')
  // A lunch break: access tokens live for a quarter of an hour. What the page asks by itself may be the first to be refused.
  const refused = page.waitForResponse(answer => answer.status() === 401, { timeout: 60_000 })
  await stack.crash()
  await stack.restart(20 * 60)
  await page.getByRole('button', { name: 'Save' }).click()
  await refused
  await expect(page.getByRole('row', { name: /Irrigation/ })).toBeVisible()
})
