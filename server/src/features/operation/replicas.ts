/** Tells the other servers on this database that this one lives, and people how all of them go. */
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { OperationStatus } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { Backups } from '../../platform/backup/schedule.ts'
import type { Context } from '../../platform/context.ts'
import type { Feature, Vitals } from '../../platform/feature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import type { Sockets } from '../../platform/live/sockets.ts'
import type { ReplicaState } from '../../platform/replicas/replicaState.ts'
import {
  countMailDue,
  databaseSize,
  forgetReplica,
  listReplicas,
  noteAlive,
} from '../../platform/replicas/replicasStore.ts'
import { VERSION } from '../../platform/version.ts'
import { readMowers } from '../../shared/missionLife/machinesStore.ts'
import type { LoopDelayMonitor } from './loopDelay.ts'

const BEAT_MS = 2_000
const GONE_MS = 6_000
const LEAST_FREE_BYTES = 1e9

export interface ReplicasPorts {
  readonly sockets: Pick<Sockets, 'count'>
  readonly backups: Pick<Backups, 'isBehind' | 'list' | 'begin'>
  vitals(): Vitals
  readonly loopDelay: Pick<LoopDelayMonitor, 'last'>
}

export interface Replicas extends Feature {
  /** Why this server, or the course as a whole, is degraded, as it was a moment ago. */
  degraded(): readonly string[]
  readonly last: ReplicaState
}

const diskFree = async (folders: readonly string[]): Promise<number | null> => {
  try {
    const free = await Promise.all(folders.map(async folder => await statfs(folder)))
    return Math.min(...free.map(({ bavail, bsize }) => bavail * bsize))
  } catch {
    return null
  }
}

export const createReplicas = (ctx: Context, { sockets, backups, vitals, loopDelay }: ReplicasPorts): Replicas => {
  const { db, config, log, replicaId, bus } = ctx
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> | undefined
  const own = { id: replicaId, host: hostname(), pid: process.pid, version: VERSION, isGateway: config.isGateway }
  let last: ReplicaState = { degraded: [], sockets: 0, diskFreeBytes: null, mowers: [], journalWaiting: 0 }

  const alive = async () => (await listReplicas(db)).filter(({ silentMs }) => silentMs < GONE_MS)

  const isUnheld = async (): Promise<boolean> => {
    const held = new Set(
      (await alive()).flatMap(({ id, state }) => (id === replicaId ? vitals() : state).mowers.map(mower => mower.id)),
    )
    return (await readMowers(db)).some(({ id }) => !held.has(id))
  }

  const state = async (): Promise<ReplicaState> => {
    const diskFreeBytes = await diskFree([config.dataDir, config.sharedDir])
    return {
      ...vitals(),
      sockets: sockets.count(),
      diskFreeBytes,
      loopDelay: loopDelay.last,
      degraded: [
        ...(bus.isConnected() ? [] : ['nats']),
        ...((await backups.isBehind()) ? ['backup'] : []),
        ...(diskFreeBytes !== null && diskFreeBytes < LEAST_FREE_BYTES ? ['disk'] : []),
        // A server that is alone and has no mowers was configured not to.
        ...((config.isGateway || bus.isShared) && (await isUnheld()) ? ['mowers'] : []),
      ],
    }
  }

  const link = (): OperationStatus['link'] => (bus.isShared ? (bus.isConnected() ? 'connected' : 'away') : 'alone')

  const beatOnce = async (): Promise<void> => {
    last = await state()
    await noteAlive(db, own, last)
  }

  const beat = (): void => {
    beating ??= beatOnce()
      .catch((error: unknown) => log.warn({ err: error }, 'Could not report this server as alive'))
      .finally(() => {
        beating = undefined
      })
  }

  return {
    get last() {
      return last
    },
    degraded: () => {
      const others = last.degraded.filter(reason => reason !== 'nats')
      return bus.isConnected() ? others : ['nats', ...others]
    },
    routes: [
      route(lateCalls.operation.backUp, async ({ user, write }) => {
        if (!(await backups.begin())) refuse('backupUnderWay', {})
        return write(async tx => {
          await ctx.audit(tx, { user, action: 'backup.create', subject: 'backup' })
          return { begun: true as const }
        })
      }),
      route(lateCalls.operation.status, async () => {
        await beatOnce()
        const servers = await listReplicas(db)
        const holders = new Map(
          servers
            .filter(({ silentMs }) => silentMs < GONE_MS)
            .flatMap(({ id, state: { mowers } }) =>
              mowers.map(mower => [mower.id, { serverId: id, ...mower }] as const),
            ),
        )
        return {
          link: link(),
          degraded: [...last.degraded],
          servers: servers.map(({ state: { degraded, ...state }, seenAt: _, startedAt, ...server }) => ({
            ...server,
            isHere: server.id === replicaId,
            startedAt: startedAt.toISOString(),
            degraded: [...degraded],
            sockets: state.sockets,
            diskFreeBytes: state.diskFreeBytes,
            journalWaiting: state.journalWaiting,
            loopDelay: state.loopDelay ?? null,
          })),
          mowers: (await readMowers(db)).map(({ id, name }) => {
            const holder = holders.get(id)
            return { id, name, serverId: holder?.serverId ?? null, isConnected: holder?.isConnected ?? false }
          }),
          mailWaiting: await countMailDue(db, ctx.clock.now()),
          databaseBytes: await databaseSize(db),
          backups: {
            everyHours: config.backupHours ?? null,
            items: (await backups.list()).map(({ startedAt, finishedAt, ...backup }) => ({
              ...backup,
              startedAt: startedAt.toISOString(),
              finishedAt: finishedAt?.toISOString() ?? null,
            })),
          },
        }
      }),
    ],
    start: async () => {
      await noteAlive(db, own, last)
      timer = setInterval(beat, BEAT_MS)
    },
    stop: async () => {
      clearInterval(timer)
      await beating
      await forgetReplica(db, replicaId).catch((error: unknown) =>
        log.warn({ err: error }, 'Could not sign this server off'),
      )
    },
  }
}
