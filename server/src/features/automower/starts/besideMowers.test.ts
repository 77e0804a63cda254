/** An Automower beside mowers of the garage: it is not sent to where one of them is. */
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AutomowerServiceOfTest, mowerOf, says } from '../../../testing/automowerService.ts'
import { PARKED } from '../../../testing/automowerStage.ts'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'

const params = { id: '0b1c', areaId: '7' }
let rig: FieldRig
let service: AutomowerServiceOfTest

beforeAll(async () => {
  service = await new AutomowerServiceOfTest().open()
  service.mowers = says({ data: [mowerOf({ mower: PARKED })] })
  rig = await openFieldRig({ speed: 10, mowers: 1, outgoingPrivate: true })
})
afterAll(async () => {
  service?.close()
  await rig?.close()
})

test('SAFE-17a a zone in which a mower of the garage is refuses a start, and one that it has left does not', async () => {
  await rig.call(lateCalls.automower.update, { body: service.account() }).then(answer => answer.result)
  await rig.until('the Automower is read', async () => {
    const { machines } = (await rig.call(lateCalls.automower.get)).result
    return machines.length > 0
  })
  await rig.call(lateCalls.automower.mapArea, { params, body: { zoneId: rig.zone.id } }).then(answer => answer.result)
  const zoneFree = async () => {
    const { areas } = (await rig.call(lateCalls.automower.areaChecks, { params, query: { minutes: 60 } })).result
    return areas[0]?.lines.find(({ check }) => check === 'zoneFree')
  }
  await rig.until('the zone is free', async () => (await zoneFree())?.verdict === 'passed')
  rig.fault('1 jump 18 11')
  await rig.until('the mower is in it', async () => (await zoneFree())?.reason === 'otherMower')
  const { error } = await rig.call(lateCalls.automower.startArea, { params, body: { minutes: 60 } })
  expect(error).toMatchObject({ code: 'automowerNotStarted' })
  expect(service.requests()).toEqual([])
  rig.fault('1 jump 0 0')
  await rig.until('the zone is free again', async () => (await zoneFree())?.verdict === 'passed')
}, 90_000)
