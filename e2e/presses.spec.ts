/**
 * The promise: the work of a day takes few presses. Each test prints how many a task took and how many it may take; the
 * week of 60 zones is counted in `plans.spec.ts`, the jobs of a morning in `jobs.spec.ts`, a shift that is planned again in
 * `replan.spec.ts`.
 */
import { type Browser, type BrowserContextOptions, expect as impatient, type Page, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { type Mower, planGreen } from './planGreen.ts'
import { expectPresses, Person } from './presses.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

const expect = impatient.configure({ timeout: 60_000 })

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack()
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
/** Open ground of the demo course, with nothing drawn on it yet. */
const GROUND = 'at=-2.808000,52.737300,19.00,0'

const openAs = async (browser: Browser, role: string, options: BrowserContextOptions = {}): Promise<Page> => {
  const page = await (await browser.newContext({ reducedMotion: 'reduce', ...options })).newPage()
  await signIn(page, stack, role)
  return page
}

type Point = readonly [x: number, y: number]

/** A round stroke. */
const ring = ([x, y]: Point, widthPx: number, heightPx: number): readonly Point[] =>
  Array.from({ length: 13 }, (_, step): Point => {
    const turn = (step / 12) * 2 * Math.PI
    return [x + (Math.cos(turn) * widthPx) / 2, y + (Math.sin(turn) * heightPx) / 2]
  })

test('a hole of 16 objects is drawn by mouse and keys, and a mistake in it undone', async ({ browser }) => {
  test.slow()
  const page = await openAs(browser, 'ROLE_ADMIN')
  await page.goto(`${stack.url}/map?${GROUND}`)
  const person = new Person(page, 'mouse')
  const drawing = await person.count(async () => {
    await person.press(person.button('Edit map'))
    await page.getByRole('toolbar', { name: 'Tools of the map' }).waitFor()
    const box = await page.locator('.gs-canvas').boundingBox()
    if (box === null) throw new Error('the map has no place on the screen')
    const at = (x: number, y: number): Point => [box.x + box.width / 2 + x, box.y + box.height / 2 + y]
    const save = (count: number) => page.getByRole('button', { name: new RegExp(`^Save ${count} change`) })
    let count = 0
    /** A tool by its key, then a stroke for each, with Shift held. */
    const trace = async (key: string, rings: readonly (readonly Point[])[]): Promise<void> => {
      await person.key(key)
      await page.keyboard.down('Shift')
      person.actions += 1
      for (const points of rings) {
        await person.drag(points)
        count += 1
        await expect(save(count)).toBeVisible()
      }
      await page.keyboard.up('Shift')
    }
    await person.key('h')
    await person.pressAt(...at(-220, 0))
    await person.pressAt(...at(220, 0))
    await person.key('Enter')
    count += 1
    await expect(save(count)).toBeVisible()
    // A zone of each of three types: fairway, green and tee or what the course calls them.
    await trace('1', [ring(at(-20, -10), 220, 90)])
    await trace('2', [ring(at(160, -10), 80, 80)])
    await trace('3', [ring(at(-200, -70), 40, 30), ring(at(-200, 60), 40, 30), ring(at(-150, 100), 40, 30)])
    await trace('x', [
      ring(at(80, -110), 50, 40),
      ring(at(150, -110), 50, 40),
      ring(at(80, 100), 50, 40),
      ring(at(150, 100), 50, 40),
    ])
    await trace('r', [
      [at(-220, 170), at(-60, 160), at(100, 165), at(220, 160)],
      [at(-220, -180), at(-60, -170), at(100, -175), at(220, -170)],
    ])
    await person.key('n')
    for (const x of [-120, 0, 60]) {
      await person.pressAt(...at(x, 130))
      count += 1
      await expect(save(count)).toBeVisible()
    }
    await person.key('w')
    await person.pressAt(...at(-260, 130))
    count += 1
    expect(count).toBe(16)
    await expect(save(count)).toBeEnabled()
  })
  const undo = page.getByRole('button', { name: /^Undo/ })
  const undone = await person.count(async () => {
    await person.press(undo)
    await expect(page.getByRole('button', { name: 'Save 15 changes' })).toBeVisible()
  })
  expectPresses('undo of a mistake in the editor', 'mouse', undone, 1)
  const byKey = await person.count(async () => {
    await person.key('Control+z')
    await expect(page.getByRole('button', { name: 'Save 14 changes' })).toBeVisible()
  })
  expectPresses('undo of a mistake in the editor', 'keyboard', byKey, 1)
  const redone = async (): Promise<void> => {
    for (const count of [15, 16]) {
      await page.keyboard.press('Control+Shift+z')
      await expect(page.getByRole('button', { name: `Save ${count} changes` })).toBeVisible()
    }
  }
  await redone()
  const saving = await person.count(async () => {
    await person.press(page.getByRole('button', { name: 'Save 16 changes' }))
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  })
  expectPresses('a hole of 16 objects, saved', 'mouse', drawing + saving, 60)
  await page.context().close()
})

test('a mistake in the editor is undone by touch', async ({ browser }) => {
  const page = await openAs(browser, 'ROLE_ADMIN', PHONE)
  await page.goto(`${stack.url}/map?${GROUND}`)
  await page.getByRole('button', { name: 'Edit map' }).tap()
  await page.getByRole('button', { name: 'Draw', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'Note', exact: true }).tap()
  await page.touchscreen.tap(195, 300)
  await expect(page.getByRole('button', { name: 'Save 1 change' })).toBeVisible()
  const person = new Person(page, 'touch')
  await person.press(person.button(/^Undo/))
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  expectPresses('undo of a mistake in the editor', 'touch', person.actions, 1)
  await page.context().close()
})

test('a refused start says why on a phone, in sight of its button', async ({ browser }) => {
  const page = await openAs(browser, 'ROLE_GREENKEEPER', PHONE)
  const { id, mowers } = await planGreen(page)
  const [mower] = mowers
  const setService = async (inService: boolean): Promise<void> => {
    const { updatedAt } = await ask<Mower>(page, 'GET', `mowers/${mower.id}`)
    await ask(page, 'PATCH', `mowers/${mower.id}`, { updatedAt, inService })
  }
  await setService(true)
  const why = page.getByTestId('gate-refusal')
  const seen = async (): Promise<void> => {
    await expect(why).toContainText('the mower is in service')
    await expect(why).toBeInViewport({ ratio: 0.95 })
    await expect(page.getByRole('button', { name: 'Start now' }).first()).toBeInViewport({ ratio: 0.95 })
    await expect(page.getByRole('button', { name: 'Start now' }).first()).toBeDisabled()
  }
  const person = new Person(page, 'touch')
  await page.goto(`${stack.url}/missions`)
  const fromTable = await person.count(async () => {
    await person.press(page.getByRole('button', { name: 'Start A green to mow' }))
    await seen()
  })
  expectPresses('a refused start understood, from the table', 'touch', fromTable, 1)
  await page.goto(`${stack.url}/map?sel=mission:${id}`)
  const fromMap = await person.count(async () => {
    await person.press(page.getByRole('button', { name: /^Mow now/ }))
    await seen()
  })
  expectPresses('a refused start understood, from the map', 'touch', fromMap, 1)
  await setService(false)
  await ask(page, 'POST', `missions/${id}/cancel`)
  await page.context().close()
})

test('golfers order, the bar serves, and the clubhouse writes to their cart', async ({ browser }) => {
  test.slow()
  const desk = await openAs(browser, 'ROLE_ADMIN')
  const { features } = await ask<{
    features: readonly { kind: string; geometry: { coordinates: readonly (readonly [number, number])[] } }[]
  }>(desk, 'GET', 'map')
  const [longitude, latitude] = features.find(({ kind }) => kind === 'hole')?.geometry.coordinates[0] ?? [0, 0]
  const cart = await ask<{ id: string }>(desk, 'POST', 'carts', { name: 'Cart 76', inService: false, home: null })
  const { code } = await ask<{ code: string }>(desk, 'POST', `carts/${cart.id}/pairing`)
  const tablet = await (
    await browser.newContext({
      ...PHONE,
      permissions: ['geolocation'],
      geolocation: { longitude, latitude, accuracy: 2 },
    })
  ).newPage()
  await tablet.goto(`${stack.url}/player#pair=${code}`)
  await tablet.getByRole('button', { name: 'Pair' }).tap()
  const golfer = new Person(tablet, 'touch')
  await golfer.press(golfer.button('Menu and order'))
  await golfer.press(golfer.button(/^One more: /))
  await golfer.press(golfer.button(/^Order for /))
  await expect(tablet.getByText('Sent', { exact: true })).toBeVisible()
  expectPresses('an order in the player', 'touch', golfer.actions, 3)

  const bar = await openAs(browser, 'ROLE_BUGGY_BAR', PHONE)
  await bar.goto(`${stack.url}/restaurant?view=orders`)
  const waiter = new Person(bar, 'touch')
  const card = bar.getByRole('listitem').filter({ hasText: 'Cart 76' })
  for (const step of ['Accept', 'Ready', 'Delivered'])
    await waiter.press(card.getByRole('button', { name: step, exact: true }))
  await expect(bar.getByText('No open orders')).toBeVisible()
  expectPresses('an order served', 'touch', waiter.actions, 3)

  const clerk = new Person(desk, 'mouse')
  await desk.goto(`${stack.url}/map`)
  await clerk.fill(desk.getByLabel('Search on the map'), 'Cart 76')
  await clerk.press(desk.getByRole('option', { name: 'Cart 76' }))
  await clerk.press(desk.getByRole('button', { name: 'Message', exact: true }))
  await clerk.fill(desk.getByRole('textbox', { name: 'Text' }), 'The bar closes at six.')
  await clerk.press(desk.getByRole('dialog').getByRole('button', { name: /^Send/ }))
  await expect(tablet.getByText('The bar closes at six.')).toBeVisible()
  expectPresses('a message to a cart, from the map', 'mouse', clerk.actions, 5)
  for (const page of [desk, tablet, bar]) await page.context().close()
})

test('the day board releases, pauses and sends home by touch on a phone', async ({ browser }) => {
  test.slow()
  const page = await openAs(browser, 'ROLE_GREENKEEPER', PHONE)
  const { id, mowers } = await planGreen(page)
  const now = Date.now()
  const { day } = await ask<{ day: string }>(page, 'POST', 'shifts', {
    day: new Date(now).toISOString().slice(0, 10),
    name: 'Early greens',
    from: new Date(now - 60_000).toISOString(),
    until: new Date(now + 4 * 3_600_000).toISOString(),
    missionIds: [id],
  })
  await page.goto(`${stack.url}/day?day=${day}`)
  const lane = page.getByRole('listitem', { name: mowers[0].name })
  const person = new Person(page, 'touch')
  const most = 2
  const released = await person.count(async () => {
    await person.press(person.button('Release'))
    await expect(lane.getByText('Running').first()).toBeVisible()
  })
  expectPresses('release of a shift', 'touch', released, most)
  await expect.poll(async () => (await ask<{ status: string }>(page, 'GET', `missions/${id}`)).status).toBe('working')
  const paused = await person.count(async () => {
    await person.press(person.button('Pause all'))
    await expect(lane.getByText('Needs attention')).toBeVisible()
  })
  expectPresses('pause of a shift', 'touch', paused, most)
  const sentHome = await person.count(async () => {
    const answer = page.waitForResponse(response => response.url().endsWith(`/mowers/${mowers[0].id}/send-home`))
    await person.press(lane.getByRole('button', { name: 'Send home' }))
    expect((await answer).ok()).toBe(true)
  })
  expectPresses('a mower sent home', 'touch', sentHome, most)
  await page.context().close()
})
