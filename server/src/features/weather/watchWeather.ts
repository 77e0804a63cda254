/** Reads the weather source now and then, keeps what it says, and asks people about rain mode. It switches nothing. */
import {
  judgeWeather,
  OLD_REPORT_MS,
  rainProposalFor,
  type WeatherProblem,
  type WeatherReport,
  weatherReport,
} from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { readOutgoing } from '../../platform/outgoing.ts'
import type { Seal } from '../../platform/sealing.ts'
import { createWatch, type Watch } from '../../platform/watch.ts'
import { readRainMode } from '../../shared/missionLife/machinesStore.ts'
import {
  readWeatherState,
  type StoredWeatherSettings,
  settleProposal,
  shownSettings,
  storeProblem,
  storeReport,
  takeTurn,
} from './weatherStore.ts'

const LOOK_MS = 20_000
const TIMEOUT_MS = 10_000
const MAX_BYTES = 256 * 1024
/** Stations whose clock runs a little ahead. */
const AHEAD_MS = 5 * 60_000

type Read =
  | { readonly ok: true; readonly report: WeatherReport }
  | { readonly ok: false; readonly problem: WeatherProblem; readonly detail: string }

const understood = (text: string, nowMs: number): Read => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, problem: 'notUnderstood', detail: 'The answer is not JSON' }
  }
  const read = weatherReport.safeParse(json)
  if (!read.success) {
    const [issue] = read.error.issues
    return { ok: false, problem: 'notUnderstood', detail: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` }
  }
  const ageMs = nowMs - Date.parse(read.data.at)
  if (ageMs > OLD_REPORT_MS || ageMs < -AHEAD_MS)
    return { ok: false, problem: 'tooOld', detail: `It is dated ${read.data.at}` }
  return { ok: true, report: read.data }
}

export const createWeatherWatch = (ctx: Context, seal: Seal): Watch => {
  const read = async ({ address, sealedToken }: StoredWeatherSettings): Promise<Read> => {
    const token = sealedToken === null ? undefined : seal.open(sealedToken)
    const answer = await readOutgoing(address, {
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      allowsPrivate: ctx.config.outgoingPrivate,
      ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    })
    return answer.ok ? understood(answer.text, ctx.clock.now().getTime()) : answer
  }

  /** The last answer counts until it is too old. */
  const forgetOld = async (now: Date): Promise<void> => {
    const { report } = await readWeatherState(ctx.db)
    if (report === null || now.getTime() - Date.parse(report.at) <= OLD_REPORT_MS) return
    await ctx.db.transaction(tx => settleProposal(tx, undefined, now))
  }

  const lookOnce = async (atOnce: boolean): Promise<void> => {
    const settings = await takeTurn(ctx.db, ctx.clock.now(), atOnce)
    if (settings === undefined) return
    const found = await read(settings)
    const now = ctx.clock.now()
    if (!found.ok) {
      await storeProblem(ctx.db, found.problem, found.detail)
      await forgetOld(now)
      ctx.log.warn({ problem: found.problem, detail: found.detail }, 'Could not read the weather source')
    } else {
      const shown = shownSettings(settings)
      const { wet } = judgeWeather(found.report, shown, now.getTime())
      const added = await ctx.db.transaction(async tx => {
        await storeReport(tx, found.report, wet === undefined ? null : new Date(wet.to))
        const wanted = rainProposalFor(found.report, shown, await readRainMode(tx), now.getTime())
        return settleProposal(tx, wanted, now)
      })
      if (added !== undefined)
        ctx.events.emit('notice', {
          level: 'warning',
          subject: 'system',
          subjectId: added.id,
          kind: added.kind === 'rainModeOn' ? 'rainModeProposed' : 'rainModeOffProposed',
          values: { reason: added.reason, mmPerH: added.rainMmPerH },
        })
      ctx.events.emit('weatherChanged', {})
    }
    ctx.live.publish('settings', 'changed', { subject: 'weather' })
  }

  return createWatch({
    everyMs: LOOK_MS,
    lookOnce,
    failed: error => ctx.log.warn({ err: error }, 'Could not watch the weather'),
  })
}
