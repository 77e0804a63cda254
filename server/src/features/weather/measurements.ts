/** What a station measured since its reading before, for the weather by hours. */
import { type Figures, momentOfFigure, type SourceReading, weatherFigure } from '@greensward/domain'
import type { WeatherCounters } from '../../platform/db/schema/weather.ts'
import type { Measurement } from '../../shared/weather/weatherHoursStore.ts'

const HOUR_MS = 3_600_000

interface Answer {
  readonly reading: SourceReading
  readonly counters?: WeatherCounters | null | undefined
}

/** What a counter says has been added; a counter that fell was set to zero in between. */
const added = (before: number | undefined, after: number | undefined): number | undefined => {
  if (before === undefined || after === undefined) return undefined
  return Math.round((after >= before ? after - before : after) * 1_000) / 1_000
}

const countedAt = ({ reading, counters }: Answer): string => counters?.at ?? reading.at

/**
 * The sensors of a station report apart: each figure counts once, in the hour in which it was measured.
 * @param before undefined for the first reading
 */
export const measurementsOf = (answer: Answer, before: Answer | undefined): Measurement[] => {
  const { reading, counters } = answer
  const { source, now } = reading
  const byHour = new Map<number, { at: string; figures: Figures; rainMm?: number; et0Mm?: number }>()
  const inHourOf = (at: string) => {
    const hour = Math.floor(Date.parse(at) / HOUR_MS)
    const found = byHour.get(hour) ?? { at, figures: {} }
    byHour.set(hour, found)
    return found
  }
  for (const name of weatherFigure.options) {
    const value = now[name]
    if (value === undefined || value === null) continue
    const at = momentOfFigure(reading, name)
    const earlier = before?.reading
    const wasKnown = earlier?.now[name] !== undefined && earlier.now[name] !== null
    if (wasKnown && at <= momentOfFigure(earlier, name)) continue
    const hour = inHourOf(at)
    hour.figures = { ...hour.figures, [name]: value }
  }
  if (before !== undefined && countedAt(answer) > countedAt(before)) {
    const rainMm = added(before.counters?.rainMm, counters?.rainMm)
    const et0Mm = added(before.counters?.et0Mm, counters?.et0Mm)
    if (rainMm !== undefined || et0Mm !== undefined) Object.assign(inHourOf(countedAt(answer)), { rainMm, et0Mm })
  }
  return [...byHour.values()].map(({ at, figures, rainMm, et0Mm }) => ({
    at: new Date(at),
    source,
    figures,
    rainMm,
    et0Mm,
  }))
}
