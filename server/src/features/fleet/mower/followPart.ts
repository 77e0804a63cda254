/** A mission longer than the mower's memory is sent in parts: what the change from one to the next means to it. */
import type { Said } from '@greensward/messages'
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { why } from '../../../shared/missionLife/why.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { recordLine } from '../mission/recordMove.ts'
import { notifyOfMower, type PartEvent } from './mowerEvents.ts'

/** @param hold of a mower whose next part could not be sent */
export const followPart = (
  parts: Pick<FleetParts, 'ctx' | 'garage' | 'journal'>,
  mission: ActiveMission,
  event: PartEvent,
  hold: (cause: Said) => void,
): void => {
  switch (event.kind) {
    case 'partEnded':
      mission.progress.interrupt()
      recordLine(parts, mission, SYSTEM, why('partEnded', { upTo: event.seq }))
      break
    case 'partBegun':
      recordLine(parts, mission, SYSTEM, why('partBegun', { upTo: event.through, items: event.total }))
      break
    case 'missionStarved':
      hold(why('starved', { message: event.message }))
      notifyOfMower(parts, mission.mowerId, 'warning', 'missionNotExtended', { mission: mission.title })
      break
  }
}
