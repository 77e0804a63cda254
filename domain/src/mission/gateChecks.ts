/** Which of the pre-start checks apply to a machine, by what it can do. */
import type { VehicleCapabilities } from '../garage/capabilities.ts'
import { DRIVE_CHECKS, type GateCheck, gateCheck } from './startGate.ts'

/** Facts of a machine that drives along our path: where it is to the centimetre, what it was sent, and how it gets there. */
const PATH_CHECKS: readonly GateCheck[] = ['fix', 'autopilot', 'blade', 'planFits', 'way', 'failsafes']

/** What is read from an autopilot. */
const AUTOPILOT_CHECKS: readonly GateCheck[] = ['fix', 'autopilot', 'failsafes', 'linkFailsafe']

/** The lines that apply to a machine that can do this. A machine that cannot do a thing is not asked about it. */
export const gateChecksFor = (can: VehicleCapabilities, isDrive: boolean): readonly GateCheck[] =>
  gateCheck.options.filter(check => {
    if (check === 'ownState') return can.judgesItself === true || (!isDrive && can.stopLatency.via === 'makersCloud')
    if (isDrive && !DRIVE_CHECKS.includes(check)) return false
    if (can.judgesItself === true && AUTOPILOT_CHECKS.includes(check)) return false
    if (PATH_CHECKS.includes(check)) return can.followsPath
    if (check === 'fence') return can.fence
    return check !== 'linkFailsafe' || can.stopLatency.via === 'directLink'
  })

/** Facts of a mission, and of the energy that it takes: a machine that mows an area by itself has none, and charges by itself. */
const MISSION_CHECKS: readonly GateCheck[] = ['battery', 'mowerFree']

/** The lines of a start in an area that the machine knows itself. */
export const areaChecksFor = (can: VehicleCapabilities): readonly GateCheck[] => {
  const ofMission = gateChecksFor(can, false)
  return gateCheck.options.filter(check =>
    check === 'ownState' && can.mowsOwnMap === true
      ? true
      : ofMission.includes(check) && !MISSION_CHECKS.includes(check),
  )
}
