/** The person at the day board: makes the day, releases it, continues what is paused, plans again what is late. */
import { calls, type PlannedJob } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import {
  addDays,
  freeMissions,
  isEnded,
  latenessMs,
  type Mission,
  type Shift,
  type ShiftRoute,
} from '@greensward/domain'
import { requestOf } from './dayRequest.ts'
import type { DayShift, Keeping } from './keeping.ts'
import type { PromisedZone } from './record.ts'
import { Refused } from './weekServer.ts'

const MINUTE_MS = 60_000
/** A mower this late makes a person plan the shift again, and not more often than every half hour. */
const LATE_MS = 5 * MINUTE_MS
const REPLANS_EVERY_MS = 30 * MINUTE_MS
/** From the notification to the press. */
const THINKS_MS = MINUTE_MS
/** Continued so often in vain, the task is given up. */
const TRIES = 4
/** A route that ran for this long after a press was not continued in vain. */
const HAS_RUN_MS = 2 * MINUTE_MS
/** As long as rain may hold a task before it is given up. */
const WAITS_FOR_RAIN_MS = 45 * MINUTE_MS
/** The window of a shift ends this long after its last promise, so that everybody gets home. */
const WAY_HOME_MS = 45 * MINUTE_MS
const PLAN_WITHIN_MS = 20 * MINUTE_MS
const REFRESH_MS = 5 * MINUTE_MS
/** What a mission that was moved takes besides its drive. */
const MOVED_SLACK_MS = 30 * MINUTE_MS

const count = (tally: Record<string, number>, key: string): void => {
  tally[key] = (tally[key] ?? 0) + 1
}

const lateOf = (route: ShiftRoute, nowMs: number): number => latenessMs(route, nowMs) ?? 0

export class Greenkeeper {
  readonly #with: Keeping
  #day = ''
  #promisesOfDay: { readonly promise: PromisedZone; readonly mission: Mission }[] = []
  #refreshedMs = 0
  #isRainMode = false
  readonly #tries = new Map<
    string,
    { readonly key: string; readonly sinceMs: number; count: number; pressedMs: number; handledAt: string }
  >()
  readonly #noted = new Set<string>()
  /** Missions that were given another time by this person. */
  readonly #put = new Set<string>()
  #replannedMs = 0
  #noonMs = 0

  constructor(keeping: Keeping) {
    this.#with = keeping
  }

  /** Makes a day from the standing plans: plan, missions, and the shift of the morning. @returns null where it has none */
  async makeDay(day: string, noonMs: number): Promise<DayShift | null> {
    const { server, tally, note } = this.#with
    this.#day = day
    this.#noonMs = noonMs
    this.#promisesOfDay = []
    const today = (await server.call(calls.standingPlans.days, { query: { from: day, to: day } })).items[0]
    const ready = (await server.call(calls.mowers.list)).items.filter(({ inService }) => !inService).map(({ id }) => id)
    for (const { reason } of today?.left ?? []) count(tally.leftOut, reason)
    const open = (today?.jobs ?? []).filter(({ missionId }) => missionId === null)
    const jobs = open.filter(job => job.mowers.some(({ mowerId }) => ready.includes(mowerId)))
    for (let i = jobs.length; i < open.length; i += 1) count(tally.leftOut, 'inService')
    const moved = await this.#movedHere(noonMs)
    const planned = jobs.length === 0 ? [] : await this.#planJobs(jobs, ready)
    note(`${day}: ${planned.length} missions of ${open.length} jobs, ${moved.length} moved here`)
    const early = [...planned, ...moved].filter(({ startsAt }) => startsAt !== null && Date.parse(startsAt) < noonMs)
    return early.length === 0 ? null : await this.#makeShift('Morning', early)
  }

  /** Of what the board shows in no shift once the morning is over: what was put off, and what came to the day meanwhile. */
  async makeAfternoon(): Promise<DayShift | null> {
    const { server, clock } = this.#with
    const { items } = await server.call(calls.shifts.list, { query: { day: this.#day } })
    const made = items.map(({ shift }) => shift)
    const free = freeMissions(await this.#plannedOn(this.#noonMs), made, clock.nowMs())
    return free.length === 0 ? null : await this.#makeShift('Afternoon', free)
  }

  async #planJobs(jobs: readonly PlannedJob[], ready: readonly string[]): Promise<readonly Mission[]> {
    const { server, clock, tally, note, promises } = this.#with
    const fit = ready.filter(id => jobs.some(job => job.mowers.some(({ mowerId }) => mowerId === id)))
    let job = await server.call(lateCalls.fleetPlans.course, { body: requestOf(jobs, this.#day, fit, clock.nowMs()) })
    const end = clock.nowMs() + PLAN_WITHIN_MS
    while (job.plan === null) {
      if (job.state === 'failed' || clock.nowMs() > end)
        throw new Error(`The day is not planned: ${JSON.stringify(job.reason)}`)
      await clock.pass(2_000)
      job = await server.call(lateCalls.fleetPlans.courseJob, { params: { id: job.id } })
    }
    for (const { reason } of job.plan.left) count(tally.leftOut, reason)
    if (job.plan.left.length > 0)
      note(`the plan leaves out: ${JSON.stringify(job.plan.left.map(({ reason }) => reason))}`)
    const missions = (await server.call(lateCalls.fleetPlans.acceptCourse, { params: { id: job.id } })).items
    count(tally.presses, 'plan')
    for (const mission of missions) {
      const asked = jobs.find(({ featureId }) => featureId === mission.target.featureId)
      if (asked === undefined) continue
      const promise = {
        zoneId: asked.featureId,
        said: [{ atMs: clock.nowMs(), dueMs: Date.parse(asked.endsAt) }],
      }
      promises.push(promise)
      this.#promisesOfDay.push({ promise, mission })
    }
    return missions
  }

  async #plannedOn(noonMs: number): Promise<readonly Mission[]> {
    const { items } = await this.#with.server.call(calls.missions.list, { query: { status: 'planned', perPage: 100 } })
    return items.filter(
      ({ startsAt }) => startsAt !== null && Math.abs(Date.parse(startsAt) - noonMs) < 12 * 60 * MINUTE_MS,
    )
  }

  /** Missions of earlier days that were moved to this one. Their promises were given then. */
  async #movedHere(noonMs: number): Promise<readonly Mission[]> {
    const { promises } = this.#with
    const moved = await this.#plannedOn(noonMs)
    for (const mission of moved) {
      const promise = promises.findLast(({ zoneId }) => zoneId === mission.target.featureId)
      if (promise !== undefined) this.#promisesOfDay.push({ promise, mission })
    }
    return moved
  }

  async #makeShift(name: string, missions: readonly Mission[]): Promise<DayShift> {
    const { server, clock, tally, note } = this.#with
    const ids = missions.map(({ id }) => id)
    const dues = this.#promisesOfDay
      .filter(({ mission }) => ids.includes(mission.id))
      .flatMap(({ promise }) => promise.said.map(({ dueMs }) => dueMs))
    const starts = missions.map(({ startsAt }) => Date.parse(startsAt ?? ''))
    const untilMs = Math.max(...dues, ...starts) + WAY_HOME_MS
    const body = {
      day: this.#day,
      name,
      from: new Date(Math.max(clock.nowMs(), Math.min(...starts) - 5 * MINUTE_MS)).toISOString(),
      until: new Date(untilMs).toISOString(),
      missionIds: ids,
    }
    const shift = await server.call(calls.shifts.create, { body })
    count(tally.presses, 'makeShift')
    for (const { missionId, reason } of shift.plan?.left ?? []) {
      const mission = missions.find(({ id }) => id === missionId)
      note(`${name} leaves out ${mission?.title ?? missionId}: ${JSON.stringify(reason)}`)
    }
    const leftFor = (isService: boolean): string[] =>
      (shift.plan?.left ?? []).flatMap(one => ((one.reason === 'inService') === isService ? [one.missionId] : []))
    await this.#putOff(leftFor(true), untilMs, 'tomorrow')
    await this.#putOff(leftFor(false), untilMs, 'later')
    return {
      id: shift.id,
      mowerIds: shift.routes.map(({ mowerId }) => mowerId),
      fromMs: Date.parse(shift.from),
      untilMs,
    }
  }

  /** Missions that have no room get another time, once, as the board offers it; the promises follow. */
  async #putOff(missionIds: readonly string[], shiftUntilMs: number, to: 'later' | 'tomorrow'): Promise<void> {
    const { server, clock, tally, note } = this.#with
    const ids = missionIds.filter(id => !this.#put.has(id))
    if (ids.length === 0) return
    for (const id of ids) this.#put.add(id)
    const isToday = to === 'later' && clock.nowMs() < this.#noonMs
    const body = isToday
      ? { ids, day: this.#day, earliest: new Date(shiftUntilMs).toISOString() }
      : { ids, day: addDays(this.#day, 1), earliest: null }
    count(tally.presses, 'putOff')
    const { moved, stayed } = await server.call(lateCalls.missionTimes.putOff, { body })
    for (const { title, startsAt } of moved) note(`${title} is put off to ${startsAt}`)
    for (const { title, why } of stayed) note(`${title} is not put off: ${JSON.stringify(why)}`)
    await this.#refresh()
  }

  async release(shift: DayShift): Promise<void> {
    const { server, clock, tally, presses, note } = this.#with
    presses.push({
      atMs: clock.nowMs(),
      kind: 'release',
      mowerIds: shift.mowerIds,
      fromMs: shift.fromMs,
      untilMs: shift.untilMs,
    })
    count(tally.presses, 'release')
    try {
      await server.call(calls.shifts.release, { params: { id: shift.id }, body: { until: null } })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // The day is played to its end, and the judge counts what was not mown.
      count(tally.refusals, error.code)
      const { items } = await server.call(calls.shifts.list, { query: { day: this.#day } })
      const routes = items.find(item => item.shift.id === shift.id)?.shift.routes ?? []
      const tasks = routes.flatMap(route =>
        route.tasks.map(task => `${task.kind} ${task.state} ${task.why?.code ?? ''}`),
      )
      note(`release refused: ${error.code}, ${tasks.join(', ')}`)
    }
  }

  /** Looks at the board. @returns whether nothing is left to do on it */
  async look(own: DayShift): Promise<boolean> {
    const { server, clock, tally } = this.#with
    const { items } = await server.call(calls.shifts.list, { query: { day: this.#day } })
    const found = items.find(({ shift }) => shift.id === own.id)
    if (found === undefined) throw new Error('The shift is gone')
    for (const route of found.shift.routes) {
      this.#notePause(route)
      try {
        const skipped = route.tasks.flatMap(task =>
          task.kind === 'mow' && task.state === 'skipped' && task.why?.code !== 'skippedMoved' ? [task.missionId] : [],
        )
        await this.#putOff(skipped, own.untilMs, 'later')
        if (await this.#lookAt(own, found.shift, route, found.missions)) break
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        count(tally.refusals, error.code)
      }
    }
    await this.#weather()
    await this.#replanIfLate(own, found.shift)
    if (clock.nowMs() - this.#refreshedMs > REFRESH_MS) await this.#refresh()
    const isOver = clock.nowMs() > own.untilMs || found.shift.routes.every(({ state }) => state === 'done')
    if (isOver) this.#noteLeft(own, found.shift)
    return isOver
  }

  /** What a shift leaves undone, once for each: without it nobody finds out why a promise broke. */
  #noteLeft({ id }: DayShift, { routes }: Shift): void {
    const { note, nameOf } = this.#with
    if (this.#noted.has(id)) return
    this.#noted.add(id)
    for (const { mowerId, state, pause, tasks } of routes) {
      const left = tasks.filter(task => task.state !== 'done')
      if (left.length === 0) continue
      const words = left.map(task => `${task.kind} ${task.state} ${task.why?.code ?? ''}`.trim())
      note(`${nameOf(mowerId)} left, ${state}, ${pause?.kind ?? 'no pause'}: ${words.join(', ')}`)
    }
  }

  #notePause({ mowerId, pause }: ShiftRoute): void {
    const { tally, endings, note, nameOf } = this.#with
    const key = `${mowerId} ${pause?.at}`
    if (pause === null || this.#noted.has(key)) return
    this.#noted.add(key)
    count(tally.pauses, pause.kind)
    endings.push({ atMs: Date.parse(pause.at), mowerIds: [mowerId], why: pause.kind })
    note(`${pause.at.slice(11, 19)} ${nameOf(mowerId)} paused: ${pause.kind} ${JSON.stringify(pause.why)}`)
  }

  /** @returns whether the whole shift was released by it */
  async #lookAt(own: DayShift, shift: Shift, route: ShiftRoute, missions: readonly Mission[]): Promise<boolean> {
    const { server, clock, tally, presses, isHeld, isFrozen, note, nameOf } = this.#with
    const { pause, mowerId } = route
    const nowMs = clock.nowMs()
    if (pause === null || nowMs - Date.parse(pause.at) < THINKS_MS || nowMs >= own.untilMs) return false
    if (isHeld(mowerId) || isFrozen()) return false
    const task = route.tasks.find(({ state }) => state === 'planned' || state === 'running')
    const key = `${task?.id} ${pause.kind}`
    const before = this.#tries.get(mowerId)
    const hasRun = before !== undefined && Date.parse(pause.at) - before.pressedMs > HAS_RUN_MS
    const tries =
      before?.key === key && !hasRun ? before : { key, sinceMs: nowMs, count: 0, pressedMs: nowMs, handledAt: '' }
    this.#tries.set(mowerId, tries)
    // The reason says that the rain mode holds it: pressing again before the mode is off changes nothing.
    const isHeldByRain = this.#isRainMode && JSON.stringify(pause.why).includes('rain')
    if (isHeldByRain && nowMs - tries.sinceMs < WAITS_FOR_RAIN_MS) return false
    if (isHeldByRain || tries.count >= TRIES) {
      if (tries.handledAt === 'given up') return false
      tries.handledAt = 'given up'
      const mission = task?.kind === 'mow' ? missions.find(({ id }) => id === task.missionId) : undefined
      tally.gaveUp.push(
        `${nameOf(mowerId)}, ${mission?.title ?? task?.kind}: ${pause.kind} ${JSON.stringify(pause.why)}`,
      )
      note(`gave up: ${tally.gaveUp.at(-1)}`)
      if (mission === undefined) return false
      count(tally.presses, 'cancel')
      await server.call(calls.missions.cancel, { params: { id: mission.id } })
    }
    tries.count += 1
    tries.pressedMs = nowMs
    if (shift.release === null) {
      await this.release(own)
      return true
    }
    presses.push({ atMs: nowMs, kind: 'continue', mowerIds: [mowerId], fromMs: own.fromMs, untilMs: own.untilMs })
    count(tally.presses, 'continue')
    await server.call(calls.shifts.continue, { params: { id: own.id }, body: { mowerId } })
    return false
  }

  /** As the board offers it for a mower that is late; what it leaves out gets another time. */
  async #replanIfLate(own: DayShift, shift: Shift): Promise<void> {
    const { server, clock, tally, note, nameOf } = this.#with
    const nowMs = clock.nowMs()
    if (shift.release === null || nowMs - this.#replannedMs < REPLANS_EVERY_MS) return
    const late = shift.routes.filter(
      route => route.tasks.some(task => !isEnded(task)) && lateOf(route, nowMs) > LATE_MS,
    )
    if (late.length === 0) return
    this.#replannedMs = nowMs
    const params = { id: own.id }
    try {
      const { changes, updatedAt, moves, left, reordered } = await server.call(calls.shifts.replan, { params })
      count(tally.presses, 'replan')
      const words = `${moves.length} moved, ${reordered} reordered, ${left.filter(({ isNew }) => isNew).length} newly left out`
      note(
        `${late.map(({ mowerId }) => nameOf(mowerId)).join(', ')} late: ${changes ? 'replanned' : 'left as it is'}, ${words}`,
      )
      if (!changes) return
      const body = {
        updatedAt,
        moves: moves.map(({ missionId, toMowerId }) => ({ missionId, toMowerId })),
        left: left.map(({ missionId }) => missionId),
      }
      await server.call(calls.shifts.applyReplan, { params, body })
      count(tally.presses, 'applyReplan')
      await this.#putOff(
        left.map(({ missionId }) => missionId),
        own.untilMs,
        'later',
      )
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      count(tally.refusals, error.code)
      note(`not replanned: ${error.code}`)
    }
  }

  async #weather(): Promise<void> {
    const { server, tally, note } = this.#with
    const { proposal } = await server.call(calls.weather.state)
    if (proposal?.state !== 'open') return
    count(tally.presses, proposal.kind)
    note(`${proposal.kind} accepted`)
    await server.call(calls.weather.accept, { params: { id: proposal.id } })
    this.#isRainMode = proposal.kind === 'rainModeOn'
  }

  /** What the product says now about the promises of the day. */
  async #refresh(): Promise<void> {
    const { server, clock, note } = this.#with
    this.#refreshedMs = clock.nowMs()
    const [today] = (await server.call(calls.standingPlans.days, { query: { from: this.#day, to: this.#day } })).items
    for (const one of this.#promisesOfDay) {
      const { promise, mission } = one
      const last = promise.said.at(-1)?.dueMs ?? 0
      const job = today?.jobs.find(({ featureId }) => featureId === promise.zoneId)
      const now = await server.call(calls.missions.get, { params: { id: mission.id } }).catch(() => undefined)
      const movedMs = now?.status === 'planned' && now.startsAt !== null ? Date.parse(now.startsAt) : 0
      const isMoved = movedMs - Date.parse(mission.startsAt ?? '') > MINUTE_MS
      const dueMs = isMoved ? movedMs + mission.stats.durationS * 1_000 + MOVED_SLACK_MS : Date.parse(job?.endsAt ?? '')
      if (!(dueMs > last)) continue
      promise.said.push({ atMs: clock.nowMs(), dueMs })
      note(`${mission.title}: due ${new Date(dueMs).toISOString()} instead of ${new Date(last).toISOString()}`)
    }
  }

  /** Sends one home that is still out, and cancels the rest of its mission. */
  async sendHome(mowerId: string): Promise<void> {
    const { server, clock, tally, presses, note, nameOf } = this.#with
    for (const status of ['stopped', 'working'] as const)
      for (const mission of (await server.call(calls.missions.list, { query: { status, perPage: 100 } })).items)
        if (mission.mowerId === mowerId) {
          count(tally.presses, 'cancel')
          await server.call(calls.missions.cancel, { params: { id: mission.id } })
        }
    count(tally.presses, 'sendHome')
    presses.push({ atMs: clock.nowMs(), kind: 'drive', mowerIds: [mowerId], fromMs: 0, untilMs: 0 })
    const { outcome, why } = await server.call(calls.mowers.sendHome, { params: { id: mowerId } })
    note(`${nameOf(mowerId)} sent home: ${outcome} ${JSON.stringify(why)}`)
  }
}
