/**
 * The interface for other programs: pages of other origins may read and edit there with a key, never with a person's session.
 * What a caller may do is decided by the routes; here only which methods an address has.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusal } from './refusal.ts'

const PREFIX = '/api/ogc'
const ITEMS = /^\/api\/ogc\/collections\/[^/]+\/items(\/[^/]+)?$/

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''

/** True below the interface, whether the address exists or not. */
export const isOpenInterface = (request: FastifyRequest): boolean => {
  if (!request.url.startsWith(PREFIX)) return false
  const path = pathOf(request)
  return path === PREFIX || path.startsWith(`${PREFIX}/`)
}

const methodsOf = (request: FastifyRequest): readonly string[] => {
  const found = ITEMS.exec(pathOf(request))
  if (found === null) return ['GET', 'HEAD', 'OPTIONS']
  return found[1] === undefined
    ? ['GET', 'HEAD', 'POST', 'OPTIONS']
    : ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
}

/** A browser asks without a key whether a page may send one. */
const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

export const registerOpenInterface = (app: FastifyInstance): void => {
  // Runs on every request of a tracker: a promise costs more than the check of the path.
  app.addHook('onRequest', (request, reply, done) => {
    if (!isOpenInterface(request)) return done()
    const methods = methodsOf(request)
    const allowed = methods.join(', ')
    // Without credentials: a browser never sends along the session of a person.
    reply.header('access-control-allow-origin', '*')
    reply.header('access-control-expose-headers', 'location, etag, content-crs, allow, accept-post, accept-patch')
    if (isPreflight(request) || (request.method === 'OPTIONS' && request.is404)) {
      reply
        .headers({
          allow: allowed,
          'access-control-allow-methods': allowed,
          'access-control-allow-headers': 'authorization, x-api-key, content-type, content-crs, if-match',
          'access-control-max-age': '86400',
        })
        .code(204)
        .send()
      return
    }
    if (methods.includes(request.method)) return done()
    reply.header('allow', allowed)
    done(refusal('methodNotAllowed'))
  })

  // After the caller is known: nobody else learns of it. The standard asks for 400 where the header is left out.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const hasBody = request.method === 'POST' || request.method === 'PUT' || request.method === 'PATCH'
    const isUntyped = hasBody && (request.headers['content-type'] ?? '') === '' && isOpenInterface(request)
    done(isUntyped ? refusal('contentTypeMissing') : null, payload)
  })
}
