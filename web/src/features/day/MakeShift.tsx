/** A new shift of the planned missions of a day. */
import { calls } from '@greensward/contract'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCourseTime } from '../../api/index.ts'
import { ClockInput, ErrorState, LoadingState, notify, Sheet } from '../../ui/index.ts'
import { addDays, momentOf, startOfDay } from '../../ui/zonedTime.ts'
import classes from './DayPage.module.css'

interface MakeShiftProps {
  readonly day: string
  readonly nameOf: (mowerId: string) => string
  readonly onClose: () => void
}

const clockParts = (clock: string): readonly [number, number] => [Number(clock.slice(0, 2)), Number(clock.slice(3, 5))]

export function MakeShift({ day, nameOf, onClose }: MakeShiftProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const begins = startOfDay(day, time.zone)
  const missions = useCall(calls.missions.list, {
    query: {
      status: 'planned',
      from: begins.toISOString(),
      to: startOfDay(addDays(day, 1), time.zone).toISOString(),
      perPage: 500,
      sort: 'startsAt',
    },
  })
  const make = useAct(calls.shifts.create, { changes: [calls.shifts.list, calls.missions.list] })
  const [name, setName] = useState(() =>
    t('day.defaultName', { day: time.date(new Date(begins.getTime() + 43_200_000)) }),
  )
  const [from, setFrom] = useState('05:00')
  const [until, setUntil] = useState('09:00')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const items = missions.data?.items ?? []
  const chosen = items.filter(({ id }) => !left.has(id)).map(({ id }) => id)

  const toggle = (id: string): void => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  const save = (): void => {
    const at = (clock: string): string => momentOf(day, ...clockParts(clock), time.zone).toISOString()
    make.mutate(
      { body: { day, name, from: at(from), until: at(until), missionIds: chosen } },
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
            <ClockInput label={t('day.from')} value={from} onChange={setFrom} />
            <ClockInput label={t('day.until')} value={until} onChange={setUntil} />
          </div>
          <fieldset className={classes.missions}>
            <legend>{t('day.missions')}</legend>
            {items.length === 0 && <p>{t('day.nothingPlanned')}</p>}
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
