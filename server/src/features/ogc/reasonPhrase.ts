/** Why, in the line of the status: QGIS shows that to a person, and not what the body says. */
import { englishText } from '@greensward/messages/english'
import type { FastifyReply } from 'fastify'
import type { Refusal } from '../../platform/http/refusal.ts'

const LONGEST = 300

export const sayWhy = (reply: FastifyReply, { message, extras }: Refusal): void => {
  const faults = Object.entries(extras.fields ?? {}).map(
    ([path, fault]) => `${path.replace(/^body\.(properties\.)?/, '')}: ${englishText(fault)}`,
  )
  // A status line takes printable ASCII only.
  reply.raw.statusMessage = [message, ...faults]
    .join('. ')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, LONGEST)
}
