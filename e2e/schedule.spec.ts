/** The promise: work is planned by drag, one occurrence is skipped without the others, and what has no room gets the next free slot. */
import { expect, type Locator, type Page, test } from '@playwright/test'
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

interface Named {
  readonly id: string
  readonly name?: string
  readonly bladeId?: string
  readonly kind?: string
  readonly properties?: { readonly title?: string }
  readonly startsAt?: string
  readonly series?: { readonly id: string; readonly day: string } | null
  readonly status?: string
}

const itemsOf = (answer: unknown): readonly Named[] =>
  (answer as { items?: readonly Named[]; features?: readonly Named[] }).items ??
  (answer as { features?: readonly Named[] }).features ??
  []

/** Days of the course, which is in Europe/London while the browser is in California. */
const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

const daysFrom = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
/** When the clocks of London change; March and October have 31 days. */
const lastSunday = (year: number, month: number): string => {
  const last = `${year}-${String(month).padStart(2, '0')}-31`
  return daysFrom(last, -new Date(`${last}T12:00:00Z`).getUTCDay())
}

const block = (page: Page | Locator, title: string): Locator => page.locator('[data-mission]', { hasText: title })
const middle = async (locator: Locator): Promise<{ x: number; y: number }> => {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('The block is not to be seen')
  return { x: box.x + 24, y: box.y + box.height / 2 }
}
const drag = async (page: Page, what: Locator, to: { x: number; y: number }): Promise<void> => {
  const from = await middle(what)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 12, from.y, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.up()
}

test('a greenkeeper moves a mission, is refused a taken slot with the next free one, and skips one occurrence', {
  tag: '@smoke',
}, async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: 'America/Los_Angeles' })
  const page = await context.newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER', `/schedule?day=${day(2)}`)
  const zones = itemsOf(await ask(page, 'GET', 'map')).filter(
    ({ kind, properties }) => kind === 'zone' && /^Green \d/.test(properties?.title ?? ''),
  )
  const [first, second] = itemsOf(await ask(page, 'GET', 'mowers'))
  const on = day(2)
  const plan = (title: string, zone: number, mower: Named | undefined, clock: string, more: object = {}) =>
    ask(page, 'POST', 'missions', {
      title,
      target: { kind: 'zone', featureId: zones[zone]?.id },
      mowerId: mower?.id,
      bladeId: mower?.bladeId,
      direction: 'auto',
      angleOffsetDeg: 0,
      turnScheme: 'oneInOne',
      cleaningCycles: 1,
      startsAt: londonTime(on, `${clock}:00`),
      startsByItself: false,
      slotS: 3_600,
      ...more,
    })
  await plan('Morning round', 0, first, '06:00')
  await plan('Second round', 1, second, '06:30')
  await plan('Every morning', 2, second, '09:00', { repeat: { kind: 'daily', until: day(5) } })

  await test.step('by mouse: to another mower and time, by the clock of the course', async () => {
    await expect(block(page, 'Second round')).toContainText('06:30–07:30')
    const free = await middle(block(page, 'Every morning'))
    const row = await middle(block(page, 'Morning round'))
    await drag(page, block(page, 'Second round'), { x: free.x, y: row.y })
    await expect(block(page, 'Second round')).toContainText('09:00–10:00')
    await expect(page.locator(`[data-mower="${first?.id}"]`)).toContainText('Second round')
  })

  await test.step('a taken slot is refused with the reason, and the next free one is taken instead', async () => {
    const taken = await middle(block(page, 'Morning round'))
    await drag(page, block(page, 'Second round'), { x: taken.x, y: taken.y })
    const dialog = page.getByRole('dialog', { name: 'No room for Second round' })
    await expect(dialog).toContainText('The mower is on Morning round until')
    await dialog.getByRole('button', { name: 'Move to 07:00' }).click()
    await expect(dialog).toBeHidden()
    await expect(block(page, 'Second round')).toContainText('07:00–08:00')
  })

  await test.step('by keyboard: five minutes later, and longer', async () => {
    await block(page, 'Second round').focus()
    for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Enter']) await page.keyboard.press(key)
    await expect(block(page, 'Second round')).toContainText('07:10–08:15')
    await page.keyboard.press('Space')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('Escape')
    await expect(block(page, 'Second round')).toContainText('07:10–08:15')
  })

  await test.step('one occurrence is moved and the others stay', async () => {
    await block(page, 'Every morning').focus()
    for (const key of ['Space', 'PageDown', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('dialog').getByRole('button', { name: 'Only this one' }).click()
    await expect(block(page, 'Every morning')).toContainText('10:00–11:00')
    await page.goto(`${stack.url}/schedule?day=${day(3)}`)
    await expect(block(page, 'Every morning')).toContainText('09:00–10:00')
  })

  await test.step('one is skipped: it stays as cancelled with who did it, the others stay planned', async () => {
    await block(page, 'Every morning').click()
    await page.getByRole('button', { name: 'Skip this one' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Skip this one' }).click()
    await expect(page.getByTestId('mission-status')).toContainText('Cancelled')
    await expect(page.getByRole('region', { name: 'Logs' })).toContainText('the others of its series stay')
    const all = itemsOf(await ask(page, 'GET', 'missions?perPage=100')).filter(({ series }) => series !== null)
    expect(all.map(({ series, status }) => `${series?.day} ${status}`).sort()).toEqual([
      `${on} planned`,
      `${day(3)} cancelled`,
      `${day(4)} planned`,
      `${day(5)} planned`,
    ])
  })

  await test.step('by finger: held, then drawn to another time', async () => {
    const touch = await browser.newContext({ hasTouch: true, viewport: { width: 820, height: 1100 } })
    const tablet = await touch.newPage()
    await signIn(tablet, stack, 'ROLE_GREENKEEPER', `/schedule?day=${on}`)
    await expect(block(tablet, 'Second round')).toContainText('07:10–08:15')
    const from = await middle(block(tablet, 'Second round'))
    const client = await touch.newCDPSession(tablet)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: from.y }] })
    await send('touchStart', from.x)
    await expect(tablet.locator('[data-lifted]')).toBeVisible()
    for (const step of [20, 50, 90, 136]) await send('touchMove', from.x + step)
    await send('touchEnd', 0)
    await expect(block(tablet, 'Second round')).toContainText(/08:(0|1)\d–09:(0|1)\d/)
    await touch.close()
  })

  for (const { view, clock, month, kept } of [
    { view: 'week', clock: '06:00', month: 3, kept: '05:00' },
    { view: 'month', clock: '09:00', month: 10, kept: '06:00' },
  ]) {
    const on = (date: string): Locator => page.locator(`[data-day="${date}"]`)
    const startsOf = async (title: string): Promise<readonly (string | undefined)[]> =>
      itemsOf(await ask(page, 'GET', `missions?perPage=100&search=${encodeURIComponent(title)}`))
        .map(({ startsAt }) => startsAt?.slice(0, 16))
        .sort()
    const at = (date: string): string => londonTime(date, `${clock}:00`).slice(0, 16)

    await test.step(`in the ${view} one occurrence moves to another day by mouse and by keyboard, and keeps its time`, async () => {
      const title = `Twice in the ${view}`
      // A whole week within the two weeks for which a series is made.
      const monday = daysFrom(day(12), -((new Date(`${day(12)}T12:00:00Z`).getUTCDay() + 6) % 7))
      const [tuesday, thursday, friday] = [daysFrom(monday, 1), daysFrom(monday, 3), daysFrom(monday, 4)]
      const onlyThis = () => page.getByRole('dialog').getByRole('button', { name: 'Only this one' }).click()
      await plan(title, 3, first, clock, {
        startsAt: londonTime(monday, `${clock}:00`),
        repeat: { kind: 'daily', until: tuesday },
      })
      await page.goto(`${stack.url}/schedule?view=${view}&day=${monday}`)
      await on(thursday).scrollIntoViewIfNeeded()
      await drag(page, block(on(tuesday), title), await middle(on(thursday)))
      await onlyThis()
      await expect(block(on(thursday), title)).toContainText(clock)
      await expect(block(on(tuesday), title)).toHaveCount(0)
      await expect.poll(() => startsOf(title)).toEqual([at(monday), at(thursday)])
      await block(on(thursday), title).focus()
      for (const key of ['Space', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
      await onlyThis()
      await expect(block(on(friday), title)).toContainText(clock)
      await expect.poll(() => startsOf(title)).toEqual([at(monday), at(friday)])
    })

    await test.step(`in the ${view} the time of the clock is kept on the day on which it changes`, async () => {
      const sunday = lastSunday(new Date().getUTCFullYear() + 1, month)
      const saturday = daysFrom(sunday, -1)
      const title = `Over the change in the ${view}`
      await plan(title, 4, second, clock, { startsAt: londonTime(saturday, '06:00:00') })
      await page.goto(`${stack.url}/schedule?view=${view}&day=${saturday}`)
      // The last week of a month may be below the fold.
      await on(sunday).scrollIntoViewIfNeeded()
      await drag(page, block(on(saturday), title), await middle(on(sunday)))
      await expect(block(on(sunday), title)).toContainText('06:00')
      await expect(block(on(saturday), title)).toHaveCount(0)
      await expect.poll(() => startsOf(title)).toEqual([`${sunday}T${kept}`])
    })
  }

  await test.step('days on which the clock changes have 23 and 25 hours', async () => {
    for (const [changes, hours] of [
      ['2027-03-28', '23'],
      ['2027-10-31', '25'],
      ['2027-06-01', '24'],
    ]) {
      await page.goto(`${stack.url}/schedule?day=${changes}`)
      await expect(page.locator(`[style*="--hours: ${hours};"]`)).toBeVisible()
    }
  })
})
