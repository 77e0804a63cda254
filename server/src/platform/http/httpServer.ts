/** Fastify with everything that holds for every request: headers, limits, the shape of failures. */

import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { isDeeperThan, MOST_LEVELS } from '@greensward/domain'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Clock } from '../context.ts'
import { registerRequestSpans } from '../tracing/requestSpans.ts'
import { callerOf } from './address.ts'
import { registerCompression } from './compression.ts'
import { CountedBody } from './countItems.ts'
import { answerFailure } from './edge.ts'
import { isBelow } from './matchedRoute.ts'
import { isOpenInterface, registerOpenInterface } from './openInterface.ts'
import { refusal } from './refusal.ts'
import { type PageOrigins, registerSecurityHeaders } from './securityHeaders.ts'
import { MAX_UPLOAD_BYTES } from './upload.ts'

const BODY_LIMIT_BYTES = 1024 * 1024
/** Characters from which on a body is read and looked through in turns. */
const LARGE_BODY = 100_000
/** JSON, features of it, and changes of them. */
const JSON_TYPE = /^application\/(geo\+|merge-patch\+)?json/i
/** Of a session or a tablet, else of an address. A busy map page makes some tens of calls a minute; this stops a loop gone wild. */
const CALLS_PER_MINUTE = 3_000

/** @param origins what else pages may load from, asked at every answer */
export const createHttpServer = async (
  config: Config,
  log: Logger,
  origins: PageOrigins,
  clock: Clock,
): Promise<FastifyInstance> => {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // Of our own: what a caller sends could be anything, and several servers write into one log.
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < config.trustProxy,
    forceCloseConnections: true,
    requestTimeout: 120_000,
    frameworkErrors: (error, request, reply) => {
      answerFailure(error, request, reply)
    },
  }) as unknown as FastifyInstance
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply))

  if (config.tracesTo !== undefined) registerRequestSpans(app)

  registerSecurityHeaders(app, config, origins)
  registerOpenInterface(app)
  await app.register(rateLimit, {
    global: true,
    max: CALLS_PER_MINUTE,
    timeWindow: 60_000,
    // Limited once the caller is known: strangers on a guest network use up nothing of the limit of the staff there.
    keyGenerator: request =>
      `${request.user?.sessionId ?? request.device?.id ?? request.display?.id ?? ''} ${callerOf(request.ip)}`,
    // Pages are some dozens of small files each; what costs anything is behind the API.
    allowList: request => !isBelow(request, '/api'),
    errorResponseBuilder: () => refusal('tooManyRequests'),
  })
  await app.register(multipart, { limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 10, parts: 11 } })

  // Some trackers do not name the type of what they send.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['content-type'] === undefined && isBelow(request, '/api/track/'))
      request.headers['content-type'] = 'text/plain'
    done()
  })
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) return payload
    const counted = new CountedBody()
    // A sender that breaks off is the request's to tell, not this stream's.
    payload.on('error', error => counted.destroy(error))
    return payload.pipe(counted)
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  const parseShallow: typeof parseJson = (request, text, done) =>
    parseJson(request, text, async (error, value) => {
      // Reading and looking through a large body are two turns on the event loop, not one.
      if (text.length > LARGE_BODY) await setImmediate()
      const isTooDeep = error === null && isDeeperThan(value, MOST_LEVELS)
      done(isTooDeep ? refusal('tooDeep', { count: MOST_LEVELS }) : error, value)
    })
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    // A POST without a body often says that it is JSON all the same.
    if (text.trim() === '') return done(null, undefined)
    parseShallow(request, text, done)
  })
  // GIS programs name the kind of JSON that they send. Nobody else does.
  app.addContentTypeParser<string>(
    ['application/geo+json', 'application/merge-patch+json'],
    { parseAs: 'string' },
    (request, text, done) => {
      if (!isOpenInterface(request)) return done(refusal('unsupportedType'), undefined)
      if (text.trim() === '') return done(null, undefined)
      parseShallow(request, text, done)
    },
  )

  // Trackers and weather stations send forms, or JSON without its content type. Nobody else does.
  app.addContentTypeParser<string>(
    ['application/x-www-form-urlencoded', 'text/plain'],
    { parseAs: 'string' },
    (request, text, done) => {
      if (!isBelow(request, '/api/track/')) return done(refusal('unsupportedType'), undefined)
      if (text.trimStart().startsWith('{')) parseShallow(request, text, done)
      else done(null, text === '' ? undefined : Object.fromEntries(new URLSearchParams(text)))
    },
  )

  // The handler reads it as a stream; a route without a stream refuses it.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))

  registerCompression(app)
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Clients tell by it when a command was pressed, so it is the clock that commands are judged by.
    reply.header('date', clock.now().toUTCString())
    if (isBelow(request, '/api') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  return app
}
