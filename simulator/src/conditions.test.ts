/** Weather, batteries, steering and chance: what makes one drive another than the next. */
import { missionItems } from '@greensward/vehicle'
import { RoverMode } from '@greensward/vehicle/mavlink'
import { afterEach, expect, test } from 'vitest'
import { first, mowerId, startTrial, type Trial, type TrialOptions } from './testing/harness.ts'
import { at, relay, smallMission } from './testing/smallField.ts'

const id = mowerId(1)
let trial: Trial

afterEach(async () => {
  await trial.gateway.close()
})

const rover = () => first(trial.rovers)
const telemetry = () => trial.gateway.state(id)?.telemetry
const ended = () => trial.events.some(({ kind }) => kind === 'missionEnded')

/** Seconds and share of the battery that a mission took. */
const drive = async (items = smallMission.items, options?: TrialOptions, before = (): void => {}) => {
  trial = await startTrial(options)
  await trial.until(() => telemetry()?.ready === true && trial.gateway.state(id)?.mission !== null, 60)
  before()
  expect(await trial.finish(trial.gateway.upload(id, items))).toEqual({ outcome: 'accepted' })
  expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
  const fromMs = trial.clock.monotonicMs()
  const full = rover().save().battery
  expect(await trial.until(ended, 400)).toBe(true)
  return { seconds: (trial.clock.monotonicMs() - fromMs) / 1_000, used: full - rover().save().battery }
}

test('on wet grass the same drive takes longer, and more of the battery', async () => {
  const dry = await drive()
  await trial.gateway.close()
  const wet = await drive(smallMission.items, {}, () => {
    rover().faults.rain = true
  })
  expect(wet.seconds).toBeGreaterThan(dry.seconds * 1.05)
  expect(wet.used).toBeGreaterThan(dry.used * 1.3)
})

test('mowing takes more of the battery than driving the same way with the blade off, by the metre', async () => {
  const points = [at(2, 2), at(2, 28), at(4, 28), at(4, 2)]
  const use = async (bladeOn: boolean) => {
    const { items } = missionItems({ segments: [{ bladeOn, speedMps: 1.2, points }] }, relay)
    const { used } = await drive(items, {}, () =>
      rover().setEnergyUse({ mowingPerM: 1 / 2_000, drivingPerM: 1 / 4_000 }),
    )
    await trial.gateway.close()
    return used
  }
  const [on, off] = [await use(true), await use(false)]
  // The way to the first point is driven with the blade off.
  expect(on).toBeGreaterThan(54 / 2_000)
  expect(off).toBeGreaterThan(54 / 4_000)
  expect(off).toBeLessThan(64 / 4_000)
  expect(on - off).toBeGreaterThan(52 / 4_000)
  expect(on - off).toBeLessThan(58 / 4_000)
})

test('a mower whose monitor measures a voltage only reports no charge', async () => {
  trial = await startTrial()
  await trial.until(() => telemetry()?.ready === true && telemetry()?.battery === 1, 60)
  rover().faults.noGauge = true
  expect(await trial.until(() => telemetry()?.battery === null, 5)).toBe(true)
  expect(telemetry()?.batteryV).toBeGreaterThan(20)
})

test('a mower with an empty battery stops and reports no end of its mission', async () => {
  trial = await startTrial()
  await trial.until(() => telemetry()?.ready === true && trial.gateway.state(id)?.mission !== null, 60)
  await trial.finish(trial.gateway.upload(id, smallMission.items))
  await trial.finish(trial.gateway.start(id))
  await trial.pass(5)
  rover().setBattery(0)
  await trial.pass(10)
  const { x, y } = rover().body
  await trial.pass(30)
  expect([rover().body.x, rover().body.y]).toEqual([x, y])
  expect(telemetry()).toMatchObject({ battery: 0, mode: 'auto' })
  expect(ended()).toBe(false)
})

test('a mower reports that it charges at home until it is full, but not while it is armed', async () => {
  trial = await startTrial()
  await trial.until(() => telemetry()?.ready === true && trial.gateway.state(id)?.mission !== null, 60)
  expect(telemetry()).toMatchObject({ battery: 1, charging: false })
  rover().setBattery(0.9)
  expect(await trial.until(() => telemetry()?.charging === true, 10)).toBe(true)
  await trial.finish(trial.gateway.upload(id, smallMission.items))
  await trial.finish(trial.gateway.start(id))
  expect(await trial.until(() => telemetry()?.charging === false, 10)).toBe(true)
})

test('RTK float drives on, and no RTK at all stops', async () => {
  trial = await startTrial()
  await trial.until(() => telemetry()?.ready === true && trial.gateway.state(id)?.mission !== null, 60)
  await trial.finish(trial.gateway.upload(id, smallMission.items))
  await trial.finish(trial.gateway.start(id))
  for (const [fixType, word] of [
    [5, 'rtkFloat'],
    [6, 'rtkFixed'],
  ] as const) {
    rover().faults.fixType = fixType
    await trial.pass(2)
    expect(telemetry()).toMatchObject({ fixType: word, mode: 'auto' })
  }
  rover().faults.fixType = 3
  expect(await trial.until(() => rover().mode === RoverMode.hold, 3)).toBe(true)
})

test('a mower with steered wheels drives a mission of wide turns to its end', async () => {
  const turn = (centreEast: number, north: number, isUp: boolean) =>
    Array.from({ length: 9 }, (_, i) => {
      const angle = (Math.PI * i) / 8
      return at(centreEast - 3 * Math.cos(angle), north + (isUp ? 3 : -3) * Math.sin(angle))
    })
  const points = [at(4, 4), ...turn(7, 24, true), ...turn(13, 8, false), at(16, 24)]
  const { items } = missionItems({ segments: [{ bladeOn: true, speedMps: 1.2, points }] }, relay)
  await drive(items, { rover: { steering: 'ackermann' } })
  expect(Math.hypot(rover().body.x - 16, rover().body.y - 24)).toBeLessThan(1)
})

test('the same seed loses the same messages: two runs of a mission are equal', async () => {
  const runs: string[] = []
  for (const seed of [7, 7, 8]) {
    await drive(smallMission.items, { lossPercent: 10, seed })
    runs.push(JSON.stringify(trial.events))
    await trial.gateway.close()
  }
  expect(runs[0]).toBe(runs[1])
  expect(runs[0]).not.toBe(runs[2])
})
