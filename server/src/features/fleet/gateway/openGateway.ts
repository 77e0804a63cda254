/**
 * The gateway of this server's mowers, in a thread of its own with the entrance for stops beside it. Without links it
 * does nothing.
 */
import { createGateway, type GatewayEvent, systemClock } from '@greensward/vehicle'
import { asRemote, openGatewayThread, type RemoteGateway } from '@greensward/vehicle/thread'
import type { Context } from '../../../platform/context.ts'
import type { EntranceNote } from '../entrance/notes.ts'
import { createEntranceKeeper, type EntranceKeeper, type EntranceSources } from './entranceKeeper.ts'

export interface GatewayListener extends EntranceSources {
  readonly onEvent: (event: GatewayEvent) => void
}

export interface OpenGateway {
  readonly gateway: RemoteGateway
  readonly entrance: EntranceKeeper
}

export const openGateway = (ctx: Context, { onEvent, ...sources }: GatewayListener): OpenGateway => {
  const { mavlinkUdp, positionHz } = ctx.config
  const options = { positionIntervalMs: 1_000 / positionHz, onEvent }
  if (mavlinkUdp === null) {
    const gateway = asRemote(createGateway({ ...options, links: [], clock: systemClock }))
    return { gateway, entrance: createEntranceKeeper(ctx, sources, () => undefined) }
  }
  const entrance = createEntranceKeeper(ctx, sources, known => gateway.note(known))
  const gateway = openGatewayThread({
    ...options,
    links: [{ kind: 'udp', ...mavlinkUdp }],
    script: new URL('../entrance/gatewayProgram.ts', import.meta.url),
    own: entrance.options,
    firstNote: entrance.known,
    onNote: note => entrance.receive(note as EntranceNote),
    onRestart: reason => {
      ctx.log.error({ reason }, 'The gateway thread ended and is restarted')
      const { registry, garage } = sources.parts()
      // Those on brokers are not of that thread.
      for (const mower of registry.all()) if (!garage.brokerMowers.has(mower.id)) mower.onGatewayRestart()
    },
  })
  return { gateway, entrance }
}
