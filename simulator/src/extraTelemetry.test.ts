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

/** What a whole mission cut, in metres: by the mower itself, and by what it said of its places and its blade. */
const cutM = async (timeFactor: number): Promise<{ really: number; told: number; positions: number }> => {
  trial = await startTrial({ rover: { timeFactor } })
  const telemetry = () => trial.gateway.state(id)?.telemetry
  await trial.until(() => telemetry()?.ready === true, 20)
  expect(await trial.finish(trial.gateway.upload(id, smallMission.items))).toEqual({ outcome: 'accepted' })
  const { body } = first(trial.rovers)
  let really = 0
  let last: XY | undefined
  trial.onStep = () => {
    const at: XY = [body.x, body.y]
    if (last !== undefined && first(trial.rovers).bladeOn) really += apartM(last, at)
    last = at
  }
  expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
  expect(await trial.until(() => trial.events.some(({ kind }) => kind === 'missionEnded'), 300)).toBe(true)
  const frame = localFrame(HOME)
  const heard = trial.events.flatMap(event =>
    event.kind === 'telemetry' && event.state.telemetry.position !== null
      ? [{ at: frame.toLocal(event.state.telemetry.position), bladeOn: event.state.telemetry.bladeOn === true }]
      : [],
  )
  let told = 0
  for (const [i, { at, bladeOn }] of heard.entries()) {
    const before = heard[i - 1]
    if (before?.bladeOn && bladeOn) told += apartM(before.at, at)
  }
  return { really, told, positions: heard.length }
}

test('a mower at twenty times the speed reports its corners and where its blade was switched, so that no cut area is lost', async () => {
  const { really, told } = await cutM(20)
  // Three swaths of 20 m, two ways of a metre between them.
  expect(really).toBeGreaterThan(58)
  expect(told / really).toBeGreaterThan(0.97)
  expect(told / really).toBeLessThan(1.03)
})

test('and a mower in real time says no more than it was asked to', async () => {
  const { positions } = await cutM(1)
  const seconds = trial.clock.monotonicMs() / 1000
  expect(positions).toBeLessThan(seconds * 5.5)
})
