/** Standing plans: what is mown how often, a week at a glance. */
import { calls } from '@greensward/contract'
import type { StandingPlan } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconCalendarRepeat, IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadError, readFailedAgain, useCall, useCan, useCourseTime } from '../../api/index.ts'
import { EmptyState, ErrorState, ForbiddenState, IconButton, LoadingState, Page, useNow } from '../../ui/index.ts'
import { addDays, type Day, mondayOf } from '../../ui/zonedTime.ts'
import { useDayNames } from './dayNames.ts'
import { PlanSheet } from './PlanSheet.tsx'
import { PlanWeek } from './PlanWeek.tsx'
import type { PlanGround } from './planDraft.ts'

const MINUTE_MS = 60_000

export default function PlansPage() {
  const { t } = useTranslation()
  const mayRead = useCan('operations.read')
  if (!mayRead)
    return (
      <Page title={t('plans.title')}>
        <ForbiddenState />
      </Page>
    )
  return <Plans />
}

/** All that the page reads; the course comes first, since the days of the week follow its clock. */
const useReadings = (monday: Day) => {
  const settings = useCall(calls.settings.get)
  const plans = useCall(calls.standingPlans.list, { query: { perPage: 500 } })
  const days = useCall(
    calls.standingPlans.days,
    { query: { from: monday, to: addDays(monday, 6) } },
    { enabled: settings.data !== undefined, keepPrevious: true },
  )
  const map = useCall(calls.map.get)
  const zoneTypes = useCall(calls.zoneTypes.list, { query: { perPage: 500 } })
  const mowers = useCall(calls.mowers.list, { query: { perPage: 500 } })
  const blades = useCall(calls.blades.list, { query: { perPage: 500 } })
  const ground = useMemo<PlanGround | undefined>(
    () =>
      map.data === undefined ||
      zoneTypes.data === undefined ||
      mowers.data === undefined ||
      blades.data === undefined ||
      settings.data === undefined
        ? undefined
        : {
            features: map.data.features,
            zoneTypes: zoneTypes.data.items,
            mowers: mowers.data.items,
            blades: blades.data.items,
            timeZone: settings.data.timeZone,
          },
    [map.data, zoneTypes.data, mowers.data, blades.data, settings.data],
  )
  const readings = [settings, plans, days, map, zoneTypes, mowers, blades]
  return {
    plans: plans.data?.items,
    days: days.data?.items,
    ground,
    failed: loadError([settings, plans, days]),
    // The form needs the course, the table of plans does not.
    groundFailed: loadError([map, zoneTypes, mowers, blades]),
    readAgain: () => readFailedAgain(readings),
  }
}

function Plans() {
  const { t } = useTranslation()
  const mayPlan = useCan('missions.plan')
  const course = useCourseTime()
  const today = course.dayOf(useNow(MINUTE_MS))
  const search = useSearch({ from: '/main/plans' })
  const monday = mondayOf(search.day ?? today)
  const { plans, days, ground, failed, groundFailed, readAgain } = useReadings(monday)
  const [edited, setEdited] = useState<StandingPlan | 'new' | null>(null)
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      {t('plans.add')}
    </Button>
  )
  return (
    <Page
      flush
      title={t('plans.title')}
      hint={plans?.length}
      tools={<Weeks monday={monday} />}
      actions={mayPlan && add}
    >
      {failed !== null ? (
        <ErrorState error={failed} onRetry={readAgain} />
      ) : plans === undefined || days === undefined ? (
        <LoadingState />
      ) : plans.length === 0 ? (
        <EmptyState
          icon={<IconCalendarRepeat aria-hidden />}
          title={t('plans.none')}
          text={t('plans.noneText')}
          action={mayPlan && add}
        />
      ) : (
        <PlanWeek plans={plans} days={days} today={today} {...(mayPlan ? { onEdit: setEdited } : {})} />
      )}
      {edited !== null &&
        (groundFailed !== null ? (
          <ErrorState error={groundFailed} onRetry={readAgain} />
        ) : ground === undefined ? (
          <LoadingState />
        ) : (
          <PlanSheet
            plan={edited === 'new' ? undefined : edited}
            ground={ground}
            today={today}
            onClose={() => setEdited(null)}
          />
        ))}
    </Page>
  )
}

/** From week to week. */
function Weeks({ monday }: { readonly monday: Day }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { range } = useDayNames()
  const go = (day: Day | undefined): void =>
    void navigate({ to: '/plans', search: day === undefined ? {} : { day }, replace: true })
  return (
    <>
      <Button variant="default" onClick={() => go(undefined)}>
        {t('plans.thisWeek')}
      </Button>
      <IconButton label={t('plans.previousWeek')} onClick={() => go(addDays(monday, -7))}>
        <IconChevronLeft size={20} />
      </IconButton>
      <IconButton label={t('plans.nextWeek')} onClick={() => go(addDays(monday, 7))}>
        <IconChevronRight size={20} />
      </IconButton>
      <strong aria-live="polite">{range(monday, addDays(monday, 6))}</strong>
    </>
  )
}
