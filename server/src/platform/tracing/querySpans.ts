/** A span for every statement of a call. Its values, which may be secret or personal, are left out. */
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { tracer } from './spans.ts'

/** Longer statements begin alike: what differs are their values. */
const MOST_CHARACTERS = 300

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query
  const has = typeof query === 'object' && query !== null && 'text' in query
  return has && typeof query.text === 'string' ? query.text : ''
}

type Query = (...args: unknown[]) => unknown

/** A connection to the database, as far as this needs to know one. */
interface Connection {
  query(...args: unknown[]): unknown
}

/** Makes a connection report its statements; outside a trace it does nothing. */
export const traceQueries = (client: Connection): void => {
  const ask: Query = client.query.bind(client)
  const asked: Query = (...args) => {
    if (trace.getActiveSpan() === undefined) return ask(...args)
    const text = textOf(args[0]).trim().replace(/\s+/g, ' ')
    const span = tracer().startSpan(text.split(' ', 1)[0]?.toLowerCase() || 'query', {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MOST_CHARACTERS) },
    })
    const end = (error?: unknown): void => {
      if (error instanceof Error) span.setStatus({ code: SpanStatusCode.ERROR, message: error.name })
      span.end()
    }
    const last = args.at(-1)
    if (typeof last === 'function') {
      const back = context.bind(context.active(), last as Query)
      return ask(...args.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
        end(error)
        return back(error, ...rest)
      })
    }
    const answer = ask(...args)
    if (answer instanceof Promise) void answer.then(() => end(), end)
    else end()
    return answer
  }
  client.query = asked
}
