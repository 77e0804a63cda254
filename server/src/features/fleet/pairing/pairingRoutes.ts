/** Pairing over HTTP: by which system id a mower is known, and the key that its messages are signed with. */
import { calls } from '@greensward/contract'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Commands } from '../commands/commands.ts'
import type { Pairing } from './pairing.ts'

export const pairingRoutes = (pairing: Pairing, commands: Commands): readonly Route[] => [
  route(calls.pairing.get, ({ params }) => pairing.read(params.id)),
  route(
    calls.pairing.newKey,
    async ({ params, body, user }) => {
      const made = await commands.newKey(params.id, body.send, { user })
      // Read by the server that was asked: servers do not exchange keys.
      return { key: await pairing.readKey(params.id), pairing: made }
    },
    { tellsSecret: true },
  ),
  route(calls.pairing.removeKey, ({ params, user }) => commands.endKey(params.id, { user })),
  route(calls.pairing.unpaired, async () => {
    const items = await commands.unpaired()
    return { items: [...items], total: items.length }
  }),
]
