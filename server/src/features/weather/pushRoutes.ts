/** The secret address to which a station sends by itself. */
import { calls } from '@greensward/contract'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Route, route, type User } from '../../platform/http/route.ts'
import { isSame, newToken, tokenHash } from '../../platform/secrets.ts'
import { understandPushed } from './providers/pushed.ts'
import type { WeatherWatch } from './watchWeather.ts'
import { changeWeatherSettings, readWeatherSettings, storeProblem } from './weatherStore.ts'

/** A station sends once in 8 to 60 seconds, and none has more to say than this. */
const PUSH = { bare: true, bodyLimit: 16 * 1024, perMinute: 120 } as const

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const pushRoutes = (ctx: Context, watch: WeatherWatch): readonly Route[] => {
  const changed = (): void => ctx.live.publish('settings', 'changed', { subject: 'weather' })

  /** Stations cannot read a reason, but people look at what one got. */
  const push = async (key: string, fields: Fields, reply: FastifyReply): Promise<string> => {
    const answer = (status: number, text: string): string => {
      reply.code(status).type('text/plain')
      return `${text}\n`
    }
    const settings = await readWeatherSettings(ctx.db)
    const isKnown = settings.pushKeyHash !== null && isSame(settings.pushKeyHash, tokenHash(key))
    if (!isKnown || !settings.enabled || settings.station !== 'push') return answer(404, 'unknown')
    const found = understandPushed(fields, ctx.clock.now().getTime())
    if (found.ok) {
      await watch.take(found)
      return answer(200, 'success')
    }
    await storeProblem(ctx.db, 'station', found.problem, found.detail, null)
    changed()
    return answer(400, found.detail)
  }

  const changeKey = async (tx: Tx, user: User, pushKeyHash: string | null): Promise<void> => {
    const { before } = await changeWeatherSettings(tx, known => ({ ...known, pushKeyHash }), ctx.clock.now())
    await ctx.audit(tx, {
      user,
      action: 'settings.update',
      subject: 'settings',
      subjectId: 'weather',
      details: { before: { hasPushKey: before.pushKeyHash !== null }, after: { hasPushKey: pushKeyHash !== null } },
    })
  }

  return [
    route(
      calls.weather.newPushKey,
      async ({ user, write }) => {
        const answer = await write(async tx => {
          const key = newToken()
          await changeKey(tx, user, tokenHash(key))
          return { key }
        })
        changed()
        return answer
      },
      { tellsSecret: true },
    ),
    route(calls.weather.removePushKey, async ({ user, write }) => {
      const answer = await write(async tx => {
        await changeKey(tx, user, null)
        return {}
      })
      changed()
      return answer
    }),
    route(calls.weather.pushGet, ({ params, query, reply }) => push(params.key, query, reply), PUSH),
    route(
      calls.weather.push,
      ({ params, query, body, reply }) => push(params.key, isRecord(body) ? { ...query, ...body } : query, reply),
      PUSH,
    ),
  ]
}
