/** The shape of a call of the contract, and shapes that many calls share. */

import type { Action } from '@greensward/domain'
import { id, instant } from '@greensward/domain'
import { z } from 'zod'

/**
 * `anyone` needs no token, `user` any valid one of a person, `device` that of a cart's tablet and nobody else's, `display` that
 * of a display on a wall and nobody else's,
 * otherwise the action of the table in people.
 */
export type Who = 'anyone' | 'user' | 'device' | 'display' | Action

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** Below /api, with parameters in braces: `missions/{id}`. */
  readonly path: string
  readonly who: Who
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly result: z.ZodType
  /** Its answers are so large that the client does not check them: checking takes longer than showing. */
  readonly isLarge?: true
  /** Its answer may take this many seconds of work of the server or of a mower; a minute where nothing is said. */
  readonly patienceS?: number
}

export const call = <const C extends Call>(definition: C): C => definition

/** Answers of lists. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), total: z.number().int() })

export const pageQuery = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  perPage: z.coerce.number().int().min(1).max(500).default(25),
  sort: z.string().max(60).optional(),
  search: z.string().max(200).optional(),
}
export const byId = z.strictObject({ id })
export const nothing = z.strictObject({})
/** Updates carry the `updatedAt` of what was read. */
export const updating = { updatedAt: instant }

/** Reading, adding, changing and deleting the things of one kind. */
export const crud = <const P extends string, T extends z.ZodType, B extends z.ZodObject>(
  path: P,
  read: Action,
  edit: Action,
  item: T,
  body: B,
) => ({
  list: call({
    method: 'GET',
    path,
    who: read,
    query: z.strictObject(pageQuery),
    result: listOf(item),
  }),
  create: call({ method: 'POST', path, who: edit, body, result: item }),
  get: call({
    method: 'GET',
    path: `${path}/{id}` as const,
    who: read,
    params: byId,
    result: item,
  }),
  update: call({
    method: 'PATCH',
    path: `${path}/{id}` as const,
    who: edit,
    params: byId,
    body: body.partial().extend(updating),
    result: item,
  }),
  remove: call({
    method: 'DELETE',
    path: `${path}/{id}` as const,
    who: edit,
    params: byId,
    result: nothing,
  }),
})

/** The input of a caller (before defaults) and the result. */
export type BodyOf<C extends Call> = C extends { body: infer B extends z.ZodType } ? z.input<B> : undefined
export type QueryOf<C extends Call> = C extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined
export type ParamsOf<C extends Call> = C extends { params: infer P extends z.ZodType } ? z.input<P> : undefined
export type ResultOf<C extends Call> = z.output<C['result']>
