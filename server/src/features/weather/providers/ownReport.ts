/** The report of docs/weather.md at an address of one's own. */
import { OLD_REPORT_MS, type WeatherHour, weatherReport } from '@greensward/domain'
import { AHEAD_MS, fault, type Provider, shapeFault } from './provider.ts'

const HOUR_MS = 3_600_000

export const ownReport: Provider = {
  leastGapS: 0,
  ask: ({ address }, secret) =>
    address === ''
      ? fault('incomplete')
      : { address, ...(secret === undefined ? {} : { headers: { authorization: `Bearer ${secret}` } }) },
  understand: (json, nowMs) => {
    const read = weatherReport.safeParse(json)
    if (!read.success) return shapeFault(read.error)
    const { at, forecast, ...now } = read.data
    const ageMs = nowMs - Date.parse(at)
    if (ageMs > OLD_REPORT_MS || ageMs < -AHEAD_MS) return fault('tooOld', `It is dated ${at}`)
    const hours = forecast.flatMap(({ from, to, rainMmPerH, ...figures }): WeatherHour[] => {
      const fromMs = Date.parse(from)
      const isHour = fromMs % HOUR_MS === 0 && Date.parse(to) - fromMs === HOUR_MS
      return isHour ? [{ from: new Date(fromMs).toISOString(), rainMm: rainMmPerH, ...figures }] : []
    })
    return {
      ok: true,
      reading: { source: 'json', at: new Date(at).toISOString(), isObserved: true, now, hours, forecast },
    }
  },
}
