/** What a person's press means for a shift: release, revoke, pause, continue. Each is written under the lock of the shift. */
import type { calls, ResultOf } from '@greensward/contract'
import {
  currentTask,
  isEnded,
  missionOfTask,
  paused,
  pressed,
  type Shift,
  type ShiftRelease,
  type ShiftRoute,
} from '@greensward/domain'
import { englishText } from '@greensward/messages/english'
import type { Reader, Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { User } from '../../../platform/http/route.ts'
import { why } from '../../../shared/missionLife/why.ts'
import type { Commands } from '../commands/commands.ts'
import type { FleetParts } from '../fleetParts.ts'
import { checkSpan } from './makeShift.ts'
import { taskMission } from './routeFacts.ts'
import { endRelease, pauseWhy } from './routeInterruptions.ts'
import {
  endRoutesPastRelease,
  lockShift,
  otherLiveShift,
  readMissionsOf,
  saveRelease,
  saveRoute,
} from './shiftStore.ts'

export type NotStopped = ResultOf<typeof calls.shifts.pause>['notStopped']
type AuditVerb = 'delete' | 'release' | 'revoke' | 'pause' | 'continue'

/** The mowers of a shift that drive one of its missions by the record, or are about to. */
type Driving = readonly string[]

export const missionIdsOf = (shift: Shift): string[] =>
  shift.routes.flatMap(({ tasks }) => tasks.flatMap(task => missionOfTask(task) ?? []))

export const lockedShift = async (tx: Tx, id: string): Promise<Shift> => (await lockShift(tx, id)) ?? refuse('notFound')

export class ShiftPresses {
  readonly #parts: Pick<FleetParts, 'ctx' | 'ownership' | 'garage' | 'registry' | 'view'>
  readonly #stop: Commands['stop']

  constructor(
    parts: Pick<FleetParts, 'ctx' | 'ownership' | 'garage' | 'registry' | 'view'>,
    { stop }: Pick<Commands, 'stop'>,
  ) {
    this.#parts = parts
    this.#stop = stop
  }

  async release(tx: Tx, shift: Shift, until: string | null, user: User): Promise<void> {
    const now = this.#parts.ctx.clock.now()
    if (shift.release !== null) refuse('shiftReleasedAlready', { who: shift.release.by })
    if (shift.routes.every(({ tasks }) => tasks.every(isEnded))) refuse('shiftEnded')
    const end = until ?? shift.until
    if (!(Date.parse(end) > now.getTime() && Date.parse(end) > Date.parse(shift.from))) refuse('shiftWindowOver')
    checkSpan(shift.from, end)
    const rows = await readMissionsOf(tx, missionIdsOf(shift))
    const released: ShiftRelease = {
      by: user.fullname,
      at: now.toISOString(),
      until: end,
      mowerIds: shift.routes.map(({ mowerId }) => mowerId),
      zoneIds: [...new Set(rows.filter(({ targetKind }) => targetKind !== 'drive').map(({ targetId }) => targetId))],
    }
    if (released.mowerIds.length > 0) await endRoutesPastRelease(tx, released.mowerIds, now)
    await this.refuseInOtherShift(tx, shift)
    for (const route of shift.routes) await this.#press(tx, shift, route, 'release')
    await saveRelease(tx, shift.id, released, now, Date.parse(end) > Date.parse(shift.until) ? end : undefined)
    await this.audit(tx, user, 'release', shift, { until: end, mowers: released.mowerIds, zones: released.zoneIds })
  }

  /** @throws Refusal mowerInOtherShift with the first of its mowers that is in one */
  async refuseInOtherShift(reader: Reader, { id, routes }: Shift): Promise<void> {
    const other = await otherLiveShift(
      reader,
      id,
      routes.map(({ mowerId }) => mowerId),
    )
    if (other !== undefined)
      refuse('mowerInOtherShift', { mower: this.#parts.garage.nameOf(other.mowerId), shift: other.shift })
  }

  async continue(tx: Tx, shift: Shift, mowerId: string, user: User): Promise<void> {
    const { ctx, garage } = this.#parts
    const route = shift.routes.find(each => each.mowerId === mowerId) ?? refuse('notFound')
    const release = shift.release ?? refuse('shiftNotReleased')
    if (ctx.clock.now().getTime() >= Date.parse(release.until)) refuse('shiftWindowOver')
    if (route.state !== 'paused') refuse('routeNotPaused', { mower: garage.nameOf(mowerId) })
    await this.#press(tx, shift, route, ctx.clock.now().getTime() < Date.parse(shift.from) ? 'release' : 'continue')
    const mowerIds = [...new Set([...release.mowerIds, mowerId])]
    await saveRelease(tx, shift.id, { ...release, mowerIds }, ctx.clock.now())
    await this.audit(tx, user, 'continue', shift, { mower: mowerId })
  }

  async revoke(tx: Tx, shift: Shift, user: User): Promise<Driving> {
    if (shift.release === null) return []
    await endRelease(tx, this.#parts.ctx, shift, 'revoked', { user })
    await this.audit(tx, user, 'revoke', shift)
    return this.#driving(tx, shift)
  }

  async pause(tx: Tx, shift: Shift, mowerIds: readonly string[], user: User): Promise<Driving> {
    const { release } = shift
    if (release === null) return refuse('shiftNotReleased')
    const now = this.#parts.ctx.clock.now()
    const cause = pauseWhy('personPause', { user })
    const pause = { kind: 'personPause' as const, why: cause, at: now.toISOString(), by: user.fullname }
    for (const route of shift.routes)
      if (mowerIds.includes(route.mowerId)) await saveRoute(tx, shift.id, paused(route, pause), now)
    const left = release.mowerIds.filter(id => !mowerIds.includes(id))
    await saveRelease(tx, shift.id, { ...release, mowerIds: left }, now)
    await this.audit(tx, user, 'pause', shift, { mowers: mowerIds })
    return (await this.#driving(tx, shift)).filter(id => mowerIds.includes(id))
  }

  audit(tx: Tx, user: User, verb: AuditVerb, shift: Shift, details: object = {}): Promise<void> {
    return this.#parts.ctx.audit(tx, {
      user,
      action: `shift.${verb}`,
      subject: 'shift',
      subjectId: shift.id,
      details: { name: shift.name, ...details },
    })
  }

  /** Of these mowers those that, as far as this server sees, drive for the shift or are about to. */
  seenDriving(shift: Shift, mowerIds: readonly string[]): Driving {
    const { view, registry } = this.#parts
    const own = new Set(missionIdsOf(shift))
    return mowerIds.filter(id => {
      const active = view.missionOf(id)
      return (
        registry.get(id)?.isStarting === true ||
        (active !== undefined && active.status !== 'stopped' && own.has(active.id))
      )
    })
  }

  /** Through the same stop as everything else. @returns those that did not confirm it */
  async stop(mowerIds: readonly string[], user: User): Promise<NotStopped> {
    const asked = mowerIds.map(async id => {
      const { outcome, why: cause } = await this.#stop(id, { user })
      if (outcome === 'accepted') return []
      const said = cause ?? why('stopUnreached')
      return [{ id, name: this.#parts.garage.nameOf(id), reason: englishText(said), why: said }]
    })
    return (await Promise.all(asked)).flat()
  }

  /** A start that was recorded a moment ago is seen here, on whichever server it was decided. */
  async #driving(tx: Tx, shift: Shift): Promise<Driving> {
    const rows = await readMissionsOf(tx, missionIdsOf(shift))
    return rows.filter(({ status }) => status === 'uploading' || status === 'working').map(({ mowerId }) => mowerId)
  }

  /** The gateway that controls the mower at the moment of the press may start its tasks; any other one pauses them. */
  async #press(tx: Tx, shift: Shift, route: ShiftRoute, press: 'release' | 'continue'): Promise<void> {
    if (route.state === 'done') return
    const { ctx, ownership } = this.#parts
    const runnerId = (await ownership.ownerOf(route.mowerId)) ?? null
    const task = currentTask(route)
    const id = task === undefined ? null : missionOfTask(task)
    const [row] = id === null ? [] : await readMissionsOf(tx, [id])
    const after = pressed(route, taskMission(id, row, route.mowerId), press)
    await saveRoute(tx, shift.id, after, ctx.clock.now(), runnerId)
  }
}
