/** Headers of every answer that tell browsers what they may do with it. */
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'

interface BaseMapSources {
  readonly pictures: readonly string[]
  readonly data: readonly string[]
}

export interface PageOrigins {
  /** From where the page may load a base map: its tiles as pictures, and parts of its file as data. */
  readonly baseMap: () => BaseMapSources
  /** The port at which stops are taken beside the server itself. */
  readonly stopPort: () => number | undefined
}

const POLICY = 'content-security-policy'
/** The allowed form of a host that is repeated in a header. */
const HOST = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d+)?$/i

const isGiven = (origin: string | undefined): origin is string => origin !== undefined

/** Without a proxy the entrance for stops is the same host at another port. */
const withStopPort = (policy: string, { protocol, host }: FastifyRequest, port: number): string => {
  const name = HOST.exec(host)?.[1]
  return name === undefined
    ? policy
    : policy.replace("connect-src 'self'", `connect-src 'self' ${protocol}://${name}:${port}`)
}

/** The headers that helmet sets, taken from an answer that is never sent. */
const headersOf = (config: Config, baseMap: BaseMapSources): OutgoingHttpHeaders => {
  const isSecure = config.publicUrl?.startsWith('https:') === true
  const socketOrigin = config.publicUrl?.replace(/^http/, 'ws')
  const reportOrigin = config.sentryDsn === undefined ? undefined : new URL(config.sentryDsn).origin
  const stopOrigins = (config.stopUrls ?? []).map(address => new URL(address).origin)
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library writes its rules into style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...baseMap.pictures],
        fontSrc: ["'self'", 'data:'],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: [
          "'self'",
          ...new Set([socketOrigin, reportOrigin, ...stopOrigins, ...baseMap.data].filter(isGiven)),
        ],
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

export const registerSecurityHeaders = (
  app: FastifyInstance,
  config: Config,
  { baseMap, stopPort }: PageOrigins,
): void => {
  const isDirect = config.publicUrl === undefined && config.stopUrls === undefined
  // Recomputed only for another base map: that costs as much as a whole short answer.
  let known = { sources: baseMap(), headers: headersOf(config, baseMap()) }
  app.addHook('onRequest', (request, reply, done) => {
    const sources = baseMap()
    if (sources !== known.sources) known = { sources, headers: headersOf(config, sources) }
    reply.headers(known.headers)
    const port = isDirect ? stopPort() : undefined
    if (port !== undefined) reply.header(POLICY, withStopPort(String(known.headers[POLICY]), request, port))
    done()
  })
}
