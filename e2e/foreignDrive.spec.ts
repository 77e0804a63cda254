/** The promise: a mower that is started from elsewhere is detected and reported, and stopped if the settings say so. */
import { expect, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { planGreen } from './planGreen.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIM_SPEED: '10' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

interface Vehicle {
  readonly id: string
  readonly progress: number | null
  readonly telemetry: { readonly mode: string | null; readonly bladeOn: boolean | null }
}

test('a stopped mission that another station sets driving shows on the map, and a switch of the settings stops it', async ({
  browser,
}) => {
  test.slow()
  const page = await (await browser.newContext()).newPage()
  await signIn(page, stack, 'ROLE_ADMIN')
  const {
    id,
    mowers: [mower],
  } = await planGreen(page)
  const now = async (): Promise<Vehicle | undefined> =>
    (await ask<{ items: readonly Vehicle[] }>(page, 'GET', 'vehicles')).items.find(one => one.id === mower.id)
  expect(await ask(page, 'POST', `missions/${id}/start`)).toMatchObject({ outcome: 'accepted' })
  await expect.poll(async () => (await now())?.progress ?? 0, { timeout: 150_000 }).toBeGreaterThan(0.02)
  expect(await ask(page, 'POST', `missions/${id}/stop`)).toMatchObject({ outcome: 'accepted' })

  await page.goto(`${stack.url}/map`)
  const card = page.getByRole('region', { name: 'Vehicles' }).getByRole('button', { name: new RegExp(mower.name) })
  await expect(card).toContainText('Stopped')
  // The stop counts for five seconds; a later start from elsewhere is intended.
  await page.waitForTimeout(6_000)
  await stack.fault(`${mower.systemId} start`)
  await expect(card).toContainText('Started elsewhere', { timeout: 15_000 })
  await page.goto(`${stack.url}/notifications`)
  await expect(page.getByText(`${mower.name} drives in AUTO but was not started here`).first()).toBeVisible()
  await page.goto(`${stack.url}/missions/${id}`)
  await expect(page.getByText('was not started here').first()).toBeVisible()

  await page.goto(`${stack.url}/settings/link`)
  await page.getByRole('switch', { name: 'Stop a mower that was started elsewhere' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  expect(await ask(page, 'POST', `mowers/${mower.id}/stop`)).toMatchObject({ outcome: 'accepted' })
  await page.waitForTimeout(6_000)
  await stack.fault(`${mower.systemId} start`)
  await page.goto(`${stack.url}/notifications`)
  await expect(page.getByText(`${mower.name} drove in AUTO but was not started here`).first()).toBeVisible({
    timeout: 20_000,
  })
  await expect
    .poll(async () => (await now())?.telemetry, { timeout: 20_000 })
    .toMatchObject({ mode: 'hold', bladeOn: false })
  await page.goto(`${stack.url}/map`)
  await expect(card).toContainText('Stopped')
})
