/** What would change if a shift was planned again now, and one press that applies it. */
import { calls } from '@greensward/contract'
import type { Mission, Shift, ShiftReplan } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCan, useCourseTime } from '../../api/index.ts'
import { EmptyState, ErrorState, LoadingState, notify, Sheet, useMeasure } from '../../ui/index.ts'
import classes from './DayPage.module.css'
import { LeftMissions } from './Left.tsx'

interface ReplanProps {
  readonly shift: Shift
  readonly missions: readonly Mission[]
  readonly nameOf: (mowerId: string) => string
  readonly onClose: () => void
}

const CHANGES = { changes: [calls.shifts.list, calls.missions.list] }

export function Replan({ shift, missions, nameOf, onClose }: ReplanProps) {
  const { t } = useTranslation()
  const mayOperate = useCan('mowers.operate')
  const ask = useAct(calls.shifts.replan)
  const apply = useAct(calls.shifts.applyReplan, CHANGES)
  const params = { id: shift.id }
  const { mutate } = ask
  const look = (): void => mutate({ params: { id: shift.id } })
  // Asked once for each opening: it is as old as the moment at which a person pressed.
  useEffect(() => mutate({ params: { id: shift.id } }), [mutate, shift.id])
  const difference = ask.data
  const onApply = ({ updatedAt, moves, left }: ShiftReplan): void =>
    apply.mutate(
      {
        params,
        body: {
          updatedAt,
          moves: moves.map(({ missionId, toMowerId }) => ({ missionId, toMowerId })),
          left: left.map(({ missionId }) => missionId),
        },
      },
      {
        onSuccess: ({ needPress }) => {
          const names = needPress.map(nameOf).join(', ')
          notify.done(names === '' ? t('day.replan.applied') : t('day.replan.appliedPress', { names }))
          onClose()
        },
        onError: error => {
          notify.failed(t('day.replan.notApplied'), error)
          look()
        },
      },
    )
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t('day.replan.title')}
      footer={
        <div className={classes.clocks}>
          <Button variant="default" onClick={onClose}>
            {t('day.replan.cancel')}
          </Button>
          {mayOperate && (
            <Button
              loading={apply.isPending}
              disabled={ask.isPending || difference?.changes !== true}
              onClick={() => difference !== undefined && onApply(difference)}
            >
              {t('day.replan.apply')}
            </Button>
          )}
        </div>
      }
    >
      {ask.isError ? (
        <ErrorState error={ask.error} onRetry={look} />
      ) : difference === undefined || ask.isPending ? (
        <LoadingState label={t('day.replan.planning')} />
      ) : difference.changes ? (
        <Difference difference={difference} missions={missions} nameOf={nameOf} />
      ) : (
        <EmptyState
          icon={<IconCircleCheck aria-hidden />}
          title={t('day.replan.nothing')}
          text={t('day.replan.nothingText')}
        />
      )}
    </Sheet>
  )
}

interface DifferenceProps extends Pick<ReplanProps, 'missions' | 'nameOf'> {
  readonly difference: ShiftReplan
}

function Difference({ difference, missions, nameOf }: DifferenceProps) {
  const { t } = useTranslation()
  const titleOf = (id: string): string => missions.find(mission => mission.id === id)?.title ?? t('day.gone')
  const { putBack, reordered, needPress, unable } = difference
  return (
    <div className={classes.form}>
      <Summary difference={difference} nameOf={nameOf} />
      {unable.map(({ mowerId, reason }) => (
        <p key={mowerId} className={classes.release}>
          {nameOf(mowerId)}: {t(`day.replan.unable.${reason}`)}
        </p>
      ))}
      <Moves difference={difference} titleOf={titleOf} nameOf={nameOf} />
      {difference.left.length > 0 && (
        <div className={classes.notes}>
          <LeftMissions left={difference.left} nameOf={nameOf} titleOf={id => <b>{titleOf(id)}</b>} />
        </div>
      )}
      {putBack.length > 0 && (
        <section className={classes.notes} aria-label={t('day.replan.putBack')}>
          <h3>{t('day.replan.putBack')}</h3>
          <ul>
            {putBack.map(({ missionId, mowerId }) => (
              <li key={missionId}>
                <b>{titleOf(missionId)}</b>
                <span>{nameOf(mowerId)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {reordered > 0 && <p className={classes.release}>{t('day.replan.reordered', { count: reordered })}</p>}
      <Margins difference={difference} titleOf={titleOf} />
      {needPress.map(mowerId => (
        <p key={mowerId} className={classes.pause}>
          <IconAlertTriangle size={20} aria-hidden />
          {t('day.replan.needPress', { mower: nameOf(mowerId) })}
        </p>
      ))}
    </div>
  )
}

/** 'Wren 4: 5 missions to Wren 2 and Wren 3', and when the last mower is done. */
function Summary({ difference: { moves, endsBefore, endsAfter }, nameOf }: Omit<DifferenceProps, 'missions'>) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const from = Map.groupBy(moves, move => move.fromMowerId)
  return (
    <div>
      {[...from].map(([mowerId, own]) => (
        <p key={mowerId} className={classes.taskTitle}>
          {t('day.replan.moved', {
            count: own.length,
            from: nameOf(mowerId),
            to: list.format([...new Set(own.map(({ toMowerId }) => nameOf(toMowerId)))]),
          })}
        </p>
      ))}
      {endsAfter !== null && (
        <p>
          {endsBefore === null
            ? t('day.replan.ends', { after: time.time(endsAfter) })
            : t('day.replan.endsInstead', { after: time.time(endsAfter), before: time.time(endsBefore) })}
        </p>
      )}
    </div>
  )
}

interface PartProps {
  readonly difference: ShiftReplan
  readonly titleOf: (missionId: string) => string
}

function Moves({ difference: { moves }, titleOf, nameOf }: PartProps & Pick<ReplanProps, 'nameOf'>) {
  const { t } = useTranslation()
  const measure = useMeasure()
  if (moves.length === 0) return null
  return (
    <section className={classes.notes} aria-label={t('day.replan.moves')}>
      <h3>{t('day.replan.moves')}</h3>
      <ul>
        {moves.map(({ missionId, fromMowerId, toMowerId, estimateS }) => (
          <li key={missionId}>
            <b>{titleOf(missionId)}</b>
            <span>{t('day.replan.fromTo', { from: nameOf(fromMowerId), to: nameOf(toMowerId) })}</span>
            <span className={classes.taskWhy}>{t('day.replan.about', { time: measure.duration(estimateS) })}</span>
          </li>
        ))}
      </ul>
      <p className={classes.taskWhy}>{t('day.replan.estimate')}</p>
    </section>
  )
}

function Margins({ difference: { margins }, titleOf }: PartProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  if (margins.length === 0) return null
  return (
    <section className={classes.notes} aria-label={t('day.replan.margins')}>
      <h3>
        <IconAlertTriangle size={20} aria-hidden /> {t('day.replan.margins')}
      </h3>
      <ul>
        {margins.map(({ missionId, endsAt, firstGroupAt }) => (
          <li key={missionId}>
            {t('day.replan.margin', {
              title: titleOf(missionId),
              end: time.time(endsAt),
              group: time.time(firstGroupAt),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
