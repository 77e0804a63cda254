/** What every answer tells browsers that they may do with it. */
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'

/** What helmet puts into an answer, taken from one that is never sent. */
const headersOf = (config: Config, baseMapOrigin: string | undefined): OutgoingHttpHeaders => {
  const isSecure = config.publicUrl?.startsWith('https:') === true
  const socketOrigin = config.publicUrl?.replace(/^http/, 'ws')
  const reportOrigin = config.sentryDsn === undefined ? undefined : new URL(config.sentryDsn).origin
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library writes its rules into style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(baseMapOrigin === undefined ? [] : [baseMapOrigin])],
        fontSrc: ["'self'", 'data:'],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", ...[socketOrigin, reportOrigin].filter(origin => origin !== undefined)],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  setHeaders(response.req, response, (error?: unknown) => {
    if (error !== undefined) throw error
  })
  return response.getHeaders()
}

/** @param baseMapOrigin from where the page may load the tiles of a base map, asked at every answer */
export const registerSecurityHeaders = (
  app: FastifyInstance,
  config: Config,
  baseMapOrigin: () => string | undefined,
): void => {
  // Worked out anew only for another base map: that costs as much as a whole short answer.
  let known = { origin: baseMapOrigin(), headers: headersOf(config, baseMapOrigin()) }
  app.addHook('onRequest', (_request, reply, done) => {
    const origin = baseMapOrigin()
    if (origin !== known.origin) known = { origin, headers: headersOf(config, origin) }
    reply.headers(known.headers)
    done()
  })
}
