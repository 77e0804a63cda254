/** Calls of the contract with the token of a paired device, and no session. */
import { type BodyOf, type Call, errorEnvelope, type ParamsOf, type ResultOf } from '@greensward/contract'
import { ApiFailure } from './failure.ts'

/** A network that never answers counts as offline. */
const PATIENCE_MS = 10_000

interface DeviceInput<C extends Call> {
  readonly params?: ParamsOf<C>
  readonly body?: BodyOf<C>
  readonly idempotencyKey?: string
}

/** @throws ApiFailure for a refusal, TypeError or an abort without a network */
export async function deviceCall<C extends Call>(
  token: string | null,
  definition: C,
  { params, body, idempotencyKey }: DeviceInput<C> = {},
): Promise<ResultOf<C>> {
  const given = new Map<string, unknown>(Object.entries(params ?? {}))
  const path = definition.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.get(name))))
  const answer = await fetch(`/api/${path}`, {
    method: definition.method,
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: {
      ...(token === null ? {} : { 'x-api-key': token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text: unknown = await answer.json()
  if (!answer.ok) {
    const refusal = errorEnvelope.safeParse(text)
    throw refusal.success ? new ApiFailure(answer.status, refusal.data.error) : new Error(`status ${answer.status}`)
  }
  const result = typeof text === 'object' && text !== null && 'result' in text ? text.result : undefined
  return definition.result.parse(result) as ResultOf<C>
}
