/**
 * Traces: how long each call took and what it waited for, sent to an OpenTelemetry collector. Loaded only where one is set.
 */
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

/** An end of the program waits no longer for an address that does not answer. */
const LAST_SPANS_MS = 3_000

export interface TracingOptions {
  /** The collector's, to which `/v1/traces` is added: http://127.0.0.1:4318. */
  readonly address: string
  readonly version: string
  /** Which of several servers tells. */
  readonly instance: string
}

/** One for the whole process. @returns what tells the last spans and ends it */
export const startTracing = ({ address, version, instance }: TracingOptions): (() => Promise<void>) => {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'greensward',
      'service.version': version,
      'service.instance.id': instance,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${address.replace(/\/$/, '')}/v1/traces` }),
        scheduledDelayMillis: 2_000,
      }),
    ],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  return async () => {
    const late = new Promise<void>(resolve => setTimeout(resolve, LAST_SPANS_MS).unref())
    await Promise.race([provider.forceFlush().catch(() => undefined), late])
    await Promise.race([provider.shutdown().catch(() => undefined), late])
    trace.disable()
    context.disable()
    propagation.disable()
  }
}
