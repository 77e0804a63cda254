/** A person gives a planned mission another time; its plan stays. */
import { clockOf, dayOf } from '@greensward/domain'
import { englishText } from '@greensward/messages/english'
import type { Context } from '../../platform/context.ts'
import { laterThan, type Tx } from '../../platform/db/database.ts'
import type { User } from '../../platform/http/route.ts'
import { addLogLine, type MissionRow, updateMission } from '../../shared/missionLife/missionsStore.ts'
import { partOf, why } from '../../shared/missionLife/why.ts'

/** Under the lock of the schedule, to a time that was found free. */
export const moveTo = async (
  ctx: Context,
  tx: Tx,
  row: MissionRow,
  startsAt: Date,
  { user, zone }: { readonly user: User; readonly zone: string },
): Promise<MissionRow> => {
  const now = ctx.clock.now()
  const shown = (at: Date): string => `${dayOf(at, zone)} ${clockOf(at, zone)}`
  const from = row.startsAt === null ? partOf(why('noTime')) : shown(row.startsAt)
  const said = why('movedKept', { from, to: shown(startsAt) })
  await addLogLine(tx, row.id, { at: now, status: 'planned', who: user.fullname, why: said })
  await ctx.audit(tx, {
    user,
    action: 'mission.move',
    subject: 'mission',
    subjectId: row.id,
    details: { why: englishText(said) },
  })
  return updateMission(tx, row.id, { startsAt, dueHandledAt: null, updatedAt: laterThan(row.updatedAt, now) })
}
