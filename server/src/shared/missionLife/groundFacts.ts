/** The facts of the pre-start checks about the ground itself: they are the same for every machine that would mow it. */
import {
  type Closure,
  type CourseFeature,
  type CourseMap,
  clockOf,
  closedTimes,
  dayOf,
  type GateFacts,
  MARGIN_LOOKS_AHEAD_MS,
  type MissionTarget,
  type TimeSpan,
} from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { modeNow } from '../course/courseModeStore.ts'
import { marginAt, playOnFields } from '../play/comingPlays.ts'
import { readRainMode, readTimeZone, readZoneTypes } from './machinesStore.ts'

type Asked = Pick<Context, 'db' | 'clock' | 'config'>

interface Ground {
  readonly map: CourseMap
  readonly target: MissionTarget
  /** The feature of the target; undefined where it is not on the map any more. */
  readonly feature: CourseFeature | undefined
  /** How long it would be worked on from now. */
  readonly workS: number
}

export type GroundFacts = Pick<
  GateFacts,
  'rainMode' | 'rainModeRestricted' | 'courseMode' | 'zoneOpen' | 'closures' | 'expectedPlay'
>

/** Everything that closes the target from now until the work would be done. */
const closuresOf = (
  { features }: CourseMap,
  feature: CourseFeature,
  zone: string,
  { from, to }: TimeSpan,
): Closure[] => {
  // Rain has a line of its own.
  const spans = closedTimes(feature, features, zone, [], { from, to: Math.max(to, from + 1_000) })
  return spans
    .toSorted((a, b) => a.from - b.from)
    .map(span => ({
      title: span.title,
      isNow: span.from <= from,
      from: clockOf(new Date(span.from), zone),
      until: clockOf(new Date(span.to), zone),
    }))
}

/** The next group on the field, as if the work started now. */
const expectedPlayOf = async (
  ctx: Asked,
  { map, target }: Ground,
  zone: string,
  { from, to }: TimeSpan,
): Promise<GateFacts['expectedPlay']> => {
  if (target.kind === 'drive') return null
  const days = [...new Set([from, to + MARGIN_LOOKS_AHEAD_MS].map(at => dayOf(new Date(at), zone)))]
  const field = (await playOnFields(ctx, map, [target], days))(target)
  const margin = field === undefined ? undefined : marginAt(field, { from, to })
  if (margin === undefined) return 'none'
  const { doneAt, groupAt, ...rest } = margin
  return { ...rest, done: clockOf(new Date(doneAt), zone), group: clockOf(new Date(groupAt), zone) }
}

export const groundFactsOf = async (ctx: Asked, ground: Ground): Promise<GroundFacts> => {
  const { map, feature, workS } = ground
  const zone = await readTimeZone(ctx.db)
  const from = ctx.clock.now().getTime()
  const span = { from, to: from + workS * 1_000 }
  const zoneTypes = await readZoneTypes(ctx.db)
  const isMowable =
    feature?.kind !== 'zone' ||
    (!feature.properties.hiddenForMower &&
      zoneTypes.find(({ id }) => id === feature.properties.zoneTypeId)?.mowable === true)
  return {
    rainMode: await readRainMode(ctx.db),
    rainModeRestricted: feature?.kind === 'zone' ? feature.properties.rainModeRestricted : false,
    courseMode: await modeNow(ctx.db),
    zoneOpen: feature !== undefined && isMowable,
    closures: feature === undefined ? null : closuresOf(map, feature, zone, span),
    expectedPlay: await expectedPlayOf(ctx, ground, zone, span),
  }
}
