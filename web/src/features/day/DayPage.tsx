/** The day board: the shifts of a day, their numbers, what needs a person, and a lane for each mower. */
import { calls } from '@greensward/contract'
import { freeMissions } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconPlus, IconSunrise } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadError, readFailedAgain, useCall, useCan, useCourseTime } from '../../api/index.ts'
import { DayInput, EmptyState, ErrorState, ForbiddenState, LoadingState, Page, useNow } from '../../ui/index.ts'
import { dayIn, isDay } from '../../ui/zonedTime.ts'
import { AutomowerStarts } from './automowerStarts/AutomowerStarts.tsx'
import classes from './DayPage.module.css'
import { isShiftDone } from './figures.ts'
import { MakeShift } from './MakeShift.tsx'
import { MorningGrass } from './MorningGrass.tsx'
import { isOverdue, NoShift } from './NoShift.tsx'
import { PeopleJobs } from './PeopleJobs.tsx'
import { withoutRoom } from './PutOff.tsx'
import { plannedOn } from './plannedOn.ts'
import { ShiftBoard } from './ShiftBoard.tsx'

export default function DayPage() {
  const { t } = useTranslation()
  const mayRead = useCan('operations.read')
  if (!mayRead)
    return (
      <Page title={t('day.title')}>
        <ForbiddenState />
      </Page>
    )
  return <Day />
}

function Day() {
  const { t } = useTranslation()
  const time = useCourseTime()
  const navigate = useNavigate()
  const mayOperate = useCan('mowers.operate')
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const day = dayIn(search.day) ?? time.dayOf(new Date())
  const shifts = useCall(calls.shifts.list, { query: { day } })
  const mowers = useCall(calls.mowers.list, { query: { perPage: 500 } })
  const readings = [shifts, mowers]
  const failed = loadError(readings)
  const [isMaking, setMaking] = useState(false)
  const nameOf = (id: string): string => mowers.data?.items.find(mower => mower.id === id)?.name ?? '–'
  const isInService = (id: string): boolean => mowers.data?.items.find(mower => mower.id === id)?.inService === true
  const make = mayOperate && (
    <Button leftSection={<IconPlus size={18} />} variant="default" onClick={() => setMaking(true)}>
      {t('day.make')}
    </Button>
  )
  const items = shifts.data?.items ?? []
  const hasShifts = items.length > 0
  const planned = useCall(calls.missions.list, plannedOn(day, time.zone), { enabled: hasShifts })
  const nowMs = useNow(30_000).getTime()
  // What a shift had no room for is offered with that shift.
  const offered = new Set(items.flatMap(({ shift, missions }) => withoutRoom(shift, missions).map(({ id }) => id)))
  const made = items.map(({ shift }) => shift)
  const free = freeMissions(planned.data?.items ?? [], made, nowMs).filter(
    ({ id, startsByItself }) => !startsByItself && !offered.has(id),
  )
  // Once on top it stays there: nothing moves under a finger that gives the last of them another time.
  const [topDay, setTopDay] = useState<string | null>(null)
  if (topDay !== day && free.some(mission => isOverdue(mission, nowMs))) setTopDay(day)
  const isOnTop = topDay === day
  const noShift = free.length > 0 && <NoShift key="noShift" day={day} missions={free} nameOf={nameOf} nowMs={nowMs} />

  return (
    <Page
      title={t('day.title')}
      actions={
        <>
          <DayInput
            aria-label={t('day.day')}
            value={day}
            onChange={next => isDay(next) && void navigate({ to: '/day', search: { day: next }, replace: true })}
          />
          {hasShifts && make}
        </>
      }
    >
      {failed !== null ? (
        <ErrorState error={failed} onRetry={() => readFailedAgain(readings)} />
      ) : shifts.data === undefined || mowers.data === undefined ? (
        <LoadingState />
      ) : hasShifts ? (
        <div className={classes.shifts}>
          {isOnTop && noShift}
          {shifts.data.items
            // The one that there is something to do about comes first.
            .toSorted((a, b) => Number(isShiftDone(a.shift)) - Number(isShiftDone(b.shift)))
            .map(item => (
              <ShiftBoard key={item.shift.id} item={item} nameOf={nameOf} isInService={isInService} />
            ))}
          {!isOnTop && noShift}
        </div>
      ) : (
        <EmptyState icon={<IconSunrise aria-hidden />} title={t('day.none')} text={t('day.noneText')} action={make} />
      )}
      <AutomowerStarts />
      <MorningGrass day={day} />
      <PeopleJobs day={day} />
      {isMaking && <MakeShift day={day} shifts={made} nameOf={nameOf} onClose={() => setMaking(false)} />}
    </Page>
  )
}
