/** Machines that are reached over a broker. It opens no connection: its caller has the broker. */
export { brokerAdapter } from './brokerAdapter.ts'
export {
  BrokerMachine,
  type MachineConfig,
  type MachinePaths,
  type MachinePorts,
  type MachineProtocol,
} from './brokerMachine.ts'
