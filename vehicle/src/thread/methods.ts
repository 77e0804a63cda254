/**
 * Which of the gateway's methods cross to its thread, and how. The types check that none is missing: a new method of
 * `Gateway` needs one line here.
 */
import { systemClock } from '../clock.ts'
import { noAnswer, type Outcome, type Rejection } from '../commands/outcome.ts'
import type { Gateway, StopAllOutcome } from '../gateway.ts'
import type { StopOutcome } from '../safety/emergencyStop.ts'

/** Answered on the main thread from what the gateway's thread has pushed, or owned by the thread's own life. */
type Local = 'state' | 'states' | 'unknownVehicles' | 'ports' | 'open' | 'close'

type Nothing = ReturnType<() => void>

type RemoteMethod<F> = F extends (...args: infer Args) => infer Answer
  ? (...args: Args) => [Answer] extends [Nothing] ? void : Promise<Awaited<Answer>>
  : never

/** The gateway as it is used from another thread: the same methods; what is not answered from memory is awaited. */
export type RemoteGateway = {
  readonly [K in keyof Gateway]: K extends Local ? Gateway[K] : RemoteMethod<Gateway[K]>
}

/** A question to the gateway. */
interface Asked<T> {
  /** The answer when the thread ends or does not answer. */
  readonly whenLost: () => T
  /** A command that has waited too long is not carried out any more; a stop always is. */
  readonly whenLate: 'refuse' | 'carryOut'
  /** Makes a mower drive or cut: refused when it was decided before a stop was known. */
  readonly moves?: true
}

/** Calls without an answer: `always` is carried out even if late, `fresh` is dropped when late. */
type Posted = 'always' | 'fresh'

type Kind<F> = F extends (...args: never[]) => infer Answer
  ? [Answer] extends [Nothing]
    ? Posted
    : Asked<Awaited<Answer>>
  : never

export type RemoteName = Exclude<keyof Gateway, Local>

const SILENT = 'The part of the server that speaks to mowers does not answer.'
const outcome: Asked<Outcome> = { whenLost: () => noAnswer(SILENT, 'gatewaySilent'), whenLate: 'refuse' }
const moving: Asked<Outcome> = { ...outcome, moves: true }
const reading: Asked<{ readonly ok: false; readonly error: Rejection }> = {
  whenLost: () => ({ ok: false, error: { reason: 'noAnswer', message: SILENT } }),
  whenLate: 'refuse',
}
const notStopped = (): StopOutcome => ({
  requestedAtMs: systemClock.nowMs(),
  acknowledged: false,
  acknowledgedAtMs: null,
  standingStill: false,
  tries: 0,
  reason: 'noAnswer',
  message: `${SILENT} Use the mower's own emergency stop.`,
})
const noneStopped = (): StopAllOutcome => ({ stopped: [], notStopped: [] })

export const METHODS: { readonly [K in RemoteName]: Kind<Gateway[K]> } = {
  setMowers: 'always',
  setBoundary: 'always',
  sendCorrections: 'fresh',
  stop: { whenLost: notStopped, whenLate: 'carryOut' },
  stopAll: { whenLost: noneStopped, whenLate: 'carryOut' },
  stopReceived: { whenLost: () => undefined, whenLate: 'carryOut' },
  upload: outcome,
  download: reading,
  adoptMission: outcome,
  start: moving,
  resume: moving,
  clear: outcome,
  setBlade: moving,
  readParameter: reading,
  readParameters: reading,
  setParameter: outcome,
  failsafeReport: reading,
  uploadFence: outcome,
  enableFence: outcome,
  giveSigningKey: outcome,
  disarm: outcome,
  acceptSender: outcome,
  reboot: outcome,
}

/** A command that waited longer than this for the thread is not carried out. */
export const LATE_MS = 2_000
