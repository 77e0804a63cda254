/** Serves the description of the API; made at its first reader's request, the same for all. */
import type { FastifyInstance } from 'fastify'
import { docsPage } from './docsPage.ts'
import { openApiDocument } from './openApi.ts'

export const registerApiDescription = (app: FastifyInstance, version: string): void => {
  let document: string | undefined
  let page: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(version))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.get('/api/docs', async (_request, reply) => {
    page ??= docsPage()
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
