import { message, RoverMode } from '@greensward/vehicle/mavlink'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { smallMission } from './field.ts'
import { first, mowerId, startTrial, type Trial } from './trial.ts'

const id = mowerId(1)

type Action =
  | { readonly kind: 'upload' | 'start' | 'stop' | 'clear' | 'restart' | 'reboot' | 'stranger' | 'disarm' }
  | { readonly kind: 'resume'; readonly seq: number }
  | { readonly kind: 'blade' | 'link' | 'back'; readonly on: boolean }
  | { readonly kind: 'loss'; readonly percent: number }
  | { readonly kind: 'fix'; readonly fix: number }
  | { readonly kind: 'jump'; readonly eastM: number }

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'upload' } as const) },
  { weight: 6, arbitrary: fc.constant({ kind: 'start' } as const) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('resume' as const), seq: fc.integer({ min: 1, max: 14 }) }) },
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
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('loss' as const), percent: fc.constantFrom(0, 5, 20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fix' as const), fix: fc.constantFrom(0, 3, 5, 6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('jump' as const), eastM: fc.constantFrom(0, 0, 400) }) },
)

const steps = fc.array(fc.tuple(action, fc.double({ min: 0.01, max: 12, noNaN: true })), {
  minLength: 3,
  maxLength: 14,
})

/** What must hold at every moment, measured at the mower itself and not by what the gateway believes. */
const watchMower = (trial: Trial) => {
  const rover = first(trial.rovers)
  const radio = first(trial.radios)
  const seen = { bladeWrongS: 0, worstBladeWrongS: 0, movedAlone: false, allowed: false, mown: false }
  // Every start is asked for by the test; the mower is let off again by what the gateway tells.
  trial.onStep = () => {
    const driving = rover.mode === RoverMode.auto && rover.armed
    const clear = radio.on && radio.backOn && radio.lossPercent === 0
    const bladeWrong = rover.bladeOn && (!driving || rover.faults.fixType < 5)
    // While the link is broken nobody can switch anything off; the time starts anew when it is whole.
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
    {
      systemId: 250,
      componentId: 1,
    },
  )

const perform = (trial: Trial, seen: { allowed: boolean }, step: Action): Promise<unknown> => {
  const rover = first(trial.rovers)
  const radio = first(trial.radios)
  const { gateway } = trial
  const none = Promise.resolve()
  switch (step.kind) {
    case 'upload':
      return gateway.upload(id, smallMission.items)
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
    case 'fix':
      rover.faults.fixType = step.fix
      return none
    case 'jump':
      rover.faults.jump = [step.eastM, 0]
      return none
  }
}

test('SAFE-4a SAFE-7c SAFE-7d whatever is asked and whatever fails, the blade goes off and nothing moves unasked', async () => {
  let mown = 0
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 1_000 }), async (script, seed) => {
      const trial = await startTrial({ seed })
      try {
        const rover = first(trial.rovers)
        const radio = first(trial.radios)
        await trial.until(() => trial.gateway.state(id)?.telemetry.ready === true, 20)
        expect(await trial.finish(trial.gateway.upload(id, smallMission.items))).toEqual({ outcome: 'accepted' })
        const seen = watchMower(trial)
        const told = trial.events.push.bind(trial.events)
        trial.events.push = (...events) => {
          // From an acknowledged stop on, only a new start may move it.
          if (events.some(({ kind }) => kind === 'stopAcknowledged') && rover.mode === RoverMode.hold)
            seen.allowed = false
          return told(...events)
        }
        const running: Promise<unknown>[] = []
        for (const [step, seconds] of script) {
          running.push(perform(trial, seen, step))
          await trial.pass(seconds)
        }
        Object.assign(radio, { on: true, backOn: true, lossPercent: 0 })
        rover.faults.fixType = 6
        rover.faults.jump = [0, 0]
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
    { seed: 20260502, numRuns: 80 },
  )
  // The scripts are worth something only if mowers often came to mow.
  expect(mown).toBeGreaterThan(20)
}, 120_000)
