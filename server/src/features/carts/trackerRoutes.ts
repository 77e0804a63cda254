/** Positions of carts from what people own: Traccar Client, OsmAnd, OwnTracks, Overland, Traccar. They speak as these programs expect. */

import { lateCalls } from '@greensward/contract/late'
import {
  decodeOsmandJson,
  decodeOsmandQuery,
  decodeOverland,
  decodeOwntracks,
  decodeTraccarForward,
  type Result,
  type TrackerRefusal,
  type TrackerReport,
} from '@greensward/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { callerOf } from '../../platform/http/address.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { CartFleet } from './cartFleet.ts'
import { hasOwnSentence, notifyOfAlarm } from './cartNotices.ts'
import { secretHash } from './cartSecrets.ts'
import { createRateLimit } from './rateLimit.ts'

/** A tracker that was out of reach for an hour sends all it has at once, and ten a second are a burst like any other. */
const REPORTS_A_SECOND = 30
const REPORTS_AT_ONCE = 4_000
/** Wrong keys from one address: guessing is slow, and mistyping is still possible. */
const WRONG_A_SECOND = 0.5
const WRONG_AT_ONCE = 30
const MOST_BYTES = 256 * 1024
/** A card of OwnTracks has the picture of a person. */
const MOST_CARD_BYTES = 2 * 1024 * 1024
/** A tracker repeats an alarm with every report until somebody ends it there. */
const ALARM_AGAIN_MS = 5 * 60_000
/** Within that time, of alarms by words of the tracker's own: those of a faulty one might never end. */
const MOST_OTHER_ALARMS = 5

type Values = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const keyOfHeader = (request: FastifyRequest): string | undefined => {
  const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return text(value)
  if (scheme.toLowerCase() !== 'basic') return undefined
  const pair = Buffer.from(value, 'base64').toString('utf8')
  return text(pair.slice(pair.indexOf(':') + 1))
}

const one = (decoded: Result<TrackerReport, TrackerRefusal>): Result<readonly TrackerReport[], TrackerRefusal> =>
  decoded.ok ? { ok: true, value: [decoded.value] } : decoded

/** Overland sends 200 at once unless somebody has set more. */
const MOST_IN_BATCH = 2_000

export interface TrackerRouteOptions {
  readonly ctx: Context
  readonly fleet: CartFleet
  /** Cart ids by the hash of the key. */
  readonly keys: () => ReadonlyMap<string, string>
  readonly onUsed: (cartId: string) => void
}

/** The answer of each protocol to an unknown sender: always the same, independent of the fault. */
interface Refusals {
  readonly unknown: number
  readonly accepted: unknown
}

export const trackerRoutes = ({ ctx, fleet, keys, onUsed }: TrackerRouteOptions): readonly Route[] => {
  const reports = createRateLimit(REPORTS_A_SECOND, REPORTS_AT_ONCE, () => ctx.clock.monotonicMs())
  const wrong = createRateLimit(WRONG_A_SECOND, WRONG_AT_ONCE, () => ctx.clock.monotonicMs())
  const otherAlarms = createRateLimit((MOST_OTHER_ALARMS * 1_000) / ALARM_AGAIN_MS, MOST_OTHER_ALARMS, () =>
    ctx.clock.monotonicMs(),
  )

  const end = (reply: FastifyReply, status: number): string => {
    reply.code(status).type('text/plain')
    return ''
  }

  const alarmed = new Map<string, number>()
  const raiseAlarms = (cartId: string, { alarms }: TrackerReport): void => {
    const now = ctx.clock.monotonicMs()
    for (const [key, at] of alarmed) if (now - at >= ALARM_AGAIN_MS) alarmed.delete(key)
    for (const alarm of alarms) {
      const key = `${cartId} ${alarm}`
      if (alarmed.has(key)) continue
      const cart = fleet.carts.get(cartId)
      if (cart === undefined || !(hasOwnSentence(alarm) || otherAlarms.passes(cartId))) continue
      alarmed.set(key, now)
      notifyOfAlarm(ctx, cart, alarm)
    }
  }

  const follow = (request: FastifyRequest, cartId: string, report: TrackerReport): void => {
    raiseAlarms(cartId, report)
    if (report.position === null || !report.isValid) return
    const { at, position, accuracyM, speedMps, trackDeg, battery } = report
    const verdict = fleet.report(cartId, { at, position, accuracyM, speedMps, trackDeg, battery })
    if (verdict === 'future' || verdict === 'jump') request.log.info({ cartId, verdict }, 'A position was ignored')
  }

  const answer = (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string | undefined,
    decode: (cartId: string) => Result<readonly TrackerReport[], TrackerRefusal>,
    { unknown, accepted }: Refusals,
  ): unknown => {
    const cartId = key === undefined || key.length > 200 ? undefined : keys().get(secretHash(key))
    if (cartId === undefined) return end(reply, wrong.passes(callerOf(request.ip)) ? unknown : 429)
    if (!reports.passes(cartId)) return end(reply, 429)
    onUsed(cartId)
    const decoded = decode(cartId)
    if (!decoded.ok && decoded.error.reason !== 'notAPosition') {
      request.log.info({ cartId, ...decoded.error }, 'A tracker sent an unreadable message')
      return end(reply, 400)
    }
    const batch = decoded.ok ? decoded.value.slice(0, MOST_IN_BATCH) : []
    // Each position counts. A batch that is too large for now is refused whole, and its sender sends it again later.
    if (batch.length > 1 && !reports.passes(cartId, batch.length - 1)) return end(reply, 429)
    // A message that was understood is answered as taken, even with a bad position: otherwise it would be resent for ever.
    for (const report of batch) follow(request, cartId, report)
    reply.code(200)
    if (accepted === '') reply.type('text/plain')
    return accepted
  }

  const osmand = (request: FastifyRequest, reply: FastifyReply, query: Values, body: unknown): unknown => {
    const given = text(query.key) ?? keyOfHeader(request)
    const address = text(query.id) ?? text(query.deviceid)
    if (isRecord(body) && Array.isArray(body.locations))
      return answer(request, reply, given ?? address, cartId => decodeOverland(body, cartId), {
        unknown: 400,
        // Overland deletes a batch only after this answer.
        accepted: { result: 'ok' },
      })
    if (isRecord(body) && isRecord(body.position)) {
      const device = isRecord(body.device) ? text(body.device.uniqueId) : undefined
      const key = given ?? address ?? device
      return answer(request, reply, key, cartId => one(decodeTraccarForward(body, cartId)), {
        unknown: 400,
        accepted: '',
      })
    }
    const isJson = isRecord(body) && ('location' in body || 'device_id' in body)
    const values = isRecord(body) && !isJson ? { ...query, ...body } : query
    const named = isJson ? body.device_id : (values.id ?? values.deviceid)
    const key = text(values.key) ?? keyOfHeader(request) ?? text(named)
    const { key: _, ...fields } = values
    return answer(request, reply, key, () => one(isJson ? decodeOsmandJson(body) : decodeOsmandQuery(fields)), {
      unknown: isJson ? 404 : 400,
      accepted: '',
    })
  }

  const options = { bare: true, unlimited: true, bodyLimit: MOST_BYTES } as const
  return [
    route(
      lateCalls.track.osmandGet,
      async ({ request, reply, query }) => osmand(request, reply, query, undefined),
      options,
    ),
    route(
      lateCalls.track.osmand,
      async ({ request, reply, query, body }) => osmand(request, reply, query, body),
      options,
    ),
    route(
      lateCalls.track.owntracks,
      async ({ request, reply, query, body }) =>
        answer(
          request,
          reply,
          text(query.key) ?? keyOfHeader(request) ?? text(query.id),
          cartId => one(decodeOwntracks(body, cartId)),
          { unknown: 400, accepted: [] },
        ),
      { ...options, bodyLimit: MOST_CARD_BYTES },
    ),
  ]
}
