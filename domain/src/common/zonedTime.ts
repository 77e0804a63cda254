/**
 * Days and clock times in the time zone of the course, independent of the browser's zone. Days are texts such as
 * 2026-11-20; a day has 23, 24 or 25 hours.
 */
export type Day = string

export interface WallClock {
  readonly day: Day
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** Making one takes milliseconds. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** There are more ways to write a zone's name than zones. */
const MOST_FORMATS = 100

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  if (formats.size >= MOST_FORMATS) formats.clear()
  formats.set(zone, made)
  return made
}

/** Whether this is a zone's name, such as Europe/Dublin. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** The wall clock of a zone at a moment. */
export function wallClock(at: Date, zone: string): WallClock {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    hour: Number(parts.hour),
    minute: Number(parts.minute),
    second: Number(parts.second),
  }
}

export const dayOf = (at: Date, zone: string): Day => wallClock(at, zone).day

/** Milliseconds by which a zone's clock is ahead of UTC at a moment. */
const offsetMs = (at: Date, zone: string): number => {
  const { day, hour, minute, second } = wallClock(at, zone)
  const asUtc = Date.parse(`${day}T00:00:00Z`) + ((hour * 60 + minute) * 60 + second) * 1_000
  return asUtc - Math.floor(at.getTime() / 1_000) * 1_000
}

/**
 * The moment at which a zone's clock shows this. A time that a spring-forward skips becomes the same time counted on
 * from before the jump; of two equal times in autumn the first is meant.
 */
export function momentOf(day: Day, hour: number, minute: number, zone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + (hour * 60 + minute) * 60_000
  const early = wanted - offsetMs(new Date(wanted - 86_400_000), zone)
  const late = wanted - offsetMs(new Date(wanted + 86_400_000), zone)
  const fits = [early, late].filter(time => time + offsetMs(new Date(time), zone) === wanted)
  return new Date(fits.length > 0 ? Math.min(...fits) : early)
}

/** The first moment of a day. */
export const startOfDay = (day: Day, zone: string): Date => momentOf(day, 0, 0, zone)

export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)

/** Days from one to another; negative where the other is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: Day): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

export const mondayOf = (day: Day): Day => addDays(day, -weekdayOf(day))

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`

export function addMonths(day: Day, count: number): Day {
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7)) - 1 + count
  const first = new Date(Date.UTC(year, month, 1))
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const date = Math.min(Number(day.slice(8, 10)), last)
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), date)).toISOString().slice(0, 10)
}

export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
