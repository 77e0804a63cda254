import type { ShiftOfDay } from '@greensward/contract'
import type { Day, Shift } from '@greensward/domain'
import type { Reader } from '../../../platform/db/database.ts'
import { missionOf } from '../../../shared/missionLife/missionsStore.ts'
import { missionIdsOf } from './shiftPresses.ts'
import { readMissionsOf, readShiftsOn } from './shiftStore.ts'

const leftIdsOf = ({ plan }: Shift): string[] => plan?.left.map(({ missionId }) => missionId) ?? []
const idsOf = (shift: Shift): string[] => [...missionIdsOf(shift), ...leftIdsOf(shift)]

/** The shifts of a day with the missions that their tasks drive or that they leave out, the earliest first. */
export const shiftsOfDay = async (reader: Reader, day: Day): Promise<ShiftOfDay[]> => {
  const shifts = await readShiftsOn(reader, day)
  const rows = await readMissionsOf(reader, shifts.flatMap(idsOf))
  const byId = new Map(rows.map(row => [row.id, missionOf(row)]))
  return shifts.map(shift => ({ shift, missions: idsOf(shift).flatMap(id => byId.get(id) ?? []) }))
}
