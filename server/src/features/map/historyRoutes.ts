/** The map as it was: one change, the whole map at a revision, the difference between two, and back to one. */

import { calls } from '@greensward/contract'
import { invertDiff, isEmptyDiff } from '@greensward/domain'
import { said } from '@greensward/messages'
import { refuse } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { ChangePorts } from './changeCourse.ts'
import { differenceOf, mapAt } from './courseHistory.ts'
import { readChange } from './mapStore.ts'
import { makeChange, plainDiff, refuseForeignKinds } from './requestedChange.ts'

export const historyRoutes = (ports: ChangePorts): readonly Route[] => {
  const { db } = ports.ctx
  return [
    route(calls.mapHistory.change, async ({ params }) => {
      const found = await readChange(db, params.revision)
      if (found === undefined) return refuse('notFound')
      const { revision, label, said: ownWords, who, at, diff } = found
      return { revision, label, said: ownWords, who, at: at.toISOString(), ...plainDiff(diff) }
    }),

    route(calls.mapHistory.map, async ({ params }) => {
      const { revision, features } = await db.transaction(tx => mapAt(tx, params.revision))
      return { revision, features: [...features] }
    }),

    route(calls.mapHistory.compare, async ({ query }) => {
      const { from, to, diff } = await db.transaction(tx => differenceOf(tx, query.from, query.to))
      return { from, to, ...plainDiff(diff) }
    }),

    route(calls.mapHistory.restore, async ({ params, user, write }) => {
      const { to: today, diff } = await db.transaction(tx => differenceOf(tx, params.revision))
      const back = invertDiff(diff)
      if (isEmptyDiff(back)) return { revision: today, leftWithoutHole: [] }
      refuseForeignKinds(user, back)
      return makeChange(ports, {
        label: said('backToRevision', { revision: params.revision }),
        diff: back,
        user,
        write,
      })
    }),
  ]
}
