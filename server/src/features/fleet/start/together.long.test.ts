/** Two mowers on one zone, from one press to both driving: over UDP, one of them by a radio that loses much. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { MavCmd } from '@greensward/vehicle/mavlink'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'

let rig: FieldRig

beforeAll(async () => {
  rig = await openFieldRig({ speed: 5, mowers: 2 })
})

afterAll(() => rig?.close())

const split = async () => {
  const machines = rig.mowers.map(({ id, bladeId }) => ({ mowerId: id, bladeId: bladeId ?? '' }))
  const { items } = (
    await rig.call(lateCalls.fleetPlans.split, {
      body: {
        title: 'Together',
        target: { kind: 'zone', featureId: rig.zone.id },
        mowers: machines,
        direction: '12-6',
        angleOffsetDeg: 0,
        turnScheme: 'oneInOne',
        cleaningCycles: 1,
        startsAt: null,
        startsByItself: false,
      },
    })
  ).result
  return items
}

/** The indexes of the messages with the command to start the mission and with its last item. */
const momentsOf = (systemId: number) => {
  const { sent } = rig.wire
  return {
    start: sent.findIndex(
      ({ name, fields }) =>
        name === 'COMMAND_LONG' && fields.targetSystem === systemId && fields.command === MavCmd.missionStart,
    ),
    lastItem: sent.findLastIndex(({ name, fields }) => name === 'MISSION_ITEM_INT' && fields.targetSystem === systemId),
  }
}

test('neither starts before the other has its mission too, however long that takes', async () => {
  let items = 0
  // Two of three items of the second are lost, and are asked for again.
  rig.wire.lose(({ name, fields }) => {
    if (name !== 'MISSION_ITEM_INT' || fields.targetSystem !== 2) return false
    items += 1
    return items % 3 !== 0
  })
  rig.wire.forget()
  const missions = await split()
  const answers = await Promise.all(missions.map(({ id }) => rig.call(calls.missions.start, { params: { id } })))
  expect(answers.map(({ result }) => result.outcome)).toEqual(['accepted', 'accepted'])
  const [one, other] = [momentsOf(1), momentsOf(2)]
  expect(Math.min(one.start, other.start)).toBeGreaterThan(Math.max(one.lastItem, other.lastItem))
}, 90_000)
