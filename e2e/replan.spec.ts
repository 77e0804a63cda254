/** The promise: when a mower is in service, two presses on a phone give its missions to another one. */
import { expect, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { type Mower, planGreen } from './planGreen.ts'
import { expectPresses, Person } from './presses.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

const PHONE = { width: 390, height: 844 } as const

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack()
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

test('the mission of a mower in service goes to another one by two presses', async ({ browser }) => {
  test.slow()
  const page = await (await browser.newContext({ viewport: PHONE, hasTouch: true })).newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  const { id, mowers } = await planGreen(page)
  const [broken] = mowers
  const others = (await ask<{ items: readonly Mower[] }>(page, 'GET', 'mowers')).items.filter(
    mower => mower.id !== broken.id && mower.bladeId === broken.bladeId,
  )
  const { target } = await ask<{ target: object }>(page, 'GET', `missions/${id}`)
  const own = others.map(({ id: mowerId, bladeId }, i) =>
    ask<{ id: string }>(page, 'POST', 'missions', {
      title: `Own green ${i}`,
      target,
      mowerId,
      bladeId,
      direction: 'auto',
      angleOffsetDeg: 0,
      turnScheme: 'oneInOne',
      cleaningCycles: 1,
      startsAt: null,
      startsByItself: false,
    }),
  )
  const missionIds = [id, ...(await Promise.all(own)).map(mission => mission.id)]
  const now = Date.now()
  const { day } = await ask<{ day: string }>(page, 'POST', 'shifts', {
    day: new Date(now).toISOString().slice(0, 10),
    name: 'Early greens',
    from: new Date(now - 60_000).toISOString(),
    until: new Date(now + 4 * 3_600_000).toISOString(),
    missionIds,
  })
  const { updatedAt } = await ask<Mower>(page, 'GET', `mowers/${broken.id}`)
  await ask(page, 'PATCH', `mowers/${broken.id}`, { updatedAt, inService: true })
  await page.goto(`${stack.url}/day?day=${day}`)
  const lane = page.getByRole('listitem', { name: broken.name })
  const person = new Person(page, 'touch')
  await person.press(lane.getByRole('button', { name: 'Plan again' }))
  const sheet = page.getByRole('dialog', { name: 'Plan again' })
  await expect(sheet.getByText(new RegExp(`^${broken.name}: 1 mission to `))).toBeVisible({ timeout: 20_000 })
  await expect(sheet.getByText(`${broken.name}: it is in service`)).toBeVisible()
  await page.screenshot({ path: 'test-results/looks/replan-390.png' })
  await page.setViewportSize({ width: 1600, height: 1000 })
  await page.screenshot({ path: 'test-results/looks/replan.png' })
  await page.setViewportSize(PHONE)
  expect((await ask<{ mowerId: string }>(page, 'GET', `missions/${id}`)).mowerId).toBe(broken.id)
  await person.press(sheet.getByRole('button', { name: 'Apply' }))
  await expect(page.getByText('The shift is planned again', { exact: true })).toBeVisible({ timeout: 60_000 })
  expectPresses('a shift planned again', 'touch', person.actions, 2)
  const { mowerId, status } = await ask<{ mowerId: string; status: string }>(page, 'GET', `missions/${id}`)
  expect(status).toBe('planned')
  expect(others.map(other => other.id)).toContain(mowerId)
})
