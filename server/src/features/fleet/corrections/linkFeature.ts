/** Corrections and recording: their settings, and how they go at this moment. */

import { calls, type ResultOf } from '@greensward/contract'
import type { Position } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import { refuseFields } from '../../../platform/http/refusal.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { inTurn } from '../../../platform/inTurn.ts'
import { openSeal } from '../../../platform/sealing.ts'
import type { TelemetryRecorder } from '../../../shared/recording/telemetryRecorder.ts'
import type { FleetParts } from '../fleetParts.ts'
import { type Caster, createCorrectionsRelay } from './correctionsRelay.ts'
import {
  changeLinkSettings,
  mergedLinkSettings,
  readLinkSettings,
  type StoredLinkSettings,
  shownLinkSettings,
} from './linkSettingsStore.ts'

const ASK_MS = 1_000

export interface LinkFeature {
  readonly routes: readonly Route[]
  settings(): Promise<StoredLinkSettings>
  /** By the settings as they were last read. */
  stopsForeignDrives(): boolean
  start(): Promise<void>
  close(): void
}

export const createLinkFeature = (
  { ctx, gateway, garage }: Pick<FleetParts, 'ctx' | 'gateway' | 'garage'>,
  recorder: TelemetryRecorder,
): LinkFeature => {
  const seal = openSeal(ctx.config.sharedDir)

  /** A caster that computes a virtual station gets the position of one mower; all are on one course. */
  const position = (): Position | null => {
    for (const id of garage.mowers.keys()) {
      const at = gateway.state(id)?.telemetry.position
      if (at !== null && at !== undefined) return at
    }
    return null
  }

  const relay = createCorrectionsRelay({
    now: () => ctx.clock.now(),
    position,
    send: rtcm => gateway.sendCorrections(rtcm),
    allowsPrivate: ctx.config.outgoingPrivate,
    onChange: ({ phase, problem, detail }) => ctx.log.info({ phase, problem, detail }, 'Corrections'),
  })

  const casterOf = (stored: StoredLinkSettings): Caster | null =>
    stored.correctionsEnabled
      ? {
          host: stored.casterHost,
          port: stored.casterPort,
          mountpoint: stored.mountpoint,
          user: stored.casterUser,
          password: stored.sealedPassword === null ? null : (seal.open(stored.sealedPassword) ?? null),
        }
      : null

  /** A caster that cannot be reached is refused before it is saved. */
  const refuseIncomplete = (settings: StoredLinkSettings): void => {
    if (!settings.correctionsEnabled) return
    const fields: Record<string, Said> = {}
    if (settings.casterHost === '') fields['body.casterHost'] = said('empty')
    if (settings.mountpoint.trim() === '') fields['body.mountpoint'] = said('empty')
    if (Object.keys(fields).length > 0) refuseFields(fields)
  }

  const receivedCount = (): number =>
    gateway.states().filter(({ telemetry }) => telemetry.link === 'live' || telemetry.link === 'stale').length

  const stateHere = (): ResultOf<typeof calls.link.state> => {
    const { waiting, dropped, writtenAt } = recorder.state
    return {
      corrections: { ...relay.state(), mowers: receivedCount() },
      recording: { waiting, dropped, writtenAt: writtenAt?.toISOString() ?? null },
    }
  }
  const unsubscribe: (() => void)[] = []
  let stopsForeignDrives = false
  const useSettings = inTurn(async (): Promise<void> => {
    const stored = await readLinkSettings(ctx.db)
    stopsForeignDrives = stored.stopsForeignDrives
    relay.use(casterOf(stored))
  })

  return {
    routes: [
      route(calls.link.settings, async () => shownLinkSettings(await readLinkSettings(ctx.db))),
      route(calls.link.update, async ({ body, user, write }) => {
        let changed: StoredLinkSettings | undefined
        const answer = await write(async tx => {
          const { before, after } = await changeLinkSettings(
            tx,
            stored => mergedLinkSettings(stored, body, seal.close),
            ctx.clock.now(),
          )
          refuseIncomplete(after)
          await ctx.audit(tx, {
            user,
            action: 'settings.update',
            subject: 'settings',
            subjectId: 'link',
            details: { before: shownLinkSettings(before), after: shownLinkSettings(after) },
          })
          changed = after
          return shownLinkSettings(after)
        })
        if (changed !== undefined) ctx.events.emit('linkChanged', {})
        ctx.live.publish('settings', 'changed', { subject: 'link' })
        return answer
      }),
      route(calls.link.state, async () => {
        if (ctx.config.isGateway) return stateHere()
        // One that speaks to no mowers tells what a gateway says.
        const [other] = await ctx.bus.askAll('link.state', {}, ASK_MS, values => values.length > 0)
        return other === undefined ? stateHere() : (other as ResultOf<typeof calls.link.state>)
      }),
    ],
    settings: () => readLinkSettings(ctx.db),
    stopsForeignDrives: () => stopsForeignDrives,
    start: async () => {
      if (!ctx.config.isGateway) return
      ctx.bus.answer('link.state', async () => stateHere(), 'urgent')
      unsubscribe.push(
        ctx.events.onEverywhere('linkChanged', useSettings),
        ctx.events.onEverywhere('missed', useSettings),
      )
      await useSettings()
    },
    close: () => {
      for (const off of unsubscribe.splice(0)) off()
      relay.close()
    },
  }
}
