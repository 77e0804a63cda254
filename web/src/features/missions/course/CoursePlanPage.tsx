/** Plans the course: choose zones, mowers and a time, look at each mower's tour, and accept to create the missions. */
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldRefusals, useCan, useCourseTime } from '../../../api/index.ts'
import { ErrorState, ForbiddenState, LoadingState, Page } from '../../../ui/index.ts'
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
  const title = t('fleetPlans.course.title')
  if (!mayPlan)
    return (
      <Page title={title}>
        <ForbiddenState />
      </Page>
    )
  if (ground.error !== null)
    return (
      <Page title={title}>
        <ErrorState error={ground.error} onRetry={ground.readAgain} />
      </Page>
    )
  if (ground.data === undefined)
    return (
      <Page title={title}>
        <LoadingState />
      </Page>
    )
  return standing === undefined ? (
    <CoursePlanForm ground={ground.data} />
  ) : (
    <StandingCourse ground={ground.data} day={standing} />
  )
}

function CoursePlanForm({ ground }: { readonly ground: Ground }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const zones = useMemo(() => mowableZones(ground), [ground])
  const types = countTypes(ground, zones)
  const [draft, setDraft] = useState<CourseDraft>(() => firstDraft(ground, types, time.zone))
  const job = useCourseJob()
  const change = (part: Partial<CourseDraft>): void => {
    setDraft(before => ({ ...before, ...part }))
    job.setStale()
  }
  const title = draft.title || t('fleetPlans.course.nameDefault', { day: draft.day })
  const read = readDraft(draft, zones, title, time.zone)
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
      onPlan={request === undefined ? undefined : () => void job.begin(request)}
    >
      <CourseFields
        ground={ground}
        types={types}
        draft={draft}
        read={read}
        title={title}
        onChange={change}
        refusalAt={refusalAt}
      />
    </CoursePlanView>
  )
}
