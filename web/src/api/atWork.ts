import { worksByItself } from '@greensward/domain'
import type { VehicleView } from './liveStore.ts'

/** Whether a mower carries something out, or may: a mission, a drive that is not ours, or its own work. */
export const isAtWork = (vehicle: VehicleView | undefined): boolean =>
  (vehicle?.missionId ?? null) !== null || vehicle?.foreignDrive === true || worksByItself(vehicle?.activity)
