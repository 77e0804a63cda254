/** Figures for monitoring, in the format of Prometheus. */

import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { refuse } from '../../platform/http/refusal.ts'
import { FIGURES, type Figures, REASONS } from './figures.ts'

const isSame = (a: string, b: string): boolean => {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** @param token what `Authorization: Bearer` has to carry; undefined switches the figures off */
export const registerMetrics = (
  app: FastifyInstance,
  token: string | undefined,
  figures: () => Promise<Figures>,
): void => {
  if (token === undefined) return
  const register = new Registry()
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by call and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
    duration.observe(labels, reply.elapsedTime / 1_000)
  })
  const registers = [register]
  const degraded = new Gauge({
    name: 'greensward_degraded',
    help: 'Why it is degraded',
    labelNames: ['reason'],
    registers,
  })
  const gauges = Object.entries(FIGURES).map(([name, help]) => [name, new Gauge({ name, help, registers })] as const)
  const gather = async (): Promise<void> => {
    const all = await figures()
    for (const reason of REASONS) degraded.set({ reason }, all.degraded.includes(reason) ? 1 : 0)
    for (const [name, gauge] of gauges) {
      const value = Object.entries(all.values).find(([key]) => key === name)?.[1] ?? null
      if (value === null) gauge.remove()
      else gauge.set(value)
    }
  }
  app.get('/api/metrics', async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) refuse('unauthorized')
    // Without the database there is less to tell, and it is then that people look.
    await gather().catch((error: unknown) => request.log.warn({ err: error }, 'Some figures are not known'))
    return reply.type(register.contentType).send(await register.metrics())
  })
}
