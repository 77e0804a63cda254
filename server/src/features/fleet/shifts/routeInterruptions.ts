/**
 * Interruptions end the server's right to continue the route of a mower. One counts from the moment it is noted, before any record:
 * a start that was decided before is not carried out. The record follows, and waits where the database is away.
 */
import {
  currentTask,
  ended,
  type Interruption,
  isEnded,
  paused,
  type RoutePause,
  type Shift,
  type ShiftRoute,
} from '@greensward/domain'
import type { Said } from '@greensward/messages'
import type { Context } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Journal } from '../../../platform/db/journal.ts'
import { type Actor, nameOf, SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { partOf, why } from '../../../shared/missionLife/why.ts'
import type { Garage } from '../garage.ts'
import { liveShiftIds, liveShiftOf, lockShift, saveRelease, saveRoute } from './shiftStore.ts'

export interface Noted {
  readonly kind: Interruption
  readonly why: Said
  readonly actor: Actor
  /** The task whose mission somebody ended. */
  readonly ends?: { readonly taskId: string; readonly as: 'failed' | 'skipped' }
}

/** These end the release itself once no route of the shift may continue. */
const ENDS_RELEASE: readonly Interruption[] = ['windowOver', 'courseMode']

export const pauseWhy = (kind: Interruption, actor: Actor): Said =>
  why('routePause', { reason: kind, who: nameOf(actor) })

export class RouteInterruptions {
  readonly #ctx: Context
  readonly #journal: Journal
  readonly #garage: Garage
  /** Of each mower: how many were noted, how many of them are recorded, and the newest. */
  readonly #counts = new Map<string, number>()
  readonly #recorded = new Map<string, number>()
  readonly #newest = new Map<string, Interruption>()

  constructor(parts: { readonly ctx: Context; readonly journal: Journal; readonly garage: Garage }) {
    this.#ctx = parts.ctx
    this.#journal = parts.journal
    this.#garage = parts.garage
  }

  /** The interruption that is not recorded yet. */
  pending(mowerId: string): Interruption | null {
    const isRecorded = (this.#recorded.get(mowerId) ?? 0) >= this.count(mowerId)
    return isRecorded ? null : (this.#newest.get(mowerId) ?? null)
  }

  /** Counts up with each: a decision holds only while this has not changed. */
  count(mowerId: string): number {
    return this.#counts.get(mowerId) ?? 0
  }

  /** Synchronous, so that a stop counts at once. */
  note(mowerId: string, noted: Noted): void {
    const number = this.count(mowerId) + 1
    this.#counts.set(mowerId, number)
    this.#newest.set(mowerId, noted.kind)
    void this.#journal.enter(`route ${mowerId}`, `route ${noted.kind}`, () => this.#record(mowerId, noted, number))
  }

  /** With the text of its kind. */
  noteKind(mowerId: string, kind: Interruption, actor: Actor = SYSTEM): void {
    this.note(mowerId, { kind, why: pauseWhy(kind, actor), actor })
  }

  /** A stop by a person or, without one, by the system itself. */
  noteStop(mowerId: string, actor: Actor): void {
    this.noteKind(mowerId, actor.user === undefined ? 'safetyStop' : 'personStop', actor)
  }

  /** Stop all: every release ends. */
  endAll(actor: Actor): void {
    void this.#journal.enter('releases', 'end of all releases', async () => {
      for (const id of await liveShiftIds(this.#ctx.db))
        await this.#ctx.db.transaction(async tx => {
          const shift = await lockShift(tx, id)
          if (shift !== undefined) await endRelease(tx, this.#ctx, shift, 'personStop', actor)
        })
      this.announce()
    })
  }

  announce(): void {
    this.#ctx.live.publish('garage', 'changed', { subject: 'shifts' })
  }

  async #record(mowerId: string, noted: Noted, number: number): Promise<void> {
    const { db } = this.#ctx
    const id = await liveShiftOf(db, mowerId)
    const pause =
      id === undefined ? undefined : await db.transaction(async tx => pauseMower(tx, this.#ctx, id, mowerId, noted))
    this.#recorded.set(mowerId, number)
    if (pause === undefined) return
    this.announce()
    // A person who did it knows it.
    if (noted.actor.user === undefined) this.#notify(mowerId, pause)
  }

  /** A person has to continue it, so people are notified. */
  #notify(mowerId: string, { why: cause }: RoutePause): void {
    this.#ctx.events.emit('notice', {
      level: 'warning',
      subject: 'mower',
      subjectId: mowerId,
      kind: 'routePaused',
      values: { mower: this.#garage.nameOf(mowerId), reason: partOf(cause) },
    })
  }
}

/** @returns the pause; undefined where the route was paused already, or has ended */
const pauseMower = async (
  tx: Tx,
  ctx: Context,
  shiftId: string,
  mowerId: string,
  noted: Noted,
): Promise<RoutePause | undefined> => {
  const shift = await lockShift(tx, shiftId)
  const route = shift?.routes.find(each => each.mowerId === mowerId)
  if (shift === undefined || route === undefined) return undefined
  const now = ctx.clock.now()
  const at = now.toISOString()
  const pause: RoutePause = { kind: noted.kind, why: noted.why, at, by: noted.actor.user?.fullname ?? null }
  const held = withEnd(paused(route, pause), noted, at)
  await saveRoute(tx, shift.id, held, now)
  const { release } = shift
  if (release === null) return undefined
  const rest = shift.routes.filter(each => each.mowerId !== mowerId)
  const isOver = ENDS_RELEASE.includes(noted.kind) && rest.every(({ state }) => state === 'paused' || state === 'done')
  const mowerIds = release.mowerIds.filter(each => each !== mowerId)
  await saveRelease(tx, shift.id, isOver ? null : { ...release, mowerIds }, now)
  return held.pause === pause ? pause : undefined
}

const withEnd = (route: ShiftRoute, { ends, why: cause }: Noted, at: string): ShiftRoute => {
  const task = currentTask(route)
  return ends === undefined || task?.id !== ends.taskId || isEnded(task)
    ? route
    : ended(route, task, ends.as, at, cause)
}

/** Under the lock of the shift: the release is over and every route that has not ended is paused. */
export const endRelease = async (
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  shift: Shift,
  kind: Interruption,
  actor: Actor,
): Promise<void> => {
  const now = ctx.clock.now()
  const pause: RoutePause = {
    kind,
    why: pauseWhy(kind, actor),
    at: now.toISOString(),
    by: actor.user?.fullname ?? null,
  }
  for (const route of shift.routes) await saveRoute(tx, shift.id, paused(route, pause), now)
  await saveRelease(tx, shift.id, null, now)
}
