/**
 * The tee sheet: when groups start, and when each is expected on each hole. It holds no names of golfers, only how many
 * there are.
 */
import { z } from 'zod'
import type { ExpectedPlay } from '../cart/round/roundPace.ts'
import { fieldFault } from '../common/fieldFault.ts'
import { saidParams } from '../common/saidShape.ts'
import { instant } from '../common/text.ts'
import { addDays, type Day, momentOf, startOfDay, wallClock, weekdayOf } from '../common/zonedTime.ts'
import type { CourseFeature } from '../course/course.ts'
import { clockTime, WEEKDAYS, weekday } from './timetable.ts'

/** A day has no more: one each three minutes of the longest summer day, on one tee. */
export const MOST_TEE_TIMES = 400
export const MOST_PLAYERS = 99
export const MOST_PATTERNS = 10
/** A round that began this close to a tee time, on its hole, is that of its group. */
const STARTS_WITHIN_MS = 10 * 60_000
const HOLES_OF_ROUND = 18
const MOST_HOLES = 72

const holeNumber = z.number().int().min(1).max(MOST_HOLES)
const namesEachOnce = (list: readonly unknown[]): boolean => new Set(list).size === list.length

export const teeTime = z.strictObject({
  at: instant,
  /** The number of the first hole, counted in the order of play. */
  hole: holeNumber,
  /** Null where it is not known. */
  players: z.number().int().min(1).max(MOST_PLAYERS).nullable(),
})
export type TeeTime = z.infer<typeof teeTime>

/** Tee times of these days of the week, by the clock of the course; the last one is at `until` at the latest. */
export const teePattern = z
  .strictObject({
    firstAt: clockTime,
    everyMinutes: z.number().int().min(1).max(240),
    until: clockTime,
    holes: z.array(holeNumber).min(1).max(4).refine(namesEachOnce, fieldFault('namesTwice')),
    weekdays: z.array(weekday).min(1).max(7).refine(namesEachOnce, fieldFault('daysTwice')),
  })
  .refine(({ firstAt, until }) => firstAt <= until, { path: ['until'], message: fieldFault('beforeFrom') })
export type TeePattern = z.infer<typeof teePattern>

/** Why one line of a tee sheet cannot be read, by a code of the catalogue. */
export const teeSheetFault = z.strictObject({ line: z.number().int().min(1), code: z.string(), params: saidParams })
export type TeeSheetFault = z.infer<typeof teeSheetFault>

/** What a tee sheet contains, with each line that cannot be read. */
export interface ReadTeeSheet {
  readonly teeTimes: readonly TeeTime[]
  readonly faults: readonly TeeSheetFault[]
}

/** Earliest first, each time of a hole once: sheets often have a line for each golfer of a group. */
export const sortedTeeTimes = (teeTimes: readonly TeeTime[]): TeeTime[] =>
  [...Map.groupBy(teeTimes, ({ at, hole }) => `${Date.parse(at)} ${hole}`).values()]
    .flatMap(same => {
      const [first] = same
      if (first === undefined) return []
      const players = same.reduce<number | null>(
        (sum, one) => (sum === null || one.players === null ? null : sum + one.players),
        0,
      )
      return [{ ...first, players: players === null ? null : Math.min(players, MOST_PLAYERS) }]
    })
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.hole - b.hole)

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

const DAY_MS = 86_400_000

/** The moments of a day by the minutes that its clock shows; undefined for those that it never shows. */
const clockOfDay = (day: Day, zone: string): ((minute: number) => Date | undefined) => {
  const startMs = startOfDay(day, zone).getTime()
  // Asking for the zone's clock takes long, and on most days it does not change.
  if (startOfDay(addDays(day, 1), zone).getTime() - startMs === DAY_MS)
    return minute => new Date(startMs + minute * 60_000)
  return minute => {
    const at = momentOf(day, Math.floor(minute / 60), minute % 60, zone)
    const shown = wallClock(at, zone)
    return shown.day === day && shown.hour * 60 + shown.minute === minute ? at : undefined
  }
}

const timesOfPattern = (pattern: TeePattern, day: Day, zone: string): TeeTime[] => {
  const name = WEEKDAYS[weekdayOf(day)]
  if (name === undefined || !pattern.weekdays.includes(name)) return []
  const teeTimes: TeeTime[] = []
  const momentAt = clockOfDay(day, zone)
  for (let minute = minuteOf(pattern.firstAt); minute <= minuteOf(pattern.until); minute += pattern.everyMinutes) {
    // The clock of the course skips an hour in spring: nobody starts at a time that it never shows.
    const at = momentAt(minute)
    if (at === undefined) continue
    for (const hole of pattern.holes) teeTimes.push({ at: at.toISOString(), hole, players: null })
  }
  return teeTimes
}

/** The tee times that patterns make on one day, earliest first. */
export const patternTeeTimes = (patterns: readonly TeePattern[], day: Day, zone: string): TeeTime[] =>
  sortedTeeTimes(patterns.flatMap(pattern => timesOfPattern(pattern, day, zone)))

export interface NumberedHole {
  readonly id: string
  readonly number: number
  readonly passMinutes: number
  readonly isActive: boolean
}

/** All holes in the order of play. A closed one keeps its number, so that a tee sheet does not shift. */
export const numberedHoles = (features: readonly CourseFeature[]): NumberedHole[] =>
  features
    .flatMap(({ id, ...feature }) => (feature.kind === 'hole' ? [{ id, ...feature.properties }] : []))
    .toSorted((a, b) => a.sort - b.sort)
    .map(({ id, pass, isActive }, index) => ({ id, number: index + 1, passMinutes: pass, isActive }))

/** A shotgun start: one group on each active hole, all at the same time. */
export const shotgunTeeTimes = (at: string, holes: readonly NumberedHole[]): TeeTime[] =>
  holes.flatMap(({ number, isActive }) => (isActive ? [{ at, hole: number, players: null }] : []))

/** Where the hole of a tee time is closed, the group starts on the next one. */
const firstIndex = ({ hole }: TeeTime, active: readonly NumberedHole[]): number =>
  Math.max(
    0,
    active.findIndex(({ number }) => number >= hole),
  )

/**
 * When the group of a tee time is expected on each hole, in the order of play and at the pace of each hole.
 * @param rate how many times faster than the clock golfers play, as simulated ones do
 */
export const expectedTeePlay = (teeTime: TeeTime, holes: readonly NumberedHole[], rate: number): ExpectedPlay[] => {
  const active = holes.filter(({ isActive }) => isActive)
  const first = firstIndex(teeTime, active)
  const expected: ExpectedPlay[] = []
  let fromMs = Date.parse(teeTime.at)
  for (let n = 0; n < Math.min(HOLES_OF_ROUND, active.length); n += 1) {
    const hole = active[(first + n) % active.length]
    if (hole === undefined) break
    const toMs = fromMs + (hole.passMinutes * 60_000) / rate
    expected.push({ holeId: hole.id, fromMs, toMs })
    fromMs = toMs
  }
  return expected
}

/** Where and when a round began. */
export interface RoundStart {
  readonly holeId: string
  readonly begunMs: number
}

/**
 * Tee times whose group is not out with a cart. Each round belongs to the nearest tee time alone, so the second cart of
 * a group does not count as the group behind it.
 */
export const teeTimesWithoutCart = (
  teeTimes: readonly TeeTime[],
  starts: readonly RoundStart[],
  holes: readonly NumberedHole[],
): TeeTime[] => {
  const active = holes.filter(({ isActive }) => isActive)
  const withCart = new Set<TeeTime>()
  for (const { holeId, begunMs } of starts) {
    let nearest: TeeTime | undefined
    let nearestMs = STARTS_WITHIN_MS
    for (const teeTime of teeTimes) {
      const apartMs = Math.abs(Date.parse(teeTime.at) - begunMs)
      if (apartMs > nearestMs || active[firstIndex(teeTime, active)]?.id !== holeId) continue
      // Of two equally near, the earlier group: the later one may still come.
      if (nearest !== undefined && apartMs === nearestMs) continue
      nearest = teeTime
      nearestMs = apartMs
    }
    if (nearest !== undefined) withCart.add(nearest)
  }
  return teeTimes.filter(teeTime => !withCart.has(teeTime))
}
