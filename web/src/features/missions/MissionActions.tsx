/** The buttons of a mission: download, change and delete at the top; start, resume, stop and clear at the side. */

import { calls } from '@greensward/contract'
import { type GateLine, gateOpen, isActive, type Mission } from '@greensward/domain'
import { Button } from '@mantine/core'
import {
  IconArrowsExchange,
  IconDownload,
  IconEdit,
  IconEraser,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlayerTrackNext,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCan } from '../../api/index.ts'
import { type CommandName, ConfirmDialog, GateRefusal, IconButton, notify, useCommand } from '../../ui/index.ts'
import classes from './MissionPage.module.css'
import { downloadQgcPlan } from './qgcPlanFile.ts'
import { RunAgainDialog } from './RunAgainDialog.tsx'
import { hasEnded } from './uncoveredOf.ts'

/** Download, change and delete. */
export function MissionTools({ mission }: { readonly mission: Mission }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayPlan = useCan('missions.plan')
  const mayOperate = useCan('mowers.operate')
  const remove = useAct(calls.missions.remove, { changes: [calls.missions.list] })
  const [asking, setAsking] = useState(false)
  const doRemove = async (): Promise<void> => {
    try {
      await remove.mutateAsync({ params: { id: mission.id } })
      notify.done(t('common.deleted'))
      void navigate({ to: '/missions' })
    } catch (error) {
      notify.failed(t('missions.notDeleted'), error)
    }
    setAsking(false)
  }
  return (
    <span className={classes.tools}>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} />}
        onClick={() => void downloadQgcPlan(mission, t('missions.column.plan'))}
      >
        {t('missions.column.plan')}
      </Button>
      {mayPlan && mission.status === 'planned' && (
        <IconButton
          label={t('common.edit')}
          onClick={() => void navigate({ to: '/missions/new', search: { mission: mission.id } })}
        >
          <IconEdit size={20} />
        </IconButton>
      )}
      {mayOperate && !isActive(mission.status) && (
        <IconButton label={t('common.delete')} color="error" onClick={() => setAsking(true)}>
          <IconTrash size={20} />
        </IconButton>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('missions.deleteTitle', { title: mission.title })}
        text={t('missions.bulk.deleteText')}
        confirm={t('missions.deleteConfirm')}
        busy={remove.isPending}
        onConfirm={() => void doRemove()}
        onClose={() => setAsking(false)}
      />
    </span>
  )
}

interface MissionActionsProps {
  readonly mission: Mission
  /** Undefined while it is read, and where nothing waits to start. */
  readonly gate: readonly GateLine[] | undefined
}

export function MissionActions({ mission, gate }: MissionActionsProps) {
  const { t } = useTranslation()
  const mayOperate = useCan('mowers.operate')
  const mayStop = useCan('mowers.stop')
  const mayPlan = useCan('missions.plan')
  const command = useCommand()
  const [asking, setAsking] = useState<'cancel' | 'clear' | 'again'>()
  const isHeld = mission.status === 'stopped' || mission.status === 'interrupted'
  const waiting = mission.status === 'planned' || isHeld
  const gateIsOpen = gate !== undefined && gateOpen(gate)

  const send = async (name: CommandName, id = mission.id): Promise<void> => {
    await command.send(name, id, mission.title)
    setAsking(undefined)
  }

  return (
    <div className={classes.actions}>
      {waiting && mayOperate && <GateRefusal lines={gate} />}
      {mission.status === 'planned' && mayOperate && (
        <Button
          h={48}
          leftSection={<IconPlayerPlay size={20} />}
          disabled={!gateIsOpen}
          loading={command.busy === 'startMission'}
          onClick={() => void send('startMission')}
        >
          {t('missions.startNow')}
        </Button>
      )}
      {isHeld && mayOperate && (
        <Button
          h={48}
          leftSection={<IconPlayerTrackNext size={20} />}
          disabled={!gateIsOpen}
          loading={command.busy === 'resumeMission'}
          onClick={() => void send('resumeMission')}
        >
          {t('missions.resume')}
        </Button>
      )}
      {(mission.status === 'working' || mission.status === 'uploading') && mayStop && (
        <Button
          h={64}
          fz={20}
          color="error"
          leftSection={<IconPlayerStop size={24} />}
          onClick={() => void send('stopMission')}
        >
          {t('missions.stopShort')}
        </Button>
      )}
      {isActive(mission.status) && mayOperate && (
        <Button
          variant="outline"
          color="error"
          leftSection={<IconEraser size={20} />}
          onClick={() => setAsking('clear')}
        >
          {t('missions.stopAndClear')}
        </Button>
      )}
      {mission.status === 'planned' && mayOperate && (
        <Button variant="default" onClick={() => setAsking('cancel')}>
          {t('missions.cancelMission')}
        </Button>
      )}
      {(mission.status === 'planned' || hasEnded(mission.status)) && mission.target.kind !== 'drive' && mayPlan && (
        <Button
          variant={mission.status === 'planned' ? 'default' : 'filled'}
          leftSection={mission.status === 'planned' ? <IconArrowsExchange size={20} /> : <IconRepeat size={20} />}
          onClick={() => setAsking('again')}
        >
          {t(mission.status === 'planned' ? 'missions.give.open' : 'missions.again.open')}
        </Button>
      )}
      {asking === 'again' && <RunAgainDialog mission={mission} onClose={() => setAsking(undefined)} />}
      <ConfirmDialog
        opened={asking === 'cancel'}
        title={t('missions.cancelTitle', { title: mission.title })}
        text={t('missions.cancelText')}
        confirm={t('missions.cancelMission')}
        busy={command.busy === 'cancelMission'}
        onConfirm={() => void send('cancelMission')}
        onClose={() => setAsking(undefined)}
      />
      <ConfirmDialog
        opened={asking === 'clear'}
        title={t('missions.clearTitle', { title: mission.title })}
        text={t('missions.clearText')}
        confirm={t('missions.stopAndClear')}
        busy={command.busy === 'clearMower'}
        onConfirm={() => void send('clearMower', mission.mowerId)}
        onClose={() => setAsking(undefined)}
      />
    </div>
  )
}
