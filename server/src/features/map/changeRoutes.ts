/** The map is changed by a diff, and a change is undone. */
import { calls } from '@greensward/contract'
import { type Route, route } from '../../platform/http/route.ts'
import { type ChangePorts, inverseOf } from './changeCourse.ts'
import { listChanges } from './mapStore.ts'
import { CHANGE_BYTES, makeChange, makeChangeOfOlderMap, refuseForeignKinds } from './requestedChange.ts'
import { signNotes } from './signNotes.ts'

export const changeRoutes = (ports: ChangePorts): readonly Route[] => {
  const { ctx } = ports
  return [
    route(
      calls.map.change,
      async ({ body, user, write }) => {
        const { label, added, updated, removed } = body
        const now = ctx.clock.now().toISOString()
        const diff = signNotes({ added, updated, removed }, { author: user.fullname, time: now })
        refuseForeignKinds(user, diff)
        return makeChangeOfOlderMap(ports, { label, diff, user, write })
      },
      { bodyLimit: CHANGE_BYTES },
    ),

    route(calls.map.changes, async ({ query }) => {
      const { items, total } = await listChanges(ctx.db, query.page, query.perPage, query.search)
      return { items: items.map(item => ({ ...item, at: item.at.toISOString() })), total }
    }),

    route(calls.map.revert, async ({ params, user, write }) => {
      const { label, diff } = await ctx.db.transaction(tx => inverseOf(tx, params.revision))
      refuseForeignKinds(user, diff)
      return makeChange(ports, { label, diff, user, write })
    }),
  ]
}
