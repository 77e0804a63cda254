/** When the course counts as wet. */
import { addDays, dayOf, startOfDay, type TimeSpan } from '@greensward/domain'
import type { Reader } from '../../platform/db/database.ts'
import { readRainMode, readWetUntil } from './machinesStore.ts'

/** The times that count as rain: rain mode holds until the course's day is over, or longer by the weather source. */
export const wetTimes = async (reader: Reader, zone: string, now: Date): Promise<TimeSpan[]> => {
  if (!(await readRainMode(reader))) return []
  const today = dayOf(now, zone)
  const endOfDay = startOfDay(addDays(today, 1), zone).getTime()
  const wetUntil = (await readWetUntil(reader))?.getTime() ?? 0
  return [{ from: startOfDay(today, zone).getTime(), to: Math.max(endOfDay, wetUntil) }]
}
