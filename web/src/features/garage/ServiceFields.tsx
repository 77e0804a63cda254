/** Whether a mower is in service, when it is expected back, and which planned missions that touches. */
import { calls } from '@greensward/contract'
import { isInServiceAt } from '@greensward/domain'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useCall, useCourseTime } from '../../api/index.ts'
import { ClockInput, DayInput, SwitchField } from '../../ui/index.ts'
import { addDays, type Day, isDay, momentOf, wallClock } from '../../ui/zonedTime.ts'
import classes from './sheet.module.css'

interface ServiceValues {
  readonly inService: boolean
  readonly serviceUntil?: string | null | undefined
}

interface ServiceFieldsProps<Values extends ServiceValues, Output> {
  /** Undefined for a mower that is being added. */
  readonly mowerId: string | undefined
  readonly control: Control<Values, unknown, Output>
}

export function ServiceFields<Values extends ServiceValues, Output>(props: ServiceFieldsProps<Values, Output>) {
  const { t } = useTranslation()
  // The form has these fields and others; react-hook-form cannot relate their names to a part of it.
  const control = props.control as never as Control<ServiceValues, unknown, ServiceValues>
  const { field: inService } = useController({ control, name: 'inService' })
  const { field: until, fieldState } = useController({ control, name: 'serviceUntil' })
  return (
    <>
      <SwitchField
        control={control}
        name="inService"
        label={t('garage.inService')}
        description={t('garage.inServiceHint')}
      />
      {inService.value && (
        <>
          <BackAt value={until.value ?? null} error={fieldState.error?.message} onChange={until.onChange} />
          {props.mowerId !== undefined && <Touched mowerId={props.mowerId} until={until.value ?? null} />}
        </>
      )}
    </>
  )
}

interface BackAtProps {
  readonly value: string | null
  readonly error: string | undefined
  readonly onChange: (until: string | null) => void
}

/** People come to the workshop in the morning. */
const USUAL_CLOCK = '07:00'
const two = (n: number): string => String(n).padStart(2, '0')

/** A day and a time of the course; no day is not known. */
function BackAt({ value, error, onChange }: BackAtProps) {
  const { t } = useTranslation()
  const { zone, dayOf } = useCourseTime()
  const wall = value === null ? undefined : wallClock(new Date(value), zone)
  const day: Day | '' = value === null ? '' : dayOf(value)
  const [clock, setClock] = useState(wall === undefined ? USUAL_CLOCK : `${two(wall.hour)}:${two(wall.minute)}`)
  const change = (nextDay: Day | '', nextClock: string): void => {
    const [hour, minute] = nextClock.split(':').map(Number)
    if (!isDay(nextDay)) onChange(null)
    else if (hour !== undefined && minute !== undefined) onChange(momentOf(nextDay, hour, minute, zone).toISOString())
  }
  return (
    <div className={classes.pair}>
      <DayInput
        label={t('garage.serviceUntil')}
        value={day}
        min={dayOf(new Date())}
        max={addDays(dayOf(new Date()), 365)}
        isOptional
        onChange={next => change(next, clock)}
        {...(error === undefined ? {} : { error })}
      />
      <ClockInput
        label={t('garage.serviceClock')}
        value={clock}
        disabled={day === ''}
        onChange={next => {
          setClock(next)
          change(day, next)
        }}
      />
    </div>
  )
}

/** The first titles are named, the others counted. */
const NAMED = 5
const MOST_READ = 200

interface TouchedProps {
  readonly mowerId: string
  readonly until: string | null
}

/** The planned missions that start before it is back. */
function Touched({ mowerId, until }: TouchedProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const query = { mowerId, status: 'planned', sort: 'startsAt', perPage: MOST_READ }
  const planned = useCall(calls.missions.list, { query })
  if (planned.data === undefined) return null
  const nowMs = Date.now()
  const service = { inService: true, serviceUntil: until }
  const touched = planned.data.items.filter(({ startsAt }) =>
    isInServiceAt(service, startsAt === null ? nowMs : Date.parse(startsAt), nowMs),
  )
  const unread = planned.data.total - planned.data.items.length
  if (touched.length === 0) return <p className={classes.hint}>{t('garage.touchesNone')}</p>
  const rest = touched.length - NAMED + unread
  return (
    <div className={classes.hint}>
      <p>{t('garage.touches', { count: touched.length + unread })}</p>
      <ul>
        {touched.slice(0, NAMED).map(({ id, title, startsAt }) => (
          <li key={id}>{startsAt === null ? title : `${title}, ${time.dateTime(startsAt)}`}</li>
        ))}
        {rest > 0 && <li>{t('garage.touchesMore', { count: rest })}</li>}
      </ul>
      <p>{t('garage.touchesHint')}</p>
    </div>
  )
}
