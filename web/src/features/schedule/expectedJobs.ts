/** What the standing plans make of the shown days and has no mission yet. */

import { calls, type PlannedJob } from '@greensward/contract'
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

export type ExpectedByDay = ReadonlyMap<Day, readonly ExpectedPlan[]>

export const expectedCount = (plans: readonly ExpectedPlan[] | undefined): number =>
  (plans ?? []).reduce((sum, { jobs }) => sum + jobs.length, 0)

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
  const expectedJobs = useMemo((): ExpectedByDay => {
    const names = new Map(plans.data?.items.map(({ id, name }) => [id, name]))
    return new Map(
      (isAsked ? (made.data?.items ?? []) : []).map(({ day, jobs }) => [
        day,
        [
          ...Map.groupBy(
            jobs.filter(({ missionId }) => missionId === null),
            ({ planId }) => planId,
          ),
        ].map(([planId, own]) => ({ planId, name: names.get(planId) ?? '', jobs: own })),
      ]),
    )
  }, [isAsked, made.data, plans.data])
  return { expectedJobs, readings: [made, plans] }
}
