/** Tells the other servers on this database that this one lives, and how it goes. */
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Context } from '../context.ts'
import type { Feature } from '../feature.ts'
import type { Sockets } from '../live/sockets.ts'
import { VERSION } from '../version.ts'
import type { ReplicaState } from './replicaState.ts'
import { forgetReplica, noteAlive } from './replicasStore.ts'

const BEAT_MS = 2_000

const diskFree = async (folder: string): Promise<number | null> => {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

export const replicasFeature = (ctx: Context, sockets: Pick<Sockets, 'count'>): Feature => {
  const { db, config, log, replicaId } = ctx
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> | undefined
  const own = { id: replicaId, host: hostname(), pid: process.pid, version: VERSION, isGateway: config.isGateway }

  const state = async (): Promise<ReplicaState> => ({
    degraded: ctx.bus.isConnected() ? [] : ['nats'],
    sockets: sockets.count(),
    diskFreeBytes: await diskFree(config.dataDir),
  })

  const beat = (): void => {
    beating ??= (async () => noteAlive(db, own, await state()))()
      .catch((error: unknown) => log.warn({ err: error }, 'The other servers cannot see that this one lives'))
      .finally(() => {
        beating = undefined
      })
  }

  return {
    routes: [],
    start: async () => {
      await noteAlive(db, own, await state())
      timer = setInterval(beat, BEAT_MS)
    },
    stop: async () => {
      clearInterval(timer)
      await beating
      await forgetReplica(db, replicaId).catch((error: unknown) => log.warn({ err: error }, 'It was not signed off'))
    },
  }
}
