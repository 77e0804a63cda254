/** Own keys for other programs: made, listed without their text, taken back. */

import type { BodyOf } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { type Route, route } from '../../platform/http/route.ts'
import { createOwnSecrets, shownSecret } from '../../platform/ownSecrets.ts'
import { addAccessKey, listAccessKeys, removeAccessKey, type StoredAccessKey } from './accessKeyStore.ts'

const keys = createOwnSecrets<StoredAccessKey, BodyOf<typeof lateCalls.accessKeys.create>>({
  name: 'accessKey',
  prefix: 'gsk_',
  list: listAccessKeys,
  add: addAccessKey,
  remove: removeAccessKey,
})

export const accessKeyRoutes: readonly Route[] = [
  route(lateCalls.accessKeys.list, async ({ ctx, user }) => {
    const rows = await listAccessKeys(ctx.db, user.id)
    return { items: rows.map(shownSecret), total: rows.length }
  }),
  route(
    lateCalls.accessKeys.create,
    ({ ctx, body, user, write }) =>
      write(async tx => {
        const { added, text } = await keys.add(ctx, tx, user, body, {})
        return { ...shownSecret(added), key: text }
      }),
    { tellsSecret: true },
  ),
  route(lateCalls.accessKeys.remove, ({ ctx, params, user, write }) =>
    write(tx => keys.remove(ctx, tx, user, params.id)),
  ),
]
