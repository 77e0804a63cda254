/** A stop by a person holds back what was set to start by itself before it, also over a restart of the server. */
import { clockOf, dayOf } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import type { Reader } from '../../../platform/db/database.ts'
import { readTimeZone } from '../../../shared/missionLife/machinesStore.ts'
import { nameOf } from '../../../shared/missionLife/moveMission.ts'
import { why } from '../../../shared/missionLife/why.ts'
import { stopHolding } from '../mower/fleetStore.ts'

/** @returns why the mission does not start without a press; undefined where no stop holds it back */
export const heldByStop = async (
  reader: Reader,
  mission: Parameters<typeof stopHolding>[1],
): Promise<Said | undefined> => {
  const stop = await stopHolding(reader, mission)
  if (stop === undefined) return undefined
  const zone = await readTimeZone(reader)
  return why('stoppedSince', { who: nameOf(stop.actor), at: `${dayOf(stop.at, zone)} ${clockOf(stop.at, zone)}` })
}
