/** The promise: a tee sheet is entered, imported or read from an address, by mouse and by touch, and the schedule shows the margin before its groups. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { ask, londonTime } from './asPerson.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

let stack: Stack
let club: Server
let calendar = ''
test.beforeAll(async () => {
  club = createServer((_, answer) => void answer.end(calendar))
  await new Promise<void>(done => club.listen(0, '127.0.0.1', done))
  stack = await startStack({ SIMULATOR: 'off', OUTGOING_PRIVATE: 'on' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
  club?.closeAllConnections()
  club?.close()
})

interface Named {
  readonly id: string
  readonly bladeId?: string
  readonly kind?: string
  readonly properties?: { readonly title?: string; readonly holeId?: string | null }
}

/** Days of the course, which is in Europe/London. */
const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const events = (on: string, clocks: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...clocks.flatMap((clock, index) => [
      'BEGIN:VEVENT',
      `UID:${on}-${index}`,
      `DTSTART;TZID=Europe/London:${on.replaceAll('-', '')}T${clock.replace(':', '')}00`,
      'SUMMARY:4 players',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
const panel = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name })

test('a greenkeeper enters and imports a tee sheet by mouse, and the schedule shows the margin', async ({
  browser,
}) => {
  const context = await browser.newContext({
    timezoneId: 'America/Los_Angeles',
    viewport: { width: 1600, height: 1000 },
  })
  const page = await context.newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  const on = day(2)
  const { features } = await ask<{ features: readonly Named[] }>(page, 'GET', 'map')
  const green = features.find(
    ({ kind, properties }) =>
      kind === 'zone' && /^Green \d/.test(properties?.title ?? '') && (properties?.holeId ?? null) !== null,
  )
  const { items } = await ask<{ items: readonly Named[] }>(page, 'GET', 'mowers')
  await ask(page, 'POST', 'missions', {
    title: 'Before play',
    target: { kind: 'zone', featureId: green?.id },
    mowerId: items[0]?.id,
    bladeId: items[0]?.bladeId,
    direction: 'auto',
    angleOffsetDeg: 0,
    turnScheme: 'oneInOne',
    cleaningCycles: 1,
    startsAt: londonTime(on, '05:00:00'),
    startsByItself: false,
  })

  await test.step('the schedule leads to the tee sheet of its day', async () => {
    await page.goto(`${stack.url}/schedule?day=${on}`)
    await page.getByRole('link', { name: 'Tee sheet' }).click()
    await expect(page).toHaveURL(new RegExp(`tee-sheet\\?day=${on}`))
    await expect(page.getByText('No groups on this day')).toBeVisible()
  })

  await test.step('the day is filled at equal intervals', async () => {
    await page.getByRole('button', { name: 'Fill day' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fill day' })
    await expect(dialog).toContainText('52 groups replace the 0 of this day.')
    await dialog.getByLabel('Last tee time').fill('08:00')
    await expect(dialog).toContainText('4 groups replace the 0 of this day.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(panel(page, '4 groups')).toContainText('07:30')
    await expect(panel(page, 'Expected on the holes')).toContainText('07:30')
  })

  await test.step('a group is changed and another deleted', async () => {
    await page.getByRole('button', { name: 'Edit: 07:30, hole 1' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit group' })
    await dialog.getByLabel('Tee time').fill('07:25')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(panel(page, '4 groups')).toContainText('07:25')
    await page.getByRole('button', { name: 'Delete: 08:00, hole 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click()
    await expect(panel(page, '3 groups')).toBeVisible()
  })

  await test.step('the schedule shows the margin of the mission, in its day, week and month', async () => {
    for (const view of ['day', 'week', 'month']) {
      await page.goto(`${stack.url}/schedule?view=${view}&day=${on}`)
      const block = page.locator('[data-mission]', { hasText: 'Before play' })
      await expect(block).toHaveAttribute('title', /Green \d+ done 05:\d\d, first group \d\d:\d\d: \d+ min/)
      if (view !== 'day') await expect(page.getByRole('link', { name: '3 groups from 07:25 to 07:50' })).toBeVisible()
    }
  })

  await test.step('a calendar is shown before it replaces the day', async () => {
    await page.goto(`${stack.url}/schedule/tee-sheet?day=${on}`)
    await page.getByLabel('Choose a file or drop it here').setInputFiles({
      name: 'tee.ics',
      mimeType: 'text/calendar',
      buffer: Buffer.from(events(on, ['09:00', '09:10'])),
    })
    await expect(panel(page, 'Import')).toContainText('2 groups from 09:00 to 09:10')
    await expect(panel(page, 'Import')).toContainText('3 groups, entered by hand')
    await expect(panel(page, '3 groups')).toBeVisible()
    await page.getByRole('button', { name: 'Replace 1 day' }).click()
    await expect(panel(page, '2 groups')).toContainText('Imported by')
  })
  await context.close()
})

test('a manager sets an address by touch on a phone, and the days follow it', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const on = day(4)
  calendar = events(on, ['07:30', '07:40', '07:50'])
  const address = `http://127.0.0.1:${(club.address() as AddressInfo).port}/tee.ics?key=secret`
  await signIn(page, stack, 'ROLE_MANAGER')
  await page.goto(`${stack.url}/schedule/tee-sheet?day=${on}`)
  const area = panel(page, 'Address')
  await area.getByLabel('Address of a calendar or table').fill(address.replace('http://', 'http://me:word@'))
  await area.getByRole('button', { name: 'Test connection' }).tap()
  await expect(area).toContainText('Must not hold a name or password')
  await area.getByLabel('Address of a calendar or table').fill(address)
  await area.getByRole('button', { name: 'Test connection' }).tap()
  await expect(area).toContainText('3 tee times on 1 day')
  await area.getByRole('button', { name: 'Save' }).tap()
  await expect(area).toContainText('127.0.0.1')
  await expect(area).not.toContainText('key=')
  await expect(panel(page, '3 groups')).toContainText('07:30')
  await test.step('no part of the page is wider than the phone', async () => {
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wider).toBe(0)
  })
  await test.step('a group is added by touch, and the day no longer follows the address', async () => {
    await page.getByRole('button', { name: 'Add group' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Add group' })
    await dialog.getByLabel('Tee time').fill('10:00')
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await expect(panel(page, '4 groups')).toContainText('Entered by')
    await area.getByRole('button', { name: 'Read now' }).tap()
    await expect(panel(page, '4 groups')).toBeVisible()
  })
  await context.close()
})
