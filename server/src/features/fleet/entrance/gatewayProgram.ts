/** The thread of the gateway: links to mowers, and beside them the entrance for stops. */
import { serveGateway } from '@greensward/vehicle/thread'
import type { EntranceOptions, Known } from './notes.ts'
import { openStopEntrance } from './stopEntrance.ts'

const service = serveGateway({
  onNote: note => entrance?.know(note as Known),
  onClose: async () => entrance?.close(),
})
const options = service.own as EntranceOptions | null
const entrance = options === null ? undefined : openStopEntrance(options, service)
