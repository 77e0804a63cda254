/**
 * The promise: a week of mowing tells one story everywhere. It is planned by drag, one day is rained off, one is skipped, one
 * mower fails, the server is killed at midnight; the clock of the server leaps over the hours in which nothing happens.
 */
import { type BrowserContext, expect as expectSoon, type Locator, type Page, test } from '@playwright/test'
import { ask, londonTime } from './asPerson.ts'
import { setClock } from './pageClock.ts'
import { type Stack, signIn, startStack, until } from './stack.ts'
import { areaM2, distanceM, type Zone } from './zones.ts'

// Four starts of a server keep the machine busy enough for a page to take its time.
const expect = expectSoon.configure({ timeout: 60_000 })

// As would a film of every step.
test.use({ trace: 'off' })

const DAY_MS = 86_400_000
const MONDAY = new Date(Math.ceil((Date.now() + DAY_MS - 4 * DAY_MS) / (7 * DAY_MS)) * 7 * DAY_MS + 4 * DAY_MS)
/** The course's day, counted in days after that Monday. */
const day = (after: number): string => new Date(MONDAY.getTime() + after * DAY_MS).toISOString().slice(0, 10)
const momentOf = (after: number, clock: string): number => Date.parse(londonTime(day(after), clock))
const aheadAt = (ms: number): number => Math.round((ms - Date.now()) / 1_000)
const [MON, TUE, WED, THU, FRI] = [0, 1, 2, 3, 4] as const

let stack: Stack
let aheadS = aheadAt(momentOf(-1, '12:00:00'))
/** The longest that a start of the server took here, the first with its demo to make: it is up again before the next due mission. */
let startMs = 0
/** Work of one minute may take several on a slow host. */
const LONG_MS = 600_000
const leadMs = (): number => 10_000 + 2 * startMs
test.beforeAll(async () => {
  const began = Date.now()
  stack = await startStack({ CLOCK_AHEAD_S: String(aheadS) })
  startMs = Date.now() - began
})
test.afterAll(async () => {
  await stack?.stop()
})

interface Mower {
  readonly id: string
  readonly name: string
  readonly bladeId: string
}
interface Mission {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly statusReason: string | null
  readonly mowerId: string
  readonly series: { readonly day: string } | null
  readonly startedAt: string | null
  readonly startsAt: string
  readonly progress: number
}
interface Run {
  readonly missionId: string
  readonly mowerId: string
  readonly drivenS: number
}
interface GarageRow {
  readonly id: string
  readonly engineHours: number | null
  readonly bladeHours: number | null
  readonly distanceKm: number | null
}
interface LiveVehicle {
  readonly telemetry: { readonly position: readonly [number, number] | null }
}
interface Items<T> {
  readonly items: readonly T[]
}

const block = (page: Page, title: string): Locator => page.locator('[data-mission]', { hasText: title })
const missionsOf = async (page: Page): Promise<readonly Mission[]> =>
  (await ask<Items<Mission>>(page, 'GET', 'missions?perPage=100&sort=startsAt')).items
/** Which mission of which day came to what. */
const story = (missions: readonly Mission[]): readonly string[] =>
  missions.map(({ title, startsAt, status }) => `${title} ${startsAt.slice(0, 10)} ${status}`).sort()

test('a week of mowing tells the same story in table, calendar, history, grass, garage and on the morning sheet', async ({
  browser,
}) => {
  test.setTimeout(1_800_000)
  const context: BrowserContext = await browser.newContext({ timezoneId: 'America/Los_Angeles' })
  context.setDefaultTimeout(60_000)
  await setClock(context, aheadS)
  const page = await context.newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER')

  /** Stops the server and starts it shortly before a moment; nobody stays signed in overnight. */
  const leapTo = async (ms: number): Promise<void> => {
    await stack.end()
    aheadS = aheadAt(ms - leadMs())
    const began = Date.now()
    await stack.restart(aheadS)
    startMs = Math.max(startMs, Date.now() - began)
    await setClock(context, aheadS)
    // A page that reloaded while the server was down shows the browser's own error, which has no storage.
    await page.goto(`${stack.url}/api/health`)
    await page.evaluate(() => localStorage.clear())
    await signIn(page, stack, 'ROLE_GREENKEEPER')
    // A map that is drawn all the while would take from the server what it needs to be in time.
    await page.goto(`${stack.url}/missions`)
  }
  const rainMode = async (to: 'on' | 'off'): Promise<void> => {
    await page.getByRole('button', { name: /Rain mode/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Turn rain mode ${to}` })
      .click()
    await expect(page.getByRole('button', { name: new RegExp(`Rain mode\\W*${to}`, 'i') })).toBeVisible()
  }
  const comeBack = async (path: string): Promise<void> => {
    await setClock(context, aheadS)
    await page.goto(`${stack.url}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const ended = (title: string, on: string, status: string, timeoutMs = LONG_MS): Promise<Mission> =>
    until(
      `${title} of ${on} to be ${status}`,
      async () => {
        const found = (await missionsOf(page)).find(one => one.title === title && one.startsAt.startsWith(on))
        if (found?.status === status) return found
        if (found !== undefined && ['done', 'failed', 'missed', 'cancelled'].includes(found.status))
          throw new Error(`${title} of ${on} is ${found.status}: ${found.statusReason}`)
        return undefined
      },
      timeoutMs,
    )

  const { features, revision } = await ask<{ features: readonly Zone[]; revision: number }>(page, 'GET', 'map')
  const home = await until('the mowers to say where they are', async () => {
    const { items } = await ask<Items<LiveVehicle>>(page, 'GET', 'vehicles')
    return items.find(({ telemetry }) => telemetry.position !== null)?.telemetry.position ?? undefined
  })
  // They are switched on at home after each leap, so the nearest ground leaves most of the test to mowing.
  const nearest = (names: RegExp): readonly Zone[] =>
    features
      .filter(({ kind, properties }) => kind === 'zone' && names.test(properties.title))
      .sort((a, b) => distanceM(a, home) - distanceM(b, home))
  const [wet, dry] = nearest(/^Green \d/)
  // Large enough to be mown at midnight still, and no larger: a real drive takes its time.
  const [wide] = nearest(/^Fairway \d/)
    .filter(zone => areaM2(zone) > 2_500)
    .sort((a, b) => areaM2(a) - areaM2(b))
  const [rook1, rook2] = (await ask<Items<Mower>>(page, 'GET', 'mowers')).items
  if (wet === undefined || dry === undefined || wide === undefined || rook1 === undefined || rook2 === undefined)
    throw new Error('the demo has no greens, no fairway or no mowers')
  await ask(page, 'POST', 'map/changes', {
    baseRevision: revision,
    label: 'Too soft in the rain',
    added: [],
    updated: [[wet, { ...wet, properties: { ...wet.properties, rainModeRestricted: true } }]],
    removed: [],
  })
  const plan = (title: string, zone: Zone, mower: Mower, on: number, clock: string, more: object = {}) =>
    ask(page, 'POST', 'missions', {
      title,
      target: { kind: 'zone', featureId: zone.id },
      mowerId: mower.id,
      bladeId: mower.bladeId,
      direction: 'auto',
      angleOffsetDeg: 0,
      turnScheme: 'oneInOne',
      cleaningCycles: 1,
      startsAt: londonTime(day(on), clock),
      startsByItself: true,
      ...more,
    })

  await test.step('Sunday: the week is planned, one mission is dragged to its time, one night is skipped', async () => {
    await plan('Every night', wet, rook1, MON, '23:59:15', { repeat: { kind: 'daily', until: day(FRI) } })
    await plan('Past midnight', wide, rook2, MON, '23:59:15')
    await plan('Early round', dry, rook1, THU, '06:00:00', { slotS: 3_600 })
    await plan('Before the match', wide, rook2, THU, '09:00:00', { slotS: 7_200 })
    await until('the whole week to be planned', async () =>
      (await missionsOf(page)).filter(({ series }) => series !== null).length === 5 ? true : undefined,
    )
    await page.goto(`${stack.url}/schedule?day=${day(THU)}`)
    await expect(block(page, 'Before the match')).toContainText('09:00–11:00')
    await expect(block(page, 'Early round')).toContainText('06:00–07:00')
    const [from, to] = [
      await block(page, 'Before the match').boundingBox(),
      await block(page, 'Early round').boundingBox(),
    ]
    if (from === null || to === null) throw new Error('The blocks are not to be seen')
    await page.mouse.move(from.x + 24, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y + from.height / 2, { steps: 4 })
    await page.mouse.move(to.x + 24, from.y + from.height / 2, { steps: 8 })
    await page.mouse.up()
    await expect(block(page, 'Before the match')).toContainText('06:00–08:00')

    const wednesday = (await missionsOf(page)).find(({ series }) => series?.day === day(WED))
    await page.goto(`${stack.url}/missions/${wednesday?.id}`)
    await page.getByRole('button', { name: 'Skip this one' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Skip this one' }).click()
    await expect(page.getByTestId('mission-status')).toContainText('Cancelled')
  })

  await test.step('Monday night: both mowers start by themselves; killed at midnight, the server restarts and they continue, once', async () => {
    await leapTo(momentOf(MON, '23:59:15'))
    await until(
      'the mower to be under way at midnight',
      async () => {
        const found = (await missionsOf(page)).find(({ title }) => title === 'Past midnight')
        if (found?.status === 'missed' || found?.status === 'failed') throw new Error(`${found.statusReason}`)
        return found?.status === 'working' && Date.now() + aheadS * 1_000 >= momentOf(TUE, '00:00:00')
          ? true
          : undefined
      },
      LONG_MS,
    )
    await stack.crash()
    await stack.restart()
    await Promise.all([ended('Every night', day(MON), 'done'), ended('Past midnight', day(MON), 'done')])
  })

  await test.step('Tuesday: it rains; the soft green is left alone, and its mission says when it is mown again', async () => {
    await rainMode('on')
    const wetDay = await ended('Every night', day(TUE), 'cancelled')
    expect(wetDay.statusReason).toContain(`it is wet, and its series repeats it on ${day(THU)}`)
    await rainMode('off')
  })

  await test.step('Thursday: one mower mows, the other loses its fix, holds, and waits for a person, who clears it', async () => {
    await leapTo(momentOf(THU, '06:00:00'))
    await until(
      'the mower to have cut something',
      async () => {
        const found = (await missionsOf(page)).find(({ title }) => title === 'Before the match')
        if (found?.status === 'missed' || found?.status === 'failed') throw new Error(`${found.statusReason}`)
        return found?.status === 'working' && found.progress > 0 ? true : undefined
      },
      LONG_MS,
    )
    await stack.fault('2 fix 1')
    const stopped = await ended('Before the match', day(THU), 'stopped')
    // The server or the mower itself sees it first.
    expect(stopped.statusReason).toMatch(/RTK was lost|left AUTO by itself|The autopilot held/)
    await stack.fault('2 fix 6')
    await page.goto(`${stack.url}/missions/${stopped.id}`)
    await page.getByRole('button', { name: 'Stop and clear' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop and clear' }).click()
    await ended('Before the match', day(THU), 'cancelled')
    await ended('Early round', day(THU), 'done')
  })

  const all = await missionsOf(page)
  const nights = all.filter(({ title }) => title === 'Every night')
  expect(story(all)).toEqual(
    [
      `Every night ${day(MON)} done`,
      `Past midnight ${day(MON)} done`,
      `Every night ${day(TUE)} cancelled`,
      `Every night ${day(WED)} cancelled`,
      `Before the match ${day(THU)} cancelled`,
      `Early round ${day(THU)} done`,
      `Every night ${day(THU)} planned`,
      `Every night ${day(FRI)} planned`,
    ].sort(),
  )

  await test.step('the table says it', async () => {
    await comeBack('/missions?status=done')
    await expect(page.getByRole('row')).toHaveCount(1 + 3)
    for (const title of ['Every night', 'Past midnight', 'Early round'])
      await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(1)
    await comeBack('/missions?status=cancelled')
    await expect(page.getByRole('row')).toHaveCount(1 + 3)
    await comeBack('/missions?status=planned')
    await expect(page.getByRole('row')).toHaveCount(1 + 2)
  })

  await test.step('the calendar says it', async () => {
    await comeBack(`/schedule?view=week&day=${day(MON)}`)
    const on = (after: number): Locator => page.locator(`li[data-day="${day(after)}"]`)
    await expect(on(MON)).toContainText(/Every night.*Done/)
    // It is listed on each day on which it drove; a slow host may start it after midnight.
    await expect(on(TUE)).toContainText(/Past midnight.*Done/)
    await expect(on(TUE)).toContainText(/Every night.*Cancelled/)
    await expect(on(WED)).toContainText(/Every night.*Cancelled/)
    await expect(on(THU)).toContainText(/Early round.*Done/)
    await expect(on(THU)).toContainText(/Before the match.*Cancelled/)
    await expect(on(THU)).toContainText(/Every night.*Planned/)
    await expect(on(FRI)).toContainText(/Every night.*Planned/)
  })

  await test.step('the history of the fairway has the runs that were, and that of the series not those that were not', async () => {
    await comeBack(`/missions/${all.find(({ title }) => title === 'Before the match')?.id}`)
    const history = page.getByRole('region', { name: 'History' })
    await expect(history.getByRole('listitem')).toHaveCount(2)
    await expect(history.getByRole('listitem').first()).toContainText(/Thu.*Cancelled/)
    await expect(history.getByRole('listitem').last()).toContainText('Done')
    await comeBack(`/missions/${nights.at(-1)?.id}`)
    await expect(history.getByRole('listitem')).toHaveCount(1)
    await expect(history.getByRole('listitem')).toContainText('Done')
  })

  await test.step('the age layer knows which mower cut what last, and when', async () => {
    const rows = (
      await ask<Items<{ zoneId: string; lastAt: string; lastMowerId: string; mownShare: number }>>(page, 'GET', 'grass')
    ).items
    const row = (zone: Zone) => rows.find(({ zoneId }) => zoneId === zone.id)
    const cutOn = (zone: Zone): string => row(zone)?.lastAt.slice(0, 10) ?? 'never'
    expect([day(MON), day(TUE)]).toContain(cutOn(wet))
    expect(row(wet)?.lastMowerId).toBe(rook1.id)
    expect(cutOn(dry)).toBe(day(THU))
    expect(row(dry)?.lastMowerId).toBe(rook1.id)
    expect(cutOn(wide)).toBe(day(THU))
    expect(row(wide)?.lastMowerId).toBe(rook2.id)
    // The server received nothing of the grass cut while it was dead.
    for (const zone of [wet, dry, wide]) expect(row(zone)?.mownShare).toBeGreaterThan(0.3)
  })

  await test.step('the garage counts the hours that the history says were driven', async () => {
    const drivenS = new Map<string, number>()
    for (const { id } of all.filter(({ startedAt }) => startedAt !== null)) {
      const runs = (await ask<Items<Run>>(page, 'GET', `missions/${id}/history`)).items
      for (const run of runs.filter(({ missionId }) => missionId === id))
        drivenS.set(run.mowerId, (drivenS.get(run.mowerId) ?? 0) + run.drivenS)
    }
    for (const { id } of [rook1, rook2]) {
      const driven = drivenS.get(id) ?? 0
      expect(driven).toBeGreaterThan(0)
      const row = await until('the garage to have counted it', async () => {
        const { items } = await ask<Items<GarageRow>>(page, 'GET', 'garage')
        const found = items.find(one => one.id === id)
        return (found?.bladeHours ?? 0) * 3_600 > driven / 10 ? found : undefined
      })
      expect(row.engineHours).toBeGreaterThan(0)
      expect(row.distanceKm).toBeGreaterThan(0.1)
      // The blade is off in transit; a second of rounding for each of the runs.
      expect((row.bladeHours ?? 0) * 3_600).toBeLessThan(driven + 6)
    }
    await comeBack('/garage')
    for (const { name } of [rook1, rook2])
      await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Idle')
  })

  await test.step('the morning sheets say it', async () => {
    const part = (name: string): Locator =>
      page.locator('section', { has: page.getByRole('heading', { name, level: 2 }) }).last()
    await comeBack(`/morning?day=${day(TUE)}`)
    await expect(part('Missions that ran')).toContainText(
      /Every night[\s\S]*Past midnight|Past midnight[\s\S]*Every night/,
    )
    await comeBack(`/morning?day=${day(WED)}`)
    await expect(part('Missions that did not run, and why')).toContainText(/Every night.*Cancelled.*it is wet/)
    await comeBack(`/morning?day=${day(THU)}`)
    await expect(part('Missions that did not run, and why')).toContainText(
      /Every night.*Cancelled.*Skipped by Demo Greenkeeper/,
    )
    await comeBack(`/morning?day=${day(FRI)}`)
    await expect(part('Missions that did not run, and why')).toContainText(/Before the match.*Cancelled/)
    await expect(part('Missions that ran')).toContainText('Early round')
  })

  await test.step('and the replay shows each of them where it was', async () => {
    const round = all.find(({ title }) => title === 'Early round')
    await page.goto(`${stack.url}/map?replay=${new Date(Date.parse(round?.startedAt ?? '') + 4_000).toISOString()}`)
    await expect(page.getByRole('region', { name: 'Replay, not live' })).toContainText('06:00')
    await expect(page.getByRole('region', { name: 'Machines at this moment' })).toContainText(
      /Rook 1.*Working.*Early round/,
    )
  })
})
