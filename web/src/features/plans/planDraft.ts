/** The form of a standing plan, and what its choices make. */

import {
  addDays,
  type Blade,
  type CourseFeature,
  compareNames,
  type Day,
  fieldFault,
  isPlanDay,
  jobsOn,
  MOST_PLANNED_DAYS,
  type Mower,
  mowingEstimateS,
  type StandingPlan,
  standingPlan,
  type Zone,
  type ZoneType,
} from '@greensward/domain'
import type { z } from 'zod'

export const planForm = standingPlan
  .omit({ id: true, updatedAt: true })
  .refine(({ zoneTypeIds, zoneIds }) => zoneTypeIds.length + zoneIds.length > 0, {
    message: fieldFault('noZoneChosen'),
    path: ['zoneTypeIds'],
  })
export type PlanFields = z.input<typeof planForm>
export type PlanValues = z.output<typeof planForm>

/** The course as the form and the table of plans need it. */
export interface PlanGround {
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly mowers: readonly Mower[]
  readonly blades: readonly Blade[]
  readonly timeZone: string
}

/** The zones that a mower may mow, in the order in which people count them. */
export const mowableZones = ({ features, zoneTypes }: PlanGround, language: string): Zone[] => {
  const mowable = new Set(zoneTypes.filter(type => type.mowable).map(({ id }) => id))
  return features
    .filter(
      (feature): feature is Zone =>
        feature.kind === 'zone' && !feature.properties.hiddenForMower && mowable.has(feature.properties.zoneTypeId),
    )
    .toSorted((a, b) => compareNames(a.properties.title, b.properties.title, language))
}

export interface CountedType {
  readonly type: ZoneType
  /** Its zones that a mower may mow. */
  readonly count: number
}

/** The types that have zones to mow. */
export const countTypes = ({ zoneTypes }: PlanGround, zones: readonly Zone[]): readonly CountedType[] =>
  zoneTypes
    .map(type => ({ type, count: zones.filter(({ properties }) => properties.zoneTypeId === type.id).length }))
    .filter(({ count }) => count > 0)

export const newPlan = (today: Day): PlanFields => ({
  name: '',
  zoneTypeIds: [],
  zoneIds: [],
  exceptZoneIds: [],
  repeat: { kind: 'daily', until: null },
  firstDay: today,
  from: '05:00',
  until: '10:00',
  mowers: [],
  priority: 'normal',
  aheadOfPlay: false,
  onlyDue: false,
  direction: 'auto',
  pattern: 'auto',
  turnScheme: 'oneInOne',
  cleaningCycles: 1,
  cleanUpPass: 'everyDay',
  startsByItself: false,
  pausedUntil: null,
})

export const fieldsOf = ({ id: _, updatedAt: __, ...fields }: StandingPlan): PlanFields => fields

/** Named after the types that it mows, until a person names it. */
export const nameOf = (typeIds: readonly string[], zoneTypes: readonly ZoneType[]): string =>
  zoneTypes
    .filter(({ id }) => typeIds.includes(id))
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 60)

export interface Yield {
  /** The next day on which it mows. */
  readonly day: Day
  readonly zones: number
  readonly areaM2: number
  /** Null where no mower has a blade. */
  readonly mowingS: number | null
}

const NO_PLAN = '00000000-0000-4000-8000-000000000000'

/** What a plan makes on its next day, alone; undefined where it has none within three months or is incomplete. */
export const yieldOf = (fields: PlanFields, ground: PlanGround, today: Day): Yield | undefined => {
  const parsed = planForm.safeParse({ ...fields, name: fields.name.trim() === '' ? '-' : fields.name })
  if (!parsed.success) return undefined
  const plan: StandingPlan = { ...parsed.data, id: NO_PLAN, updatedAt: '2000-01-01T00:00:00.000Z' }
  const days = Array.from({ length: MOST_PLANNED_DAYS }, (_, ahead) => addDays(today, ahead))
  const day = days.find(one => isPlanDay(plan, one))
  if (day === undefined) return undefined
  const { jobs } = jobsOn([plan], day, ground)
  return {
    day,
    zones: jobs.length,
    areaM2: jobs.reduce((sum, { areaM2 }) => sum + areaM2, 0),
    mowingS: mowingEstimateS(jobs, ground.mowers, ground.blades),
  }
}
