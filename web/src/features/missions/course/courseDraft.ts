/** The choices on the page that plans the course, and the request that they make. */

import type { CourseRequest } from '@greensward/contract'
import {
  type CourseFeature,
  isInServiceAt,
  type Mower,
  type PlanBinding,
  suitsZone,
  type Zone,
  type ZoneType,
} from '@greensward/domain'
import { addDays, dayOf, momentOf } from '../../../ui/zonedTime.ts'
import type { Ground } from '../useGround.ts'

export const mowableZones = ({ features, zoneTypes }: Ground): Zone[] => {
  const mowable = new Set(zoneTypes.filter(type => type.mowable).map(({ id }) => id))
  return features.filter(
    (feature: CourseFeature): feature is Zone =>
      feature.kind === 'zone' && !feature.properties.hiddenForMower && mowable.has(feature.properties.zoneTypeId),
  )
}

export interface CourseDraft {
  readonly typeIds: readonly string[]
  readonly except: readonly string[]
  /** Zones that have a mission on the day are mown once more. */
  readonly mowsTwice: boolean
  readonly mowerIds: readonly string[]
  /** The zones that each mower may mow; an empty list means all. */
  readonly mayMow: Readonly<Record<string, readonly string[]>>
  readonly day: string
  readonly from: string
  readonly to: string
  readonly laps: number
  readonly byItself: boolean
  readonly title: string
}

const momentOn = (day: string, clock: string, zone: string): Date | undefined => {
  const found = /^(\d{2}):(\d{2})$/.exec(clock)
  if (found === null || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const at = momentOf(day, Number(found[1]), Number(found[2]), zone)
  return Number.isNaN(at.getTime()) ? undefined : at
}

export interface CountedType {
  readonly type: ZoneType
  /** Its zones that a mower may mow. */
  readonly count: number
}

export const countTypes = ({ zoneTypes }: Ground, zones: readonly Zone[]): readonly CountedType[] =>
  zoneTypes
    .map(type => ({ type, count: zones.filter(({ properties }) => properties.zoneTypeId === type.id).length }))
    .filter(({ count }) => count > 0)

/** Mowers with a blade that are expected to be out of service at a moment, in milliseconds since 1970. */
export const readyMowers = ({ mowers }: Ground, atMs: number) =>
  mowers.filter(mower => mower.bladeId !== null && !isInServiceAt(mower, atMs, Date.now()))

/** When the work of a draft begins; now, while that cannot be read. */
export const beginOf = ({ day, from }: Pick<CourseDraft, 'day' | 'from'>, timeZone: string): number =>
  momentOn(day, from, timeZone)?.getTime() ?? Date.now()

/** The types of zones that the standing plans let the mower mow with its cutting unit. */
const suitedTypes = (
  plans: readonly PlanBinding[],
  zones: readonly Zone[],
  mower: Pick<Mower, 'id' | 'bladeId'>,
): ReadonlySet<string> =>
  new Set(
    zones
      .filter(({ id, properties: { zoneTypeId } }) => suitsZone(plans, { id, zoneTypeId }, mower, mower.bladeId ?? ''))
      .map(({ properties }) => properties.zoneTypeId),
  )

interface DraftGround {
  readonly ground: Ground
  /** The zones that mowers may mow, and their types. */
  readonly zones: readonly Zone[]
  readonly types: readonly CountedType[]
  /** The standing plans: they bind mowers to types of zones. */
  readonly plans: readonly PlanBinding[]
  readonly timeZone: string
}

/** A mower begins with what the standing plans let it mow, so that nobody sends a greens mower over the fairways. */
export const firstDraft = ({ ground, zones, types, plans, timeZone }: DraftGround): CourseDraft => {
  const begins = { day: addDays(dayOf(new Date(), timeZone), 1), from: '05:00' }
  const suited = readyMowers(ground, beginOf(begins, timeZone))
    .map(mower => ({ id: mower.id, typeIds: [...suitedTypes(plans, zones, mower)] }))
    .filter(({ typeIds }) => typeIds.length > 0)
  return {
    typeIds: types.slice(0, 1).map(({ type }) => type.id),
    except: [],
    mowsTwice: false,
    mowerIds: suited.map(({ id }) => id),
    mayMow: Object.fromEntries(
      suited.filter(({ typeIds }) => typeIds.length < types.length).map(({ id, typeIds }) => [id, typeIds]),
    ),
    ...begins,
    to: '11:00',
    laps: 2,
    byItself: false,
    title: '',
  }
}

export interface ReadDraft {
  /** Zones of the chosen types, before any is left out. */
  readonly ofTypes: readonly Zone[]
  /** Those of them that have a mission on the day. */
  readonly taken: readonly Zone[]
  readonly chosen: readonly Zone[]
  /** The end is not after the start. */
  readonly isBackwards: boolean
  /** Undefined while something is missing. */
  readonly request: CourseRequest | undefined
}

/** @param mown ids of the zones that have a mission on the day */
export function readDraft(
  draft: CourseDraft,
  zones: readonly Zone[],
  mown: ReadonlySet<string>,
  title: string,
  timeZone: string,
): ReadDraft {
  const ofTypes = zones.filter(({ properties }) => draft.typeIds.includes(properties.zoneTypeId))
  const taken = ofTypes.filter(({ id }) => mown.has(id))
  const chosen = ofTypes.filter(({ id }) => !draft.except.includes(id) && (draft.mowsTwice || !mown.has(id)))
  const [startsAt, endsAt] = [momentOn(draft.day, draft.from, timeZone), momentOn(draft.day, draft.to, timeZone)]
  const isBackwards = startsAt !== undefined && endsAt !== undefined && endsAt <= startsAt
  const request: CourseRequest | undefined =
    startsAt === undefined || endsAt === undefined || isBackwards || chosen.length === 0 || draft.mowerIds.length === 0
      ? undefined
      : {
          title,
          zoneIds: chosen.map(({ id }) => id),
          mowers: draft.mowerIds.map(mowerId => {
            const only = draft.mayMow[mowerId] ?? []
            return { mowerId, zoneTypeIds: only.length === 0 ? null : [...only] }
          }),
          startsAt: startsAt.toISOString(),
          endsAt: endsAt.toISOString(),
          cleaningCycles: draft.laps,
          turnScheme: 'oneInOne',
          startsByItself: draft.byItself,
        }
  return { ofTypes, taken, chosen, isBackwards, request }
}
