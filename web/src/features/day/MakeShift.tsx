/** A new shift of the planned missions of a day. */
import { calls } from '@greensward/contract'
import { freeMissions, type Shift } from '@greensward/domain'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCourseTime } from '../../api/index.ts'
import { ClockInput, ErrorState, LoadingState, notify, Sheet } from '../../ui/index.ts'
import { momentOf, startOfDay, wallClock } from '../../ui/zonedTime.ts'
import classes from './DayPage.module.css'
import { plannedOn } from './plannedOn.ts'
import { windowOf } from './windowOf.ts'

interface MakeShiftProps {
  readonly day: string
  /** Of that day, made before. */
  readonly shifts: readonly Shift[]
  readonly nameOf: (mowerId: string) => string
  readonly onClose: () => void
}

/** Where no mission has a time. */
const USUAL = { from: '05:00', until: '09:00' }

const clockParts = (clock: string): readonly [number, number] => [Number(clock.slice(0, 2)), Number(clock.slice(3, 5))]

export function MakeShift({ day, shifts, nameOf, onClose }: MakeShiftProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const begins = startOfDay(day, time.zone)
  const missions = useCall(calls.missions.list, plannedOn(day, time.zone))
  const make = useAct(calls.shifts.create, { changes: [calls.shifts.list, calls.missions.list] })
  const [name, setName] = useState(() =>
    t('day.defaultName', { day: time.date(new Date(begins.getTime() + 43_200_000)) }),
  )
  const [given, setGiven] = useState<Partial<typeof USUAL>>({})
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const nowMs = Date.now()
  const items = freeMissions(missions.data?.items ?? [], shifts, nowMs)
  const chosen = items.filter(({ id }) => !left.has(id))
  // Until a person enters a time, it follows what is chosen.
  const fitting = windowOf(chosen, nowMs)
  const clockOn = (ms: number): string => {
    if (time.dayOf(new Date(ms)) !== day) return '23:59'
    const { hour, minute } = wallClock(new Date(ms), time.zone)
    return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  }
  const { from, until } = {
    ...(fitting === undefined ? USUAL : { from: clockOn(fitting.fromMs), until: clockOn(fitting.untilMs) }),
    ...given,
  }

  const toggle = (id: string): void => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  const save = (): void => {
    const at = (clock: string): string => momentOf(day, ...clockParts(clock), time.zone).toISOString()
    make.mutate(
      { body: { day, name, from: at(from), until: at(until), missionIds: chosen.map(({ id }) => id) } },
      {
        onSuccess: () => {
          notify.done(t('day.made', { name }))
          onClose()
        },
        onError: error => notify.failed(t('day.notMade'), error),
      },
    )
  }

  return (
    <Sheet
      opened
      onClose={onClose}
      title={t('day.newShift')}
      footer={
        <Button
          fullWidth
          loading={make.isPending}
          disabled={chosen.length === 0 || [name.trim(), from, until].includes('')}
          onClick={save}
        >
          {t('day.save')}
        </Button>
      }
    >
      {missions.isLoadingError ? (
        <ErrorState error={missions.error} onRetry={() => void missions.refetch()} />
      ) : missions.data === undefined ? (
        <LoadingState />
      ) : (
        <div className={classes.form}>
          <TextInput label={t('day.name')} value={name} onChange={event => setName(event.currentTarget.value)} />
          <div className={classes.clocks}>
            <ClockInput label={t('day.from')} value={from} onChange={value => setGiven({ ...given, from: value })} />
            <ClockInput label={t('day.until')} value={until} onChange={value => setGiven({ ...given, until: value })} />
          </div>
          <fieldset className={classes.missions}>
            <legend>{t('day.missions')}</legend>
            {items.length === 0 && (
              <p>{t(missions.data.items.length === 0 ? 'day.nothingPlanned' : 'day.nothingFree')}</p>
            )}
            {items.map(({ id, title, mowerId, startsAt }) => (
              <Checkbox
                key={id}
                checked={!left.has(id)}
                onChange={() => toggle(id)}
                label={`${startsAt === null ? '' : `${time.time(startsAt)} `}${title}`}
                description={nameOf(mowerId)}
              />
            ))}
          </fieldset>
        </div>
      )}
    </Sheet>
  )
}
