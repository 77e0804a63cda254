/** The promise: a person who moves a mission to where golfers are expected sees a warning first, with the next free time. */
import { type BrowserContext, expect as impatient, test } from '@playwright/test'
import { ask, londonTime } from './asPerson.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

const expect = impatient.configure({ timeout: 30_000 })

/** Ten o'clock tomorrow: at any hour here, the rest of the calendar's day has room. */
const ON = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const aheadMs = Date.parse(londonTime(ON, '10:00:00')) - Date.now()
const now = (): number => Date.now() + aheadMs
const MINUTE_MS = 60_000

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: 'off', CLOCK_AHEAD_S: String(Math.round(aheadMs / 1_000)) })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

type Place = readonly [lon: number, lat: number]
interface Feature {
  readonly id: string
  readonly kind: string
  readonly geometry: { readonly coordinates: readonly Place[] }
  readonly properties: { readonly name?: string; readonly title?: string }
}
interface Items<T> {
  readonly items: readonly T[]
}

/** Pages have the server's clock; timers stay as they are. */
const setClock = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(ms => {
    const Wall = Date
    globalThis.Date = class extends Wall {
      constructor(...parts: readonly unknown[]) {
        if (parts.length === 0) super(Wall.now() + ms)
        else super(...(parts as [number]))
      }
      static override now(): number {
        return Wall.now() + ms
      }
    } as DateConstructor
  }, aheadMs)

test('a mission moved to where golfers are expected shows a warning, and moves to the next time without them', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 } })
  await setClock(context)
  const page = await context.newPage()
  await signIn(page, stack, 'ROLE_ADMIN')
  const { features } = await ask<{ features: readonly Feature[] }>(page, 'GET', 'map')
  const lineOf = (hole: number): readonly Place[] =>
    features.find(({ kind, properties }) => kind === 'hole' && properties.name === `Hole ${hole}`)?.geometry
      .coordinates ?? []
  const green = features.find(({ kind, properties }) => kind === 'zone' && properties.title === 'Green 4')
  const [mower] = (await ask<Items<{ id: string; bladeId: string }>>(page, 'GET', 'mowers')).items

  // A group has played hole 1 in a quarter of an hour, and is two minutes on hole 2.
  const cart = await ask<{ id: string }>(page, 'POST', 'carts', { name: 'Cart 61', inService: false, home: null })
  const { code } = await ask<{ code: string }>(page, 'POST', `carts/${cart.id}/pairing`)
  const post = async (path: string, body: unknown, token?: string): Promise<unknown> => {
    const answer = await fetch(`${stack.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { 'x-api-key': token }) },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const paired = (await post('player/pair', { code })) as { result: { token: string } }
  const along = (hole: number, share: number): Place => {
    const [[fromLon, fromLat] = [0, 0], [toLon, toLat] = [0, 0]] = [lineOf(hole)[0], lineOf(hole).at(-1)]
    return [fromLon + (toLon - fromLon) * share, fromLat + (toLat - fromLat) * share]
  }
  const STEP_S = 10
  const fixes = Array.from({ length: 103 }, (_, step) => {
    const s = step * STEP_S
    const [lon, lat] = s < 900 ? along(1, s / 900) : along(2, (s - 900) / 900)
    const at = new Date(now() - (1_020 - s) * 1_000).toISOString()
    return { at, position: [lon, lat], accuracyM: 3, speedMps: null, headingDeg: null }
  })
  await post('player/positions', { fixes }, paired.result.token)

  const target = { kind: 'zone', featureId: green?.id }
  const startsAt = londonTime(ON, '20:00:00')
  await ask(page, 'POST', 'missions', {
    title: 'Fourth green',
    target,
    mowerId: mower?.id,
    bladeId: mower?.bladeId,
    direction: 'auto',
    angleOffsetDeg: 0,
    turnScheme: 'oneInOne',
    cleaningCycles: 1,
    startsAt,
    startsByItself: false,
    slotS: 1_800,
  })
  interface Answer {
    readonly play: readonly { readonly from: string; readonly to: string }[]
    readonly free: readonly { readonly startsAt: string }[]
  }
  const question = (at: string) => ({ missionId: null, mowerId: mower?.id, target, startsAt: at, durationS: 1_800 })
  await expect
    .poll(
      async () => (await ask<Answer>(page, 'POST', 'missions/slots', question(londonTime(ON, '10:30:00')))).play.length,
    )
    .toBe(1)

  await page.goto(`${stack.url}/schedule?day=${ON}`)
  const block = page.locator('[data-mission]', { hasText: 'Fourth green' })
  await expect(block).toContainText('20:00–20:30')
  const toHalfPastTen = async (): Promise<void> => {
    await block.focus()
    await page.keyboard.press('Space')
    for (let hours = 0; hours < 9; hours += 1) await page.keyboard.press('PageUp')
    for (let steps = 0; steps < 6; steps += 1) await page.keyboard.press('ArrowLeft')
    await expect(page.getByText('10:30–11:00')).toBeVisible()
  }
  // The warning shows during the drag, and again after the drop.
  await toHalfPastTen()
  await expect(page.getByText(/Cart 61 is expected on Hole 4 from/)).toBeVisible()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Golfers are expected where Fourth green mows' })
  await expect(dialog).toContainText(/Cart 61 is expected on Hole 4 from/)
  await dialog.getByRole('button', { name: 'Leave it where it was' }).click()
  await expect(block).toContainText('20:00–20:30')

  await toHalfPastTen()
  await page.keyboard.press('Enter')
  const move = dialog.getByRole('button', { name: /^Move to/ })
  const clock = ((await move.textContent()) ?? '').replace('Move to ', '')
  await move.click()
  await expect(dialog).toBeHidden()
  await expect(block).toContainText(`${clock}–`)
  const moved = await ask<Answer>(page, 'POST', 'missions/slots', question(londonTime(ON, `${clock}:00`)))
  expect(moved.play).toEqual([])

  // A person may move it there anyway: mowers wait for golfers.
  await block.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Move it there anyway' }).click()
  await expect(dialog).toBeHidden()
  const started = Date.parse(londonTime(ON, `${clock}:00`)) - 5 * MINUTE_MS
  await expect
    .poll(async () => {
      const { items } = await ask<Items<{ title: string; startsAt: string }>>(page, 'GET', 'missions?perPage=100')
      return items.find(({ title }) => title === 'Fourth green')?.startsAt
    })
    .toBe(new Date(started).toISOString())
  // The calendar still shows it.
  await expect(block).toContainText(/Cart 61 is expected on Hole 4 from/)
  await expect(page.getByText('1 mission during play')).toBeVisible()
})
