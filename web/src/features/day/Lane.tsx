/** The lane of one mower: its state, its tasks in their order, and what a person can do. */
import { calls } from '@greensward/contract'
import {
  attentionOf,
  isEnded,
  latenessMs,
  type Mission,
  type RouteState,
  type Shift,
  type ShiftRoute,
  type ShiftTask,
  type TaskState,
} from '@greensward/domain'
import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconHandStop,
  IconHome,
  IconPlayerPause,
  IconPlayerPlay,
  IconRoute,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCan, useCourseTime, useVehicleValue } from '../../api/index.ts'
import { notify, StatusPill, type Tone, useCommand, useMeasure, useNow } from '../../ui/index.ts'
import { saidText } from '../../ui/text/whyText.ts'
import { useKeptFocus } from '../../ui/useKeptFocus.ts'
import classes from './DayPage.module.css'
import { usePause } from './usePause.ts'

const TONE_OF_ROUTE: Readonly<Record<RouteState, Tone>> = {
  waiting: 'neutral',
  running: 'main',
  paused: 'warn',
  done: 'success',
}
const TONE_OF_TASK: Readonly<Record<TaskState, Tone>> = {
  planned: 'neutral',
  running: 'main',
  done: 'success',
  skipped: 'warn',
  failed: 'error',
}

interface LaneProps {
  readonly shift: Shift
  readonly route: ShiftRoute
  readonly missions: readonly Mission[]
  readonly name: string
  readonly isInService: boolean
  readonly onReplan: () => void
}

export function Lane({ shift, route, missions, name, isInService, onReplan }: LaneProps) {
  const { t, i18n } = useTranslation()
  const needs = attentionOf(route)
  return (
    <li className={classes.lane} data-paused={needs !== null || undefined} aria-label={name}>
      <div className={classes.head}>
        <h3>{name}</h3>
        {route.tasks.length > 0 && (
          <StatusPill tone={TONE_OF_ROUTE[route.state]}>{t(`day.states.${route.state}`)}</StatusPill>
        )}
        <Lateness shift={shift} route={route} />
        <LaneButtons shift={shift} route={route} name={name} isInService={isInService} onReplan={onReplan} />
      </div>
      {needs !== null && (
        <p className={classes.pause}>
          <IconAlertTriangle size={20} aria-hidden />
          <span>
            <b>{t('day.needs')}:</b> {saidText(needs, i18n) ?? needs.code}
          </span>
        </p>
      )}
      <Elsewhere route={route} />
      {route.tasks.length === 0 ? (
        <p className={classes.none}>{t('day.noTasks')}</p>
      ) : (
        <ol className={classes.tasks}>
          {route.tasks.map(task => (
            <Task key={task.id} task={task} missions={missions} isPaused={route.state === 'paused'} />
          ))}
        </ol>
      )}
    </li>
  )
}

/** The mission that a mower works on outside its route, such as the drive home that a person asked for; else null. */
function useElsewhere({ mowerId, tasks }: ShiftRoute): Mission | null {
  const missionId = useVehicleValue(mowerId, vehicle => {
    const current = vehicle?.missionId ?? null
    return tasks.some(task => 'missionId' in task && task.missionId === current) ? null : current
  })
  const { data } = useCall(calls.missions.get, { params: { id: missionId ?? '' } }, { enabled: missionId !== null })
  return missionId !== null && (data?.status === 'uploading' || data?.status === 'working') ? data : null
}

/** What the mower does now, where the tasks of its route do not say it. */
function Elsewhere({ route }: Pick<LaneProps, 'route'>) {
  const { t } = useTranslation()
  const mission = useElsewhere(route)
  if (mission === null) return null
  return (
    <p className={classes.elsewhere}>
      {t(mission.target.kind === 'drive' ? 'day.drivesTo' : 'day.elsewhere')}{' '}
      <Link to="/missions/$id" params={{ id: mission.id }} className={classes.taskTitle}>
        {mission.title}
      </Link>
    </p>
  )
}

/** Smaller differences are not worth a look. */
const NOTABLE_MS = 60_000

/** Against the plan, once somebody has released it. */
function Lateness({ shift, route }: Pick<LaneProps, 'shift' | 'route'>) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const lateMs = latenessMs(route, useNow(30_000).getTime())
  if (lateMs === null || (shift.release === null && route.state === 'waiting')) return null
  if (Math.abs(lateMs) < NOTABLE_MS) return <StatusPill tone="success">{t('day.onTime')}</StatusPill>
  const time = measure.duration(Math.abs(lateMs) / 1_000)
  return lateMs > 0 ? (
    <StatusPill tone="warn">{t('day.late', { time })}</StatusPill>
  ) : (
    <StatusPill tone="success">{t('day.ahead', { time })}</StatusPill>
  )
}

function LaneButtons({ shift, route, name, isInService, onReplan }: Omit<LaneProps, 'missions'>) {
  const { t } = useTranslation()
  const mayOperate = useCan('mowers.operate')
  const command = useCommand()
  const kept = useKeptFocus<HTMLDivElement>()
  const { mowerId, state } = route
  const isElsewhere = useElsewhere(route) !== null
  const lateMs = latenessMs(route, useNow(30_000).getTime())
  const isLate = shift.release !== null && lateMs !== null && lateMs >= NOTABLE_MS
  const needsPlan = route.tasks.some(task => !isEnded(task)) && (state === 'paused' || isInService || isLate)
  const proceed = useAct(calls.shifts.continue, { changes: [calls.shifts.list, calls.missions.list] })
  const mayStop = useCan('mowers.stop')
  const { pause, isPending: isPausing } = usePause(shift)
  const onContinue = (): void =>
    proceed.mutate(
      { params: { id: shift.id }, body: { mowerId } },
      {
        onSuccess: () => notify.done(t('day.continued', { mower: name })),
        onError: error => notify.failed(t('day.notContinued', { mower: name }), error),
      },
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields of a form, and these are commands.
    <div className={classes.laneButtons} role="group" aria-label={name} {...kept}>
      {mayStop && state === 'running' && (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={18} />}
          loading={isPausing}
          onClick={() => pause({ id: mowerId, name })}
        >
          {t('day.pause')}
        </Button>
      )}
      {mayOperate && state === 'paused' && shift.release !== null && (
        <Button leftSection={<IconPlayerPlay size={18} />} loading={proceed.isPending} onClick={onContinue}>
          {t('day.continue')}
        </Button>
      )}
      {mayOperate && needsPlan && (
        <Button variant="default" leftSection={<IconRoute size={18} />} onClick={onReplan}>
          {t('day.replan.open')}
        </Button>
      )}
      {mayStop && isElsewhere && (
        <Button
          color="error"
          leftSection={<IconHandStop size={18} />}
          loading={command.busy === 'stopMower'}
          onClick={() => void command.send('stopMower', mowerId, name)}
        >
          {t('day.stop')}
        </Button>
      )}
      {mayOperate && state !== 'running' && !isElsewhere && (
        <Button
          variant="default"
          leftSection={<IconHome size={18} />}
          loading={command.busy === 'sendHome'}
          onClick={() => void command.send('sendHome', mowerId, name)}
        >
          {t('day.sendHome')}
        </Button>
      )}
    </div>
  )
}

interface TaskProps {
  readonly task: ShiftTask
  readonly missions: readonly Mission[]
  readonly isPaused: boolean
}

function Task({ task, missions, isPaused }: TaskProps) {
  const { t, i18n } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const { planned } = task
  const mission = 'missionId' in task ? missions.find(({ id }) => id === task.missionId) : undefined
  const title = task.kind === 'mow' ? (mission?.title ?? t('day.gone')) : t(`day.tasks.${task.kind}`)
  // Why a task that runs needs a person is on top of the lane.
  const reason = task.why === null || task.state === 'running' ? undefined : saidText(task.why, i18n)
  return (
    <li className={classes.task} data-state={task.state}>
      {mission === undefined ? (
        <span className={classes.taskTitle}>{title}</span>
      ) : (
        <Link to="/missions/$id" params={{ id: mission.id }} className={classes.taskTitle}>
          {title}
        </Link>
      )}
      <span className={classes.taskFacts}>
        {task.state === 'running' && isPaused ? (
          <StatusPill tone="warn">{t('day.states.paused')}</StatusPill>
        ) : (
          <StatusPill tone={TONE_OF_TASK[task.state]}>{t(`day.taskStates.${task.state}`)}</StatusPill>
        )}
        {mission !== undefined && task.state === 'running' && <span>{measure.share(mission.progress)}</span>}
        {mission !== undefined && task.state === 'planned' && <span>{measure.duration(mission.stats.durationS)}</span>}
      </span>
      {planned !== undefined && (
        <span className={classes.taskWhy}>
          {t('day.window', { from: time.time(planned.from), until: time.time(planned.until) })}
          {planned.charge !== null && task.kind !== 'wait' && (
            <>
              {' · '}
              <span className={classes.together}>
                {task.kind === 'charge'
                  ? t('day.chargeTo', { charge: measure.share(task.untilShare) })
                  : t('day.chargeAfter', { charge: measure.share(planned.charge) })}
              </span>
            </>
          )}
        </span>
      )}
      {reason !== undefined && <span className={classes.taskWhy}>{reason}</span>}
    </li>
  )
}
