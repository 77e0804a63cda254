/** Drives without mowing: home to the mower's base, or to a point. Each is planned and started at once. */
import { randomUUID } from 'node:crypto'
import type { CommandOutcome } from '@greensward/contract'
import { type Base, bladeOfDrive, type Mower, type Position } from '@greensward/domain'
import { refuse } from '../../../platform/http/refusal.ts'
import type { Deadline } from '../../../shared/missionLife/commandAge.ts'
import { readBases, readMower } from '../../../shared/missionLife/machinesStore.ts'
import {
  addLogLine,
  deleteMission,
  insertMission,
  type MissionRow,
  notStarted,
  readMission,
} from '../../../shared/missionLife/missionsStore.ts'
import { type Actor, moveMission, nameOf } from '../../../shared/missionLife/moveMission.ts'
import type { PlannedDrive } from '../../../shared/missionLife/planner.ts'
import { why } from '../../../shared/missionLife/why.ts'
import { refuseUnable } from '../abilities.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { occupiedFor } from '../start/driveGround.ts'
import type { Gate, Previewed } from '../start/gate.ts'
import { requireChecks } from '../start/recordStart.ts'
import type { Commands } from './commands.ts'

/** The record of a start that failed is written within this. */
const SETTLE_MS = 5_000

/** A person's press also frees a mower whose mission is stopped, once its pre-start checks hold but for that. */
export interface Drives {
  /**
   * @param start of the drive that was stored; a person's press where it is left out. Without a press its pre-start checks
   * are evaluated before it is stored as well: one that waits is tried many times.
   */
  sendHome(mowerId: string, actor: Actor, limit: Deadline, start?: StartDrive): Promise<CommandOutcome>
  /** @param title of what is at the point; its coordinates where it is left out */
  driveTo(
    mowerId: string,
    to: Position,
    actor: Actor,
    limit: Deadline,
    start?: StartDrive,
    title?: string,
  ): Promise<CommandOutcome>
}

export type StartDrive = (missionId: string) => Promise<CommandOutcome>

interface Goal {
  /** The base, or an id of its own for a point. */
  readonly id: string
  readonly title: string
  readonly to: Position
  readonly approach: readonly Position[]
  readonly headingDeg: number | null
}

/** Home, as a drive's goal. */
export const baseGoal = ({ id, name, position, approach, headingDeg }: Base): Goal => ({
  id,
  title: name,
  to: position,
  approach,
  headingDeg,
})

const pointGoal = (to: Position, title = `${to[1].toFixed(6)}, ${to[0].toFixed(6)}`): Goal => ({
  id: randomUUID(),
  title,
  to,
  approach: [],
  headingDeg: null,
})

/** A drive as the mission that it is stored as. */
export const driveRow = (
  mower: Mower,
  goal: Goal,
  { plan, mapRevision }: PlannedDrive,
  actor: Actor,
  now: Date,
): MissionRow => ({
  id: randomUUID(),
  title: goal.title,
  targetKind: 'drive',
  targetId: goal.id,
  targetCell: null,
  mowerId: mower.id,
  // A mower drives without a cutting unit as well.
  bladeId: mower.bladeId ?? mower.id,
  direction: '12-6',
  angleOffsetDeg: 0,
  pattern: 'straight',
  turnScheme: 'oneInOne',
  cleaningCycles: 0,
  cleanUpPass: 'everyDay',
  startsAt: null,
  startsByItself: false,
  dueHandledAt: null,
  resolvedDirection: '12-6',
  holeBaseAngleDeg: 0,
  swathHeadingDeg: plan.headingDeg,
  stats: plan.stats,
  mapRevision,
  planSource: 'computed',
  slotS: null,
  seriesId: null,
  seriesDay: null,
  seriesRepeat: null,
  ...notStarted({ id: actor.user?.id ?? null, fullname: nameOf(actor) }, now),
})

export const createDrives = (
  parts: Pick<FleetParts, 'ctx' | 'planner' | 'garage' | 'view' | 'journal' | 'capabilitiesOf'>,
  commands: Pick<Commands, 'start' | 'cancel' | 'interruptStopped'>,
  gateOf: (goalId: string, planned: Previewed) => Promise<Pick<Gate, 'lines'>>,
): Drives => {
  const { ctx, planner, view, journal } = parts

  const store = (row: MissionRow, planned: PlannedDrive, actor: Actor): Promise<void> =>
    ctx.db.transaction(async tx => {
      await insertMission(tx, row, planned)
      await addLogLine(tx, row.id, { at: row.createdAt, status: 'planned', who: nameOf(actor), why: why('planned') })
      await ctx.audit(tx, { ...actor, action: 'mission.create', subject: 'mission', subjectId: row.id })
    })

  /** A drive that was refused before it was recorded as a start has never been: from elsewhere it would be another one. */
  const forget = async (row: MissionRow, actor: Actor): Promise<void> => {
    if ((await readMission(ctx.db, row.id))?.status !== 'planned') return
    await ctx.db.transaction(async tx => {
      await deleteMission(tx, row.id)
      await ctx.audit(tx, {
        ...actor,
        action: 'mission.delete',
        subject: 'mission',
        subjectId: row.id,
        details: { title: row.title },
      })
    })
  }

  const stoppedOf = (mowerId: string): ActiveMission | undefined => {
    const mission = view.missionOf(mowerId)
    return mission?.status === 'stopped' ? mission : undefined
  }

  /**
   * The stopped mission lets its mower go. One that mows is resumed later; a drive would begin elsewhere by then.
   * @throws Refusal changedDuringChecks
   */
  const free = async ({ id, target }: ActiveMission, actor: Actor): Promise<CommandOutcome | undefined> => {
    if (target.kind !== 'drive') {
      if (!(await commands.interruptStopped(id, actor))) refuse('changedDuringChecks')
      return undefined
    }
    const outcome = await commands.cancel(id, actor)
    return outcome.outcome === 'accepted' ? undefined : outcome
  }

  const drive = async (
    mower: Mower,
    goal: Goal,
    actor: Actor,
    limit: Deadline,
    start?: StartDrive,
  ): Promise<CommandOutcome> => {
    refuseUnable(parts, mower, 'followsPath')
    const telemetry = view.telemetryOf(mower.id)
    const from = telemetry?.position ?? refuse('drivePositionUnknown', { mower: mower.name })
    const facingDeg = telemetry?.headingDeg ?? null
    const { to, approach, headingDeg } = goal
    const occupied = await occupiedFor(parts, mower.id)
    const planned = await planner.drive({ mower, from, facingDeg, to, approach, headingDeg, occupied })
    const stopped = start === undefined ? stoppedOf(mower.id) : undefined
    if (start !== undefined || stopped !== undefined) {
      const { lines } = await gateOf(goal.id, { ...planned, mower, blade: bladeOfDrive(mower) })
      requireChecks(stopped === undefined ? lines : lines.filter(({ check }) => check !== 'mowerFree'))
    }
    const notFreed = stopped && (await free(stopped, actor))
    if (notFreed !== undefined) return notFreed
    const row = driveRow(mower, goal, planned, actor, ctx.clock.now())
    await store(row, planned, actor)
    try {
      const outcome = await (start?.(row.id) ?? commands.start(row.id, 'start', actor, limit))
      if (outcome.outcome === 'accepted') return outcome
      await journal.settled(SETTLE_MS)
      // Nothing has moved: it does not wait for another start, which would begin elsewhere.
      if ((await readMission(ctx.db, row.id))?.status === 'planned')
        await moveMission(ctx, {
          missionId: row.id,
          event: 'cancel',
          actor,
          why: outcome.why ?? why('driveNotStarted'),
        })
      return outcome
    } catch (error) {
      await forget(row, actor)
      throw error
    }
  }

  const found = async (mowerId: string): Promise<Mower> => (await readMower(ctx.db, mowerId)) ?? refuse('notFound')

  return {
    sendHome: async (mowerId, actor, limit, start) => {
      const mower = await found(mowerId)
      const base = (await readBases(ctx.db)).find(each => each.mowerId === mowerId)
      return drive(mower, baseGoal(base ?? refuse('noBase', { mower: mower.name })), actor, limit, start)
    },
    driveTo: async (mowerId, to, actor, limit, start, title) =>
      drive(await found(mowerId), pointGoal(to, title), actor, limit, start),
  }
}
