/** The weather: where it is read, what it says, and what people answer to what it proposes. */

import { calls } from '@greensward/contract'
import { mergeReadings, type RainProposal } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { route, type User } from '../../platform/http/route.ts'
import { openSeal } from '../../platform/sealing.ts'
import { providerOf } from './askSource.ts'
import { changedSettings, refuseIncomplete } from './changedSettings.ts'
import { keepProposals, morningRoutes } from './mornings.ts'
import { pushRoutes } from './pushRoutes.ts'
import { createWeatherWatch } from './watchWeather.ts'
import {
  answerProposal,
  changeWeatherSettings,
  readWeatherSettings,
  readWeatherState,
  shownSettings,
} from './weatherStore.ts'

/** The settings of the course that the weather needs. */
export interface WeatherPorts {
  /** Switches rain mode; returns the details for the record. */
  setRainMode(tx: Tx, isOn: boolean): Promise<{ readonly before: unknown; readonly after: unknown }>
}

const ROLES = ['station', 'forecast'] as const
const refuseAnswered = (proposal: RainProposal): never => {
  const extras = { details: proposal }
  if (proposal.state === 'lapsed') return refuse('weatherChanged', {}, extras)
  return proposal.answeredBy === null
    ? refuse('proposalAnsweredAlready', {}, extras)
    : refuse('proposalAnswered', { who: proposal.answeredBy }, extras)
}

export const createWeatherFeature = (ctx: Context, ports: WeatherPorts): Feature => {
  const seal = openSeal(ctx.config.sharedDir)
  const watch = createWeatherWatch(ctx, seal)
  const changed = (): void => ctx.live.publish('settings', 'changed', { subject: 'weather' })

  const answer = async (tx: Tx, id: string, state: 'accepted' | 'declined', user: User): Promise<RainProposal> => {
    const done = await answerProposal(tx, id, state, user.fullname, ctx.clock.now())
    if (done.kind === 'notFound') return refuse('notFound')
    if (done.kind === 'already') return refuseAnswered(done.proposal)
    await ctx.audit(tx, {
      user,
      action: `weather.${state}`,
      subject: 'settings',
      subjectId: id,
      details: { kind: done.proposal.kind, reason: done.proposal.reason },
    })
    return done.proposal
  }

  let unsubscribe: (() => void) | undefined
  const keepMornings = (): void =>
    void keepProposals(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'Could not keep dew and frost'))

  const state = () => readWeatherState(ctx.db, ctx.clock.now())

  return {
    routes: [
      route(calls.weather.settings, async () => shownSettings(await readWeatherSettings(ctx.db))),
      route(calls.weather.update, async ({ body, user, write }) => {
        const stored = await write(async tx => {
          const { before, after } = await changeWeatherSettings(
            tx,
            known => changedSettings(seal, known, body),
            ctx.clock.now(),
          )
          refuseIncomplete(after)
          await ctx.audit(tx, {
            user,
            action: 'settings.update',
            subject: 'settings',
            subjectId: 'weather',
            details: { before: shownSettings(before), after: shownSettings(after) },
          })
          return shownSettings(after)
        })
        changed()
        void watch.look().catch((error: unknown) => ctx.log.warn({ err: error }, 'Could not read the weather'))
        return stored
      }),
      route(calls.weather.state, state),
      route(
        calls.weather.read,
        async () => {
          const settings = await readWeatherSettings(ctx.db)
          const isAsked = ROLES.some(role => providerOf(role, settings) !== undefined)
          if (!settings.enabled || !isAsked) refuse('noWeatherSource')
          await watch.look(true)
          return state()
        },
        { perMinute: 60 },
      ),
      route(
        calls.weather.test,
        async ({ body }) => {
          const { role, ...change } = body
          const found = await watch.try(role, changedSettings(seal, await readWeatherSettings(ctx.db), change))
          if (!found.ok) return { problem: found.problem, detail: found.detail, figures: [], hours: 0 }
          const { figures } = mergeReadings([found.reading], ctx.clock.now().getTime())
          return { problem: null, detail: '', figures: [...figures], hours: found.reading.hours.length }
        },
        { perMinute: 10 },
      ),
      ...pushRoutes(ctx, watch),
      ...morningRoutes(ctx),
      route(calls.weather.accept, async ({ params, user, write }) => {
        const proposal = await write(async tx => {
          const accepted = await answer(tx, params.id, 'accepted', user)
          const details = await ports.setRainMode(tx, accepted.kind === 'rainModeOn')
          await ctx.audit(tx, { user, action: 'settings.update', subject: 'settings', subjectId: 'map', details })
          return accepted
        })
        changed()
        ctx.live.publish('settings', 'changed', { subject: 'map' })
        ctx.events.emit('settingsChanged', { subject: 'map' })
        return proposal
      }),
      route(calls.weather.decline, async ({ params, user, write }) => {
        const proposal = await write(tx => answer(tx, params.id, 'declined', user))
        changed()
        return proposal
      }),
    ],
    start: async () => {
      unsubscribe = ctx.events.on('weatherChanged', keepMornings)
      watch.start()
    },
    stop: async () => {
      unsubscribe?.()
      await watch.close()
    },
  }
}
