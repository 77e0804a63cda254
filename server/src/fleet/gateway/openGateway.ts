/** The gateway that speaks to this server's mowers: in a thread of its own, or a mute one where there are no links. */
import { createGateway, type GatewayEvent, systemClock } from '@greensward/vehicle'
import { asRemote, openGatewayThread, type RemoteGateway } from '@greensward/vehicle/thread'
import type { Context } from '../../context.ts'

export interface GatewayDoors {
  readonly onEvent: (event: GatewayEvent) => void
  /** Another thread has taken the place of one that ended; what mowers do has to be read again. */
  readonly onRestart: () => void
}

export const openGateway = (ctx: Context, { onEvent, onRestart }: GatewayDoors): RemoteGateway => {
  const { mavlinkUdp, positionHz } = ctx.config
  const options = { positionIntervalMs: 1_000 / positionHz, onEvent }
  if (mavlinkUdp === null) return asRemote(createGateway({ ...options, links: [], clock: systemClock }))
  return openGatewayThread({
    ...options,
    links: [{ kind: 'udp', ...mavlinkUdp }],
    onRestart: reason => {
      ctx.log.error({ reason }, 'The thread that speaks to mowers ended and is started again')
      onRestart()
    },
  })
}
