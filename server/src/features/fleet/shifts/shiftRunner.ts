/**
 * Starts the tasks of released shifts, one after the other, on the mowers that this server controls. `routeLife` of the
 * domain says what may come next; every start is the one of a person's press, with the same checks and steps.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  begun,
  chargeToStart,
  clockOf,
  currentTask,
  finished,
  type Interruption,
  missionOfTask,
  mowerToWaitFor,
  nextStep,
  type RouteStep,
  type ShiftRoute,
  type ShiftTask,
  type SkipReason,
  shown,
  withBreak,
} from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { Refusal } from '../../../platform/http/refusal.ts'
import { readTimeZone } from '../../../shared/missionLife/machinesStore.ts'
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { refusalWhy, why } from '../../../shared/missionLife/why.ts'
import type { Drives } from '../commands/drives.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ControlledMower } from '../mower/controlledMower.ts'
import { refusedChecksOf } from '../start/refusedChecks.ts'
import { ChargeBreaks } from './chargeBreaks.ts'
import { ChargeWatch } from './chargeWatch.ts'
import { leaveShifts } from './movedMissions.ts'
import { RestDisarm } from './restDisarm.ts'
import { type KnownRoute, routeFacts, type Settling } from './routeFacts.ts'
import { type Noted, pauseWhy } from './routeInterruptions.ts'
import { notifyOfEnd } from './shiftEnd.ts'
import { type LiveRoute, liveRoutes, lockShift, saveRoute } from './shiftStore.ts'
import { SkippedTasks } from './skippedTasks.ts'
import { STANDS_MS, StandstillWatch } from './standstillWatch.ts'
import { isCharging, skipWhy, waitingTask, withEnd } from './taskEnds.ts'
import { startTask, type TaskStart } from './taskStart.ts'
import { TaskWaits } from './taskWaits.ts'

type Parts = Pick<
  FleetParts,
  | 'ctx'
  | 'course'
  | 'view'
  | 'interruptions'
  | 'registry'
  | 'ownership'
  | 'garage'
  | 'gateway'
  | 'journal'
  | 'energyPromises'
  | 'homeDistances'
  | 'capabilitiesOf'
>

const LOOK_MS = 1_000
/** How often a task that waits for another mower is tried. */
const WAIT_LOOK_MS = 10_000
/** How often it looks for missions that were moved out of their shifts. */
const MOVED_MS = 5_000
/** A start that timed out sent nothing to the mower; for this long it is tried again. */
const RETRY_MS = 60_000

/** These stop a mower that drives for the shift; all others found it stopped, or leave its mission to its own end. */
const HOLDS: readonly Interruption[] = ['windowOver', 'revoked', 'courseMode', 'mapChanged']

/** A person who did the others knows them. */
const NOTIFIED: readonly SkipReason[] = ['windowTooShort', 'aheadOfPlay', 'movedAway']

export class ShiftRunner {
  readonly #parts: Parts
  readonly #drives: Drives
  readonly #starting = new Set<string>()
  readonly #settling: Settling = new Map()
  readonly #charging: ChargeWatch
  readonly #breaks: ChargeBreaks
  readonly #standstill: StandstillWatch
  readonly #waits: TaskWaits
  readonly #skipped: SkippedTasks
  readonly #rest: RestDisarm
  /** When the start of a task was first tried. */
  readonly #tried = new Map<string, number>()
  #lookedForMovedMs = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isClosed = false

  constructor(parts: Parts, drives: Drives) {
    this.#parts = parts
    this.#charging = new ChargeWatch(parts.ctx.clock)
    this.#breaks = new ChargeBreaks(parts)
    this.#standstill = new StandstillWatch(parts.ctx.clock)
    this.#waits = new TaskWaits(parts.ctx.clock)
    this.#skipped = new SkippedTasks(parts.ctx)
    this.#rest = new RestDisarm(parts)
    this.#drives = drives
  }

  start(): void {
    this.#timer = setTimeout(() => void this.#tick(), LOOK_MS)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#looking?.catch(() => undefined)
    this.#skipped.close()
  }

  async #tick(): Promise<void> {
    this.#looking = this.#look()
    try {
      await this.#looking
    } catch (error) {
      this.#parts.ctx.log.warn({ err: error }, 'Could not load the released shifts')
    }
    this.#skipped.look()
    if (!this.#isClosed) this.start()
  }

  /** A fault in it keeps no mower from being held. */
  async #lookForMoved(): Promise<void> {
    const { ctx, interruptions } = this.#parts
    const nowMs = performance.now()
    if (nowMs - this.#lookedForMovedMs < MOVED_MS) return
    this.#lookedForMovedMs = nowMs
    try {
      const skipped = await leaveShifts(this.#parts)
      for (const one of skipped) this.#skipped.note(one)
      if (skipped.length > 0) interruptions.announce()
    } catch (error) {
      ctx.log.warn({ err: error }, 'Could not look for missions that were moved out of their shifts')
    }
  }

  async #look(): Promise<void> {
    const { ctx, garage, ownership, interruptions, registry } = this.#parts
    await this.#lookForMoved()
    const mowers = [...garage.mowers.keys()].filter(ownership.holds)
    // Taken before the record is read: an interruption after that makes the decision void.
    const counts = new Map(mowers.map(id => [id, interruptions.count(id)]))
    const lives = await liveRoutes(ctx.db, mowers)
    const onShift = new Set(lives.map(({ route }) => route.mowerId))
    for (const mower of registry.all())
      if (!this.#isClosed && ownership.holds(mower.id) && !onShift.has(mower.id)) this.#rest.look(mower)
    this.#waits.keep(new Set(lives.flatMap(({ route }) => waitingTask(route)?.id ?? [])))
    for (const live of lives) {
      const mower = registry.get(live.route.mowerId)
      if (mower === undefined || this.#isClosed) continue
      try {
        await this.#lookAt(mower, live, counts.get(mower.id) ?? 0)
      } catch (error) {
        ctx.log.warn({ err: error, mowerId: mower.id }, 'Could not continue the route of a mower')
      }
    }
  }

  async #lookAt(mower: ControlledMower, live: LiveRoute, count: number): Promise<unknown> {
    const own = {
      isStarting: this.#starting.has(mower.id),
      settling: this.#settling,
      charging: this.#charging,
      waits: this.#waits,
    }
    const known = await routeFacts(this.#parts, mower, live, own)
    const step = nextStep(live.route, known.facts)
    switch (step.kind) {
      case 'pause':
        return this.#pauseRoute(mower, live, known, step)
      case 'wait':
        return this.#waitForGroup(live, step)
      case 'end':
        return step.as === 'done'
          ? this.#change(live, (now, at) => withEnd(now, step.task, at))
          : this.#skip(live, known, step)
      case 'break':
        return this.#putBreak(live, known, step.task)
      case 'finish':
        return this.#change(live, now => finished(now))
      case 'begin':
        if (step.how === 'pass')
          return this.#change(live, (now, at) =>
            currentTask(now)?.id === step.task.id ? begun(now, step.task, at) : now,
          )
        if (!this.#isClosed && this.#waits.mayTry(step.task.id))
          this.#begin(mower, { live, step, count, isClosed: () => this.#isClosed })
        return
      case 'rest':
        if (isCharging(live.route)) this.#rest.charges(mower)
        this.#breaks.look(mower, live, known)
        return this.#watchStandstill(mower, live, known)
    }
  }

  /** Changes the route as it is stored now; one that was paused meanwhile stays as it is. @returns whether it changed */
  async #change({ shift, route }: LiveRoute, make: (now: ShiftRoute, at: string) => ShiftRoute): Promise<boolean> {
    const { ctx, interruptions } = this.#parts
    const changed = await ctx.db.transaction(async tx => {
      const locked = await lockShift(tx, shift.id)
      const stored = locked?.routes.find(({ mowerId }) => mowerId === route.mowerId)
      if (locked === undefined || stored === undefined || ['paused', 'done'].includes(stored.state)) return undefined
      const now = ctx.clock.now()
      const made = make(stored, now.toISOString())
      if (made === stored) return undefined
      await saveRoute(tx, shift.id, made, now)
      return { ...locked, routes: locked.routes.map(each => (each === stored ? made : each)) }
    })
    interruptions.announce()
    notifyOfEnd(ctx, changed)
    return changed !== undefined
  }

  async #putBreak(live: LiveRoute, { mission }: KnownRoute, task: ShiftTask): Promise<unknown> {
    if (mission === undefined) return
    return this.#putBefore(live, task, await this.#breaks.tasksOf(live, task, mission))
  }

  async #putBefore(live: LiveRoute, { id, state }: ShiftTask, tasks: readonly ShiftTask[]): Promise<boolean> {
    return this.#change(live, now => {
      const current = currentTask(now)
      return current?.id === id && current.state === state ? withBreak(now, current, tasks) : now
    })
  }

  /** Shown at the task, whose wait ends with it. */
  async #waitForGroup(live: LiveRoute, { task, untilMs }: Extract<RouteStep, { kind: 'wait' }>): Promise<void> {
    this.#waits.begin(task.id)
    const zone = await readTimeZone(this.#parts.ctx.db)
    await this.#show(live, task, why('waitsForGroup', { at: clockOf(new Date(untilMs), zone) }))
  }

  /** @returns whether it was not shown before */
  async #show(live: LiveRoute, { id, state, why: before }: ShiftTask, cause: Said | null): Promise<boolean> {
    if (isDeepStrictEqual(before, cause)) return false
    return this.#change(live, now => {
      const current = currentTask(now)
      return current?.id === id && current.state === state ? shown(now, current, cause) : now
    })
  }

  /** A mower that should drive and stands needs a person. It is not stopped: it may continue at any moment. */
  async #watchStandstill(mower: ControlledMower, live: LiveRoute, { facts }: KnownRoute): Promise<void> {
    const { ctx, view, garage } = this.#parts
    const task = currentTask(live.route)
    const isDriving = task?.state === 'running' && facts.mission === 'working'
    const at = view.telemetryOf(mower.id)?.position ?? null
    const isTooLong = this.#standstill.isTooLong(mower.id, isDriving ? task.id : undefined, at)
    if (!isDriving) return
    const minutes = STANDS_MS / 60_000
    const isNew = await this.#show(live, task, isTooLong ? why('standsStill', { minutes }) : null)
    if (!isNew || !isTooLong) return
    ctx.events.emit('notice', {
      level: 'warning',
      subject: 'mower',
      subjectId: mower.id,
      kind: 'standsStill',
      values: { mower: garage.nameOf(mower.id), minutes },
    })
  }

  async #skip(
    live: LiveRoute,
    known: KnownRoute,
    { task, reason }: Extract<RouteStep, { as: 'skipped' }>,
  ): Promise<void> {
    const zone = await readTimeZone(this.#parts.ctx.db)
    const { shift } = live
    const until = clockOf(new Date(shift.release?.until ?? shift.until), zone)
    const cause = skipWhy(reason, known, until, zone)
    const isSkipped = await this.#change(live, (now, at) => withEnd(now, task, at, cause))
    if (!isSkipped || known.mission === undefined || !NOTIFIED.includes(reason)) return
    this.#skipped.note({ shift, until, mission: known.mission, reason: cause })
  }

  #note(mower: ControlledMower, kind: Interruption, noted: Partial<Pick<Noted, 'why' | 'ends'>> = {}): void {
    this.#parts.interruptions.note(mower.id, { kind, why: pauseWhy(kind, SYSTEM), actor: SYSTEM, ...noted })
  }

  #pauseRoute(
    mower: ControlledMower,
    live: LiveRoute,
    { mission }: KnownRoute,
    { interruption: kind, ends }: Extract<RouteStep, { kind: 'pause' }>,
  ): void {
    // An interruption that is noted already is being recorded.
    if (this.#parts.interruptions.pending(mower.id) === null) {
      const isOfMission = kind === 'missionStopped' || kind === 'missionFailed'
      const cause = isOfMission ? mission?.statusWhy : null
      this.#note(mower, kind, {
        ...(cause === null || cause === undefined ? {} : { why: cause }),
        ...(ends === undefined ? {} : { ends: { taskId: ends.task.id, as: ends.as } }),
      })
    }
    if (HOLDS.includes(kind)) this.#hold(mower, live)
  }

  /** Stops it where it drives, or is about to drive, for its shift. */
  #hold(mower: ControlledMower, { route }: LiveRoute): void {
    const { log } = this.#parts.ctx
    const task = currentTask(route)
    const isOfShift = task !== undefined && mower.mission?.id === missionOfTask(task)
    const isDriving = isOfShift && mower.mission?.status !== 'stopped'
    if (!isDriving && !this.#starting.has(mower.id)) return
    const failed = (err: unknown) => log.error({ err, mowerId: mower.id }, 'Could not stop a mower of a shift')
    void mower.stop(SYSTEM).catch(failed)
  }

  #begin(mower: ControlledMower, start: TaskStart): void {
    if (this.#starting.has(mower.id)) return
    this.#starting.add(mower.id)
    const failed = (err: unknown) =>
      this.#parts.ctx.log.error({ err, mowerId: mower.id }, 'A task of a shift did not start')
    void this.#carryOut(mower, start)
      .catch(failed)
      .finally(() => this.#starting.delete(mower.id))
  }

  async #carryOut(mower: ControlledMower, start: TaskStart): Promise<void> {
    const { task } = start.step
    try {
      const { outcome, why: cause } = await startTask(this.#parts, this.#drives, mower, start)
      this.#tried.delete(task.id)
      if (outcome !== 'accepted') this.#note(mower, 'notStarted', cause === null ? {} : { why: cause })
      this.#parts.interruptions.announce()
    } catch (error) {
      await this.#onRefused(mower, start.live, task, error)
    }
  }

  async #onRefused(mower: ControlledMower, live: LiveRoute, task: ShiftTask, error: unknown): Promise<unknown> {
    const { clock } = this.#parts.ctx
    const refused = error instanceof Refusal ? error : undefined
    // The mower is at the end of the drive already.
    if (refused?.said.code === 'alreadyThere' && task.kind !== 'mow')
      return this.#change(live, (now, at) => withEnd(now, task, at))
    if (refused?.kind === 'planRefused' && task.kind === 'drive')
      return this.#change(live, (now, at) => withEnd(now, task, at, why('taskSkipped', { reason: 'noDrive' })))
    const checks = refusedChecksOf(error)
    const neededShare = chargeToStart(live.route, task, checks)
    const charge = neededShare === undefined ? undefined : await this.#breaks.tasksToStart(live, task, neededShare)
    if (charge !== undefined) return this.#putBefore(live, task, charge)
    const other = mowerToWaitFor(checks, this.#waits.waitedMs(task.id))
    if (other !== undefined) {
      this.#waits.begin(task.id, WAIT_LOOK_MS)
      return this.#show(live, task, why('waitsForMower', { mower: other }))
    }
    const sinceMs = this.#tried.get(task.id) ?? clock.monotonicMs()
    this.#tried.set(task.id, sinceMs)
    if (refused?.kind === 'commandExpired' && clock.monotonicMs() - sinceMs < RETRY_MS) return undefined
    this.#tried.delete(task.id)
    this.#note(mower, refused?.kind === 'gateRefused' ? 'gateRefused' : 'notStarted', { why: refusalWhy(error) })
    if (refused === undefined) throw error
  }
}
