/** Reads the sources of the weather now and then, keeps what they say, and asks people about rain mode. It switches nothing. */
import {
  judgeWeather,
  mergeReadings,
  OLD_REPORT_MS,
  type RainProposal,
  rainProposalFor,
  type WeatherRole,
} from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Seal } from '../../platform/sealing.ts'
import { createWatch, type Watch } from '../../platform/watch.ts'
import { readRainMode } from '../../shared/missionLife/machinesStore.ts'
import { addMeasurements, storeForecastHours } from '../../shared/weather/weatherHoursStore.ts'
import { askSource, providerOf, type SourceReply } from './askSource.ts'
import { measurementsOf } from './measurements.ts'
import { fault, type Understood } from './providers/provider.ts'
import {
  isOther,
  lockSource,
  lockWeatherSettings,
  readPlace,
  readReadings,
  readReport,
  type SourceTurn,
  type StoredWeatherSettings,
  settleProposal,
  shownSettings,
  storeMerged,
  storeProblem,
  storeReading,
  takeTurn,
} from './weatherStore.ts'

const LOOK_MS = 20_000

export interface WeatherWatch extends Watch {
  /** Asks a source by these settings and stores nothing. */
  try(role: WeatherRole, settings: StoredWeatherSettings): Promise<SourceReply['result']>
  /** Takes what a station sent. */
  take(pushed: Understood): Promise<void>
}

export const createWeatherWatch = (ctx: Context, seal: Seal): WeatherWatch => {
  const closing = new AbortController()
  const options = {
    allowsPrivate: ctx.config.outgoingPrivate,
    signal: closing.signal,
    now: () => ctx.clock.now(),
  }

  const ask = async (
    role: WeatherRole,
    settings: StoredWeatherSettings,
    known: Pick<SourceTurn, 'lastModified' | 'reading'>,
  ): Promise<SourceReply> => {
    const provider = providerOf(role, settings)
    if (provider === undefined) return { result: fault('incomplete'), lastModified: null, notBefore: null }
    const sealed = role === 'station' ? settings.sealedStationSecret : settings.sealedToken
    const secret = sealed === null ? undefined : seal.open(sealed)
    if (sealed !== null && secret === undefined)
      return { result: fault('sealBroken'), lastModified: null, notBefore: null }
    return askSource(provider, { settings, secret, place: await readPlace(ctx.db), ...known }, options)
  }

  /** The last answers count until they are too old. */
  const forgetOld = async (now: Date): Promise<void> => {
    const report = await readReport(ctx.db)
    if (report === null || now.getTime() - Date.parse(report.at) <= OLD_REPORT_MS) return
    await ctx.db.transaction(tx => settleProposal(tx, undefined, now))
  }

  const announce = (proposal: RainProposal): void => {
    ctx.events.emit('notice', {
      level: 'warning',
      subject: 'system',
      subjectId: proposal.id,
      kind: proposal.kind === 'rainModeOn' ? 'rainModeProposed' : 'rainModeOffProposed',
      values: { reason: proposal.reason, mmPerH: proposal.rainMmPerH },
    })
  }

  /** Merges the last answers of all sources; what rain mode, the schedule and the pages read is this. */
  const merge = async (tx: Tx, settings: StoredWeatherSettings, now: Date): Promise<RainProposal | undefined> => {
    const nowMs = now.getTime()
    const { report, figures } = mergeReadings(await readReadings(tx), nowMs)
    const shown = shownSettings(settings)
    const wet = report === null ? undefined : judgeWeather(report, shown, nowMs).wet
    await storeMerged(tx, report, figures, wet === undefined ? null : new Date(wet.to))
    const wanted = report === null ? undefined : rainProposalFor(report, shown, await readRainMode(tx), nowMs)
    return settleProposal(tx, wanted, now)
  }

  const keep = async (
    tx: Tx,
    role: WeatherRole,
    { reading, counters }: Understood,
    { lastModified, notBefore }: Pick<SourceReply, 'lastModified' | 'notBefore'>,
    now: Date,
  ): Promise<void> => {
    const before = await lockSource(tx, role)
    const last = before === undefined || before.reading === null ? undefined : { ...before, reading: before.reading }
    // A station that sends an older moment late changes nothing.
    const isLate = last !== undefined && reading.at < last.reading.at
    if (reading.isObserved && !isLate) await addMeasurements(tx, measurementsOf({ reading, counters }, last), now)
    await storeForecastHours(tx, reading.source, reading.hours, now)
    const kept = isLate ? last : { reading, counters: counters ?? null }
    await storeReading(tx, role, { ...kept, lastModified, notBefore }, now)
  }

  const changed = (): void => {
    ctx.events.emit('weatherChanged', {})
    ctx.live.publish('settings', 'changed', { subject: 'weather' })
  }

  const lookAt = async (role: WeatherRole, atOnce: boolean): Promise<void> => {
    const turn = await takeTurn(ctx.db, role, ctx.clock.now(), atOnce)
    if (turn === undefined) return
    const reply = await ask(role, turn.settings, turn)
    // What the end of the server cut off says nothing of the source.
    if (closing.signal.aborted) return
    const now = ctx.clock.now()
    const { result } = reply
    const proposal = await ctx.db.transaction(async tx => {
      const settings = await lockWeatherSettings(tx)
      // Somebody chose another source while this one was asked.
      if (isOther(role, turn.settings, settings)) return undefined
      if (!result.ok) {
        await storeProblem(tx, role, result.problem, result.detail, reply.notBefore)
        return undefined
      }
      await keep(tx, role, result, reply, now)
      return merge(tx, settings, now)
    })
    if (proposal !== undefined) announce(proposal)
    if (result.ok) return changed()
    ctx.log.warn({ role, problem: result.problem, detail: result.detail }, 'Could not read a source of the weather')
    ctx.live.publish('settings', 'changed', { subject: 'weather' })
  }

  const watch = createWatch({
    everyMs: LOOK_MS,
    lookOnce: async atOnce => {
      const looks = await Promise.allSettled([lookAt('station', atOnce), lookAt('forecast', atOnce)])
      // A station that sends by itself may have fallen silent, and then nothing else notices.
      await forgetOld(ctx.clock.now())
      for (const look of looks) if (look.status === 'rejected') throw look.reason
    },
    failed: error => ctx.log.warn({ err: error }, 'Could not watch the weather'),
  })
  return {
    ...watch,
    try: async (role, settings) => (await ask(role, settings, { lastModified: null, reading: null })).result,
    take: async pushed => {
      const now = ctx.clock.now()
      const proposal = await ctx.db.transaction(async tx => {
        const settings = await lockWeatherSettings(tx)
        await keep(tx, 'station', pushed, { lastModified: null, notBefore: null }, now)
        return merge(tx, settings, now)
      })
      if (proposal !== undefined) announce(proposal)
      changed()
    },
    close: async () => {
      closing.abort()
      await watch.close()
    },
  }
}
