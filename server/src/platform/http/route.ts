/** Binds one call of the contract to the code that answers it. */

import type { Call, ResultOf } from '@greensward/contract'
import type { RoleSlug } from '@greensward/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'

/** The signed-in person of a request. */
export interface User {
  readonly id: number
  readonly login: string
  readonly fullname: string
  readonly role: RoleSlug
  readonly sessionId: string
  /** A key for other programs that may read and change nothing. */
  readonly onlyReads?: true
}

/** The tablet of a cart. */
export interface Device {
  readonly id: string
  readonly cartId: string
}

/** A display on a wall. */
export interface Display {
  readonly id: string
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Part<C, K extends string> = C extends Record<K, infer S> ? Parsed<S> : undefined

export interface RouteInput<C extends Call> {
  readonly ctx: Context
  readonly params: Part<C, 'params'>
  readonly query: Part<C, 'query'>
  readonly body: Part<C, 'body'>
  readonly user: C['who'] extends 'anyone' | 'device' | 'display' ? undefined : User
  readonly device: C['who'] extends 'device' ? Device : undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /**
   * One transaction, tried again when it collides with another. Its value has to be the call's answer: where the
   * request carries an Idempotency-Key it is stored with it in the same transaction. Publish and emit after it.
   */
  readonly write: (work: (tx: Tx) => Promise<ResultOf<C>>) => Promise<ResultOf<C>>
}

export interface RouteOptions {
  /** Bytes; 1 MB when left out. */
  readonly bodyLimit?: number
  /** The body is multipart/form-data and the handler reads it by `readUpload`. */
  readonly multipart?: boolean
  /** The body is application/octet-stream of any length and the handler reads it as a stream, from `request.body`. */
  readonly stream?: boolean
  /** The handler's return value is sent as it is, without the envelope. */
  readonly bare?: boolean
  /** The answer holds a secret that is shown once: it is not kept for a repetition of the request. */
  readonly tellsSecret?: true
  /** A key for other programs opens it as well as a session. */
  readonly opensToAccessKeys?: boolean
  /** 400 instead of 422 for a query that is wrong, where a standard asks for it. */
  readonly wrongQueryIs?: 'badRequest'
  /** The handler keeps its own limit: many callers stand behind one address. */
  readonly unlimited?: true
  /** The limit of these calls a minute from one address. */
  readonly perMinute?: number
}

export interface Route {
  readonly call: Call
  readonly options: RouteOptions
  handle(input: RouteInput<Call>): Promise<unknown>
}

export const route = <const C extends Call>(
  call: C,
  handler: (input: RouteInput<C>) => Promise<ResultOf<C>>,
  options: RouteOptions = {},
): Route => ({
  call,
  options,
  // The edge has checked the input against this very call's schemas, which the type of the list cannot say.
  handle: input => handler(input as unknown as RouteInput<C>),
})
