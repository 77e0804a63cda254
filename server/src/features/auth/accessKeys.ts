/** Own keys for other programs: made, listed without their text, taken back. */

import type { ResultOf } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { type Route, route } from '../../platform/http/route.ts'
import { createOwnSecrets, shownSecret } from '../../platform/ownSecrets.ts'
import { addAccessKey, listAccessKeys, removeAccessKey, type StoredAccessKey } from './accessKeyStore.ts'

const keys = createOwnSecrets<StoredAccessKey, { readonly name: string; readonly mayEdit: boolean }>({
  name: 'accessKey',
  prefix: 'gsk_',
  list: listAccessKeys,
  add: addAccessKey,
  remove: removeAccessKey,
})

const shown = (key: StoredAccessKey): ResultOf<typeof lateCalls.accessKeys.list>['items'][number] => ({
  ...shownSecret(key),
  mayEdit: key.mayEdit,
})

export const accessKeyRoutes: readonly Route[] = [
  route(lateCalls.accessKeys.list, async ({ ctx, user }) => {
    const rows = await listAccessKeys(ctx.db, user.id)
    return { items: rows.map(shown), total: rows.length }
  }),
  route(
    lateCalls.accessKeys.create,
    ({ ctx, body, user, write }) =>
      write(async tx => {
        const { added, text } = await keys.add(ctx, tx, user, body, { mayEdit: body.mayEdit })
        return { ...shown(added), key: text }
      }),
    { tellsSecret: true },
  ),
  route(lateCalls.accessKeys.remove, ({ ctx, params, user, write }) =>
    write(tx => keys.remove(ctx, tx, user, params.id)),
  ),
]
