/** Plans the course: choose zones, mowers and a time, look at each mower's tour, and accept to create the missions. */
import { calls } from '@greensward/contract'
import type { StandingPlan } from '@greensward/domain'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldRefusals, loadError, readFailedAgain, useCall, useCan, useCourseTime } from '../../../api/index.ts'
import { ErrorState, ForbiddenState, LoadingState, Page } from '../../../ui/index.ts'
import { dayText } from '../../../ui/moments/momentText.ts'
import { addDays, isDay, startOfDay } from '../../../ui/zonedTime.ts'
import { type Ground, useGround } from '../useGround.ts'
import { CourseFields } from './CourseFields.tsx'
import { CoursePlanView } from './CoursePlanView.tsx'
import { type CourseDraft, countTypes, firstDraft, mowableZones, readDraft } from './courseDraft.ts'
import { StandingCourse } from './StandingCourse.tsx'
import { useCourseJob } from './useCourseJob.ts'

export default function CoursePlanPage() {
  const { t } = useTranslation()
  const { standing } = useSearch({ from: '/main/missions/course' })
  const mayPlan = useCan('missions.plan')
  const ground = useGround()
  const plans = useCall(calls.standingPlans.list, { query: { perPage: 500 } }, { enabled: mayPlan })
  const failed = ground.error ?? loadError([plans])
  const title = t('fleetPlans.course.title')
  if (!mayPlan)
    return (
      <Page title={title}>
        <ForbiddenState />
      </Page>
    )
  if (failed !== null)
    return (
      <Page title={title}>
        <ErrorState
          error={failed}
          onRetry={() => {
            ground.readAgain()
            readFailedAgain([plans])
          }}
        />
      </Page>
    )
  if (ground.data === undefined || plans.data === undefined)
    return (
      <Page title={title}>
        <LoadingState />
      </Page>
    )
  return standing === undefined ? (
    <CoursePlanForm ground={ground.data} plans={plans.data.items} />
  ) : (
    <StandingCourse ground={ground.data} day={standing} />
  )
}

const NONE: ReadonlySet<string> = new Set()

/** Missions that mow their zone, or have done so. */
const MOWS = 'planned,uploading,working,stopped,interrupted,done'

/** The zones that have a mission on the day; undefined while it is read, none where it cannot be read. */
function useMownOn(day: string): ReadonlySet<string> | undefined {
  const { zone } = useCourseTime()
  const known = isDay(day)
  const missions = useCall(
    calls.missions.list,
    {
      query: known
        ? {
            from: startOfDay(day, zone).toISOString(),
            to: startOfDay(addDays(day, 1), zone).toISOString(),
            status: MOWS,
            perPage: 500,
          }
        : {},
    },
    { enabled: known },
  )
  const mown = useMemo(
    () => missions.data && new Set(missions.data.items.map(({ target }) => target.featureId)),
    [missions.data],
  )
  return missions.isError ? NONE : mown
}

interface CoursePlanFormProps {
  readonly ground: Ground
  readonly plans: readonly StandingPlan[]
}

function CoursePlanForm({ ground, plans }: CoursePlanFormProps) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const zones = useMemo(() => mowableZones(ground), [ground])
  const types = countTypes(ground, zones)
  const [draft, setDraft] = useState<CourseDraft>(() =>
    firstDraft({ ground, zones, types, plans, timeZone: time.zone }),
  )
  const job = useCourseJob()
  const change = (part: Partial<CourseDraft>): void => {
    setDraft(before => ({ ...before, ...part }))
    job.setStale()
  }
  const title = draft.title || t('fleetPlans.course.nameDefault', { day: dayText(draft.day, i18n.language) })
  const mown = useMownOn(draft.day)
  const read = readDraft(draft, zones, mown ?? NONE, title, time.zone)
  const { request } = read
  const refusals = fieldRefusals(job.error)
  const refusalAt = (field: string): { error?: string } => {
    const found = [...refusals].find(([name]) => name === field || name.startsWith(`${field}.`))
    return found === undefined ? {} : { error: found[1] }
  }
  return (
    <CoursePlanView
      title={t('fleetPlans.course.title')}
      backTo="/missions"
      ground={ground}
      job={job}
      day={draft.day}
      zoneIds={read.chosen.map(({ id }) => id)}
      onPlan={request === undefined || mown === undefined ? undefined : () => void job.begin(request)}
    >
      <CourseFields
        ground={ground}
        types={types}
        draft={draft}
        read={read}
        title={title}
        isBound={plans.some(({ mowers }) => mowers.length > 0)}
        onChange={change}
        refusalAt={refusalAt}
      />
    </CoursePlanView>
  )
}
