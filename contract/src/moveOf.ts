/** Whether a vehicle only drove on: the server then sends a few numbers. */
import { type Telemetry, telemetry } from '@greensward/domain'
import type { LiveVehicle, VehicleMove } from './liveVehicle.ts'

const { position, headingDeg, speedMps, accuracyM, batteryV, ageMs, ...still } = telemetry.shape
const STILL = Object.keys(still) as readonly (keyof Telemetry)[]

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))

/**
 * @param sent the vehicle as it was last sent
 * @returns the move that says all that changed since; undefined where a move does not say it
 */
export const moveOf = (sent: LiveVehicle, now: LiveVehicle): VehicleMove | undefined => {
  const hasOnlyMoved =
    sent.id === now.id &&
    sent.kind === now.kind &&
    sent.missionId === now.missionId &&
    isSame(sent.stop, now.stop) &&
    sent.foreignDrive === now.foreignDrive &&
    isSame(sent.energyShort, now.energyShort) &&
    sent.activity === now.activity &&
    isSame(sent.cart, now.cart) &&
    STILL.every(name => sent.telemetry[name] === now.telemetry[name])
  if (!hasOnlyMoved) return undefined
  const { position, headingDeg, speedMps, accuracyM, batteryV, ageMs } = now.telemetry
  return [now.id, position, headingDeg, speedMps, accuracyM, batteryV, ageMs, now.progress]
}
