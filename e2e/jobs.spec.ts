/**
 * The promise: cups on 18 holes for five people take four presses at a desk, and each person starts and ends own jobs by touch,
 * also while the network is gone; the desk sees it without a reload.
 */
import { type BrowserContext, expect, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { faultsOf, fits } from './pageFaults.ts'
import { expectPresses, Person } from './presses.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: 'off' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

test('plans a morning of jobs at the desk, and does them by touch, also without a network', async ({ browser }) => {
  const desk = await (await browser.newContext({ viewport: { width: 1600, height: 1000 } })).newPage()
  await signIn(desk, stack, 'ROLE_GREENKEEPER')
  await desk.goto(`${stack.url}/jobs`)
  const person = new Person(desk, 'mouse')
  await desk.getByText('No jobs on this day').waitFor()
  await desk.getByRole('button', { name: 'Plan jobs' }).first().click()
  await desk.getByRole('button', { name: 'Add the usual kinds' }).click()
  await desk.getByRole('button', { name: 'Cups' }).waitFor()
  await desk.getByRole('button', { name: 'Close' }).first().click()
  for (const name of ['Plan jobs', 'Cups', 'Everybody']) await person.press(person.button(name))
  const form = desk.getByRole('dialog', { name: 'Plan jobs' })
  await person.press(form.getByRole('button', { name: 'Plan', exact: true }))
  await expect(desk.getByText('0 of 18', { exact: true })).toBeVisible()
  expectPresses('cups on 18 holes for five people', 'mouse', person.actions, 4)
  expect(await faultsOf(desk)).toEqual([])

  const phone: BrowserContext = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await phone.newPage()
  await signIn(page, stack, 'ROLE_BUGGY_BAR')
  await page.goto(`${stack.url}/jobs`)
  const jobs = page.getByRole('region', { name: 'My jobs' }).last().getByRole('listitem')
  const first = jobs.first()
  await first.getByRole('button', { name: 'Start' }).tap()
  await expect(first.getByText('On it')).toBeVisible()
  await expect(desk.getByText('On it').first()).toBeVisible()
  expect(await fits(page)).toBe(true)
  expect(await faultsOf(page)).toEqual([])

  await phone.setOffline(true)
  await first.getByRole('button', { name: 'Done', exact: true }).tap()
  await expect(page.getByText('1 press waits for the network. It is kept on this device.')).toBeVisible()
  await jobs.first().getByRole('button', { name: 'Not done' }).tap()
  await page.getByRole('button', { name: 'Too wet' }).tap()
  await expect(page.getByText('2 presses wait for the network. They are kept on this device.')).toBeVisible()
  await expect(desk.getByText('0 of 18', { exact: true })).toBeVisible()
  await phone.setOffline(false)
  await expect(page.getByText(/waits? for the network/)).toBeHidden({ timeout: 30_000 })
  await expect(desk.getByText('1 of 18', { exact: true })).toBeVisible()
  await expect(desk.getByText('1 not done')).toBeVisible()

  const { day } = await ask<{ day: string }>(desk, 'GET', 'jobs/mine')
  const { items } = await ask<{ items: { minutes: number; jobs: number }[] }>(
    desk,
    'GET',
    `jobs/hours?from=${day}&to=${day}`,
  )
  expect(items.reduce((sum, own) => sum + own.jobs, 0)).toBe(2)
  expect(items.reduce((sum, own) => sum + own.minutes, 0)).toBeGreaterThanOrEqual(1)

  await desk.goto(`${stack.url}/day`)
  await expect(desk.getByRole('region', { name: 'People' }).getByText('1 of 18 Cups done')).toBeVisible()
  await phone.close()
})
