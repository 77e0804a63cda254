import type { Mission } from '@greensward/domain'
import { useVehicleValue } from '../../api/index.ts'

/** What people can see of a share: a tenth of a percent. Finer steps would render with each message of the mower. */
const STEPS = 1_000

/** Share really cut, 0 to 1: while the mower is at it as its own messages say, else as it was stored last. */
export const useLiveProgress = (mission: Mission): number => {
  const live = useVehicleValue(mission.mowerId, vehicle =>
    vehicle?.missionId === mission.id && typeof vehicle.progress === 'number'
      ? Math.round(vehicle.progress * STEPS) / STEPS
      : null,
  )
  return live ?? mission.progress
}
