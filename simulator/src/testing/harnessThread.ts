/** Test support: the gateway in a thread that can be asked to hang, to end, and to stop a mower without the main thread. */
import type { MowerConfig } from '@greensward/vehicle'
import { serveGateway } from '@greensward/vehicle/thread'

export type TrialOrder =
  | { readonly kind: 'hang'; readonly ms: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'stop'; readonly config: MowerConfig }

const executeCommand = (order: TrialOrder): void => {
  if (order.kind === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, order.ms)
  else if (order.kind === 'end') process.exit(3)
  else void service.stop(order.config, 'stopped in the thread')
}

const service = serveGateway({ onNote: note => executeCommand(note as TrialOrder) })
