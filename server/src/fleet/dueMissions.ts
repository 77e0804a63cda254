/** Missions whose time has come: started, told of, or missed. Each is handled once, whatever restarts in between. */

import type { CommandOutcome } from '@greensward/domain/contract'
import type { Context } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { claimDue, dueMissions, type MissionRow } from '../missionLife/missionsStore.ts'
import { moveMission, SYSTEM } from '../missionLife/moveMission.ts'

export interface DueMissions {
  /** Looks once; also called by the timer. */
  look(): Promise<void>
  start(): void
  close(): Promise<void>
}

const LOOK_MS = 1_000
/** A time that passed longer ago than this passed while nobody was there: nothing starts late. */
const LATE_MS = 60_000

export const createDueMissions = (ctx: Context, begin: (missionId: string) => Promise<CommandOutcome>): DueMissions => {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  const tell = (row: MissionRow, kind: string, level: 'info' | 'warning', reason = ''): void =>
    ctx.events.emit('notice', {
      level,
      subject: 'mission',
      subjectId: row.id,
      kind,
      values: { mission: row.title, reason },
    })

  const miss = async (row: MissionRow, why: string): Promise<void> => {
    const moved = await moveMission(ctx, { missionId: row.id, event: 'miss', actor: SYSTEM, why })
    if (moved.ok) tell(row, 'missionMissed', 'warning', why)
  }

  const startByItself = async (row: MissionRow): Promise<void> => {
    try {
      // Starting takes as long as the transfer does; its own log says what came of it.
      await begin(row.id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await miss(row, `Its time came, but it could not start. ${error.message}`)
    }
  }

  const handle = async (row: MissionRow, now: Date): Promise<void> => {
    if (row.startsAt === null || !(await claimDue(ctx.db, row.id, now))) return
    const lateMs = now.getTime() - row.startsAt.getTime()
    if (!row.startsByItself) tell(row, 'missionDue', 'info')
    else if (lateMs > LATE_MS) await miss(row, 'Its time passed while the server was not running')
    else
      void startByItself(row).catch((error: unknown) =>
        ctx.log.error({ err: error, missionId: row.id }, 'A mission did not start by itself'),
      )
  }

  const lookOnce = async (): Promise<void> => {
    const now = ctx.clock.now()
    for (const row of await dueMissions(ctx.db, now)) await handle(row, now)
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
      ctx.log.warn({ err: error }, 'Nobody knows which missions are due')
    }
    timer = setTimeout(() => void tick(), LOOK_MS)
  }

  return {
    look,
    start: () => {
      timer = setTimeout(() => void tick(), LOOK_MS)
    },
    close: async () => {
      clearTimeout(timer)
      await looking?.catch(() => undefined)
      clearTimeout(timer)
    },
  }
}
