/** A mower that mows while something goes wrong, and what its blade does once it was stopped. */
import { type LonLat, localFrame } from '@greensward/geometry'
import { first, HOME, mowerId, startTrial, type Trial, type TrialOptions } from '@greensward/simulator/harness'
import { type MowerConfig, missionItems } from '@greensward/vehicle'
import { encodeFrame, MavAutopilot, MavType, message, RoverMode } from '@greensward/vehicle/mavlink'

export interface FaultRounds {
  readonly rounds: number
  /** Rounds that did not go as they should, each with what was wrong. */
  readonly wrong: readonly string[]
  readonly bladesOnAfterStop: number
}

const id = mowerId(1)
const OLD_KEY = new Uint8Array(32).fill(3)
const NEW_KEY = new Uint8Array(32).fill(4)
const config: MowerConfig = { id, systemId: 1, name: 'Mower 1', blade: { kind: 'relay', index: 0 } }

/** Twenty swaths of 20 m: longer than any round looks. */
const items = (): ReturnType<typeof missionItems>['items'] => {
  const frame = localFrame(HOME)
  const points = Array.from({ length: 40 }, (_, i): LonLat => {
    const row = Math.floor(i / 2)
    return frame.toLonLat([row, (i + row) % 2 === 0 ? 0 : 20])
  })
  return missionItems({ segments: [{ bladeOn: true, speedMps: 1.5, points }] }, { kind: 'relay', index: 0 }).items
}

interface Round {
  readonly trial: Trial
  expect(what: string, held: boolean): void
  start(): Promise<void>
  /** Stops, and counts a blade that is still on 3 s later. */
  stop(): Promise<void>
  /** Counts a blade that is on now, after a stop that nobody pressed. */
  blade(): void
}

const run = async (
  rounds: number,
  seed: number,
  options: TrialOptions,
  play: (round: Round, nth: number) => Promise<void>,
): Promise<FaultRounds> => {
  const wrong: string[] = []
  let bladesOnAfterStop = 0
  for (let nth = 0; nth < rounds; nth++) {
    const trial = await startTrial({ seed: seed + nth, ...options })
    const rover = first(trial.rovers)
    const expect = (what: string, held: boolean): void => {
      if (!held) wrong.push(`round ${nth + 1}: ${what}`)
    }
    const blade = (): void => {
      if (rover.bladeOn) bladesOnAfterStop++
    }
    await trial.until(() => trial.gateway.state(id)?.telemetry.ready === true, 60)
    await play(
      {
        trial,
        expect,
        blade,
        start: async () => {
          const sent = await trial.finish(trial.gateway.upload(id, items()))
          const begun = sent.outcome === 'accepted' ? await trial.finish(trial.gateway.start(id)) : sent
          expect('it starts', begun.outcome === 'accepted')
          expect('it mows', await trial.until(() => rover.bladeOn && rover.mode === RoverMode.auto, 60))
          // Each round is another while into its drive.
          await trial.pass(2 + 7 * nth)
        },
        stop: async () => {
          expect('the stop is acknowledged', (await trial.finish(trial.gateway.stop(id))).acknowledged)
          await trial.pass(3)
          blade()
        },
      },
      nth,
    )
    await trial.gateway.close()
  }
  return { rounds, wrong, bladesOnAfterStop }
}

/** Another key is wanted while it mows, and given once it was stopped and disarmed. */
export const keysChanged = (rounds: number, seed: number): Promise<FaultRounds> =>
  run(rounds, seed, { mower: { signingKey: OLD_KEY }, roverKey: OLD_KEY }, async ({ trial, expect, start, stop }) => {
    await start()
    trial.gateway.setMowers([{ ...config, signingKey: NEW_KEY, formerKeys: [OLD_KEY] }])
    const early = await trial.finish(trial.gateway.giveSigningKey(id))
    expect('a key is refused while it is armed', early.outcome === 'rejected')
    await stop()
    expect('it is disarmed', (await trial.finish(trial.gateway.disarm(id))).outcome === 'accepted')
    expect('the key is given', (await trial.finish(trial.gateway.giveSigningKey(id))).outcome === 'accepted')
    await start()
    await stop()
  })

/** The link is gone for 2 s and more, and comes back to a mower that drives on or has stopped by itself. */
export const linksCut = (rounds: number, seed: number): Promise<FaultRounds> =>
  run(rounds, seed, {}, async ({ trial, expect, start, stop, blade }, nth) => {
    await start()
    first(trial.radios).on = false
    const goneS = 2 + 4 * nth
    await trial.pass(goneS)
    first(trial.radios).on = true
    await trial.pass(8)
    const { mode } = first(trial.rovers)
    // A link that was away for a moment only is none that was lost.
    if (goneS > 6) {
      expect('it stands once the link is back', mode === RoverMode.hold)
      blade()
    }
    await stop()
  })

/** Another sender claims to be the mower while its own link is silent: the stop goes to both. */
export const idsDoubled = (rounds: number, seed: number): Promise<FaultRounds> =>
  run(rounds, seed, {}, async ({ trial, expect, start, stop, blade }) => {
    await start()
    let receivedCount = 0
    const other = trial.stranger('memory:other', () => receivedCount++)
    first(trial.radios).on = false
    for (let seq = 0; seq < 8; seq++) {
      const claim = message('HEARTBEAT', {
        customMode: RoverMode.hold,
        type: MavType.groundRover,
        autopilot: MavAutopilot.ardupilot,
        baseMode: 1,
      })
      other.say(encodeFrame(claim, { systemId: 1, componentId: 1 }, seq))
      await trial.pass(1)
    }
    expect('the mower is not taken for the other sender', trial.gateway.state(id)?.link === 'memory:1')
    const before = receivedCount
    const stopping = trial.gateway.stop(id)
    await trial.pass(1)
    expect('the stop goes to the other sender, too', receivedCount > before)
    await trial.finish(stopping)
    first(trial.radios).on = true
    await trial.pass(8)
    blade()
    await stop()
  })

/** The battery falls below the limit of the autopilot, which holds once: nothing starts before it has restarted. */
export const batteriesEmptied = (rounds: number, seed: number): Promise<FaultRounds> => {
  const parameters = { BATT_FS_LOW_ACT: 2 }
  const saved = { position: [HOME[0], HOME[1]] as const, headingDeg: 0, battery: 1, items: [], parameters }
  return run(rounds, seed, { rover: { saved } }, async ({ trial, expect, start, stop, blade }) => {
    await start()
    const rover = first(trial.rovers)
    rover.setVoltage(10.45)
    expect('it holds', await trial.until(() => rover.mode === RoverMode.hold, 20))
    await trial.pass(3)
    blade()
    rover.setVoltage(12.6)
    await trial.pass(3)
    const again = await trial.finish(trial.gateway.resume(id, 2))
    expect('it is not resumed', again.outcome === 'rejected' && again.reason === 'batteryFailsafe')
    await stop()
  })
}
