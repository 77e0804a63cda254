/** One shift: its numbers first, one Release or Pause, and a lane for each mower. */
import { calls, type ShiftOfDay } from '@greensward/contract'
import { attentionOf, type Shift } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconMovie, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCan, useCourseTime } from '../../api/index.ts'
import { ConfirmDialog, notify, Panel, useNow } from '../../ui/index.ts'
import { useKeptFocus } from '../../ui/useKeptFocus.ts'
import classes from './DayPage.module.css'
import { figuresOf, isShiftDone } from './figures.ts'
import { Lane } from './Lane.tsx'
import { Left } from './Left.tsx'
import { ShiftGrass } from './MorningGrass.tsx'
import { Numbers } from './Numbers.tsx'
import { PutOff } from './PutOff.tsx'
import { Replan } from './Replan.tsx'
import { useNotifyHeld, usePause } from './usePause.ts'

interface ShiftBoardProps {
  readonly item: ShiftOfDay
  readonly nameOf: (mowerId: string) => string
  readonly isInService: (mowerId: string) => boolean
}

const CHANGES = { changes: [calls.shifts.list, calls.missions.list] }

export function ShiftBoard({ item, nameOf, isInService }: ShiftBoardProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const { shift, missions } = item
  const span = t('day.window', { from: time.time(shift.from), until: time.time(shift.until) })
  const { release } = shift
  const [isReplanning, setReplanning] = useState(false)
  // The offer to put off vanishes with its last mission, and the list below it has the new times.
  const kept = useKeptFocus<HTMLDivElement>()
  const figures = figuresOf(item, useNow(30_000).getTime())
  return (
    <Panel title={`${shift.name} · ${span}`}>
      <Numbers figures={figures} time={time} className={classes.numbers} />
      <p className={classes.release}>
        {isShiftDone(shift)
          ? t('day.allEnded')
          : release === null
            ? t('day.waitsForRelease')
            : t('day.releasedBy', { who: release.by, until: time.time(release.until) })}
      </p>
      {!isShiftDone(shift) && <ShiftGrass shift={shift} />}
      <ShiftButtons shift={shift} />
      <div {...kept}>
        <PutOff shift={shift} missions={missions} />
        <Left shift={shift} missions={missions} nameOf={nameOf} />
      </div>
      <ul className={classes.lanes}>
        {shift.routes
          // Mowers that need attention are on top.
          .toSorted((a, b) => Number(attentionOf(b) !== null) - Number(attentionOf(a) !== null))
          .map(route => (
            <Lane
              key={route.mowerId}
              shift={shift}
              route={route}
              missions={missions}
              name={nameOf(route.mowerId)}
              isInService={isInService(route.mowerId)}
              onReplan={() => setReplanning(true)}
            />
          ))}
      </ul>
      {isReplanning && (
        <Replan shift={shift} missions={missions} nameOf={nameOf} onClose={() => setReplanning(false)} />
      )}
    </Panel>
  )
}

function ShiftButtons({ shift }: { readonly shift: Shift }) {
  const { t } = useTranslation()
  const mayOperate = useCan('mowers.operate')
  const mayStop = useCan('mowers.stop')
  const release = useAct(calls.shifts.release, CHANGES)
  const { pause, isPending: isPausing } = usePause(shift)
  const notifyHeld = useNotifyHeld()
  const kept = useKeptFocus<HTMLDivElement>()
  const revoke = useAct(calls.shifts.revoke, CHANGES)
  const remove = useAct(calls.shifts.remove, CHANGES)
  const [isDeleting, setDeleting] = useState(false)
  const params = { id: shift.id }
  const { name } = shift
  const isReleased = shift.release !== null
  const isDone = isShiftDone(shift)
  const mayPause = shift.routes.some(({ state }) => state === 'waiting' || state === 'running')

  const onRelease = (): void =>
    release.mutate(
      { params, body: { until: null } },
      {
        onSuccess: () => notify.done(t('day.released', { name })),
        onError: error => notify.failed(t('day.notReleased', { name }), error),
      },
    )
  const onRevoke = (): void =>
    revoke.mutate(
      { params },
      {
        onSuccess: ({ notStopped }) => notifyHeld(t('day.revoked'), notStopped),
        onError: error => notify.failed(t('day.notRevoked'), error),
      },
    )
  const onRemove = (): void =>
    remove.mutate(
      { params },
      {
        onSuccess: () => notify.done(t('day.deleted', { name })),
        onError: error => notify.failed(t('day.notDeleted'), error),
        onSettled: () => setDeleting(false),
      },
    )

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields of a form, and these are commands.
    <div className={classes.buttons} role="group" aria-label={name} {...kept}>
      {mayOperate && !isReleased && !isDone && (
        <Button size="md" leftSection={<IconPlayerPlay size={20} />} loading={release.isPending} onClick={onRelease}>
          {t('day.release')}
        </Button>
      )}
      {mayStop && isReleased && mayPause && (
        <Button
          size="md"
          color="error"
          leftSection={<IconPlayerPause size={20} />}
          loading={isPausing}
          onClick={() => pause()}
        >
          {t('day.pauseAll')}
        </Button>
      )}
      {mayStop && isReleased && !isDone && (
        <Button size="md" variant="default" loading={revoke.isPending} onClick={onRevoke}>
          {t('day.revoke')}
        </Button>
      )}
      <Link to="/map" search={{ film: shift.id, replay: shift.from }} className={classes.film}>
        <IconMovie size={20} aria-hidden />
        {t('day.film')}
      </Link>
      {mayOperate && !isReleased && (
        <Button size="md" variant="default" leftSection={<IconTrash size={20} />} onClick={() => setDeleting(true)}>
          {t('day.delete')}
        </Button>
      )}
      <ConfirmDialog
        opened={isDeleting}
        title={t('day.deleteTitle', { name })}
        text={t('day.deleteText')}
        confirm={t('day.delete')}
        busy={remove.isPending}
        onConfirm={onRemove}
        onClose={() => setDeleting(false)}
      />
    </div>
  )
}
