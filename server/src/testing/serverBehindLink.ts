/** A server that loses its database and gets it back when a test wants it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSlowLink } from './slowLink.ts'
import { databaseOf, dropDatabaseOf } from './testDatabase.ts'
import { startTestServer, type TestServer } from './testServer.ts'

export interface ServerBehindLink {
  readonly server: TestServer
  /** Every connection to the database breaks, and a new one gets no answer; until `giveBack`. */
  takeAway(): void
  giveBack(): void
  close(): Promise<void>
}

export const startServerBehindLink = async (): Promise<ServerBehindLink> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greensward-behind-'))
  const url = new URL((await databaseOf(dataDir)) ?? '')
  const link = await openSlowLink(Number(url.port), { latencyMs: 0, bytesPerS: Number.POSITIVE_INFINITY })
  url.port = String(link.port)
  const config = { databaseUrl: url.href, outgoingPrivate: true }
  const server = await startTestServer({ config, dataDir, isRunning: true })
  return {
    server,
    takeAway: () => {
      link.stall(true)
      link.cut()
    },
    giveBack: () => link.stall(false),
    close: async () => {
      link.stall(false)
      await server.close()
      await link.close()
      await dropDatabaseOf(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
