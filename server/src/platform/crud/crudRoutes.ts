/** The five calls of such a table: every change is recorded with its person, and a stale change is a conflict. */

import type { Call } from '@greensward/contract'
import type { AuditedNoun } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { PageQuery } from '../db/listing.ts'
import { refuse, refuseFields } from '../http/refusal.ts'
import type { Route, User } from '../http/route.ts'
import type { CrudItem, CrudStore } from './crudStore.ts'

interface CrudCalls {
  readonly list: Call
  readonly create: Call
  readonly get: Call
  readonly update: Call
  readonly remove: Call
}

export interface CrudRules {
  /** For the record: `blade` becomes `blade.create`. */
  readonly noun: AuditedNoun
  /** Refuses, by throwing, what the schema cannot know; `before` is undefined for a new one. */
  readonly check?: (tx: Tx, item: Readonly<Record<string, unknown>>, before: CrudItem | undefined) => Promise<void>
  /** Refuses, by throwing, to delete what is in use. */
  readonly checkRemoval?: (tx: Tx, id: string) => Promise<void>
  /** After commit; with the item before and after where one was changed. */
  readonly changed: (ctx: Context, change?: { readonly before: CrudItem; readonly item: CrudItem }) => void
}

interface CrudInput {
  readonly ctx: Context
  readonly params: { readonly id: string }
  readonly query: PageQuery
  readonly body: Readonly<Record<string, unknown>>
  readonly user: User
  readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

// The edge has checked the input against the call's own schemas; their common part is all that is read here.
const bind = (call: Call, handler: (input: CrudInput) => Promise<unknown>): Route => ({
  call,
  options: {},
  handle: input => handler(input as unknown as CrudInput),
})

export const crudRoutes = (group: CrudCalls, store: CrudStore, rules: CrudRules): readonly Route[] => [
  bind(group.list, async ({ ctx, query }) => {
    const found = await store.list(ctx.db, query)
    return found ?? refuseFields({ 'query.sort': said('notASortField') })
  }),
  bind(group.get, async ({ ctx, params }) => (await store.find(ctx.db, params.id)) ?? refuse('notFound')),
  bind(group.create, async ({ ctx, body, user, write }) => {
    const answer = await write(async tx => {
      await rules.check?.(tx, body, undefined)
      const item = await store.add(tx, body, ctx.clock.now())
      await ctx.audit(tx, {
        user,
        action: `${rules.noun}.create`,
        subject: rules.noun,
        subjectId: item.id,
        details: item,
      })
      return item
    })
    rules.changed(ctx)
    return answer
  }),
  bind(group.update, async ({ ctx, params, body, user, write }) => {
    const { updatedAt, ...values } = body
    let before: CrudItem | undefined
    const answer = await write(async tx => {
      const change = await store.change(tx, params.id, String(updatedAt), values, ctx.clock.now())
      if (change.kind === 'notFound') return refuse('notFound')
      if (change.kind === 'conflict') return refuse('conflict', {}, { details: change.today })
      const { item } = change
      before = change.before
      await rules.check?.(tx, item, before)
      await ctx.audit(tx, {
        user,
        action: `${rules.noun}.update`,
        subject: rules.noun,
        subjectId: item.id,
        details: { before, after: item },
      })
      return item
    })
    // A repeated request is answered from its record and changes nothing.
    rules.changed(ctx, before === undefined ? undefined : { before, item: answer })
    return answer
  }),
  bind(group.remove, async ({ ctx, params, user, write }) => {
    await write(async tx => {
      await rules.checkRemoval?.(tx, params.id)
      const item = await store.remove(tx, params.id)
      if (item === undefined) return refuse('notFound')
      await ctx.audit(tx, {
        user,
        action: `${rules.noun}.delete`,
        subject: rules.noun,
        subjectId: item.id,
        details: item,
      })
      return {}
    })
    rules.changed(ctx)
    return {}
  }),
]
