/** Which command a message is, and whether it may be carried out at all. */
import type { MqttCommand } from '@greensward/contract'
import { mqttCommand } from '@greensward/contract/late'
import { z } from 'zod'
import type { Received } from '../../platform/mqtt/brokerClient.ts'
import { topicsOf } from './topics.ts'

export type Asked =
  | { readonly kind: 'stopAll' }
  /** A pause is a stop, too. */
  | { readonly kind: 'stop' | 'pause'; readonly mowerId: string }
  | {
      readonly kind: Exclude<MqttCommand, 'pause'>
      readonly mowerId: string
      /** In milliseconds since 1970. */
      readonly atMs: number
    }

export type RefusedCommand = {
  readonly mowerId: string
  readonly command: string
  readonly reason: 'retained' | 'notUnderstood' | 'switchedOff' | 'withoutTime'
}

export type Read =
  | { readonly ok: true; readonly asked: Asked }
  | { readonly ok: false; readonly refused: RefusedCommand }
  /** No command of ours: an unknown topic, or an empty message, which only takes a retained one away. */
  | undefined

const message = z.object({ command: mqttCommand, at: z.iso.datetime({ offset: true }).optional() })

const parsed = (payload: string): z.infer<typeof message> | undefined => {
  try {
    return message.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

/**
 * A stop is taken however it comes, and a pause needs no moment. What makes a mower move must say when it was sent and must not
 * be one that the broker kept: nobody presses at the moment when a connection opens.
 */
export const readCommand = (
  prefix: string,
  { topic, payload, isRetained }: Received,
  isOn: (command: MqttCommand) => boolean,
): Read => {
  const topics = topicsOf(prefix)
  if (payload === '') return undefined
  if (topic === topics.stopAll) return { ok: true, asked: { kind: 'stopAll' } }
  const mowerId = topic.slice(`${prefix}/mower/`.length).split('/')[0] ?? ''
  if (topic === topics.stop(mowerId)) return { ok: true, asked: { kind: 'stop', mowerId } }
  if (topic !== topics.command(mowerId)) return undefined
  const found = parsed(payload)
  const refused = (reason: RefusedCommand['reason']): Read => ({
    ok: false,
    refused: { mowerId, command: found?.command ?? 'unknown', reason },
  })
  if (found === undefined) return refused('notUnderstood')
  if (isRetained) return refused('retained')
  if (!isOn(found.command)) return refused('switchedOff')
  if (found.command === 'pause') return { ok: true, asked: { kind: 'pause', mowerId } }
  if (found.at === undefined) return refused('withoutTime')
  return { ok: true, asked: { kind: found.command, mowerId, atMs: Date.parse(found.at) } }
}
