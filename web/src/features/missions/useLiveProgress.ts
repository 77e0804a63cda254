import type { Mission } from '@greensward/domain'
import { useVehicle } from '../../api/index.ts'

/** Share really cut, 0 to 1: while the mower is at it as its own messages say, else as it was stored last. */
export const useLiveProgress = (mission: Mission): number => {
  const vehicle = useVehicle(mission.mowerId)
  return vehicle?.missionId === mission.id ? (vehicle.progress ?? mission.progress) : mission.progress
}
