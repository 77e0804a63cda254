/**
 * The promise: a recurring week of 60 zones takes at most 25 actions, by mouse and by touch; a day of it becomes missions
 * in one press and an acceptance, and no zone is planned twice.
 */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { ask } from './asPerson.ts'
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

interface Day {
  readonly day: string
  readonly jobs: readonly { readonly featureId: string; readonly missionId: string | null }[]
}

const MOST_ACTIONS = 25
const MOST_ACTIONS_OF_A_PLAN = 8

const inForm = (page: Page): Locator => page.getByRole('dialog', { name: /plan$/i })

interface Wanted {
  readonly types: readonly RegExp[]
  readonly weekdays?: readonly string[]
  readonly from?: string
  readonly until?: string
}

/** Adds a plan as a person would. @returns the actions it took */
const addPlan = async (page: Page, person: Person, { types, weekdays, from, until }: Wanted): Promise<number> => {
  const before = person.actions
  await person.press(person.button('Add plan'))
  const form = inForm(page)
  for (const name of types) await person.press(form.getByRole('checkbox', { name }))
  if (weekdays !== undefined) {
    await person.press(form.getByRole('combobox', { name: 'Repeats' }))
    await person.press(page.getByRole('option', { name: 'On weekdays' }))
    for (const day of weekdays) {
      const button = form.getByRole('button', { name: day, exact: true })
      if ((await button.getAttribute('aria-pressed')) === 'false') await person.press(button)
    }
  }
  if (from !== undefined) await person.fill(form.getByLabel('Mows from'), from)
  if (until !== undefined) await person.fill(form.getByLabel('Mows until'), until)
  await expect(form.getByRole('region', { name: 'Result' })).toContainText(/\d+ zones? · .* ha/)
  await person.press(form.getByRole('button', { name: 'Save' }))
  await expect(form).toBeHidden()
  return person.actions - before
}

const monday = (weeksAhead: number): string => {
  const now = new Date()
  const back = (now.getUTCDay() + 6) % 7
  return new Date(now.getTime() + (7 * weeksAhead - back) * 86_400_000).toISOString().slice(0, 10)
}
const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)

const daysOf = async (page: Page, from: string, count: number): Promise<readonly Day[]> =>
  (
    await ask<{ items: readonly Day[] }>(
      page,
      'GET',
      `standing-plans/days?from=${from}&to=${dayAfter(from, count - 1)}`,
    )
  ).items

interface Named {
  readonly id: string
  readonly name: string
}
const listed = async (page: Page, path: string): Promise<readonly Named[]> =>
  (await ask<{ items: readonly Named[] }>(page, 'GET', path)).items

const noPlans = async (page: Page): Promise<void> => {
  for (const { id } of await listed(page, 'standing-plans')) await ask(page, 'DELETE', `standing-plans/${id}`)
}

/** One plan: all greens, every morning. */
const onlyGreens = async (page: Page): Promise<void> => {
  await noPlans(page)
  const green = (await listed(page, 'zone-types')).find(({ name }) => name === 'Green')
  await ask(page, 'POST', 'standing-plans', {
    name: 'Greens every morning',
    zoneTypeIds: [green?.id],
    zoneIds: [],
    exceptZoneIds: [],
    repeat: { kind: 'daily', until: null },
    firstDay: '2026-01-01',
    from: '05:00',
    until: '12:00',
    mowers: [],
    priority: 'high',
    aheadOfPlay: true,
    direction: 'auto',
    pattern: 'auto',
    turnScheme: 'oneInOne',
    cleaningCycles: 1,
    cleanUpPass: 'byDay',
    startsByItself: false,
    pausedUntil: null,
  })
}

for (const hand of ['mouse', 'touch'] as const)
  test(`plans a recurring week of 60 zones by ${hand} in at most ${MOST_ACTIONS} actions`, async ({ browser }) => {
    const isTouch = hand === 'touch'
    const context = await browser.newContext(
      isTouch ? { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } } : {},
    )
    const page = await context.newPage()
    await signIn(page, stack, 'ROLE_GREENKEEPER')
    await noPlans(page)
    const person = new Person(page, hand)
    if (isTouch) await person.press(person.button(/^More/))
    await person.press(page.getByRole('link', { name: 'Plans', exact: true }))
    await expect(page.getByText('No standing plans yet')).toBeVisible()

    const each = [
      await addPlan(page, person, { types: [/^Green/i] }),
      await addPlan(page, person, { types: [/^Tee/i], weekdays: ['Tue', 'Fri'] }),
      await addPlan(page, person, { types: [/^Fairway/i], from: '10:00', until: '18:00' }),
    ]
    expectPresses('one standing plan, at most', hand, Math.max(...each), MOST_ACTIONS_OF_A_PLAN)
    expectPresses('a recurring week of 60 zones', hand, person.actions, MOST_ACTIONS)

    // Any later week is planned as this one.
    for (const weeks of [1, 26]) {
      const week = await daysOf(page, monday(weeks), 7)
      const zones = new Set(week.flatMap(({ jobs }) => jobs.map(({ featureId }) => featureId)))
      expect(zones.size).toBeGreaterThanOrEqual(60)
    }
    await context.close()
  })

test('makes the missions of a day from the plans, and no zone twice', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  await onlyGreens(page)
  const day = monday(1)
  await page.goto(`${stack.url}/plans?day=${day}`)
  await page.getByRole('link', { name: /^Make the missions of Monday/ }).click()
  // Planned at once, without a further press.
  const accept = page.getByRole('button', { name: /^Create \d+ missions$/ })
  await expect(accept).toBeVisible({ timeout: 200_000 })
  const count = Number(/\d+/.exec((await accept.textContent()) ?? '')?.[0])
  await accept.click()
  await page.waitForURL(/\/schedule/)
  await expect(page.locator('[data-mission]').first()).toBeVisible()
  const [made] = await daysOf(page, day, 1)
  const withMission = made?.jobs.filter(({ missionId }) => missionId !== null) ?? []
  expect(withMission).toHaveLength(count)
  expect(new Set(withMission.map(({ missionId }) => missionId)).size).toBe(count)

  await page.goto(`${stack.url}/missions/course?standing=${day}`)
  await expect(page.locator('[data-left="made"]')).toContainText(`${count} zones have their missions already`)
})

test('shows the plans at three widths, light and dark, without a serious finding of axe', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, stack, 'ROLE_ADMIN')
  await onlyGreens(page)
  const serious: string[] = []
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 820, 1600]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 1000 })
      await page.goto(`${stack.url}/plans?day=${monday(1)}`)
      await expect(page.getByText('All plans')).toBeVisible()
      await page.screenshot({ path: `test-results/looks/plans-${width}-${colorScheme}.png` })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.getByRole('button', { name: /^Edit/ }).first().click()
      await expect(inForm(page)).toBeVisible()
      await page.screenshot({ path: `test-results/looks/plan-form-${width}-${colorScheme}.png` })
      const { violations } = await new AxeBuilder({ page }).analyze()
      for (const { id, impact, nodes } of violations)
        if (impact === 'serious' || impact === 'critical')
          serious.push(`${width} ${colorScheme} ${id}: ${nodes.map(node => node.html.slice(0, 120)).join(' | ')}`)
    }
  expect(serious).toEqual([])
})
