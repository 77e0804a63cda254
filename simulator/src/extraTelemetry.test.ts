import { localFrame, type XY } from '@greensward/geometry'
import { afterEach, expect, test } from 'vitest'
import { first, HOME, mowerId, startTrial, type Trial } from './testing/harness.ts'
import { smallMission } from './testing/smallField.ts'

const id = mowerId(1)
let trial: Trial
afterEach(async () => {
  await trial.gateway.close()
})

const apartM = ([ax, ay]: XY, [bx, by]: XY): number => Math.hypot(ax - bx, ay - by)

/** Metres cut in a whole mission: as driven, and as computed from the positions and the blade states that the mower reported. */
const cutM = async (timeFactor: number): Promise<{ actual: number; reported: number; positions: number }> => {
  trial = await startTrial({ rover: { timeFactor } })
  const telemetry = () => trial.gateway.state(id)?.telemetry
  await trial.until(() => telemetry()?.ready === true, 20)
  expect(await trial.finish(trial.gateway.upload(id, smallMission.items))).toEqual({ outcome: 'accepted' })
  const { body } = first(trial.rovers)
  let actual = 0
  let last: XY | undefined
  trial.onStep = () => {
    const at: XY = [body.x, body.y]
    if (last !== undefined && first(trial.rovers).bladeOn) actual += apartM(last, at)
    last = at
  }
  expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
  expect(await trial.until(() => trial.events.some(({ kind }) => kind === 'missionEnded'), 300)).toBe(true)
  const frame = localFrame(HOME)
  const received = trial.events.flatMap(event =>
    event.kind === 'telemetry' && event.state.telemetry.position !== null
      ? [{ at: frame.toLocal(event.state.telemetry.position), bladeOn: event.state.telemetry.bladeOn === true }]
      : [],
  )
  let reported = 0
  for (const [i, { at, bladeOn }] of received.entries()) {
    const before = received[i - 1]
    if (before?.bladeOn && bladeOn) reported += apartM(before.at, at)
  }
  return { actual, reported, positions: received.length }
}

test('a mower at twenty times the speed reports its corners and where its blade was switched, so that no cut area is lost', async () => {
  const { actual, reported } = await cutM(20)
  // Three swaths of 20 m, two ways of a metre between them.
  expect(actual).toBeGreaterThan(58)
  expect(reported / actual).toBeGreaterThan(0.97)
  expect(reported / actual).toBeLessThan(1.03)
})

test('a mower in real time sends only the messages that were requested', async () => {
  const { positions } = await cutM(1)
  const seconds = trial.clock.monotonicMs() / 1000
  expect(positions).toBeLessThan(seconds * 5.5)
})
