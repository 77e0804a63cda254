/**
 * The gateway of mowers on MAVLink together with the mowers on brokers, so that the fleet knows one gateway. Those are shown
 * and stopped, and drive missions where their protocol has paths; every other request is refused here, before anything is sent.
 * What mows its own map is started past it.
 */
import type { Outcome, Rejection, StopAllOutcome, StopOutcome } from '@greensward/vehicle'
import type { MachinePaths } from '@greensward/vehicle/broker'
import type { RemoteGateway } from '@greensward/vehicle/thread'
import type { BrokerMachines } from './brokerMachines.ts'

const REFUSED = { reason: 'unsupported', message: 'This mower is reached over a broker and cannot do this.' } as const
const cannot = async (): Promise<Outcome> => ({ outcome: 'rejected', ...REFUSED })
const unreadable = async (): Promise<{ readonly ok: false; readonly error: Rejection }> => ({
  ok: false,
  error: REFUSED,
})

const notStopped = (nowMs: number): StopOutcome => ({
  requestedAtMs: nowMs,
  acknowledged: false,
  acknowledgedAtMs: null,
  standingStill: false,
  tries: 0,
  reason: 'neverReceived',
  message: 'This server has no connection to the mower.',
})

/** @param isOne whether a mower of the garage is on a broker, also one that another server controls */
export const withBrokerMachines = (
  gateway: RemoteGateway,
  machines: BrokerMachines,
  isOne: (mowerId: string) => boolean,
  nowMs: () => number,
): RemoteGateway => {
  const stop = (mowerId: string): Promise<StopOutcome> =>
    isOne(mowerId) ? (machines.machine(mowerId)?.stop() ?? Promise.resolve(notStopped(nowMs()))) : gateway.stop(mowerId)
  const onPath = async (mowerId: string, ask: (paths: MachinePaths) => Promise<Outcome>): Promise<Outcome> => {
    const paths = machines.machine(mowerId)?.protocol.paths
    return paths == null ? cannot() : ask(paths)
  }
  /** Goes to the gateway, unless the mower is one that it does not know. */
  const guarded =
    <Rest extends readonly unknown[], T>(
      ask: (mowerId: string, ...rest: Rest) => Promise<T>,
      otherwise: () => Promise<T>,
    ) =>
    (mowerId: string, ...rest: Rest): Promise<T> =>
      isOne(mowerId) ? otherwise() : ask(mowerId, ...rest)

  return {
    ...gateway,
    setMowers: configs => gateway.setMowers(configs.filter(({ id }) => !isOne(id))),
    state: mowerId => (isOne(mowerId) ? machines.machine(mowerId)?.state() : gateway.state(mowerId)),
    states: () => [...gateway.states(), ...machines.machines().map(machine => machine.state())],
    stop,
    stopAll: async (): Promise<StopAllOutcome> => {
      const outcomes = await Promise.all([gateway.stopAll(), machines.stopAll()])
      return {
        stopped: outcomes.flatMap(({ stopped }) => stopped),
        notStopped: outcomes.flatMap(({ notStopped }) => notStopped),
      }
    },
    stopReceived: config =>
      isOne(config.id) ? Promise.resolve(machines.machine(config.id)?.stop()) : gateway.stopReceived(config),
    // A stop ends its order, and with it all of the mission that it has.
    clear: async mowerId => {
      if (!isOne(mowerId)) return gateway.clear(mowerId)
      const { acknowledged, message } = await stop(mowerId)
      return acknowledged ? { outcome: 'accepted' } : { outcome: 'noAnswer', missing: 'stopUnacknowledged', message }
    },
    setBoundary: (mowerId, ...rest) =>
      isOne(mowerId) ? machines.machine(mowerId)?.setBoundary(...rest) : gateway.setBoundary(mowerId, ...rest),
    upload: (mowerId, items, options) =>
      isOne(mowerId) ? onPath(mowerId, paths => paths.upload(items, options)) : gateway.upload(mowerId, items, options),
    download: guarded(gateway.download, unreadable),
    adoptMission: guarded(gateway.adoptMission, cannot),
    start: (mowerId, options) =>
      isOne(mowerId) ? onPath(mowerId, paths => paths.start()) : gateway.start(mowerId, options),
    resume: (mowerId, seq) =>
      isOne(mowerId) ? onPath(mowerId, paths => paths.resume(seq)) : gateway.resume(mowerId, seq),
    setBlade: guarded(gateway.setBlade, cannot),
    readParameter: guarded(gateway.readParameter, unreadable),
    readParameters: guarded(gateway.readParameters, unreadable),
    setParameter: guarded(gateway.setParameter, cannot),
    failsafeReport: guarded(gateway.failsafeReport, unreadable),
    uploadFence: guarded(gateway.uploadFence, cannot),
    enableFence: guarded(gateway.enableFence, cannot),
    giveSigningKey: guarded(gateway.giveSigningKey, cannot),
    disarm: guarded(gateway.disarm, cannot),
    acceptSender: guarded(gateway.acceptSender, cannot),
    reboot: guarded(gateway.reboot, cannot),
  }
}
