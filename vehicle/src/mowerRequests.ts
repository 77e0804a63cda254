/** The requests that the gateway passes to the sessions of its mowers, stops first of all. */

import type { Result } from '@greensward/domain'
import type { Clock } from './clock.ts'
import { noAnswer, type Outcome, type Rejection, rejected } from './commands/outcome.ts'
import type { Gateway } from './gatewayTypes.ts'
import type { Mower } from './mower.ts'
import type { StopOutcome } from './safety/emergencyStop.ts'
import { stopAllOutcome } from './safety/stopAllOutcome.ts'
import type { Session } from './session.ts'
import { fenceItems, fenceProblem } from './transfer/fence.ts'
import type { UnknownVehicles } from './unknownVehicles.ts'

const unknownMower = rejected('unknownMower', 'No mower has this id.')

/** Two senders claim to be one mower: it counts as stopped once both have acknowledged. */
const bothStopped = async (own: Promise<StopOutcome>, other: Promise<StopOutcome>): Promise<StopOutcome> => {
  const [first, second] = await Promise.all([own, other])
  const unanswered = first.acknowledged ? second : first
  return {
    ...unanswered,
    acknowledged: first.acknowledged && second.acknowledged,
    standingStill: first.standingStill && second.standingStill,
    tries: Math.max(first.tries, second.tries),
  }
}

type Requests = Pick<
  Gateway,
  | 'upload'
  | 'download'
  | 'adoptMission'
  | 'start'
  | 'resume'
  | 'clear'
  | 'setBlade'
  | 'readParameter'
  | 'readParameters'
  | 'failsafeReport'
  | 'enableFence'
  | 'setParameter'
  | 'uploadFence'
  | 'giveSigningKey'
  | 'reboot'
  | 'acceptSender'
  | 'disarm'
  | 'setBoundary'
>

/** Each goes to the session of its mower. */
export const mowerRequests = (mowers: ReadonlyMap<string, Mower>): Requests => {
  const asked = (mowerId: string, ask: (session: Session) => Promise<Outcome>): Promise<Outcome> => {
    const mower = mowers.get(mowerId)
    if (mower === undefined) return Promise.resolve(unknownMower)
    if (mower.linkIndex === null)
      return Promise.resolve(noAnswer('No message was ever received from the mower.', 'neverReceived'))
    return ask(mower.session)
  }

  const read = <T>(
    mowerId: string,
    ask: (session: Session) => Promise<Result<T, Rejection>>,
  ): Promise<Result<T, Rejection>> => {
    const mower = mowers.get(mowerId)
    return mower === undefined ? Promise.resolve({ ok: false, error: unknownMower }) : ask(mower.session)
  }

  return {
    upload: (mowerId, items, upload = {}) => asked(mowerId, session => session.upload(items, upload)),
    download: mowerId => read(mowerId, session => session.download()),
    adoptMission: (mowerId, items) => asked(mowerId, session => session.adoptMission(items)),
    start: (mowerId, { fromSeq } = {}) => asked(mowerId, session => session.start(fromSeq)),
    resume: (mowerId, seq) => asked(mowerId, session => session.start(seq)),
    clear: mowerId => asked(mowerId, session => session.clear()),
    setBlade: (mowerId, on) => asked(mowerId, session => session.setBlade(on)),
    readParameter: (mowerId, name) => read(mowerId, session => session.readParameter(name)),
    readParameters: (mowerId, names) => read(mowerId, session => session.readParameters(names)),
    failsafeReport: mowerId => read(mowerId, session => session.failsafeReport()),
    enableFence: (mowerId, on) => asked(mowerId, session => session.enableFence(on)),
    setParameter: (mowerId, name, value) => asked(mowerId, session => session.setParameter(name, value)),
    uploadFence: (mowerId, fence) => {
      const problem = fence === null ? null : fenceProblem(fence)
      if (problem !== null) {
        return Promise.resolve(rejected('badFence', `A mower cannot be given this fence: ${problem}.`))
      }
      const items = fence === null ? [] : fenceItems(fence)
      return asked(mowerId, session => session.uploadFence(items))
    },
    giveSigningKey: mowerId => {
      const mower = mowers.get(mowerId)
      if (mower === undefined) return Promise.resolve(unknownMower)
      return asked(mowerId, () => mower.giveKey())
    },
    reboot: mowerId => asked(mowerId, session => session.reboot()),
    acceptSender: mowerId => Promise.resolve(mowers.get(mowerId)?.acceptSender() ?? unknownMower),
    disarm: mowerId => asked(mowerId, session => session.disarm()),
    setBoundary: (mowerId, boundary, bladeOff) => mowers.get(mowerId)?.session.setBoundary(boundary, bladeOff),
  }
}

export const mowerStops = (
  clock: Clock,
  mowers: ReadonlyMap<string, Mower>,
  bySystemId: ReadonlyMap<number, Mower>,
  unknownVehicles: UnknownVehicles,
): Pick<Gateway, 'stop' | 'stopAll' | 'stopReceived'> => {
  const stop = (mowerId: string): Promise<StopOutcome> => {
    const mower = mowers.get(mowerId)
    if (mower !== undefined) {
      const own = mower.session.stop()
      // Another sender that claims to be this mower may be the one that mows.
      const other = unknownVehicles.stop(mower.config)
      return other !== undefined && mower.hasOtherSender ? bothStopped(own, other) : own
    }
    return Promise.resolve({
      requestedAtMs: clock.nowMs(),
      acknowledged: false,
      acknowledgedAtMs: null,
      standingStill: false,
      tries: 0,
      reason: 'neverReceived',
      message: unknownMower.message,
    })
  }

  return {
    stop,
    stopAll: async () => {
      // All are sent their first stop before the first answer is waited for.
      const all = [...mowers.keys()].map(async id => ({ id, outcome: await stop(id) }))
      return stopAllOutcome(await Promise.all(all))
    },
    stopReceived: config => bySystemId.get(config.systemId)?.session.stop() ?? unknownVehicles.stop(config),
  }
}
