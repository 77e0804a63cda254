/** The gateway in a thread, with nothing beside it. */
import { serveGateway } from './serveGateway.ts'

serveGateway()
