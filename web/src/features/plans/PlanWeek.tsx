import { calls, type PlannedDay, type PlannedJob } from '@greensward/contract'
import type { StandingPlan } from '@greensward/domain'
import {
  IconAlertTriangle,
  IconCheck,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRoute,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCan } from '../../api/index.ts'
import { ConfirmDialog, IconButton, notify, useMeasure } from '../../ui/index.ts'
import type { Day } from '../../ui/zonedTime.ts'
import { DueZones } from './DueZones.tsx'
import { type DayNames, useDayNames } from './dayNames.ts'
import { PauseDialog } from './PauseDialog.tsx'
import classes from './PlanWeek.module.css'

interface PlanWeekProps {
  readonly plans: readonly StandingPlan[]
  readonly days: readonly PlannedDay[]
  readonly today: Day
  /** Absent for those who may not plan. */
  readonly onEdit?: (plan: StandingPlan) => void
}

/** Plans as rows and the days of a week as columns; on phones each plan has its week below its name. */
export function PlanWeek({ plans, days, today, onEdit }: PlanWeekProps) {
  const { t } = useTranslation()
  const names = useDayNames()
  return (
    <table className={classes.week} aria-label={t('plans.week')}>
      <thead>
        <tr className={classes.row} data-head>
          <th className={classes.name} scope="col">
            {t('plans.plan')}
          </th>
          {days.map(({ day }) => (
            <th key={day} className={classes.day} scope="col" data-today={day === today || undefined}>
              <b>{names.weekday(day)}</b>
              <small>{names.date(day)}</small>
            </th>
          ))}
          {onEdit !== undefined && <th className={classes.actions} scope="col" aria-label={t('common.edit')} />}
        </tr>
      </thead>
      <tbody>
        {plans.map(plan => (
          <PlanRow key={plan.id} plan={plan} days={days} names={names} today={today} onEdit={onEdit} />
        ))}
        <Totals days={days} today={today} names={names} hasActions={onEdit !== undefined} />
      </tbody>
    </table>
  )
}

interface PlanRowProps {
  readonly plan: StandingPlan
  readonly days: readonly PlannedDay[]
  readonly today: Day
  readonly names: DayNames
  readonly onEdit: ((plan: StandingPlan) => void) | undefined
}

function PlanRow({ plan, days, today, names, onEdit }: PlanRowProps) {
  const { t } = useTranslation()
  const isPaused = plan.pausedUntil !== null && plan.pausedUntil > today
  const left = new Map(
    days
      .flatMap(day => day.left.filter(({ planId, reason }) => planId === plan.id && reason !== 'notDue'))
      .map(one => [one.featureId, one]),
  )
  return (
    <tr className={classes.row} data-paused={isPaused || undefined}>
      <th className={classes.name} scope="row">
        <strong>{plan.name}</strong>
        <small>
          {t('plans.window', { from: plan.from, until: plan.until })}
          {plan.priority !== 'normal' && ` · ${t(`plans.priorityOf.${plan.priority}`)}`}
          {plan.aheadOfPlay && ` · ${t('plans.aheadOfPlay')}`}
          {plan.onlyDue === true && ` · ${t('plans.onlyDue')}`}
        </small>
        {isPaused && plan.pausedUntil !== null && (
          <small className={classes.paused}>{t('plans.pausedUntil', { day: names.long(plan.pausedUntil) })}</small>
        )}
        {plan.onlyDue === true && <DueZones planId={plan.id} days={days} />}
        {left.size > 0 && (
          <small className={classes.left}>
            <IconAlertTriangle size={14} aria-hidden />
            {[...left.values()]
              .map(({ title, reason }) => `${title ?? t('plans.oneZone')}: ${t(`plans.reasons.${reason}`)}`)
              .join('; ')}
          </small>
        )}
      </th>
      {days.map(({ day, jobs }) => (
        <DayCell key={day} day={day} jobs={jobs.filter(({ planId }) => planId === plan.id)} names={names} />
      ))}
      {onEdit !== undefined && <RowActions plan={plan} isPaused={isPaused} today={today} onEdit={onEdit} />}
    </tr>
  )
}

interface DayCellProps {
  readonly day: Day
  readonly jobs: readonly PlannedJob[]
  readonly names: DayNames
}

const areaOf = (jobs: readonly PlannedJob[]): number => jobs.reduce((sum, { areaM2 }) => sum + areaM2, 0)

/** Zones and area of a plan on a day, and whether their missions are made. */
function DayCell({ day, jobs, names }: DayCellProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const isMade = jobs.length > 0 && jobs.every(({ missionId }) => missionId !== null)
  return (
    <td className={classes.cell} data-none={jobs.length === 0 || undefined}>
      <span className={classes.cellDay} aria-hidden>
        {names.weekday(day)}
      </span>
      {jobs.length === 0 ? (
        <span role="img" aria-label={t('plans.nothing')}>
          –
        </span>
      ) : (
        <>
          <b>
            {isMade && <IconCheck size={14} role="img" aria-label={t('plans.made')} />}
            <span className={classes.unseen}>{t('plans.zones', { count: jobs.length })}</span>
            <span aria-hidden>{jobs.length}</span>
          </b>
          <small>{measure.area(areaOf(jobs))}</small>
        </>
      )}
    </td>
  )
}

interface RowActionsProps {
  readonly plan: StandingPlan
  readonly isPaused: boolean
  readonly today: Day
  readonly onEdit: (plan: StandingPlan) => void
}

function RowActions({ plan, isPaused, today, onEdit }: RowActionsProps) {
  const { t } = useTranslation()
  const changes = { changes: [calls.standingPlans.list, calls.standingPlans.days] }
  const copy = useAct(calls.standingPlans.copy, changes)
  const pause = useAct(calls.standingPlans.pause, changes)
  const remove = useAct(calls.standingPlans.remove, changes)
  const [asks, setAsks] = useState<'pause' | 'delete' | null>(null)
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work()
      notify.done(done)
    } catch (error) {
      notify.failed(t('common.error'), error)
    }
    setAsks(null)
  }
  const params = { id: plan.id }
  const name = t('plans.copyName', { name: plan.name }).slice(0, 60)
  const pauseUntil = (pausedUntil: Day | null): Promise<void> =>
    act(() => pause.mutateAsync({ params, body: { pausedUntil, updatedAt: plan.updatedAt } }), t('common.saved'))
  return (
    <td className={classes.actions}>
      <IconButton label={`${t('common.edit')}: ${plan.name}`} onClick={() => onEdit(plan)}>
        <IconPencil size={20} stroke={1.75} />
      </IconButton>
      <IconButton
        label={t('plans.copy', { name: plan.name })}
        onClick={() => void act(() => copy.mutateAsync({ params, body: { name } }), t('plans.copied', { name }))}
      >
        <IconCopy size={20} stroke={1.75} />
      </IconButton>
      {isPaused ? (
        <IconButton label={t('plans.continue', { name: plan.name })} onClick={() => void pauseUntil(null)}>
          <IconPlayerPlay size={20} stroke={1.75} />
        </IconButton>
      ) : (
        <IconButton label={t('plans.pause', { name: plan.name })} onClick={() => setAsks('pause')}>
          <IconPlayerPause size={20} stroke={1.75} />
        </IconButton>
      )}
      <IconButton label={`${t('common.delete')}: ${plan.name}`} color="error" onClick={() => setAsks('delete')}>
        <IconTrash size={20} stroke={1.75} />
      </IconButton>
      {asks === 'pause' && (
        <PauseDialog
          name={plan.name}
          today={today}
          busy={pause.isPending}
          onPause={day => void pauseUntil(day)}
          onClose={() => setAsks(null)}
        />
      )}
      <ConfirmDialog
        opened={asks === 'delete'}
        title={t('plans.deleteTitle', { name: plan.name })}
        text={t('plans.deleteText')}
        confirm={t('plans.delete')}
        busy={remove.isPending}
        onConfirm={() => void act(() => remove.mutateAsync({ params }), t('common.deleted'))}
        onClose={() => setAsks(null)}
      />
    </td>
  )
}

interface TotalsProps {
  readonly days: readonly PlannedDay[]
  readonly today: Day
  readonly names: DayNames
  readonly hasActions: boolean
}

/** All plans of each day together, and the way to make its missions. */
function Totals({ days, today, names, hasActions }: TotalsProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const mayPlan = useCan('missions.plan')
  return (
    <tr className={classes.row} data-foot>
      <th className={classes.name} scope="row">
        <strong>{t('plans.all')}</strong>
        {mayPlan && <small>{t('plans.makeHint')}</small>}
      </th>
      {days.map(({ day, jobs }) => {
        const open = jobs.filter(({ missionId }) => missionId === null)
        return (
          <td key={day} className={classes.cell} data-none={jobs.length === 0 || undefined}>
            <span className={classes.cellDay} aria-hidden>
              {names.weekday(day)}
            </span>
            <b>
              <span className={classes.unseen}>{t('plans.zones', { count: jobs.length })}</span>
              <span aria-hidden>{jobs.length}</span>
            </b>
            <small>{measure.area(areaOf(jobs))}</small>
            {mayPlan && day >= today && open.length > 0 && (
              <Link
                to="/missions/course"
                search={{ standing: day }}
                className={classes.make}
                aria-label={t('plans.make', { day: names.long(day) })}
                title={t('plans.make', { day: names.long(day) })}
              >
                <IconRoute size={20} aria-hidden />
              </Link>
            )}
          </td>
        )
      })}
      {hasActions && <td className={classes.actions} />}
    </tr>
  )
}
