/** The promise: log in, import a real course, choose a fairway, see its plan, start a mower, stop it, resume it, done. */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

const here = dirname(fileURLToPath(import.meta.url))
const realCourse = join(dirname(here), '..', 'shared', 'data', 'courses', 'course-a.osm')
/** In full a real course, whose fairway takes minutes; else an invented one, whose fairway is short. */
const course =
  process.env.TEST_FULL === '1' && existsSync(realCourse) ? realCourse : join(here, 'courses', 'threeHoles.osm')

let stack: Stack
let startedMs = 0
test.beforeAll(async () => {
  // A fairway is mown in half of the time that other tests take for it, with three pages that draw meanwhile.
  stack = await startStack({ SIM_SPEED: '40' })
  startedMs = Date.now()
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

const status = (page: Page) => page.getByTestId('mission-status')

const importCourse = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'More for the map' }).click()
  await page.getByRole('menuitem', { name: 'Import course' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a course' })
  const startedMs = Date.now()
  await dialog.locator('input[type=file]').setInputFiles(course)
  await dialog.getByRole('radio', { name: /Replace the present course/ }).check()
  await dialog.getByRole('button', { name: 'Replace the course' }).click()
  await expect(dialog).toBeHidden({ timeout: 30_000 })
  console.log(`${basename(course)} became a course in ${Date.now() - startedMs} ms, clicks included`)
}

interface Vehicle {
  readonly kind: string
  readonly missionId: string | null
  readonly telemetry: { readonly position: readonly [lon: number, lat: number] | null; readonly link: string }
}

/** The positions of the connected mowers, in whole hundredths of a degree. */
const mowersAt = async (page: Page): Promise<string> => {
  const { items } = await ask<{ items: readonly Vehicle[] }>(page, 'GET', 'vehicles')
  return items
    .filter(({ kind, telemetry }) => kind === 'mower' && telemetry.link === 'live')
    .map(({ telemetry }) => telemetry.position?.map(degrees => degrees.toFixed(2)).join(' '))
    .join(', ')
}

/** A tablet in a cart next to the mower with the current mission. */
const tabletAtMower = async (browser: Browser, office: Page): Promise<Page> => {
  const { items } = await ask<{ items: readonly Vehicle[] }>(office, 'GET', 'vehicles')
  const [longitude, latitude] =
    items.find(({ kind, missionId }) => kind === 'mower' && missionId !== null)?.telemetry.position ?? []
  if (longitude === undefined || latitude === undefined) throw new Error('no mower has a mission and a place')
  const cart = await ask<{ id: string }>(office, 'POST', 'carts', { name: 'Cart 81', inService: false, home: null })
  const { code } = await ask<{ code: string }>(office, 'POST', `carts/${cart.id}/pairing`)
  const context = await browser.newContext({
    viewport: { width: 820, height: 1180 },
    permissions: ['geolocation'],
    geolocation: { longitude, latitude, accuracy: 2 },
  })
  const tablet = await context.newPage()
  await tablet.goto(`${stack.url}/player#pair=${code}`)
  await tablet.getByRole('button', { name: 'Pair' }).click()
  return tablet
}

test('a greenkeeper imports a course, plans a fairway, starts, stops and resumes a mower until it is done', {
  tag: '@smoke',
}, async ({ browser }) => {
  test.slow()
  const signedIn = async (role: string, opens?: string): Promise<Page> => {
    const opened = await (await browser.newContext()).newPage()
    await signIn(opened, stack, role, opens)
    return opened
  }
  const page = await signedIn('ROLE_GREENKEEPER')
  await expect(page).toHaveTitle('Map | Greensward')
  await expect.poll(() => mowersAt(page)).not.toBe('')
  const before = await mowersAt(page)
  // Mowers that are carried away start again, which shows by their clocks: the old ones have to have run for longer than the new
  // ones take until they are believed, as they have on any course that somebody replaces.
  await page.waitForTimeout(Math.max(0, startedMs + 12_000 - Date.now()))
  await importCourse(page)
  // The simulated mowers are taken to the new course, and are out of reach for that moment.
  await expect.poll(async () => [before, ''].includes(await mowersAt(page)), { timeout: 30_000 }).toBe(false)

  await page.goto(`${stack.url}/missions/new`)
  await page.locator('input[aria-haspopup=listbox]').first().click()
  await page
    .getByRole('option', { name: /Fairway/ })
    .first()
    .click()
  await expect(page.locator('[data-figure=coverage]')).toContainText('%')
  await expect(page.getByText('Up to date', { exact: true })).toBeVisible()

  const start = page.getByRole('button', { name: 'Start now' })
  await expect(start).toBeEnabled({ timeout: 30_000 })
  await start.click()
  await expect(status(page)).toContainText('Working', { timeout: 60_000 })

  // A second person looks at the same mission and changes nothing.
  const second = await signedIn('ROLE_MANAGER', new URL(page.url()).pathname)
  await expect(status(second)).toContainText('Working')

  await expect(status(page)).toContainText(/Working [1-9]/, { timeout: 60_000 })
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(status(page)).toContainText('Stopped')
  await expect(status(second)).toContainText('Stopped')

  // Golfers next to it see a warning to keep away until its mission is done.
  const office = await signedIn('ROLE_ADMIN', '/settings/technicalNumbers')
  const tablet = await tabletAtMower(browser, office)
  await office.close()
  const warning = tablet.getByText(/Too near: keep \d+ (m|yd) away/)
  await expect(warning).toBeVisible({ timeout: 60_000 })

  const resume = page.getByRole('button', { name: 'Resume' })
  await expect(resume).toBeEnabled({ timeout: 30_000 })
  await resume.click()
  await expect(status(page)).toContainText('Working', { timeout: 60_000 })
  await expect(status(page)).toContainText('Done', { timeout: 420_000 })
  await expect(status(second)).toContainText('Done')
  await expect(tablet.getByText(/keep \d+ (m|yd) away/i)).toBeHidden({ timeout: 60_000 })
})
