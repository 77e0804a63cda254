/** What standing plans and series make of the shown days and has no mission yet. */

import { calls, type PlannedJob } from '@greensward/contract'
import type { SeriesDay } from '@greensward/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../api/index.ts'
import type { Day } from '../../ui/zonedTime.ts'

/** The jobs of one plan on a day. */
export interface ExpectedPlan {
  readonly planId: string
  readonly name: string
  readonly jobs: readonly PlannedJob[]
}

/** What is expected on one day. */
export interface ExpectedDay {
  readonly plans: readonly ExpectedPlan[]
  readonly series: readonly SeriesDay[]
}

export type ExpectedByDay = ReadonlyMap<Day, ExpectedDay>

export const plannedCount = (plans: readonly ExpectedPlan[]): number =>
  plans.reduce((sum, { jobs }) => sum + jobs.length, 0)

export const expectedCount = (day: ExpectedDay | undefined): number =>
  day === undefined ? 0 : plannedCount(day.plans) + day.series.length

/** Of today and later: what was not mown on a day that is over is no longer expected. */
export const useExpectedJobs = (
  days: readonly Day[],
  today: Day,
  enabled: boolean,
): { readonly expectedJobs: ExpectedByDay; readonly readings: readonly UseQueryResult<unknown, Error>[] } => {
  const coming = days.filter(day => day >= today)
  const [from] = coming
  const to = coming.at(-1)
  const isAsked = enabled && from !== undefined && to !== undefined
  const made = useCall(
    calls.standingPlans.days,
    { query: { from: from ?? today, to: to ?? today } },
    { enabled: isAsked, keepPrevious: true },
  )
  const plans = useCall(calls.standingPlans.list, { query: { perPage: 500 } }, { enabled: isAsked })
  const series = useCall(
    calls.missions.seriesDays,
    { query: { from: from ?? today, to: to ?? today } },
    { enabled: isAsked, keepPrevious: true },
  )
  const expectedJobs = useMemo((): ExpectedByDay => {
    if (!isAsked) return new Map()
    const names = new Map(plans.data?.items.map(({ id, name }) => [id, name]))
    const jobsOf = new Map(made.data?.items.map(({ day, jobs }) => [day, jobs]))
    const seriesOf = Map.groupBy(series.data?.items ?? [], ({ day }) => day)
    return new Map(
      [...new Set([...jobsOf.keys(), ...seriesOf.keys()])].map(day => [
        day,
        {
          plans: [
            ...Map.groupBy(
              (jobsOf.get(day) ?? []).filter(({ missionId }) => missionId === null),
              ({ planId }) => planId,
            ),
          ].map(([planId, own]) => ({ planId, name: names.get(planId) ?? '', jobs: own })),
          series: seriesOf.get(day) ?? [],
        },
      ]),
    )
  }, [isAsked, made.data, plans.data, series.data])
  return { expectedJobs, readings: [made, plans, series] }
}
