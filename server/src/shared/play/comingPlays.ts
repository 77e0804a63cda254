/** The times at which groups reach a hole and the fields on it, and leave them: those on the course, and those of the tee sheet. */
import {
  type ComingPlay,
  type CourseMap,
  type Day,
  dayOf,
  type ExpectedPlay,
  expectedPlay,
  expectedTeePlay,
  featureTitle,
  type GroupOnField,
  holesOfPlay,
  type MissionTarget,
  type NumberedHole,
  numberedHoles,
  type PlayMargin,
  playMarginOf,
  startOfDay,
  type TeeTime,
  type TimeSpan,
  targetFeature,
  teeTimesWithoutCart,
} from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { createBreather } from '../../platform/threads/breather.ts'
import { readTimeZone } from '../missionLife/machinesStore.ts'
import { playingRounds } from './playStore.ts'
import { readTeeSheetSettings, readTeeTimes, roundStarts } from './teeSheetStore.ts'

type Asked = Pick<Context, 'db' | 'clock' | 'config'>

/** With the fields that may be mown on the hole; earliest first. */
interface PlayOnGround extends ComingPlay {
  readonly featureIds: string[]
}

interface Group extends ExpectedPlay {
  readonly cartName: string
  readonly teeTime: string | null
  readonly isFirst: boolean
}

/** The facts about groups that all days share. */
interface Facts {
  readonly nowMs: number
  readonly zone: string
  readonly today: Day
  readonly rate: number
  readonly holes: readonly NumberedHole[]
  readonly teeTimes: ReadonlyMap<Day, readonly TeeTime[]>
  readonly playing: Awaited<ReturnType<typeof playingRounds>>
}

/** Simulated golfers play as much faster as the simulator's clock runs. */
const rateOf = ({ simulator, simSpeed }: Asked['config']): number => (simulator ? Math.max(1, simSpeed) : 1)

const readFacts = async (
  { db, clock, config }: Asked,
  { features }: CourseMap,
  days: readonly Day[],
): Promise<Facts> => {
  const now = clock.now()
  const zone = await readTimeZone(db)
  return {
    nowMs: now.getTime(),
    zone,
    today: dayOf(now, zone),
    rate: rateOf(config),
    holes: numberedHoles(features),
    teeTimes: await readTeeTimes(db, days, zone),
    playing: await playingRounds(db, now.getTime()),
  }
}

/** Groups with a cart: each at the pace that it has shown. */
const groupsOnCourse = ({ playing, nowMs, rate }: Facts, { features }: CourseMap): Omit<Group, 'isFirst'>[] => {
  const rules = { holes: holesOfPlay(features), rate }
  return playing.flatMap(({ cartName, plays }) =>
    expectedPlay({ plays, finishedMs: null }, rules, nowMs).map(play => ({ cartName, teeTime: null, ...play })),
  )
}

/** When anybody is on each hole of a day for the first time, as far as that is known. */
const firstOnHoles = (
  facts: Facts,
  groups: readonly ExpectedPlay[],
  finished: number,
): ((play: ExpectedPlay) => boolean) => {
  const firstMs = new Map<string, number>()
  const note = (holeId: string, fromMs: number): void =>
    void firstMs.set(holeId, Math.min(fromMs, firstMs.get(holeId) ?? Number.POSITIVE_INFINITY))
  for (const { holeId, fromMs } of groups) note(holeId, fromMs)
  for (const { plays } of facts.playing) for (const { holeId, begunMs } of plays) note(holeId, begunMs)
  // A round that is over was on every hole.
  return ({ holeId, fromMs }) => finished === 0 && fromMs <= (firstMs.get(holeId) ?? fromMs)
}

/** A group without a cart may be as late as this without anybody noticing: about the time between two groups. */
const LATE_MS = 10 * 60_000

/**
 * The groups of one day, those on the course too where it is today.
 * @param lateMs by which a group without a cart is expected to leave later
 */
const groupsOfDay = async ({ db }: Asked, map: CourseMap, facts: Facts, day: Day, lateMs = 0): Promise<Group[]> => {
  const isToday = day === facts.today
  const starts = day > facts.today ? [] : await roundStarts(db, startOfDay(day, facts.zone))
  const waiting = teeTimesWithoutCart(facts.teeTimes.get(day) ?? [], starts, facts.holes).flatMap(teeTime =>
    expectedTeePlay(teeTime, facts.holes, facts.rate).map(play => ({
      ...{ cartName: '', teeTime: teeTime.at, ...play },
      toMs: play.toMs + lateMs / facts.rate,
    })),
  )
  const groups = isToday ? [...groupsOnCourse(facts, map), ...waiting] : waiting
  const isFirst = firstOnHoles(facts, groups, isToday ? Math.max(0, starts.length - facts.playing.length) : 0)
  return groups
    .filter(({ toMs }) => toMs > facts.nowMs)
    .map(group => ({ ...group, isFirst: isFirst(group) }))
    .toSorted((a, b) => a.fromMs - b.fromMs)
}

const shown = ({ cartName, teeTime, fromMs, toMs, isFirst }: Group, holeTitle: string): ComingPlay => ({
  holeTitle,
  cartName,
  teeTime,
  isFirst,
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
})

const holeTitles = ({ features }: CourseMap): ReadonlyMap<string, string> =>
  new Map(features.flatMap(feature => (feature.kind === 'hole' ? [[feature.id, featureTitle(feature)]] : [])))

/** @param day of the tee sheet; groups on the course are always included */
export const playsToCome = async (ctx: Asked, map: CourseMap, day: Day): Promise<PlayOnGround[]> => {
  const facts = await readFacts(ctx, map, [day])
  const titles = holeTitles(map)
  const ground = Map.groupBy(
    map.features.filter(feature => feature.kind === 'zone' || feature.kind === 'missionArea'),
    ({ properties }) => properties.holeId,
  )
  const groups = await groupsOfDay(ctx, map, facts, day)
  const others = day === facts.today ? [] : groupsOnCourse(facts, map).map(group => ({ ...group, isFirst: false }))
  return [...others, ...groups]
    .toSorted((a, b) => a.fromMs - b.fromMs)
    .flatMap(group => {
      const title = titles.get(group.holeId)
      const featureIds = (ground.get(group.holeId) ?? []).map(({ id }) => id)
      return title === undefined ? [] : [{ ...shown(group, title), featureIds }]
    })
}

/**
 * By when mowing on each hole must end to keep the wanted margin before the first group of a day, by the tee sheets alone: carts say
 * nothing about days to come.
 * @returns milliseconds since 1970; undefined where no group is expected
 */
export const aheadOfGroups = async (
  { db, config }: Asked,
  { features }: Pick<CourseMap, 'features'>,
  days: readonly Day[],
): Promise<(day: Day, holeId: string) => number | undefined> => {
  const holes = numberedHoles(features)
  const rate = rateOf(config)
  const marginMs = (await readTeeSheetSettings(db)).marginMinutes * 60_000
  const first = new Map<string, number>()
  const breathe = createBreather()
  for (const [day, teeTimes] of await readTeeTimes(db, days, await readTimeZone(db))) {
    // The first group from each tee is the first on every hole that the later ones from there reach.
    const begun = new Set<number>()
    for (const teeTime of teeTimes.toSorted((a, b) => a.at.localeCompare(b.at))) {
      if (begun.has(teeTime.hole)) continue
      begun.add(teeTime.hole)
      for (const { holeId, fromMs } of expectedTeePlay(teeTime, holes, rate)) {
        const key = `${day} ${holeId}`
        first.set(key, Math.min(fromMs - marginMs, first.get(key) ?? Number.POSITIVE_INFINITY))
      }
    }
    await breathe()
  }
  return (day, holeId) => first.get(`${day} ${holeId}`)
}

/** A field on a hole, and the groups that are expected there. */
interface FieldPlay {
  readonly title: string
  readonly wantedMinutes: number
  readonly plays: readonly ComingPlay[]
}

export const onField = ({ from, to, isFirst }: ComingPlay): GroupOnField => ({
  from: Date.parse(from),
  to: Date.parse(to),
  isFirst,
})

/** The margin of a mission on that field at that time. */
export const marginAt = ({ title, wantedMinutes, plays }: FieldPlay, span: TimeSpan): PlayMargin | undefined =>
  playMarginOf({ title, wantedMinutes, ...span }, plays.map(onField))

/**
 * The groups on the fields of missions, over some days. One that nobody sees keeps its field a little longer than it is expected to.
 * @returns for the field of each target its groups, earliest first; undefined for a field that is on no hole
 */
export const playOnFields = async (
  ctx: Asked,
  map: CourseMap,
  targets: readonly MissionTarget[],
  days: readonly Day[],
): Promise<(target: MissionTarget) => FieldPlay | undefined> => {
  const fields = new Map(
    targets.flatMap(target => {
      const field = targetFeature(map.features, target)
      const isOnHole = field?.kind === 'zone' || field?.kind === 'missionArea'
      const holeId = isOnHole ? (field.properties.holeId ?? null) : null
      return field === undefined || holeId === null ? [] : [[field.id, { holeId, title: featureTitle(field) }] as const]
    }),
  )
  if (fields.size === 0) return () => undefined
  const [facts, titles] = [await readFacts(ctx, map, days), holeTitles(map)]
  const { marginMinutes: wantedMinutes } = await readTeeSheetSettings(ctx.db)
  const wanted = new Set([...fields.values()].map(({ holeId }) => holeId))
  const plays = new Map<string, ComingPlay[]>([...wanted].map(holeId => [holeId, []]))
  const breathe = createBreather()
  for (const day of days) {
    for (const group of await groupsOfDay(ctx, map, facts, day, LATE_MS))
      plays.get(group.holeId)?.push(shown(group, titles.get(group.holeId) ?? ''))
    await breathe()
  }
  return target => {
    const field = fields.get(target.featureId)
    return field === undefined ? undefined : { title: field.title, wantedMinutes, plays: plays.get(field.holeId) ?? [] }
  }
}
