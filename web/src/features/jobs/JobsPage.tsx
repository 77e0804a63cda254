/** Jobs for people: one's own, those of a day, what comes again, and the hours that they took. */
import { type Action, may } from '@greensward/domain'
import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useProfile } from '../../api/index.ts'
import { ForbiddenState, LoadingState, Page } from '../../ui/index.ts'
import { JobBoard } from './JobBoard.tsx'
import { JobHours } from './JobHours.tsx'
import { JobRepeats } from './JobRepeats.tsx'
import { MyJobs } from './MyJobs.tsx'
import { JOB_VIEWS, type JobView } from './search.ts'

const RIGHTS: Readonly<Record<JobView, Action>> = {
  mine: 'jobs.do',
  board: 'operations.read',
  repeats: 'operations.read',
  hours: 'jobs.plan',
}
const SCREENS: Readonly<Record<JobView, typeof MyJobs>> = {
  mine: MyJobs,
  board: JobBoard,
  repeats: JobRepeats,
  hours: JobHours,
}

export default function JobsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ from: '/main/jobs' })
  const slug = useProfile()?.role.slug
  if (slug === undefined)
    return (
      <Page title={t('jobs.title')}>
        <LoadingState />
      </Page>
    )
  const open = JOB_VIEWS.filter(view => may(slug, RIGHTS[view]))
  // Who plans begins with all jobs, everybody else with their own.
  const usual = may(slug, 'jobs.plan') ? 'board' : open[0]
  const view = search.view === undefined || !open.includes(search.view) ? usual : search.view
  if (view === undefined)
    return (
      <Page title={t('jobs.title')}>
        <ForbiddenState />
      </Page>
    )
  const Screen = SCREENS[view]
  return (
    <Screen
      views={
        open.length > 1 && (
          <SegmentedControl
            aria-label={t('jobs.views.label')}
            value={view}
            onChange={next =>
              void navigate({ to: '/jobs', search: { ...search, view: next as JobView }, replace: true })
            }
            data={open.map(name => ({ value: name, label: t(`jobs.views.${name}`) }))}
          />
        )
      }
    />
  )
}
