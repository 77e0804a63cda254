import { runs } from '@greensward/testing'
import { missionItems, type TranslatedMission } from '@greensward/vehicle'
import { encodeFrame, message, RoverMode } from '@greensward/vehicle/mavlink'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { first, mowerId, startTrial, type Trial } from './testing/harness.ts'
import { at, relay, smallMission } from './testing/smallField.ts'

const id = mowerId(1)
const STRANGER = { systemId: 250, componentId: 1 }
const FENCE = { boundary: [at(-3, -3), at(20, -3), at(20, 22), at(-3, 22)], obstacles: [] }

/** Longer than the mower's memory, so that it is driven in parts. */
const longMission = missionItems(
  {
    segments: [
      { bladeOn: false, speedMps: 2, points: [at(1, 1), at(3, 3)] },
      {
        bladeOn: true,
        speedMps: 1.5,
        points: Array.from({ length: 8 }, (_, i) =>
          Array.from({ length: 11 }, (_unused, k) => at(3 + i * 0.6, 3 + (i % 2 === 0 ? k : 10 - k))),
        ).flat(),
      },
    ],
  },
  relay,
)
const CAPACITY = 44

type Action =
  | { readonly kind: 'upload' | 'start' | 'stop' | 'clear' | 'restart' | 'reboot' | 'stranger' | 'disarm' }
  | { readonly kind: 'resume'; readonly seq: number }
  | { readonly kind: 'blade' | 'link' | 'back' | 'rain' | 'stuck' | 'fence'; readonly on: boolean }
  | { readonly kind: 'battery'; readonly percent: number }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'adopt' | 'download' | 'strangerHeartbeat' | 'strangerClear' }
  | { readonly kind: 'loss'; readonly percent: number }
  | { readonly kind: 'fix'; readonly fix: number }
  | { readonly kind: 'jump'; readonly eastM: number }

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'upload' } as const) },
  { weight: 6, arbitrary: fc.constant({ kind: 'start' } as const) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('resume' as const), seq: fc.integer({ min: 1, max: 90 }) }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'stop' } as const) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      { kind: 'clear' } as const,
      { kind: 'restart' } as const,
      { kind: 'reboot' } as const,
      { kind: 'stranger' } as const,
      { kind: 'disarm' } as const,
    ),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('blade', 'link', 'back'), on: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('rain', 'stuck', 'fence'), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('battery' as const), percent: fc.constantFrom(3, 60, 100) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delay' as const), ms: fc.constantFrom(0, 0, 150, 400) }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      { kind: 'adopt' } as const,
      { kind: 'download' } as const,
      { kind: 'strangerHeartbeat' } as const,
      { kind: 'strangerClear' } as const,
    ),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('loss' as const), percent: fc.constantFrom(0, 5, 20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fix' as const), fix: fc.constantFrom(0, 3, 5, 6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('jump' as const), eastM: fc.constantFrom(0, 0, 400) }) },
)

const steps = fc.array(fc.tuple(action, fc.double({ min: 0.01, max: 12, noNaN: true })), {
  minLength: 3,
  maxLength: 14,
})

/** Invariants at every moment, measured at the mower itself, not from the state of the gateway. */
const watchMower = (trial: Trial) => {
  const rover = first(trial.rovers)
  const radio = first(trial.radios)
  const seen = { bladeWrongS: 0, worstBladeWrongS: 0, movedAlone: false, allowed: false, mown: false }
  // The test asks for every start; the reports of the gateway release the mower again.
  trial.onStep = () => {
    const driving = rover.mode === RoverMode.auto && rover.armed
    const clear = radio.on && radio.backOn && radio.lossPercent === 0 && radio.delayMs === 0
    const bladeWrong = rover.bladeOn && (!driving || rover.faults.fixType < 5)
    // While the link is broken nobody can switch anything off; the time starts again when it is whole.
    seen.bladeWrongS = bladeWrong && clear ? seen.bladeWrongS + 0.02 : 0
    seen.worstBladeWrongS = Math.max(seen.worstBladeWrongS, seen.bladeWrongS)
    if (driving && rover.bladeOn && rover.body.speedMps > 0.3) seen.mown = true
    if (driving && rover.body.speedMps > 0.3 && !seen.allowed) seen.movedAlone = true
  }
  return seen
}

const strangeCommand = (trial: Trial, command: number, param1: number, param2: number): void =>
  first(trial.rovers).receive(
    message('COMMAND_LONG', { command, param1, param2, targetSystem: 1, targetComponent: 1 }),
    STRANGER,
  )

const perform = (
  trial: Trial,
  seen: { allowed: boolean },
  step: Action,
  mission: TranslatedMission,
): Promise<unknown> => {
  const rover = first(trial.rovers)
  const radio = first(trial.radios)
  const { gateway } = trial
  const none = Promise.resolve()
  switch (step.kind) {
    case 'upload':
      return gateway.upload(id, mission.items)
    case 'start':
      seen.allowed = true
      return gateway.start(id)
    case 'resume':
      seen.allowed = true
      return gateway.resume(id, step.seq)
    case 'stop':
      return gateway.stop(id)
    case 'clear':
      return gateway.clear(id)
    case 'restart':
      return trial.restartGateway()
    case 'reboot':
      rover.reboot()
      return none
    case 'stranger':
      strangeCommand(trial, 181, 0, 1)
      return none
    case 'disarm':
      strangeCommand(trial, 400, 0, 0)
      return none
    case 'blade':
      return gateway.setBlade(id, step.on)
    case 'link':
      radio.on = step.on
      return none
    case 'back':
      radio.backOn = step.on
      return none
    case 'loss':
      radio.lossPercent = step.percent
      return none
    case 'rain':
      rover.faults.rain = step.on
      return none
    case 'stuck':
      rover.faults.stuck = step.on
      return none
    case 'fence':
      return step.on
        ? gateway.uploadFence(id, FENCE).then(() => gateway.enableFence(id, true))
        : gateway.enableFence(id, false)
    case 'battery':
      rover.setBattery(step.percent / 100)
      return none
    case 'delay':
      radio.delayMs = step.ms
      return none
    case 'adopt':
      return gateway.adoptMission(id, mission.items)
    case 'download':
      return gateway.download(id)
    case 'strangerHeartbeat':
      trial
        .stranger('memory:1')
        .say(encodeFrame(message('HEARTBEAT', { type: 26, autopilot: 8 }), { systemId: 1, componentId: 154 }, 0))
      return none
    case 'strangerClear':
      rover.receive(message('MISSION_CLEAR_ALL', { targetSystem: 1, targetComponent: 1 }), STRANGER)
      return none
    case 'fix':
      rover.faults.fixType = step.fix
      return none
    case 'jump':
      rover.faults.jump = [step.eastM, 0]
      return none
  }
}

test('SAFE-4a SAFE-7c SAFE-7d under random commands and faults the blade goes off and no mower moves without a start', async () => {
  let mown = 0
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 1_000 }), fc.boolean(), async (script, seed, isLong) => {
      const mission = isLong ? longMission : smallMission
      const trial = await startTrial({ seed, ...(isLong ? { rover: { missionItems: CAPACITY } } : {}) })
      try {
        const rover = first(trial.rovers)
        const radio = first(trial.radios)
        await trial.until(() => trial.gateway.state(id)?.telemetry.ready === true, 20)
        expect(await trial.finish(trial.gateway.upload(id, mission.items))).toEqual({ outcome: 'accepted' })
        const seen = watchMower(trial)
        const push = trial.events.push.bind(trial.events)
        trial.events.push = (...events) => {
          // From an acknowledged stop on, only a new start may move it.
          if (events.some(({ kind }) => kind === 'stopAcknowledged') && rover.mode === RoverMode.hold)
            seen.allowed = false
          return push(...events)
        }
        const running: Promise<unknown>[] = []
        for (const [step, seconds] of script) {
          running.push(perform(trial, seen, step, mission))
          await trial.pass(seconds)
        }
        Object.assign(radio, { on: true, backOn: true, lossPercent: 0, delayMs: 0 })
        Object.assign(rover.faults, { fixType: 6, jump: [0, 0], stuck: false, rain: false })
        await trial.finish(Promise.allSettled(running))
        await trial.pass(35)
        // The link is whole again: a stop works, and after it nothing moves or cuts for good.
        const stopped = await trial.finish(trial.gateway.stop(id))
        expect(stopped.acknowledged).toBe(true)
        await trial.pass(20)
        expect(rover.bladeOn).toBe(false)
        expect(rover.body.speedMps).toBe(0)
        expect(rover.mode).toBe(RoverMode.hold)
        if (seen.mown) mown++
        expect(seen.movedAlone).toBe(false)
        expect(seen.worstBladeWrongS).toBeLessThan(4.5)
      } finally {
        await trial.gateway.close()
      }
    }),
    { seed: 20260502, numRuns: runs(250) },
  )
  // The scripts are worth something only if mowers often came to mow.
  expect(mown).toBeGreaterThan(runs(60))
}, 120_000)
