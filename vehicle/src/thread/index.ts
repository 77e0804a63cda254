/** The gateway in a thread of its own: the same methods from the main thread, and what a script in the thread needs. */
export { asRemote } from './asRemote.ts'
export { type GatewayThread, type GatewayThreadOptions, openGatewayThread } from './gatewayThread.ts'
export { monotonicMs } from './messages.ts'
export type { RemoteGateway, RemoteName } from './methods.ts'
export { type GatewayService, serveGateway } from './serveGateway.ts'
