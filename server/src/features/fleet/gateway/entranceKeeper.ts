/**
 * The main thread's side of the entrance for stops: what the entrance has to know before this thread may be blocked, and
 * what a stop there means once this thread runs again.
 */
import { calls } from '@greensward/contract'
import type { MowerConfig } from '@greensward/vehicle'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Actor } from '../../../shared/missionLife/moveMission.ts'
import type { EntranceNote, EntranceOptions, Known } from '../entrance/notes.ts'
import { createStopTokens, type StopTokens } from '../entrance/stopTokens.ts'
import type { FleetParts } from '../fleetParts.ts'
import { auditCommand } from '../mission/recordMove.ts'
import { OF_ENTRANCE } from '../mower/sentStops.ts'

export interface EntranceKeeper {
  /** Null where stops are taken over the API alone. */
  readonly options: EntranceOptions | null
  readonly routes: readonly Route[]
  known(): Known
  receive(note: EntranceNote): void
  met: StopTokens['met']
  port(): number | undefined
  /** Tells the entrance what has changed, after what runs now. */
  changed(): void
  start(): Promise<void>
  stop(): void
}

export interface EntranceSources {
  /** Asked for once everything is put together. */
  readonly parts: () => Pick<
    FleetParts,
    'ctx' | 'journal' | 'registry' | 'remoteMowers' | 'view' | 'garage' | 'autopilots' | 'interruptions'
  >
  readonly configOf: (mowerId: string) => MowerConfig | undefined
}

export const createEntranceKeeper = (
  ctx: Context,
  { parts, configOf }: EntranceSources,
  send: (known: Known) => void,
): EntranceKeeper => {
  const { config, events, log } = ctx
  const isOpen = config.mavlinkUdp !== null && config.stopPort !== null
  const unsubscribe: (() => void)[] = []
  let isDue = false
  let port: number | undefined

  const known = (): Known => {
    const { garage, autopilots, view } = parts()
    return {
      mowers: [...garage.mowers.keys()].flatMap(id => {
        const mower = configOf(id)
        return mower === undefined ? [] : [{ config: mower, phone: autopilots.of(id).phone }]
      }),
      missions: view.missions().map(({ id, mowerId }) => [id, mowerId]),
      admitted: tokens.admitted(),
    }
  }
  const changed = (): void => {
    if (!isOpen || isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      send(known())
    })
  }
  const tokens = createStopTokens(ctx, changed)

  const receive = (note: EntranceNote): void => {
    switch (note.kind) {
      case 'listening':
        port = note.port
        log.info({ port }, 'The second entrance for stops is listening')
        break
      case 'notListening':
        port = undefined
        log.error({ reason: note.message }, 'The second entrance for stops cannot listen')
        break
      case 'allAsked':
        events.emit('stopAllAsked', { user: note.person })
        break
      case 'asked':
        asked(note.mowerId, { user: note.person })
        break
      case 'done':
        done(note)
        break
    }
  }

  const asked = (mowerId: string, actor: Actor): void => {
    const { registry, interruptions } = parts()
    const mower = registry.get(mowerId)
    if (mower !== undefined) mower.onStopSent(actor)
    // Its own gateway may be deaf to it: the record pauses its route.
    else interruptions.noteStop(mowerId, actor)
  }

  const done = ({ mowerId, person, stop }: Extract<EntranceNote, { kind: 'done' }>): void => {
    const actor = { user: person }
    const mower = parts().registry.get(mowerId)
    if (mower !== undefined) {
      mower.onStopAnswered(actor, stop)
      return
    }
    if (stop?.acknowledged === true) parts().remoteMowers.noteStopped(mowerId, actor)
    auditCommand(parts(), 'mower.stop', mowerId, actor, { ...(stop ?? { acknowledged: false }), ...OF_ENTRANCE })
  }

  /** Under the name by which the page asked, where the operator named none. */
  const addresses = ({ protocol, hostname }: FastifyRequest): readonly string[] => {
    if (config.stopUrls !== undefined) return config.stopUrls
    if (port === undefined) return []
    return [
      config.publicUrl === undefined
        ? `${protocol}://${hostname}:${port}/stop`
        : `${config.publicUrl.replace(/\/$/, '')}/stop`,
    ]
  }

  return {
    options: isOpen
      ? {
          host: config.host,
          port: config.stopPort ?? (config.port === 0 ? 0 : config.port + 1),
          anyPort: config.stopPort === undefined,
          publicOrigin: config.publicUrl === undefined ? undefined : new URL(config.publicUrl).origin,
        }
      : null,
    routes: [route(calls.stopEntrances.list, async ({ request }) => ({ items: [...addresses(request)] }))],
    known,
    receive,
    met: tokens.met,
    port: () => port,
    changed,
    start: async () => {
      if (!isOpen) return
      unsubscribe.push(
        events.onEverywhere('missionChanged', changed),
        events.onEverywhere('autopilotChanged', changed),
        events.onEverywhere('garageChanged', changed),
      )
      await tokens.start()
    },
    stop: () => {
      tokens.stop()
      for (const off of unsubscribe.splice(0)) off()
    },
  }
}
