/** Mowers that run OpenMower. It opens no connection: its caller has the broker. */
export { createOpenMower, type OpenMowerConfig, openMowerCapabilities } from './openMowerProtocol.ts'
export { readRobotState } from './readMessages.ts'
export { openMowerTopics } from './topics.ts'
