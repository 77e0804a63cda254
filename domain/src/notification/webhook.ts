/** What other programs are called for. */
import { z } from 'zod'

export const webhookKind = z.enum([
  'missionDone',
  'missionMissed',
  'missionFailed',
  'stop',
  'noGo',
  'cartAlarm',
  'order',
])
export type WebhookKind = z.infer<typeof webhookKind>

const NOTICES: Readonly<Record<WebhookKind, readonly string[]>> = {
  missionDone: ['missionDone'],
  missionMissed: ['missionMissed'],
  missionFailed: ['missionFailed', 'missionNotStarted'],
  stop: [
    'missionStopped',
    'stopNotConfirmed',
    'rtkLost',
    'positionLost',
    'positionJump',
    'outsideBoundary',
    'bladeFault',
    'bladeStaysOn',
    'mowersNear',
    'foreignDriveStopped',
    'mowerHeldForCart',
    'missionNotExtended',
  ],
  noGo: ['cartInNoGo', 'cartInRainZone', 'cartBlocked', 'cartOffPaths'],
  cartAlarm: ['cartAlarm'],
  order: ['newOrder', 'newOrderFromCart'],
}

/** The kind of event that a notification is; undefined for one that no webhook is called for. */
export const webhookKindOf = (notice: string): WebhookKind | undefined =>
  webhookKind.options.find(kind => NOTICES[kind].includes(notice))
