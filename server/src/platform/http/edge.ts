/** The edge of HTTP: identify the caller, check permission and input; then the handler; then one envelope. */

import { Readable } from 'node:stream'
import type { Call } from '@greensward/contract'
import { may } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { databaseFailure, type Tx } from '../db/database.ts'
import { holdsLongList, jsonInSlices } from '../threads/jsonInSlices.ts'
import { acceptable, acceptableBody } from './acceptable.ts'
import { refusalOf } from './failure.ts'
import { findAnswer, type IdempotencyKey, requestHash, storeAnswer } from './idempotencyStore.ts'
import { refusal, refuse, refuseFields } from './refusal.ts'
import type { Device, Display, Route, RouteInput, User } from './route.ts'

/** The user of an access token, or undefined for a wrong, expired or ended one. */
export interface Authenticate {
  find(accessToken: string): Promise<User | undefined>
  /** The same from memory where it can: a stop waits for no database. */
  findForStop(accessToken: string): Promise<User | undefined>
  /** The user of a key for other programs. */
  findByAccessKey(accessKey: string): Promise<User | undefined>
  /** The tablet of a token that opens the player and nothing else. */
  findDevice(deviceToken: string): Promise<Device | undefined>
  /** The display of a token that reads the day and nothing else. */
  findDisplay(displayToken: string): Promise<Display | undefined>
}

/** Stops go past everything that may hold a call up: the database, the limit of calls, the answers kept by key. */
const isStop = (call: Call): boolean => call.who === 'mowers.stop'

declare module 'fastify' {
  interface FastifyRequest {
    user: User | undefined
    device: Device | undefined
    display: Display | undefined
  }
}

const KEY = /^[\x21-\x7e]{1,100}$/
const TRIES = 4
const READING: ReadonlySet<Call['method']> = new Set(['GET', 'OPTIONS'])

export const registerRoutes = (
  app: FastifyInstance,
  ctx: Context,
  routes: readonly Route[],
  authenticate: Authenticate,
): void => {
  app.decorateRequest('user', undefined)
  app.decorateRequest('device', undefined)
  app.decorateRequest('display', undefined)
  const inFlight = new Map<string, Promise<unknown>>()
  for (const route of routes) {
    const { call, options } = route
    app.route({
      method: call.method,
      url: `/api/${call.path.replace(/\{(\w+)\}/g, ':$1')}`,
      ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
      config:
        isStop(call) || options.unlimited === true
          ? { rateLimit: false }
          : options.perMinute === undefined
            ? {}
            : { rateLimit: { max: options.perMinute, timeWindow: 60_000 } },
      onRequest: (request, reply) => authorise(request, reply, route, authenticate),
      handler: async (request, reply) => {
        const answer = await answerOnce(ctx, inFlight, route, request, reply)
        if (options.bare === true) return answer
        if (!holdsLongList(answer)) return { code: 200, result: answer ?? {} }
        reply.type('application/json; charset=utf-8')
        return `{"code":200,"result":${await jsonInSlices(answer)}}`
      },
    })
  }
}

/** A key as other programs send it: bearer, or the password of Basic with any user name, which is all that some can do. */
const accessKeyOf = (request: FastifyRequest): string | undefined => {
  const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  const pair = Buffer.from(value, 'base64').toString('utf8')
  return pair.slice(pair.indexOf(':') + 1)
}

const callerByAccessKey = async (request: FastifyRequest, authenticate: Authenticate): Promise<User | undefined> => {
  const sent = request.headers['x-api-key']
  const key = typeof sent === 'string' ? sent : accessKeyOf(request)
  return key === undefined || key.length > 200 ? undefined : authenticate.findByAccessKey(key)
}

const authorise = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { call, options }: Route,
  authenticate: Authenticate,
): Promise<void> => {
  if (call.who === 'anyone') return
  const token = request.headers['x-api-key']
  if (call.who === 'device' || call.who === 'display') {
    if (typeof token !== 'string' || token === '' || token.length > 200) return refuse('unauthorized')
    if (call.who === 'device') request.device = (await authenticate.findDevice(token)) ?? refuse('unauthorized')
    else request.display = (await authenticate.findDisplay(token)) ?? refuse('unauthorized')
    return
  }
  const signedIn =
    typeof token !== 'string' || token.length > 200
      ? undefined
      : await (isStop(call) ? authenticate.findForStop(token) : authenticate.find(token))
  const isOpen = options.opensToAccessKeys === true
  const user = signedIn ?? (isOpen ? await callerByAccessKey(request, authenticate) : undefined)
  if (user === undefined) {
    if (isOpen) reply.header('www-authenticate', 'Basic realm="Greensward", charset="UTF-8"')
    return refuse('unauthorized')
  }
  if (user.onlyReads === true && !READING.has(call.method)) refuse('keyOnlyReads')
  if (call.who !== 'user' && !may(user.role, call.who)) refuse('forbidden')
  request.user = user
}

/** Answers a repeated write from what was stored, and everything else by its handler. */
const answerOnce = async (
  ctx: Context,
  inFlight: Map<string, Promise<unknown>>,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const key = await idempotencyKey(route, request)
  if (key === undefined) return handle(ctx, route, request, reply, undefined)
  const name = `${key.userId} ${key.key}`
  // The same key twice at the same time: the second waits for the first and then finds its answer.
  while (inFlight.has(name)) await inFlight.get(name)?.catch(() => undefined)
  const work = (async () => {
    const stored = await findAnswer(ctx.db, key.userId, key.key)
    if (stored === undefined) return handle(ctx, route, request, reply, key)
    if (stored.requestHash !== key.requestHash) {
      refuse(
        'keyReused',
        {},
        {
          fields: { 'headers.idempotency-key': said('usedForAnother') },
        },
      )
    }
    reply.header('idempotent-replay', 'true')
    return stored.answer
  })()
  inFlight.set(name, work)
  try {
    return await work
  } finally {
    inFlight.delete(name)
  }
}

const idempotencyKey = async (
  { call, options }: Route,
  request: FastifyRequest,
): Promise<IdempotencyKey | undefined> => {
  const key = request.headers['idempotency-key']
  if (key === undefined || request.user === undefined) return undefined
  if (call.method === 'GET' || options.multipart || options.stream || isStop(call)) return undefined
  // The status and headers of a bare answer are the handler's own, and would be lost.
  if (options.tellsSecret === true || options.bare === true) return undefined
  if (typeof key !== 'string' || !KEY.test(key)) {
    return refuseFields({ 'headers.idempotency-key': said('notAKey') })
  }
  return { userId: request.user.id, key, requestHash: await requestHash(call.method, request.url, request.body) }
}

const handle = async (
  ctx: Context,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  key: IdempotencyKey | undefined,
): Promise<unknown> => {
  const { call, options } = route
  let isStored = false
  const write = async (work: (tx: Tx) => Promise<unknown>): Promise<unknown> => {
    for (let tried = 1; ; tried += 1) {
      try {
        const answer = await ctx.db.transaction(async tx => {
          const value = await work(tx)
          if (key !== undefined) await storeAnswer(tx, key, value, ctx.clock.now())
          return value
        })
        isStored = true
        return answer
      } catch (error) {
        if (databaseFailure(error) !== 'contention' || tried >= TRIES) throw error
      }
    }
  }
  if (!options.multipart && request.isMultipart()) refuse('unsupportedType')
  if ((options.stream === true) !== request.body instanceof Readable) refuse('unsupportedType')
  const input: RouteInput<Call> = {
    ctx,
    params: acceptable(call.params, request.params, 'params'),
    query: acceptable(call.query, request.query, 'query', options.wrongQueryIs),
    body: options.multipart || options.stream ? undefined : await acceptableBody(call.body, request.body),
    // Authorisation has put it there for every call that is not for anyone.
    user: request.user as User,
    device: request.device,
    request,
    reply,
    write,
  } as RouteInput<Call>
  const answer = await route.handle(input)
  if (key !== undefined && !isStored) {
    // The command has been carried out by now: its outcome is returned even if it could not be stored for a retry.
    await storeAnswer(ctx.db, key, answer, ctx.clock.now()).catch((error: unknown) =>
      request.log.warn({ err: error }, 'Could not store an answer for retries'),
    )
  }
  if (ctx.config.checkAnswers && !options.bare) call.result.parse(answer ?? {})
  return answer
}

const BROKEN_OFF = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

/** The caller disconnected: nobody receives an answer, and strangers must not be able to fill the log. */
const isBrokenOff = (error: unknown, request: FastifyRequest): boolean =>
  request.raw.socket.destroyed && error instanceof Error && 'code' in error && BROKEN_OFF.has(String(error.code))

/** Turns any thrown value into the envelope; bugs are logged in full and not shown to the caller. */
export const answerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (isBrokenOff(error, request)) return reply.code(400).send()
  const found = refusalOf(error) ?? refusal('internal')
  if (found.kind === 'internal') request.log.error({ err: error, url: request.routeOptions.url }, 'A bug in a handler')
  if (found.kind === 'unavailable') request.log.warn({ err: error }, 'Not available')
  if (found.extras.retryAfterS !== undefined) reply.header('retry-after', String(found.extras.retryAfterS))
  return reply.code(found.status).send(found.envelope)
}
