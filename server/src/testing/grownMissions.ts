/** Missions on a grown deployment: started over one replica, seen on all, and ended. */

import { calls, type ResultOf } from '@greensward/contract'
import { allCalls } from '@greensward/contract/all'
import type { Mission, Mower } from '@greensward/domain'
import { MavCmd } from '@greensward/vehicle/mavlink'
import { expect } from 'vitest'
import type { GrownRig, Replica } from './grownRig.ts'

const OPEN: readonly string[] = ['planned', 'uploading', 'working', 'stopped']
const ACTIVE: readonly string[] = ['uploading', 'working', 'stopped']

export const byId = (id: string) => ({ params: { id } })

export const missionOn = async (from: Replica, id: string): Promise<Mission> =>
  (await from.call(calls.missions.get, byId(id))).result

export const logOn = async (from: Replica, id: string): Promise<string[]> =>
  (await from.call(calls.missions.logs, byId(id))).result.items.map(line => line.why)

/** How often a mower was commanded to start its mission. */
export const startsSent = (rig: GrownRig): number =>
  rig.wire.commands().filter(command => command === MavCmd.missionStart).length

/** A mission that works, started over one of the web replicas. */
export const drive = async (rig: GrownRig, from: Replica, mower: Mower): Promise<Mission> => {
  const planned = await rig.plan(from, mower)
  const { outcome, reason } = (await from.call(calls.missions.start, byId(planned.id))).result
  expect([outcome, reason]).toEqual(['accepted', null])
  return planned
}

/** Events of the mowers are recorded a moment after the answer. */
export const isEverywhere = async (rig: GrownRig, id: string, status: Mission['status']): Promise<void> => {
  for (const each of rig.web)
    await rig.until(`it is ${status} on ${each.name}`, async () => (await missionOn(each, id)).status === status)
}

export const endMission = async (rig: GrownRig, over: Replica, id: string): Promise<void> => {
  await over.call(calls.missions.cancel, byId(id))
  await rig.until('the mission is over', async () => !ACTIVE.includes((await missionOn(over, id)).status))
}

/** Cancels what a failed test left behind. */
export const cancelOpenMissions = async (rig: GrownRig, over: Replica): Promise<void> => {
  const { items } = (await over.call(calls.missions.list, { query: { perPage: 100 } })).result
  for (const { id, status } of items)
    if (OPEN.includes(status))
      await rig.until(
        'it is cancelled',
        async () =>
          (await over.call(calls.missions.cancel, byId(id))).status !== 200 ||
          !OPEN.includes((await missionOn(over, id)).status),
      )
}

export const isStoppedBy = async (over: Replica, id: string): Promise<boolean> =>
  (await over.call(calls.mowers.stop, byId(id))).result.outcome === 'accepted'

/** Waits until it is received: what was received last stays known when its gateway has gone. */
const untilDisarmed = (rig: GrownRig, over: Replica, id: string): Promise<true> =>
  rig.until('it is received, disarmed', async () => {
    const telemetry = (await rig.vehicle(over, id))?.telemetry
    return telemetry?.link === 'live' && telemetry.armed === false
  })

/** As long as it changes its gateway: then no key was made. */
const WAITED = ['noLinkForKey', 'pairingArmingUnknown']

/** Sends a mower a new key; again if it was lost meanwhile. */
export const sendNewKey = async (
  rig: GrownRig,
  over: Replica,
  id: string,
): Promise<ResultOf<typeof allCalls.pairing.newKey>> => {
  await untilDisarmed(rig, over, id)
  return rig.until('it takes a key', async () => {
    const made = await over.call(allCalls.pairing.newKey, { ...byId(id), body: { send: true } })
    return made.status !== 200 && WAITED.includes(made.error.code) ? undefined : made.result
  })
}
