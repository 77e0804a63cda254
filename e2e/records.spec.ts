/**
 * The promise: a greenkeeper at a green records its speed with two presses on a phone, also while the network is gone, and the
 * records of the zone show it.
 */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
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

const faultsOf = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

/** The page may not be wider than the screen. */
const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

interface Feature {
  readonly id: string
  readonly kind: string
  readonly geometry: { readonly coordinates: readonly (readonly [number, number][])[] }
  readonly properties: { readonly title?: string }
}

test('records at the green where the phone is, also without a network', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    permissions: ['geolocation'],
  })
  const page = await context.newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  const { features } = await ask<{ features: Feature[] }>(page, 'GET', 'map')
  const green = features.find(({ kind, properties }) => kind === 'zone' && /green/i.test(properties.title ?? ''))
  const ring = green?.geometry.coordinates[0] ?? []
  const middle = (axis: 0 | 1): number => ring.reduce((sum, at) => sum + at[axis], 0) / ring.length
  await context.setGeolocation({ longitude: middle(0), latitude: middle(1) })

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
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByText('1 record waits for the network.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('1 record waits for the network.')).toBeHidden()
  await expect(page.getByText('Last: 3.2 m')).toBeVisible()

  await page.getByRole('button', { name: /^Records of / }).tap()
  await expect(page.getByRole('img', { name: 'Last 3.2 m, between 3.1 m and 3.2 m' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  expect(await fits(page)).toBe(true)
})
