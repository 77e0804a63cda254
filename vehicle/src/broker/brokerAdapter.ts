/** Machines of one protocol on brokers, behind the interface of all adapters. Those with paths drive missions of ours. */
import type { OwnMapMowing, PathDriving, VehicleAdapter } from '../adapter.ts'
import type { Clock } from '../clock.ts'
import { type Outcome, rejected } from '../commands/outcome.ts'
import type { StopOutcome } from '../safety/emergencyStop.ts'
import { stopAllOutcome } from '../safety/stopAllOutcome.ts'
import type { BrokerMachine } from './brokerMachine.ts'
import type { MachineOwnMap, MachinePaths } from './machineProtocol.ts'

const notKnown = (clock: Clock): StopOutcome => ({
  requestedAtMs: clock.nowMs(),
  acknowledged: false,
  acknowledgedAtMs: null,
  standingStill: false,
  tries: 0,
  reason: 'neverReceived',
  message: 'No mower has this id.',
})

/** Null where no machine has paths. */
const pathsOf = (machines: ReadonlyMap<string, BrokerMachine>): PathDriving | null => {
  if ([...machines.values()].every(({ protocol }) => protocol.paths === null)) return null
  const ask = async (id: string, what: (paths: MachinePaths) => Promise<Outcome>): Promise<Outcome> => {
    const paths = machines.get(id)?.protocol.paths
    return paths == null ? rejected('unsupported', 'This mower drives no path of ours.') : what(paths)
  }
  return {
    upload: (id, items, options) => ask(id, paths => paths.upload(items, options)),
    start: id => ask(id, paths => paths.start()),
    resume: (id, seq) => ask(id, paths => paths.resume(seq)),
  }
}

/** Null where no machine starts on a request. */
const ownMapOf = (machines: ReadonlyMap<string, BrokerMachine>): OwnMapMowing | null => {
  if ([...machines.values()].every(({ protocol }) => protocol.ownMap === null)) return null
  const ask = async (id: string, what: (ownMap: MachineOwnMap) => Promise<Outcome>): Promise<Outcome> => {
    const ownMap = machines.get(id)?.protocol.ownMap
    return ownMap == null ? rejected('unsupported', 'This mower starts on no request.') : what(ownMap)
  }
  return {
    startStateOf: id => machines.get(id)?.protocol.ownMap?.startState ?? null,
    start: (id, agedMs) => ask(id, ownMap => ownMap.start(agedMs)),
    sendHome: (id, agedMs) => ask(id, ownMap => ownMap.sendHome(agedMs)),
  }
}

export const brokerAdapter = (machines: ReadonlyMap<string, BrokerMachine>, clock: Clock): VehicleAdapter => ({
  capabilitiesOf: id => machines.get(id)?.protocol.capabilities,
  telemetryOf: id => machines.get(id)?.state().telemetry,
  stop: async id => (await machines.get(id)?.stop()) ?? notKnown(clock),
  stopAll: async () => {
    const all = [...machines].map(async ([id, machine]) => ({ id, outcome: await machine.stop() }))
    return stopAllOutcome(await Promise.all(all))
  },
  paths: pathsOf(machines),
  areas: null,
  ownMap: ownMapOf(machines),
})
