/** The interface for other programs: pages of other origins may read it with a key, and nobody may write there. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusal } from './refusal.ts'

const PREFIX = '/api/ogc'
const METHODS = 'GET, HEAD, OPTIONS'

const isOpen = ({ url }: FastifyRequest): boolean => {
  if (!url.startsWith(PREFIX)) return false
  const path = url.split('?', 1)[0] ?? ''
  return path === PREFIX || path.startsWith(`${PREFIX}/`)
}

/** Before a caller is known: a browser asks without a key whether it may send one. */
export const registerOpenInterface = (app: FastifyInstance): void => {
  // Runs on every request of a tracker: a promise costs more than the check of the path.
  app.addHook('onRequest', (request, reply, done) => {
    if (!isOpen(request)) return done()
    // Without credentials: a browser never sends along the session of a person.
    reply.header('access-control-allow-origin', '*')
    if (request.method === 'OPTIONS') {
      reply
        .headers({
          allow: METHODS,
          'access-control-allow-methods': METHODS,
          'access-control-allow-headers': 'authorization, x-api-key',
          'access-control-max-age': '86400',
        })
        .code(204)
        .send()
      return
    }
    if (request.method === 'GET' || request.method === 'HEAD') return done()
    reply.header('allow', METHODS)
    done(refusal('methodNotAllowed'))
  })
}
