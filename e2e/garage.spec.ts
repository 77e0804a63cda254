/**
 * The promise: machines are started, held and looked after from their tables. The checks run before every start; many
 * missions at once each say what became of them; rain, service and keys are seen by everybody at once.
 */
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { ask, londonTime } from './asPerson.ts'
import { leave, type Stack, signIn, startStack, until } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack()
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

interface Zone {
  readonly id: string
  readonly kind: string
  readonly properties: { readonly title: string; readonly rainModeRestricted?: boolean }
}
interface Mower {
  readonly id: string
  readonly name: string
  readonly bladeId: string
}
interface Items<T> {
  readonly items: readonly T[]
}

/** Nothing that is planned for the day after tomorrow comes due in here. */
const THEN = londonTime(new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10), '06:00:00')

const openPage = async (browser: Browser, role: string, opens: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, stack, role, opens)
  return page
}
const row = (page: Page, title: string): Locator => page.getByRole('row').filter({ hasText: title })

test('missions are started from the table through the gate, and many at once each say what became of them', {
  tag: '@smoke',
}, async ({ browser }) => {
  test.slow()
  const page = await openPage(browser, 'ROLE_GREENKEEPER', '/missions')
  const zones = (await ask<{ features: readonly Zone[] }>(page, 'GET', 'map')).features.filter(
    ({ kind }) => kind === 'zone',
  )
  const zoneOf = (title: string): string => {
    const found = zones.find(({ properties }) => properties.title === title)
    if (found === undefined) throw new Error(`the demo has no ${title}`)
    return found.id
  }
  const [rook1, rook2] = (await ask<Items<Mower>>(page, 'GET', 'mowers')).items
  if (rook1 === undefined || rook2 === undefined) throw new Error('the demo has no two mowers')
  const wet = zones.find(({ properties }) => properties.rainModeRestricted === true)
  if (wet === undefined) throw new Error('no zone of the demo is restricted in the rain')
  const plan = (title: string, featureId: string, mower: Mower, startsAt: string | null = null) =>
    ask(page, 'POST', 'missions', {
      title,
      target: { kind: 'zone', featureId },
      mowerId: mower.id,
      bladeId: mower.bladeId,
      direction: 'auto',
      angleOffsetDeg: 0,
      turnScheme: 'oneInOne',
      cleaningCycles: 1,
      startsAt,
      startsByItself: false,
    })
  await plan('Fairway today', zoneOf('Fairway 9'), rook1)
  await plan('First of many', zoneOf('Green 9'), rook2, THEN)
  await plan('Second of many', zoneOf('Green 18'), rook2)
  await plan('Soft ground', wet.id, rook2)

  const dialog = page.getByRole('dialog')
  await test.step('a plan is exported as a QGroundControl file, runs again on its own area, and is refused on any other', async () => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'QGC plan of Fairway today' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('Fairway today.plan')
    const path = await saved.path()
    const plan = JSON.parse(readFileSync(path, 'utf8')) as { fileType: string; mission: { items: readonly unknown[] } }
    expect(plan.fileType).toBe('Plan')
    expect(plan.mission.items.length).toBeGreaterThan(50)
    await page.goto(`${stack.url}/missions/new`)
    const ground = page.locator('input[aria-haspopup=listbox]').first()
    const choose = async (title: string): Promise<void> => {
      await ground.fill(title)
      await page.getByRole('option', { name: title, exact: true }).click()
    }
    await choose('Fairway 9')
    await page.locator('input[type=file]').setInputFiles({
      name: saved.suggestedFilename(),
      mimeType: 'application/json',
      buffer: readFileSync(path),
    })
    await expect(page.getByText('The mower drives this file instead of a computed plan.')).toBeVisible()
    await expect(page.locator('[data-figure=coverage]')).toContainText('%')
    await expect(page.getByText('The file is refused:')).toHaveCount(0)
    await choose('Green 18')
    await expect(page.getByText('The file is refused:')).toContainText('The route leaves')
  })

  await test.step('the start runs the pre-start checks, and the row updates', async () => {
    await page.goto(`${stack.url}/missions`)
    await page.getByRole('button', { name: 'Start Fairway today' }).click()
    await expect(dialog).toContainText('Pre-start checks')
    await dialog.getByRole('button', { name: 'Start now' }).click({ timeout: 60_000 })
    await expect(dialog).toBeHidden({ timeout: 60_000 })
    await expect(row(page, 'Fairway today')).toContainText('Working', { timeout: 60_000 })
  })

  await test.step('of three that are deleted together the one at work stays, and says why', async () => {
    for (const title of ['Fairway today', 'First of many', 'Second of many'])
      await row(page, title).getByRole('checkbox').check()
    await expect(page.getByText('3 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Delete 3…' }).click()
    await dialog.getByRole('button', { name: 'Delete 3 missions' }).click()
    // The question leaves while the answer comes.
    const outcome = dialog.filter({ hasText: '2 missions deleted' })
    const lines = outcome.getByRole('listitem')
    await expect(lines).toHaveCount(3)
    await expect(lines.first()).toContainText(/Fairway today.*cancel it first/)
    await expect(lines.filter({ hasText: 'First of many' })).toContainText('deleted')
    await outcome.getByRole('button', { name: 'Close' }).last().click()
    await expect(row(page, 'First of many')).toHaveCount(0)
    await expect(row(page, 'Fairway today')).toBeVisible()
  })

  const other = await openPage(browser, 'ROLE_MANAGER', '/schedule')
  const chip = (of: Page): Locator => of.getByRole('button', { name: /Rain mode/ })
  await test.step('rain mode is seen in another browser at once, and shuts the gate of soft ground', async () => {
    await expect(chip(other)).toContainText('Off')
    await chip(page).click()
    await dialog.getByRole('button', { name: 'Turn rain mode on' }).click()
    await expect(chip(page)).toContainText('On')
    await expect(chip(other)).toContainText('On')
    await page.getByRole('button', { name: 'Start Soft ground' }).click()
    await expect(dialog).toContainText('this zone is not mown while it is wet')
    await expect(dialog.getByRole('button', { name: 'Start now' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await chip(other).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Turn rain mode off' }).click()
    await expect(chip(page)).toContainText('Off')
  })

  await test.step('a mower that reports charging shows it in the table and on its lane', async () => {
    await page.goto(`${stack.url}/garage`)
    await expect(row(page, 'Rook 2')).toContainText('Idle')
    await stack.fault('2 battery 20')
    await expect(row(page, 'Rook 2')).toContainText('Charging')
    await expect(other.getByText('Charging', { exact: true })).toBeVisible()
    await stack.fault('2 battery 100')
    await expect(row(page, 'Rook 2')).toContainText('Idle')
  })

  await test.step('a mower in service is refused by the checks, and its lane shows it to everybody', async () => {
    const head = other.getByText('In service: missions are refused')
    await expect(head).toHaveCount(0)
    await page.goto(`${stack.url}/garage`)
    await page.getByRole('button', { name: 'Edit: Rook 2' }).click()
    await page.getByRole('dialog').getByLabel('In service').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(row(page, 'Rook 2')).toContainText('Service')
    await expect(head).toBeVisible()
    await page.goto(`${stack.url}/missions`)
    await page.getByRole('button', { name: 'Start Soft ground' }).click()
    await expect(dialog).toContainText('the mower is in service')
    await expect(dialog.getByRole('button', { name: 'Start now' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })

  await test.step('the service record names the person, and the table shows when service is due', async () => {
    await page.goto(`${stack.url}/garage/vehicle/${rook2.id}`)
    await page.getByLabel('What was done').fill('Reels ground, oil changed')
    await page.getByRole('button', { name: 'Record service' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Reels ground, oil changed' })).toContainText(
      'Demo Greenkeeper',
    )
    const due = page.getByRole('form', { name: 'Service is due' })
    await due.getByLabel('After days').fill('30')
    await due.getByRole('button', { name: 'Save' }).click()
    // A page that is left while it saves may leave it undone.
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.goto(`${stack.url}/garage`)
    await expect(row(page, 'Rook 2')).toContainText('Fine')
  })

  await test.step('a signing key is shown once, is sent to the mower, and the mower stays connected with it', async () => {
    await page.goto(`${stack.url}/garage/vehicle/${rook2.id}`)
    await page.getByRole('button', { name: 'Make a key' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click()
    const shown = page.getByRole('textbox', { name: 'Signing key' })
    await expect(shown).toHaveValue(/^[0-9a-f]{64}$/)
    const key = await shown.inputValue()
    await expect(page.getByText('Signed', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText('Signed', { exact: true })).toBeVisible()
    await expect(shown).toHaveCount(0)
    expect(await page.content()).not.toContain(key)
    await until('messages of the mower signed with its key', async () => {
      const { items } = await ask<Items<{ id: string; telemetry: { link: string } }>>(page, 'GET', 'vehicles')
      return items.find(({ id }) => id === rook2.id)?.telemetry.link === 'live' ? true : undefined
    })
    await page.getByRole('button', { name: 'Remove the key' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the key' }).click()
    await expect(page.getByText('Not signed', { exact: true })).toBeVisible()
  })
})
