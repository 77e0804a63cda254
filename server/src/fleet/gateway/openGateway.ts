/**
 * The gateway that speaks to this server's mowers, in a thread of its own with the entrance for stops beside it; a mute
 * one where there are no links.
 */
import { createGateway, type GatewayEvent, type MowerConfig, systemClock } from '@greensward/vehicle'
import { asRemote, openGatewayThread, type RemoteGateway } from '@greensward/vehicle/thread'
import type { Context } from '../../context.ts'
import type { EntranceNote } from '../../entrance/notes.ts'
import type { Fleet } from '../fleetState.ts'
import { createEntranceKeeper, type EntranceKeeper } from './entranceKeeper.ts'
import { readAgain } from './readAgain.ts'

export interface GatewayDoors {
  readonly fleet: () => Fleet
  readonly configOf: (mowerId: string) => MowerConfig | undefined
  readonly onEvent: (event: GatewayEvent) => void
}

export interface OpenGateway {
  readonly gateway: RemoteGateway
  readonly entrance: EntranceKeeper
}

export const openGateway = (ctx: Context, { fleet, configOf, onEvent }: GatewayDoors): OpenGateway => {
  const { mavlinkUdp, positionHz } = ctx.config
  const options = { positionIntervalMs: 1_000 / positionHz, onEvent }
  if (mavlinkUdp === null) {
    const gateway = asRemote(createGateway({ ...options, links: [], clock: systemClock }))
    return { gateway, entrance: createEntranceKeeper(ctx, { fleet, configOf, send: () => undefined }) }
  }
  const entrance = createEntranceKeeper(ctx, { fleet, configOf, send: known => gateway.note(known) })
  const gateway = openGatewayThread({
    ...options,
    links: [{ kind: 'udp', ...mavlinkUdp }],
    script: new URL('../../entrance/gatewayProgram.ts', import.meta.url),
    own: entrance.options,
    firstNote: entrance.known,
    onNote: note => entrance.hear(note as EntranceNote),
    onRestart: reason => {
      ctx.log.error({ reason }, 'The thread that speaks to mowers ended and is started again')
      readAgain(fleet())
    },
  })
  return { gateway, entrance }
}
