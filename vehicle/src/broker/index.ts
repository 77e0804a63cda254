/** Machines that are reached over a broker. It opens no connection: its caller has the broker. */
export { brokerAdapter } from './brokerAdapter.ts'
export { BrokerMachine } from './brokerMachine.ts'
export type { MachineConfig, MachineOwnMap, MachinePaths, MachinePorts, MachineProtocol } from './machineProtocol.ts'
