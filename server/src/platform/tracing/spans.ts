/** Connects the program to tracing; it costs nothing where no collector is configured. */
import { type Attributes, SpanStatusCode, trace } from '@opentelemetry/api'

export const tracer = () => trace.getTracer('greensward')

/** Says in a trace how long a piece of work took, and that it failed. */
export const inSpan = <T>(name: string, attributes: Attributes, run: () => Promise<T>): Promise<T> =>
  tracer().startActiveSpan(name, { attributes }, async span => {
    try {
      return await run()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'failed' })
      throw error
    } finally {
      span.end()
    }
  })

/** For lines of the log: by it a line is found from a trace, and a trace from a line. */
export const traceOfNow = (): { traceId?: string } => {
  const traceId = trace.getActiveSpan()?.spanContext().traceId
  return traceId === undefined ? {} : { traceId }
}
