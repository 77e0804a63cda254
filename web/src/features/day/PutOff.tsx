/** Missions for which a shift had no room get another time together: later that day, or on the next one. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { LeftFromShift, Mission, Shift } from '@greensward/domain'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCan, useCourseTime } from '../../api/index.ts'
import { notify } from '../../ui/index.ts'
import { saidText } from '../../ui/text/whyText.ts'
import { addDays, type Day } from '../../ui/zonedTime.ts'
import classes from './DayPage.module.css'

/** Another time changes nothing about these. */
const NOT_BY_TIME: readonly LeftFromShift[] = ['noMachine', 'noWay']

/** Planned missions that a shift left out or skipped, and that still have their time within it. */
export const withoutRoom = ({ plan, routes, until }: Shift, missions: readonly Mission[]): readonly Mission[] => {
  const left = (plan?.left ?? []).flatMap(({ missionId, reason }) => (NOT_BY_TIME.includes(reason) ? [] : [missionId]))
  const skipped = routes.flatMap(({ tasks }) =>
    tasks.flatMap(task => (task.kind === 'mow' && task.state === 'skipped' ? [task.missionId] : [])),
  )
  const ids = new Set([...left, ...skipped])
  return missions.filter(
    ({ id, status, startsAt }) =>
      ids.has(id) && status === 'planned' && (startsAt === null || Date.parse(startsAt) < Date.parse(until)),
  )
}

interface PutOffProps {
  readonly shift: Shift
  readonly missions: readonly Mission[]
}

export function PutOff({ shift, missions }: PutOffProps) {
  const { t } = useTranslation()
  const waiting = withoutRoom(shift, missions)
  return (
    <PutOffMissions
      missions={waiting}
      day={shift.day}
      earliest={shift.until}
      text={t('day.putOff.text', { count: waiting.length })}
    />
  )
}

interface PutOffMissionsProps {
  readonly missions: readonly Mission[]
  readonly day: Day
  /** On that day; null where its hour is good enough. */
  readonly earliest: string | null
  readonly text: string
}

/** Nothing where there is none of them. */
export function PutOffMissions({ missions, day: from, earliest, text }: PutOffMissionsProps) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const mayPlan = useCan('missions.plan')
  const putOff = useAct(lateCalls.missionTimes.putOff, { changes: [calls.shifts.list, calls.missions.list] })
  if (!mayPlan || missions.length === 0) return null
  const today = time.dayOf(new Date())
  const [day, next] = from < today ? [today, addDays(today, 1)] : [from, addDays(from, 1)]
  const nameOf = (one: string): string =>
    one === today ? t('day.putOff.today') : one === addDays(today, 1) ? t('day.putOff.tomorrow') : time.date(one)
  const send = (to: string, after: string | null): void =>
    putOff.mutate(
      { body: { ids: missions.map(({ id }) => id), day: to, earliest: after } },
      {
        onSuccess: ({ moved, stayed }) => {
          const [first] = moved.map(({ startsAt }) => startsAt).toSorted()
          if (first !== undefined)
            notify.done(t('day.putOff.done', { count: moved.length, first: time.dateTime(first) }))
          for (const { title, why } of stayed)
            notify.failed(t('day.putOff.stayed', { title: title === '' ? t('day.gone') : title }), saidText(why, i18n))
        },
        onError: error => notify.failed(t('common.error'), errorText(error)),
      },
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields of a form, and these are commands.
    <div className={classes.putOff} role="group" aria-label={t('day.putOff.label')}>
      <span>{text}</span>
      <Button variant="default" loading={putOff.isPending} onClick={() => send(day, earliest)}>
        {nameOf(day)}
      </Button>
      <Button variant="default" loading={putOff.isPending} onClick={() => send(next, null)}>
        {nameOf(next)}
      </Button>
    </div>
  )
}
