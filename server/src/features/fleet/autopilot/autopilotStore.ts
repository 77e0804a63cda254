/** The SQL of what is known of the mowers' autopilots. */
import type { AutopilotReport, FenceMode, MowerAutopilot } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/db/database.ts'
import { mowerAutopilots } from '../../../platform/db/schema/index.ts'

/** Of a mower nobody has set anything for: it is fenced where that can be done. */
export const unsetAutopilot = (mowerId: string): MowerAutopilot => ({
  mowerId,
  fence: 'wanted',
  phone: null,
  report: null,
  updatedAt: null,
})

export const readAutopilots = async (reader: Reader): Promise<MowerAutopilot[]> =>
  (await reader.select().from(mowerAutopilots)).map(({ updatedAt, ...row }) => ({
    ...row,
    report: row.report ?? null,
    updatedAt: updatedAt.toISOString(),
  }))

export interface AutopilotChange {
  readonly fence?: FenceMode
  readonly phone?: string | null
  readonly report?: AutopilotReport
}

/** Writes what is given and leaves the rest; a mower that is gone meanwhile has nothing to write to. */
export const saveAutopilot = async (
  reader: Reader,
  mowerId: string,
  change: AutopilotChange,
  now: Date,
): Promise<void> => {
  const { fence, phone } = unsetAutopilot(mowerId)
  await reader
    .insert(mowerAutopilots)
    .values({ mowerId, fence, phone, ...change, updatedAt: now })
    .onConflictDoUpdate({ target: mowerAutopilots.mowerId, set: { ...change, updatedAt: now } })
}

/** The row that a person's change is about does not vanish before it is written. */
export const holdMower = async (reader: Reader, mowerId: string): Promise<boolean> => {
  const { rows } = await reader.execute(sql`select 1 from mowers where id = ${mowerId} for share`)
  return rows.length > 0
}
