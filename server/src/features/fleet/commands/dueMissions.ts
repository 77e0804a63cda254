/**
 * Missions whose time has come: started, announced, or missed. The database gives each of them to one server alone, and
 * never gives it out again after a restart or a change of the clock.
 */

import type { CommandOutcome } from '@greensward/contract'
import { mowerToWaitFor } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import type { Context } from '../../../platform/context.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import {
  abandonedDue,
  addLogLine,
  claimDue,
  keepDue,
  type MissionRow,
  missionOf,
  readMission,
} from '../../../shared/missionLife/missionsStore.ts'
import { announceMission, moveMission, SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { partOf, refusalWhy, why } from '../../../shared/missionLife/why.ts'
import { heldByStop } from '../start/heldByStop.ts'
import { refusedChecksOf } from '../start/refusedChecks.ts'

export interface DueMissions {
  /** Looks once; also called by the timer. */
  look(): Promise<void>
  start(): void
  close(): Promise<void>
}

const LOOK_MS = 1_000
/** A time that passed longer ago than this passed while nobody was there: nothing starts late. */
const LATE_MS = 60_000
/** Between the last look of a server and the first of the one that follows it. */
const HANDOVER_MS = 2_000
/** No server is working any more on a start that is still at the gate after this long. */
const ABANDONED_MS = 180_000
/** Between two tries of a start that waits for another mower. */
const WAIT_LOOK_MS = 10_000

const pauseFor = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

export const createDueMissions = (
  ctx: Context,
  begin: (missionId: string) => Promise<CommandOutcome>,
  pause: (ms: number) => Promise<void> = pauseFor,
): DueMissions => {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let closed = false
  const bornAt = ctx.clock.now()
  const beginning = new Set<string>()

  const tell = (row: MissionRow, kind: string, level: 'info' | 'warning', cause?: Said): void =>
    ctx.events.emit('notice', {
      level,
      subject: 'mission',
      subjectId: row.id,
      kind,
      values: { mission: row.title, ...(cause === undefined ? {} : { reason: partOf(cause) }) },
    })

  const miss = async (row: MissionRow, cause: Said): Promise<void> => {
    const moved = await moveMission(ctx, { missionId: row.id, event: 'miss', actor: SYSTEM, why: cause })
    if (moved.ok) tell(row, 'missionMissed', 'warning', cause)
  }

  const isStillDue = async ({ id, startsAt }: MissionRow): Promise<boolean> => {
    const today = await readMission(ctx.db, id)
    return today?.status === 'planned' && today.startsAt?.getTime() === startsAt?.getTime()
  }

  /** People see in the log for which mower it waits. */
  const noteWait = async ({ id }: MissionRow, mower: string): Promise<void> => {
    const line = {
      at: ctx.clock.now(),
      status: 'planned',
      who: 'system',
      why: why('waitsForMower', { mower }),
    } as const
    const noted = await ctx.db.transaction(async tx => {
      await addLogLine(tx, id, line)
      return readMission(tx, id)
    })
    if (noted !== undefined) announceMission(ctx, missionOf(noted))
  }

  /**
   * A start that timed out sent nothing to the mower. As long as it is not late it goes through the gate again, as if a
   * person pressed the button again: the first plan after a restart takes long. SAFE-13l: one that nothing but another mower
   * keeps from starting waits for that.
   */
  const beginInTime = async (row: MissionRow, lateAtMonotonicMs: number): Promise<void> => {
    let waitsSinceMs: number | undefined
    for (;;) {
      try {
        // Starting takes as long as the transfer does; its own log says what came of it.
        const { outcome, why: cause } = await begin(row.id)
        // Refused before anything moved it is planned still, at a time that is over.
        if (outcome !== 'accepted' && cause !== null && (await isStillDue(row)))
          await miss(row, why('notStarted', { cause: partOf(cause) }))
        return
      } catch (error) {
        const nowMs = ctx.clock.monotonicMs()
        const other = mowerToWaitFor(refusedChecksOf(error), nowMs - (waitsSinceMs ?? nowMs))
        if (other !== undefined && !closed) {
          if (waitsSinceMs === undefined) await noteWait(row, other)
          waitsSinceMs ??= nowMs
          await keepDue(ctx.db, row.id, ctx.clock.now())
          await pause(WAIT_LOOK_MS)
          if (closed || !(await isStillDue(row))) return
          continue
        }
        const isExpired = error instanceof Refusal && error.kind === 'commandExpired'
        if (!isExpired || closed || nowMs > lateAtMonotonicMs) throw error
        if (!(await isStillDue(row))) return
      }
    }
  }

  const startByItself = async (row: MissionRow, lateAtMonotonicMs: number): Promise<void> => {
    beginning.add(row.id)
    try {
      await beginInTime(row, lateAtMonotonicMs)
    } catch (error) {
      await miss(row, why('notStarted', { cause: partOf(refusalWhy(error)) }))
      if (!(error instanceof Refusal)) throw error
    } finally {
      beginning.delete(row.id)
    }
  }

  const handle = async (row: MissionRow, now: Date): Promise<void> => {
    if (row.startsAt === null) return
    if (!row.startsByItself) return tell(row, 'missionDue', 'info')
    const atMs = row.startsAt.getTime()
    const isLate = now.getTime() - atMs > LATE_MS || atMs < bornAt.getTime() - HANDOVER_MS
    if (isLate) return miss(row, why('nobodyLooked'))
    // The record of the start asks again; a gateway elsewhere could not name the reason.
    const held = await heldByStop(ctx.db, row)
    if (held !== undefined) return miss(row, why('notStarted', { cause: partOf(held) }))
    void startByItself(row, ctx.clock.monotonicMs() + atMs + LATE_MS - now.getTime()).catch((error: unknown) =>
      ctx.log.error({ err: error, missionId: row.id }, 'A mission did not start by itself'),
    )
  }

  const lookOnce = async (): Promise<void> => {
    const now = ctx.clock.now()
    for (const row of await claimDue(ctx.db, now)) await handle(row, now)
    for (const row of await abandonedDue(ctx.db, new Date(now.getTime() - ABANDONED_MS)))
      if (!beginning.has(row.id)) await miss(row, why('serverEnded'))
  }

  const look = (): Promise<void> => {
    looking ??= lookOnce().finally(() => {
      looking = undefined
    })
    return looking
  }

  const tick = async (): Promise<void> => {
    try {
      await look()
    } catch (error) {
      ctx.log.warn({ err: error }, 'Could not load due missions')
    }
    if (!closed) timer = setTimeout(() => void tick(), LOOK_MS)
  }

  return {
    look,
    start: () => {
      timer = setTimeout(() => void tick(), LOOK_MS)
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await looking?.catch(() => undefined)
    },
  }
}
