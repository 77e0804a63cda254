/** A link between a page and the server as a poor radio is: late, narrow, standing still for a while, or cut. */
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface SlowLink {
  readonly port: number
  /** Whether nothing passes for now; data in transit waits. */
  stall(isStalled: boolean): void
  /** Breaks every connection, as when the radio is lost. */
  cut(): void
  close(): Promise<void>
}

export const openSlowLink = async (
  serverPort: number,
  { latencyMs, bytesPerS }: { readonly latencyMs: number; readonly bytesPerS: number },
): Promise<SlowLink> => {
  const open = new Set<Socket>()
  let flowing = Promise.resolve()
  let flow = (): void => undefined

  /** Takes no more from the sender than has gone through, so that the rest waits where it came from. */
  const carry = async (from: Socket, to: Socket): Promise<void> => {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      await wait((chunk.length / bytesPerS) * 1_000)
      await flowing
      setTimeout(() => to.write(chunk), latencyMs)
    }
  }
  const server = createServer(outer => {
    const inner = connect(serverPort, '127.0.0.1')
    const end = (): void => {
      for (const socket of [outer, inner]) {
        open.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of [outer, inner]) {
      open.add(socket)
      socket.on('error', end)
      socket.on('close', end)
    }
    void carry(outer, inner).catch(end)
    void carry(inner, outer).catch(end)
  })
  const cut = (): void => {
    for (const socket of open) socket.destroy()
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    stall: isStalled => {
      flow()
      if (!isStalled) return
      flowing = new Promise(resolve => {
        flow = resolve
      })
    },
    cut,
    close: async () => {
      flow()
      cut()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
