/** The tee sheet of a day: its groups, when they reach each hole, and where tee times come from. */
import { calls } from '@greensward/contract'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { loadError, readFailedAgain, useCall, useCan, useCourseTime } from '../../../api/index.ts'
import { DayInput, ErrorState, ForbiddenState, IconButton, LoadingState, Page } from '../../../ui/index.ts'
import { addDays } from '../../../ui/zonedTime.ts'
import { AddressPanel } from './AddressPanel.tsx'
import { ArrivalsPanel } from './ArrivalsPanel.tsx'
import { GroupsPanel } from './GroupsPanel.tsx'
import { ImportPanel } from './ImportPanel.tsx'
import { PatternsPanel } from './PatternsPanel.tsx'
import classes from './teeSheet.module.css'
import { useHoles } from './useTeeSheet.ts'

export default function TeeSheetPage() {
  const { t } = useTranslation()
  const mayRead = useCan('operations.read')
  const mayPlan = useCan('missions.plan')
  const navigate = useNavigate()
  const { day: chosen } = useSearch({ from: '/main/schedule/tee-sheet' })
  const course = useCourseTime()
  const today = course.dayOf(new Date())
  const day = chosen ?? today
  // Before the course's zone is known the day may be another.
  const courseSettings = useCall(calls.settings.get)
  const enabled = mayRead && courseSettings.data !== undefined
  const sheet = useCall(calls.teeSheets.get, { params: { day } }, { enabled })
  const settings = useCall(calls.teeSheets.settings, {}, { enabled: mayRead })
  const address = useCall(calls.teeSheets.address, {}, { enabled: mayRead })
  const holes = useHoles(mayRead)
  const title = t('teeSheet.title')
  if (!mayRead)
    return (
      <Page title={title}>
        <ForbiddenState />
      </Page>
    )
  const go = (to: string): void => {
    void navigate({ to: '/schedule/tee-sheet', search: to === today ? {} : { day: to }, replace: true })
  }
  const readings = [courseSettings, sheet, settings, address]
  const failed = loadError(readings)
  return (
    <Page
      title={title}
      back={
        <IconButton
          label={t('teeSheet.back')}
          onClick={() => void navigate({ to: '/schedule', search: chosen === undefined ? {} : { day: chosen } })}
        >
          <IconArrowLeft size={24} />
        </IconButton>
      }
      tools={
        <>
          <Button variant="default" onClick={() => go(today)}>
            {t('schedule.today')}
          </Button>
          <IconButton label={t('schedule.previous.day')} onClick={() => go(addDays(day, -1))}>
            <IconChevronLeft size={20} />
          </IconButton>
          <IconButton label={t('schedule.next.day')} onClick={() => go(addDays(day, 1))}>
            <IconChevronRight size={20} />
          </IconButton>
          <DayInput aria-label={t('teeSheet.day')} value={day} onChange={chosen => chosen !== '' && go(chosen)} />
          <strong className={classes.heading} aria-live="polite">
            {course.longDate(day)}
          </strong>
        </>
      }
    >
      {failed !== null ? (
        <ErrorState error={failed} onRetry={() => readFailedAgain(readings)} />
      ) : sheet.data === undefined || settings.data === undefined || address.data === undefined ? (
        <LoadingState />
      ) : (
        <div className={classes.layout}>
          <GroupsPanel key={day} sheet={sheet.data} holes={holes} mayPlan={mayPlan} />
          <div className={classes.beside}>
            <ArrivalsPanel day={day} isPast={day < today} />
            <PatternsPanel settings={settings.data} holes={holes} mayPlan={mayPlan} />
            {mayPlan && <ImportPanel day={day} />}
            <AddressPanel state={address.data} />
          </div>
        </div>
      )}
    </Page>
  )
}
