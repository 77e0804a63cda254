/**
 * The promise: no page of the day's work is ever blank. While the server has not answered it shows progress, when it fails
 * a reason and a try that really reads again, where there is nothing what to do next, and to whom it is closed that it is.
 */
import { expect, type Locator, type Page, type Route, test } from '@playwright/test'
import { ask, londonTime } from './asPerson.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: 'off' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

interface Screen {
  readonly name: string
  readonly path: string
  /** The visible content once everything is read. */
  readonly whole: (page: Page) => Locator
  /** The text of the empty state, and its action. */
  readonly empty: (main: Locator) => readonly Locator[]
}

const texts =
  (...all: readonly (string | RegExp)[]) =>
  (main: Locator): readonly Locator[] =>
    all.map(text => main.getByText(text).first())

const SIZES = [
  { width: 390, height: 844 },
  { width: 1600, height: 1000 },
] as const

/** The calls of the shell: the person, the course, and the state of the link. */
const SHELL = /^\/api\/(profile|auth|settings|ws|course-mode|health|technical-numbers|weather)/

type Answer = (route: Route) => Promise<unknown>

const fails: Answer = route =>
  route.fulfill({
    status: 500,
    json: { code: 500, error: { kind: 'internal', code: 'diskFull', params: {}, message: 'In English' } },
  })
/** Nothing is answered until the server fails after all. */
const waiting: Route[] = []
const waits: Answer = async route => {
  waiting.push(route)
}
const empties: Answer = async route => {
  const response = await route.fetch()
  if (response.headers()['content-type']?.includes('json') !== true) return route.fulfill({ response })
  const json = await response.json()
  if (Array.isArray(json.result?.items)) json.result.items = []
  if (typeof json.result?.total === 'number') json.result.total = 0
  if (Array.isArray(json.result?.features)) json.result.features = []
  await route.fulfill({ response, json })
}

test('every page of the day says what it waits for, what failed, that there is nothing, and to whom it is closed', async ({
  browser,
}) => {
  test.slow()
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  const thrown: string[] = []
  page.on('pageerror', error => thrown.push(`${page.url()}: ${error.message}`))
  await signIn(page, stack, 'ROLE_ADMIN')
  const { features } = await ask<{
    features: readonly { id: string; kind: string; properties: { title?: string } }[]
  }>(page, 'GET', 'map')
  const green = features.find(({ kind, properties }) => kind === 'zone' && properties.title === 'Green 9')
  const [mower] = (
    await ask<{ items: readonly { id: string; name: string; bladeId: string }[] }>(page, 'GET', 'mowers')
  ).items
  if (green === undefined || mower === undefined) throw new Error('the demo has no Green 9 or no mower')
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const mission = await ask<{ id: string }>(page, 'POST', 'missions', {
    title: 'The only one',
    target: { kind: 'zone', featureId: green.id },
    mowerId: mower.id,
    bladeId: mower.bladeId,
    direction: 'auto',
    angleOffsetDeg: 0,
    turnScheme: 'oneInOne',
    cleaningCycles: 1,
    startsAt: londonTime(day, '06:00:00'),
    startsByItself: false,
  })

  const theMission = (at: Page): Locator => at.locator('[data-mission]', { hasText: 'The only one' })
  const screens: readonly Screen[] = [
    {
      name: 'missions',
      path: 'missions',
      whole: at => at.getByRole('link', { name: /The only one/ }),
      empty: texts('No missions yet', 'Choose a fairway and plan its first cut.'),
    },
    {
      name: 'mission form',
      path: 'missions/new',
      whole: at => at.getByText('12-6').first(),
      empty: texts(
        'None on the map yet: draw one',
        'No mower yet: add one in the garage',
        'No blade yet: add one in the settings',
      ),
    },
    {
      name: 'mission',
      path: `missions/${mission.id}`,
      whole: at => at.getByText('Green 9', { exact: true }),
      empty: texts('Nothing has run here yet.', 'No longer on the map'),
    },
    { name: 'day', path: `schedule?day=${day}`, whole: theMission, empty: texts('No mowers yet', 'To the garage') },
    {
      name: 'week',
      path: `schedule?view=week&day=${day}`,
      whole: theMission,
      empty: texts('Nothing is planned here: add a mission.'),
    },
    {
      name: 'month',
      path: `schedule?view=month&day=${day}`,
      // On a phone the month shows its missions as dots.
      whole: at => at.getByRole('link', { name: /, 1 mission$/ }),
      empty: texts('Nothing is planned here: add a mission.'),
    },
    {
      name: 'garage',
      path: 'garage',
      whole: at => at.getByRole('link', { name: mower.name }),
      empty: texts('The garage is empty', /^Add the first mower or golf cart/),
    },
    {
      name: 'vehicle with its service',
      path: `garage/vehicle/${mower.id}`,
      whole: at => at.getByText('No service recorded yet.'),
      empty: texts('No such vehicle', 'Back to the garage'),
    },
    {
      name: 'grass',
      path: 'missions/grass',
      whole: at => at.getByRole('link', { name: 'Green 9', exact: true }),
      empty: texts('No zones to mow yet', /^Draw zones on the map/),
    },
    {
      name: 'morning sheet',
      path: 'morning',
      whole: at => at.getByText(/^Never mown:/),
      empty: texts(
        'Nothing needs attention.',
        'No mission ran.',
        'No machines yet.',
        'Nothing is planned for this day.',
      ),
    },
    {
      name: 'replay',
      path: `map?replay=${new Date(Date.now() - 600_000).toISOString()}`,
      whole: at => at.locator('main canvas').first(),
      empty: main => [main.getByRole('combobox').filter({ hasText: 'No events' })],
    },
  ]

  let answer: Answer | null = null
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && !SHELL.test(pathname),
    route => (answer === null || route.request().method() !== 'GET' ? route.fallback() : answer(route)),
  )
  const main = page.locator('main')
  const again = main.getByRole('button', { name: 'Try again' }).first()
  const fits = async (): Promise<void> =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  const atEachSize = async (look: () => Promise<void>): Promise<void> => {
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await look()
      await fits()
    }
  }

  for (const { name, path, whole, empty } of screens)
    await test.step(`${name}: waiting, failed and read again, empty`, async () => {
      answer = waits
      await page.goto(`${stack.url}/${path}`)
      await atEachSize(() => expect(main.getByRole('status', { name: /^Loading/ }).first()).toBeVisible())

      answer = fails
      await Promise.all(waiting.splice(0).map(fails))
      await atEachSize(async () => {
        await expect(main.getByText('The disk of the server has no room for this file').first()).toBeVisible()
        await expect(again).toBeVisible()
      })
      answer = null
      // Some pages read again by themselves meanwhile, and have no button then.
      await expect(async () => {
        if ((await again.count()) > 0) await again.click({ timeout: 1_000 })
        await expect(whole(page)).toBeVisible({ timeout: 1_000 })
      }).toPass({ timeout: 30_000 })
      await expect(again).toHaveCount(0)

      answer = empties
      await page.goto(`${stack.url}/${path}`)
      await atEachSize(async () => {
        for (const said of empty(main)) await expect(said).toBeVisible()
      })
    })
  expect(thrown).toEqual([])

  await test.step('each page shows a role without access that it is closed, and nothing else', async () => {
    const other = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    await signIn(other, stack, 'ROLE_BUGGY_BAR')
    for (const { path, whole } of screens) {
      await other.goto(`${stack.url}/${path}`)
      for (const size of SIZES) {
        await other.setViewportSize(size)
        await expect(other.getByText('Not for your role')).toBeVisible()
        await expect(other.getByText('Ask an administrator if you need this page.')).toBeVisible()
        await expect(whole(other)).toHaveCount(0)
      }
    }
  })
})
