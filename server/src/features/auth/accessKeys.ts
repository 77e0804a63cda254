/** Own keys for other programs: made, listed without their text, taken back. */

import type { AccessKey } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { refuse } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { addAccessKey, listAccessKeys, removeAccessKey, type StoredAccessKey } from './accessKeyStore.ts'

/** More would be lost out of sight. */
const MOST_KEYS = 20
/** Shows what it is to a person who finds it in a file. */
const PREFIX = 'gsk_'

const shown = ({ id, name, beginning, createdAt, lastUsedAt }: StoredAccessKey): AccessKey => ({
  id,
  name,
  beginning,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export const accessKeyRoutes: readonly Route[] = [
  route(lateCalls.accessKeys.list, async ({ ctx, user }) => {
    const rows = await listAccessKeys(ctx.db, user.id)
    return { items: rows.map(shown), total: rows.length }
  }),
  route(
    lateCalls.accessKeys.create,
    async ({ ctx, body, user, write }) => {
      const key = `${PREFIX}${newToken()}`
      return write(async tx => {
        const known = await listAccessKeys(tx, user.id)
        if (known.length >= MOST_KEYS) return refuse('tooManyKeys', { count: MOST_KEYS })
        const added = await addAccessKey(tx, {
          userId: user.id,
          name: body.name,
          hash: tokenHash(key),
          beginning: key.slice(0, 10),
          createdAt: ctx.clock.now(),
        })
        await ctx.audit(tx, {
          user,
          action: 'accessKey.create',
          subject: 'user',
          subjectId: String(user.id),
          details: { name: body.name, beginning: added.beginning },
        })
        return { ...shown(added), key }
      })
    },
    { tellsSecret: true },
  ),
  route(lateCalls.accessKeys.remove, async ({ ctx, params, user, write }) =>
    write(async tx => {
      const gone = await removeAccessKey(tx, user.id, params.id)
      if (gone === undefined) return refuse('notFound')
      await ctx.audit(tx, {
        user,
        action: 'accessKey.delete',
        subject: 'user',
        subjectId: String(user.id),
        details: { name: gone.name, beginning: gone.beginning },
      })
      return {}
    }),
  ),
]
