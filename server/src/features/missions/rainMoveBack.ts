/**
 * After rain mode: what it moved can be moved back. A mission that a person has changed since stays, because its newest log
 * line is theirs then.
 */
import { calls } from '@greensward/contract'
import { momentOf } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { type Route, route, type User } from '../../platform/http/route.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { lockMission, missionOf, targetOf } from '../../shared/missionLife/missionsStore.ts'
import { announceMission } from '../../shared/missionLife/moveMission.ts'
import { wetTimes } from '../../shared/missionLife/wetTimes.ts'
import { why } from '../../shared/missionLife/why.ts'
import type { MissionParts } from './missionParts.ts'
import { moveTo } from './moveTo.ts'
import { linesOfSystemMoves, readMissionRows } from './rainMovesStore.ts'
import { conflictWhy, judgeSlot } from './schedule.ts'
import { lockSchedule } from './scheduleStore.ts'

interface Moved {
  readonly id: string
  readonly title: string
  /** Where it was before the rain. */
  readonly from: Date
  /** Where it is now. */
  readonly to: Date
}

const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d):(\d\d)$/

/** The moment that a log line names by the course's clock; undefined for a line that was written otherwise. */
const momentIn = (said: Said, zone: string): Date | undefined => {
  const from: unknown = (said.params as Readonly<Record<string, unknown>>).from
  const [, day, hour, minute] = MOMENT.exec(typeof from === 'string' ? from : '') ?? []
  return day === undefined ? undefined : momentOf(day, Number(hour), Number(minute), zone)
}

/** Moved more than once while it stayed wet, a mission goes back to its first time. */
const beforeRain = (lines: readonly (Said | null)[], zone: string): Date | undefined => {
  const first = lines.findLastIndex(said => said?.code !== 'wetMoved') + 1
  const said = lines[first]
  return said == null ? undefined : momentIn(said, zone)
}

/** Of all planned missions, or of one: what rain has moved and nobody since. */
const readMoved = async (reader: Reader, zone: string, now: Date, id?: string): Promise<Moved[]> => {
  if ((await wetTimes(reader, zone, now)).length > 0) return []
  const rows = await linesOfSystemMoves(reader, id)
  const byId = Map.groupBy(rows, row => row.id)
  return [...byId.values()].flatMap(lines => {
    const [first] = lines
    if (first === undefined || first.startsAt === null) return []
    const from = beforeRain(
      lines.map(({ said }) => said),
      zone,
    )
    return from === undefined || from <= now ? [] : [{ id: first.id, title: first.title, from, to: first.startsAt }]
  })
}

const moveOneBack = async (
  { ctx, course }: Pick<MissionParts, 'ctx' | 'course'>,
  tx: Tx,
  id: string,
  user: User,
): Promise<{ readonly stayed: Said; readonly title: string } | undefined> => {
  await lockSchedule(tx)
  const row = await lockMission(tx, id)
  const zone = await readTimeZone(tx)
  const now = ctx.clock.now()
  const [moved] = row === undefined ? [] : await readMoved(tx, zone, now, id)
  if (row === undefined || moved === undefined) return { title: row?.title ?? '', stayed: why('changedSinceRain') }
  const leastMs = row.stats.durationS * 1_000
  const { conflicts } = await judgeSlot(ctx, tx, await course.read(), {
    missionId: id,
    mowerId: row.mowerId,
    target: targetOf(row),
    startsAt: moved.from,
    slotMs: Math.max((row.slotS ?? 0) * 1_000, leastMs),
    leastMs,
  })
  const [against] = conflicts
  if (against !== undefined) return { title: row.title, stayed: conflictWhy(against) }
  await moveTo(ctx, tx, row, moved.from, { user, zone })
  return undefined
}

export const rainMoveBackRoutes = (parts: MissionParts): readonly Route[] => {
  const ctx: Context = parts.ctx
  return [
    route(calls.missions.movedForRain, async () => {
      const moved = await readMoved(ctx.db, await readTimeZone(ctx.db), ctx.clock.now())
      const items = moved.map(({ from, to, ...rest }) => ({
        ...rest,
        from: from.toISOString(),
        to: to.toISOString(),
      }))
      return { items, total: items.length }
    }),

    route(calls.missions.moveBack, async ({ body, user, write }) => {
      const ids = [...new Set(body.ids)]
      let announce = (): void => undefined
      const answer = await write(async tx => {
        const stayed: { id: string; title: string; why: Said }[] = []
        const moved: string[] = []
        for (const id of ids) {
          const refused = await moveOneBack(parts, tx, id, user)
          if (refused === undefined) moved.push(id)
          else stayed.push({ id, title: refused.title, why: refused.stayed })
        }
        const rows = await readMissionRows(tx, moved)
        announce = () => {
          for (const row of rows) announceMission(ctx, missionOf(row))
        }
        return { moved: moved.length, stayed }
      })
      announce()
      return answer
    }),
  ]
}
