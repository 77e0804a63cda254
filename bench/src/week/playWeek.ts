/** Plays the days of a seed on the real stack and records them. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { addDays, momentOf } from '@greensward/domain'
import { localFrame } from '@greensward/geometry'
import { startClock } from './clock.ts'
import type { DrawnDay } from './draw.ts'
import { driveFleet, type FleetMower, openMower } from './fleet.ts'
import { Greenkeeper } from './greenkeeper.ts'
import type { DayShift, Tally } from './keeping.ts'
import type { GroupOnHole, WeekRecord } from './record.ts'
import { openStation } from './station.ts'
import { CENTRE, FIRST_DAY, machines, makePlans, playOf, timeZone, zonesIn } from './weekCourse.ts'
import { createWeekServer, Refused } from './weekServer.ts'

const MINUTE_MS = 60_000
const WAKES_MIN = 4 * 60 + 35
const PLANS_MIN = 4 * 60 + 38
const RELEASES_MIN = 4 * 60 + 50
/** A shorter time is played. */
const WORTH_RESTING_MS = 30 * MINUTE_MS
const NOON_MIN = 12 * 60
const BACK_FROM_SERVICE_MIN = 11 * 60
const LOOK_MS = 20_000
/** A process manager starts a dead server again after this. */
const RESTART_MS = 5_000
const SETTLE_MS = 2 * MINUTE_MS
const HOME_M = 2
const HOME_TRIES = 3
const HOME_WITHIN_MS = 15 * MINUTE_MS

export interface Played {
  readonly record: WeekRecord
  readonly tally: Tally
  /** At home in the evening before anybody sent them. */
  readonly homeAlone: number
  readonly kills: number
  readonly realMs: number
  /** Simulated time that was played and not skipped. */
  readonly playedMs: number
  readonly heldMs: number
  readonly serverFaults: readonly string[]
}

export interface WeekOptions {
  readonly seed: number
  readonly days: readonly DrawnDay[]
  readonly speed: number
  readonly keep: boolean
  readonly says: (text: string) => void
}

interface Happening {
  readonly atMs: number
  readonly happen: () => Promise<void>
}

class WeekPlayer {
  readonly #options: WeekOptions
  readonly #dataDir: string
  readonly #clockDir: string
  readonly #clock
  readonly #record: WeekRecord & { eveningsMs: number[]; groups: GroupOnHole[]; endMs: number }
  readonly #tally: Tally = { presses: {}, pauses: {}, refusals: {}, leftOut: {}, gaveUp: [], notes: [] }
  readonly #fleet: FleetMower[] = []
  #server!: Awaited<ReturnType<typeof createWeekServer>>
  #station!: Awaited<ReturnType<typeof openStation>>
  #keeper!: Greenkeeper
  #broken: string | null = null
  #isFrozen = false
  #isAway = false
  #homeAlone = 0
  #kills = 0
  #skippedMs = 0

  constructor(options: WeekOptions) {
    this.#options = options
    this.#dataDir = mkdtempSync(join(tmpdir(), 'greensward-week-'))
    this.#clockDir = mkdtempSync('/dev/shm/greensward-week-')
    this.#clock = startClock(this.#clockDir, this.#at(FIRST_DAY, WAKES_MIN))
    const frame = localFrame(CENTRE)
    this.#record = {
      mowers: [],
      zones: zonesIn(frame),
      presses: [],
      endings: [],
      groups: [],
      promises: [],
      eveningsMs: [],
      endMs: 0,
    }
  }

  #at(day: string, minute: number): number {
    return momentOf(day, 0, 0, timeZone).getTime() + minute * MINUTE_MS
  }

  readonly #note = (text: string): void => {
    const line = `${new Date(this.#clock.nowMs()).toISOString().slice(5, 19)} ${text}`
    this.#tally.notes.push(line)
    this.#options.says(line)
  }

  async play(): Promise<Played> {
    const beganMs = performance.now()
    const startMs = this.#clock.nowMs()
    try {
      await this.#setUp()
      for (const [index, drawn] of this.#options.days.entries()) await this.#playDay(addDays(FIRST_DAY, index), drawn)
      this.#record.endMs = this.#clock.nowMs()
      return {
        record: this.#record,
        tally: this.#tally,
        homeAlone: this.#homeAlone,
        kills: this.#kills,
        realMs: performance.now() - beganMs,
        playedMs: this.#clock.nowMs() - startMs - this.#skippedMs,
        heldMs: this.#clock.heldMs,
        serverFaults: this.#server.lines.filter(line => line.includes('"level":50')),
      }
    } finally {
      await this.#server?.stop()
      this.#station?.close()
      for (const { radio } of this.#fleet) await radio.close()
      this.#clock.stop()
      if (this.#options.keep) this.#options.says(`kept: ${this.#dataDir}`)
      else rmSync(this.#dataDir, { recursive: true, force: true })
      rmSync(this.#clockDir, { recursive: true, force: true })
    }
  }

  async #setUp(): Promise<void> {
    mkdirSync(this.#dataDir, { recursive: true })
    this.#server = await createWeekServer(this.#dataDir, this.#clockDir, this.#clock, this.#note)
    this.#station = await openStation(() => this.#clock.nowMs())
    const frame = localFrame(CENTRE)
    for (const { mower, blade, base } of machines)
      this.#fleet.push(
        await openMower(
          {
            id: mower.id,
            name: mower.name,
            systemId: mower.systemId,
            widthM: mower.widthM,
            cutM: blade.widthM,
            rangeM: mower.batteryRangeM,
            base: base.position,
            headingDeg: base.headingDeg,
          },
          this.#server.udpPort,
          this.#options.seed,
          frame,
          () => this.#clock.nowMs(),
        ),
      )
    ;(this.#record.mowers as unknown[]).push(...this.#fleet.map(({ record }) => record))
    const drive = driveFleet(this.#fleet)
    this.#clock.isTalking = () => this.#server.isAsked() || this.#fleet.some(({ isTalking }) => isTalking())
    this.#clock.onStep = dtMs => drive(this.#clock.nowMs(), dtMs)
    this.#keeper = new Greenkeeper({
      server: this.#server,
      clock: this.#clock,
      tally: this.#tally,
      presses: this.#record.presses as never,
      endings: this.#record.endings as never,
      promises: this.#record.promises as never,
      nameOf: id => machines.find(({ mower }) => mower.id === id)?.mower.name ?? id,
      isHeld: id => this.#broken === id,
      isFrozen: () => this.#isFrozen,
      note: this.#note,
    })
    await this.#start()
    const { call } = this.#server
    // The other two of the demo stay in the workshop.
    for (const mower of (await call(calls.mowers.list)).items)
      if (!machines.some(one => one.mower.id === mower.id)) await this.#setService(mower.id, true)
    await call(calls.weather.update, {
      body: { enabled: true, address: this.#station.address, everyMin: 5, dryingH: 1, aheadH: 1 },
    })
    await makePlans(this.#server)
  }

  async #start(): Promise<void> {
    await this.#server.start()
    this.#clock.speed = this.#options.speed
  }

  /** @param untilMs when it is expected back */
  async #setService(id: string, inService: boolean, untilMs?: number): Promise<void> {
    const { call } = this.#server
    const { updatedAt } = await call(calls.mowers.get, { params: { id } })
    const serviceUntil = untilMs === undefined ? null : new Date(untilMs).toISOString()
    await call(calls.mowers.update, { params: { id }, body: { inService, serviceUntil, updatedAt } })
    if (!inService) await call(lateCalls.mowerService.record, { params: { id }, body: { what: 'Reels ground' } })
  }

  async #putTeeSheet(day: string, drawn: DrawnDay, laterMin: number): Promise<void> {
    const { call } = this.#server
    const { updatedAt } = await call(calls.teeSheets.get, { params: { day } })
    const teesMs = drawn.teeMins.map(minute => this.#at(day, minute + laterMin))
    const teeTimes = teesMs.map(atMs => ({ at: new Date(atMs).toISOString(), hole: 1, players: 4 }))
    await call(calls.teeSheets.put, { params: { day }, body: { teeTimes, updatedAt } })
    const dayMs = this.#at(day, 0)
    const others = this.#record.groups.filter(({ fromMs }) => fromMs < dayMs)
    const groups = teesMs.flatMap((teeMs, group) => playOf(teeMs, (drawn.lateMin[group] ?? 0) * MINUTE_MS))
    this.#record.groups = [...others, ...groups]
  }

  /** Nothing runs: a night, or the time between two shifts. */
  async #rest(toMs: number): Promise<void> {
    const fromMs = this.#clock.nowMs()
    if (toMs <= fromMs) return
    await this.#server.stop()
    for (const { rover } of this.#fleet)
      for (let leftMs = toMs - fromMs; leftMs > 0; leftMs -= 1_000) {
        rover.step(Math.min(1, leftMs / 1_000))
        rover.takeOutgoing()
      }
    this.#clock.jump(toMs)
    this.#skippedMs += toMs - fromMs
    await this.#start()
  }

  async #playDay(day: string, drawn: DrawnDay): Promise<void> {
    const at = (minute: number): number => this.#at(day, minute)
    await this.#rest(at(WAKES_MIN))
    this.#note(`${day}: ${JSON.stringify({ ...drawn, lateMin: undefined, teeMins: drawn.teeMins[0] })}`)
    await this.#putTeeSheet(day, drawn, 0)
    const inService = drawn.service === null ? undefined : machines[drawn.service.mower]?.mower.id
    if (inService !== undefined) await this.#setService(inService, true, at(BACK_FROM_SERVICE_MIN))
    this.#station.showers.push(
      ...drawn.showers.map(({ fromMin, toMin, mmPerH }) => ({ fromMs: at(fromMin), toMs: at(toMin), mmPerH })),
    )
    await this.#clock.until(at(PLANS_MIN))
    const morning = await this.#keeper.makeDay(day, at(NOON_MIN))
    let events = this.#eventsOf(day, drawn)
    const work = async (shift: DayShift): Promise<void> => {
      const releasesMs = shift.fromMs - (RELEASES_MIN - PLANS_MIN) * MINUTE_MS
      if (releasesMs - this.#clock.nowMs() > WORTH_RESTING_MS) await this.#rest(releasesMs)
      if (inService !== undefined && this.#clock.nowMs() > at(BACK_FROM_SERVICE_MIN))
        await this.#setService(inService, false)
      await this.#keeper.release(shift)
      events = await this.#work(shift, events)
    }
    if (morning !== null) await work(morning)
    const afternoon = await this.#keeper.makeAfternoon()
    if (afternoon !== null) await work(afternoon)
    await this.#evening()
    if (inService !== undefined && afternoon === null) await this.#setService(inService, false)
  }

  /** What happens on the day, the earliest first. */
  #eventsOf(day: string, drawn: DrawnDay): readonly Happening[] {
    const at = (minute: number): number => this.#at(day, minute)
    const events: Happening[] = []
    const on = (minute: number, happen: () => Promise<void>): void => void events.push({ atMs: at(minute), happen })
    for (const { fromMin, toMin } of drawn.showers)
      for (const [minute, rain] of [
        [fromMin, true],
        [toMin, false],
      ] as const)
        on(minute, async () => {
          this.#note(rain ? 'it rains' : 'the rain is over')
          for (const { rover } of this.#fleet) rover.faults.rain = rain
        })
    const { frost, breakdown } = drawn
    if (frost !== null) {
      on(frost.fromMin, () => this.#setMode('frostDelay'))
      on(frost.toMin, async () => {
        // The course opens later by as long as the frost lasted, in steps of ten minutes.
        await this.#putTeeSheet(day, drawn, Math.ceil((frost.toMin - frost.fromMin) / 10) * 10)
        await this.#setMode('normal')
      })
    }
    const broken = breakdown === null ? undefined : this.#fleet[breakdown.mower]
    if (breakdown !== null && broken !== undefined) {
      on(breakdown.fromMin, async () => {
        this.#note(`${broken.record.name} is stuck`)
        broken.rover.faults.stuck = true
        this.#broken = broken.record.id
      })
      on(breakdown.toMin, async () => {
        this.#note(`${broken.record.name} is free again`)
        broken.rover.faults.stuck = false
        this.#broken = null
      })
    }
    for (const minute of drawn.killMins) on(minute, () => this.#kill())
    return events.sort((a, b) => a.atMs - b.atMs)
  }

  async #setMode(mode: 'frostDelay' | 'normal'): Promise<void> {
    this.#note(`course mode ${mode}`)
    this.#isFrozen = mode !== 'normal'
    this.#tally.presses.courseMode = (this.#tally.presses.courseMode ?? 0) + 1
    await this.#server.call(calls.courseMode.change, { body: { mode } })
  }

  async #kill(): Promise<void> {
    this.#kills += 1
    this.#note('the server is killed')
    this.#isAway = true
    await this.#server.kill()
    const mowerIds = machines.map(({ mower }) => mower.id)
    ;(this.#record.endings as unknown[]).push({ atMs: this.#clock.nowMs(), mowerIds, why: 'the server was killed' })
    await this.#clock.pass(RESTART_MS)
    await this.#start()
    this.#isAway = false
  }

  /** Until nothing is left to do on the board. @returns the events that have not come yet */
  async #work(shift: DayShift, events: readonly Happening[]): Promise<readonly Happening[]> {
    const left = [...events]
    let isOver = false
    while (!isOver || this.#fleet.some(({ rover }) => rover.armed && Math.abs(rover.body.speedMps) > 0.05)) {
      for (let next = left[0]; next !== undefined && next.atMs <= this.#clock.nowMs(); next = left[0]) {
        left.shift()
        await next.happen()
      }
      try {
        isOver = await this.#keeper.look(shift)
      } catch (error) {
        if (this.#isAway) continue
        this.#note(`the board does not answer: ${error instanceof Refused ? error.message : String(error)}`)
      }
      if (isOver && this.#clock.nowMs() > shift.untilMs + 10 * MINUTE_MS) break
      await this.#clock.pass(LOOK_MS)
    }
    return left
  }

  #isHome({ position, record }: FleetMower): boolean {
    const [x, y] = position()
    return Math.hypot(x - record.base[0], y - record.base[1]) <= HOME_M
  }

  async #evening(): Promise<void> {
    await this.#clock.pass(SETTLE_MS)
    this.#homeAlone += this.#fleet.filter(mower => this.#isHome(mower)).length
    for (let tries = 0; tries < HOME_TRIES; tries += 1) {
      const out = this.#fleet.filter(mower => !this.#isHome(mower))
      if (out.length === 0) break
      for (const { record } of out)
        await this.#keeper.sendHome(record.id).catch((error: unknown) => {
          const code = error instanceof Refused ? error.code : String(error)
          this.#tally.refusals[code] = (this.#tally.refusals[code] ?? 0) + 1
          this.#note(`${record.name} not sent home: ${error instanceof Error ? error.message : code}`)
        })
      const end = this.#clock.nowMs() + HOME_WITHIN_MS
      while (this.#clock.nowMs() < end && out.some(mower => !this.#isHome(mower))) await this.#clock.pass(LOOK_MS)
    }
    await this.#clock.pass(SETTLE_MS)
    this.#record.eveningsMs.push(this.#clock.nowMs())
  }
}

export const playWeek = (options: WeekOptions): Promise<Played> => new WeekPlayer(options).play()
