/** A span for every call that is answered. It names the route and not the address, which may contain secrets. */
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { tracer } from './spans.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined
  }
}

/** Registered before any other hook, so that the whole of a request is in its span. */
export const registerRequestSpans = (app: FastifyInstance): void => {
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    // The caller may have begun the trace.
    const parent = propagation.extract(context.active(), request.headers)
    const route = request.routeOptions.url ?? 'unknown'
    const span = tracer().startSpan(
      `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': request.method, 'http.route': route, 'greensward.request_id': request.id },
      },
      parent,
    )
    request.span = span
    context.with(trace.setSpan(parent, span), done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { span } = request
    if (span === undefined) return
    span.setAttribute('http.response.status_code', reply.statusCode)
    if (request.user !== undefined) span.setAttribute('greensward.role', request.user.role)
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })
  // The connection broke before it was answered.
  app.addHook('onRequestAbort', async request => request.span?.end())
}
