/** Mowers that run OpenMower, behind the interface of all adapters. It opens no connection: its caller has the broker. */
export { OpenMower, type OpenMowerConfig, type OpenMowerPorts } from './machine.ts'
export { openMowerAdapter, openMowerCapabilities } from './openMowerAdapter.ts'
export { readRobotState } from './readMessages.ts'
export { openMowerTopics } from './topics.ts'
