/** Everything that is not the API: the built web application, with its first page for every address of its own. */

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { answerFailure } from './edge.ts'
import { refusal } from './refusal.ts'

const DIST = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Greensward</title>
<h1>Greensward is running</h1><p>Its pages are not built yet. <code>npm start</code> builds them; the API is described at <a href="/api/docs">/api/docs</a>.</p></html>
`

/** @param dsn where pages report errors, written into their head; an address cannot contain a quotation mark */
export const registerWebPages = async (app: FastifyInstance, dsn: string | undefined): Promise<void> => {
  const isBuilt = existsSync(join(DIST, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: DIST,
      // The route below serves them: that of the library reads the whole folder for each file, to compare the spelling.
      serve: false,
      index: false,
      cacheControl: false,
      // The build lays .br and .gz files beside its own.
      preCompressed: true,
      setHeaders: (reply, path) => {
        // Files below assets carry a hash of their content in their name; all others may change under theirs.
        const isHashed = path.startsWith(join(DIST, 'assets'))
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
      const path = request.params['*']
      // A folder is not a file: a request for one gets the first page, with or without compression.
      return path === '' || path.endsWith('/') ? reply.callNotFound() : reply.sendFile(`/${path}`)
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (path === '/api' || path.startsWith('/api/') || !isPage || /\.\w+$/.test(path)) {
      return answerFailure(refusal('notFound'), request, reply)
    }
    if (!isBuilt) return reply.type('text/html; charset=utf-8').send(NOT_BUILT)
    const page = await readFile(join(DIST, 'index.html'), 'utf8')
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(
        dsn === undefined
          ? page
          : page.replace('</head>', () => `<meta name="error-reports" content="${dsn}" /></head>`),
      )
  })
}
