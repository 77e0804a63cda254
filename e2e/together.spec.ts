/** The promise: two mowers are put on one fairway, start one after the other, cut side by side and never meet. */
import { expect, type Page, test } from '@playwright/test'
import { leave, type Stack, signIn, startStack, until } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIM_SPEED: '20' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

/** Only what the test looks at. */
interface Vehicles {
  readonly items: readonly {
    readonly id: string
    readonly kind: 'mower' | 'cart'
    readonly telemetry: {
      readonly position: readonly [lon: number, lat: number] | null
      readonly bladeOn: boolean | null
    }
  }[]
}

interface Mission {
  readonly title: string
  readonly status: string
  readonly statusReason: string | null
}

const ENDED: readonly string[] = ['failed', 'stopped', 'missed', 'cancelled']

/**
 * Twenty times as fast, a second of the machine's delay is twenty of theirs, more than the slack their order leaves: then the
 * guard holds one before they meet, and a person decides when it continues.
 */
const isHeld = ({ status, statusReason }: Mission): boolean =>
  status === 'stopped' && statusReason?.includes('it came near') === true

/** Calls the server with the page's own token. */
const ask = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async url => {
    const { token } = JSON.parse(localStorage.getItem('accessToken') ?? '{}')
    const answer = await fetch(url, { headers: { 'x-api-key': token } })
    return (await answer.json()).result
  }, `/api/${path}`) as Promise<T>

const METRES_A_DEGREE = 111_320

const apartM = (a: readonly [number, number], b: readonly [number, number]): number =>
  Math.hypot((a[0] - b[0]) * METRES_A_DEGREE * Math.cos((a[1] * Math.PI) / 180), (a[1] - b[1]) * METRES_A_DEGREE)

test('a greenkeeper puts two mowers on one fairway; both start, cut side by side and never meet', async ({
  browser,
}) => {
  test.slow()
  const page = await (await browser.newContext()).newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  const { items: mowers } = await ask<{ items: readonly { id: string; name: string; widthM: number }[] }>(
    page,
    'mowers?perPage=100',
  )
  const [rook1, rook2] = ['Rook 1', 'Rook 2'].map(name => mowers.find(mower => mower.name === name))
  if (rook1 === undefined || rook2 === undefined) throw new Error('the demo has two fairway mowers')

  await page.goto(`${stack.url}/missions/new`)
  await page.getByRole('combobox', { name: 'Zone', exact: true }).click()
  await page.getByRole('option', { name: 'Fairway 8', exact: true }).click()
  const mower = page.getByRole('combobox', { name: 'Mower', exact: true })
  // Choosing what is chosen already would take it away.
  if ((await mower.inputValue()) !== rook1.name) {
    await mower.click()
    await page.getByRole('option', { name: rook1.name }).click()
  }
  await page.getByRole('combobox', { name: 'Further mowers on this zone' }).click()
  await page.getByRole('option', { name: rook2.name }).click()
  await page.keyboard.press('Escape')

  const parts = page.getByRole('region', { name: 'Parts' })
  await expect(parts.getByRole('listitem')).toHaveCount(2)
  await expect(parts).toContainText(rook1.name)
  await expect(parts).toContainText(rook2.name)
  await expect(parts).toContainText('Done at')

  await page.getByRole('button', { name: 'Start 2 mowers' }).click()
  await page.waitForURL(/\/missions\?/)
  const vehicles = async () => {
    const { items } = await ask<Vehicles>(page, 'vehicles')
    return [rook1, rook2].map(({ id }) => items.find(item => item.id === id))
  }
  const parted = async () => {
    const { items } = await ask<{ items: readonly Mission[] }>(page, 'missions?sort=-createdAt&perPage=2')
    const ended = items.find(mission => ENDED.includes(mission.status) && !isHeld(mission))
    if (ended !== undefined) throw new Error(`${ended.title} is ${ended.status}: ${ended.statusReason}`)
    return items
  }
  await until('both blades to run', async () => {
    await parted()
    const both = await vehicles()
    return both.every(vehicle => vehicle?.telemetry.bladeOn === true) || undefined
  })
  await expect(page.getByRole('alert')).toHaveCount(0)

  let leastM = Number.POSITIVE_INFINITY
  await until(
    'both missions to be done, or held before they meet',
    async () => {
      const [one, other] = await vehicles()
      const [a, b] = [one?.telemetry.position ?? null, other?.telemetry.position ?? null]
      if (a !== null && b !== null) leastM = Math.min(leastM, apartM(a, b))
      const items = await parted()
      return items.every(mission => mission.status === 'done' || isHeld(mission)) || undefined
    },
    200_000,
  )
  const clearanceM = (rook1.widthM + rook2.widthM) / 2
  console.log(`the two came no nearer than ${leastM.toFixed(1)} m; their sides need ${clearanceM} m`)
  expect(leastM).toBeGreaterThan(clearanceM)
})
