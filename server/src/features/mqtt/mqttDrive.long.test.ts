/** Commands by MQTT to a simulated mower on a real link: what moves it, and what does not. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../testing/fieldRig.ts'
import { type Listener, listenTo, openBroker, type TestBroker } from '../../testing/mqttBroker.ts'

let rig: FieldRig
let broker: TestBroker
let listener: Listener

const mower = () => {
  const [first] = rig.mowers
  if (first === undefined) throw new Error('The rig has no mower')
  return first
}
const change = (body: object) => rig.call(lateCalls.mqtt.update, { body }).then(answer => answer.result)
const topic = (name: string): string => `course/mower/${mower().id}/${name}`
const activity = (): unknown => JSON.parse(listener.messages.get(topic('state')) ?? '{}').activity
const send = (command: object, retain = false) =>
  listener.client.publishAsync(topic('command'), JSON.stringify(command), { qos: 1, retain })
const results = (): { command: string; outcome: string; reason: string | null }[] =>
  listener.all.filter(message => message.topic === topic('result')).map(({ payload }) => JSON.parse(payload))

beforeAll(async () => {
  broker = await openBroker()
  listener = await listenTo(broker.address)
  rig = await openFieldRig({ speed: 5, mowers: 1, outgoingPrivate: true })
  await change({
    ...{ address: broker.address, enabled: true, prefix: 'course', actorName: 'Home Assistant' },
    commands: ['start', 'pause', 'dock'],
  })
  await rig.until('the mower is online', async () => listener.messages.get(topic('availability')) === 'online')
}, 180_000)
afterAll(async () => {
  await rig?.close()
  await listener?.close()
  await broker?.close()
})

test('SAFE-14a a start that the broker kept does not move a mower that would start', async () => {
  await rig.plan(mower())
  await change({ enabled: false })
  await rig.until('it is withdrawn', async () => !listener.messages.has('course/status'))
  await send({ command: 'start', at: new Date().toISOString() }, true)
  await change({ enabled: true })
  await rig.until('it is refused', async () => results().at(-1)?.reason === 'retained')
  expect((await rig.vehicle(mower().id)).telemetry.armed).toBe(false)
}, 120_000)

test('SAFE-14c a fresh start drives the next planned mission, a stop ends it, and no start resumes it', async () => {
  await send({ command: 'start', at: new Date().toISOString() })
  await rig.until(
    'the start is answered',
    async () => results().at(-1)?.command === 'start' && results().length > 1,
    60_000,
  )
  expect(results().at(-1)).toMatchObject({ command: 'start', outcome: 'accepted' })
  await rig.until('it mows', async () => activity() === 'mowing')
  await listener.client.publishAsync(topic('stop'), 'stop', { qos: 1 })
  await rig.until('the stop is answered', async () => results().at(-1)?.command === 'stop')
  expect(results().at(-1)).toMatchObject({ outcome: 'accepted' })
  await rig.until('it is paused', async () => activity() === 'paused')
  const { items } = (await rig.call(lateCalls.audit.list, { query: { perPage: 50 } })).result
  expect(items.filter(({ who }) => who === 'Home Assistant').map(({ action }) => action)).toEqual(
    expect.arrayContaining(['mission.start', 'mower.stop']),
  )
  await send({ command: 'start', at: new Date().toISOString() })
  await rig.until('it is answered', async () => results().at(-1)?.command === 'start')
  expect(results().at(-1)).toMatchObject({ outcome: 'refused', reason: 'onMissionAlready' })
  expect((await rig.vehicle(mower().id)).telemetry.mode).toBe('hold')
  const { items: missions } = (await rig.call(calls.missions.list, {})).result
  expect(missions.map(({ status }) => status)).toEqual(['stopped'])
}, 180_000)
