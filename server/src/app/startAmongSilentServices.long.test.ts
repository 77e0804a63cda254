/** A mission starts, mows, is stopped and resumes while every service that a club has connected says nothing. */
import { calls } from '@greensward/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../testing/fieldRig.ts'
import { SilentServices } from '../testing/silentServices.ts'

/** A service that is asked again and again, so that one of them is waited for at any time. */
const ASKED_BY_THE_SERVER = ['weather', 'mqtt', 'automower', 'teeSheet', 'ntrip'] as const
/** People press again after this. */
const MOST_MS = 5_000

let rig: FieldRig
let services: SilentServices
beforeAll(async () => {
  services = await SilentServices.open()
  rig = await openFieldRig({ speed: 10, mowers: 1, outgoingPrivate: true })
}, 120_000)
afterAll(async () => {
  await rig?.close()
  services?.close()
})

const inTime = async <T>(press: () => Promise<T>): Promise<T> => {
  const from = performance.now()
  const answer = await press()
  expect(performance.now() - from).toBeLessThan(MOST_MS)
  return answer
}

test('SAFE-1a start, stop and resume wait for none of them', async () => {
  await services.connect(rig.call)
  await rig.until('all of them are asked', async () => services.unasked(ASKED_BY_THE_SERVER).length === 0, 40_000)
  const [mower] = rig.mowers
  if (mower === undefined) throw new Error('There are no mowers')
  const { id } = await rig.plan(mower)
  const params = { id }
  const working = () => rig.until('it works', async () => (await rig.mission(id)).status === 'working', 30_000)
  const drives = () =>
    rig.until('it drives', async () => ((await rig.vehicle(mower.id)).telemetry.speedMps ?? 0) > 0.5, 60_000)
  await inTime(() => rig.call(calls.missions.start, { params })).then(answer => answer.result)
  await working()
  await drives()
  const stop = await inTime(() => rig.call(calls.mowers.stop, { params: { id: mower.id } }))
  expect(stop.status).toBe(200)
  await rig.until('it stands', async () => (await rig.vehicle(mower.id)).telemetry.speedMps === 0, 20_000)
  await rig.until('it is stopped', async () => (await rig.mission(id)).status === 'stopped', 10_000)
  await inTime(() => rig.call(calls.missions.resume, { params })).then(answer => answer.result)
  await working()
  await inTime(() => rig.call(calls.mowers.stopAll)).then(answer => answer.result)
  expect(services.unasked(['mqtt', 'ntrip'])).toEqual([])
}, 240_000)
