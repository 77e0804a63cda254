/** The times of all releases, for calendars. */
import type { Day } from '@greensward/domain'
import type { Reader } from '../../../platform/db/database.ts'
import { readAutomower, shownMachines } from '../automowerStore.ts'
import { readReleasedStarts } from './plannedStore.ts'
import { releasedTimes } from './startTimes.ts'

interface StartUnderRelease {
  readonly id: string
  readonly day: Day
  /** Empty for a mower that the maker's service does not list any more. */
  readonly mower: string
  /** Empty for the area that the maker gives no name. */
  readonly area: string
  readonly from: Date
  readonly minutes: number
  readonly releasedBy: string
  readonly updatedAt: Date
}

/** @param zone of the course */
export const startsUnderRelease = async (reader: Reader, zone: string): Promise<readonly StartUnderRelease[]> => {
  const machines = shownMachines(await readAutomower(reader))
  return (await readReleasedStarts(reader)).flatMap(start => {
    const { id, machineId, areaId, minutes, releasedBy, updatedAt } = start
    const machine = machines.find(one => one.id === machineId)
    const area = machine?.areas.find(one => one.id === areaId)
    return releasedTimes(start, zone).map(({ day, at: from }) => ({
      ...{ id, day, from, minutes, releasedBy: releasedBy ?? '', updatedAt },
      ...{ mower: machine?.name ?? '', area: area?.name ?? '' },
    }))
  })
}
