import { isActive, type Mission, missionAccepts } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconArrowRight, IconBan, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCourseTime, useVehicle } from '../../../api/index.ts'
import { type Command, ConfirmDialog, StatusPill, statusText, useCommand, useMeasure } from '../../../ui/index.ts'
import { missionNote } from '../useMapMissions.ts'
import classes from './Inspector.module.css'
import { Facts, InspectorFrame } from './InspectorFrame.tsx'
import type { InspectorContext } from './inspectorContext.ts'
import { STATUS_TONE } from './MissionBox.tsx'
import { Progress } from './MowerInspector.tsx'
import { LiveGate, StartNow } from './StartNow.tsx'

/** A mission: its progress, and the actions for its status. */
export function MissionInspector({
  mission,
  context,
}: {
  readonly mission: Mission
  readonly context: InspectorContext
}) {
  const { t, i18n } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const { rights, machines, now, onClose, onSelect } = context
  const command = useCommand()
  const [asking, setAsking] = useState(false)
  const [opened, setOpened] = useState(false)
  const vehicle = useVehicle(mission.mowerId)
  const mower = machines.mowers.find(({ id }) => id === mission.mowerId)
  const active = isActive(mission.status)
  const { status } = mission
  return (
    <>
      <InspectorFrame
        title={mission.title}
        kind={[t('map.kind.mission'), mower?.name].filter(part => part !== undefined).join(' · ')}
        colour={status === 'planned' ? '#ef9715' : '#42bf4f'}
        pill={<StatusPill tone={STATUS_TONE[status]}>{t(`missions.status.${status}`)}</StatusPill>}
        onClose={onClose}
        stop={
          rights.mayStop &&
          (status === 'working' || status === 'uploading') && (
            <Button
              className={classes.stop ?? ''}
              h="auto"
              color="error"
              leftSection={<IconPlayerStop size={24} />}
              loading={command.busy === 'stopMission'}
              onClick={() => void command.send('stopMission', mission.id, mission.title)}
            >
              {t('map.mission.stop')}
            </Button>
          )
        }
        footer={
          <MissionCommands
            mission={mission}
            context={context}
            command={command}
            opened={opened}
            onOpen={() => setOpened(true)}
            onCancel={() => setAsking(true)}
          />
        }
      >
        {active || mission.progress > 0 ? (
          <Progress
            mission={mission}
            progress={active ? (vehicle?.progress ?? mission.progress) : mission.progress}
            now={now}
          />
        ) : (
          <p className={classes.note}>{missionNote(mission, now, time, t)}</p>
        )}
        {mission.statusReason !== null && <p className={classes.quiet}>{statusText(mission, i18n)}</p>}
        <Facts
          facts={[
            { name: t('map.fact.area'), value: measure.area(mission.stats.areaM2) },
            { name: t('map.fact.length'), value: measure.distance(mission.stats.lengthM / 1_000) },
            { name: t('map.fact.duration'), value: measure.duration(mission.stats.durationS) },
            { name: t('map.fact.direction'), value: t(`missions.direction.${mission.resolvedDirection}`) },
          ]}
        />
        <div className={classes.boxRow}>
          <button
            type="button"
            className={classes.link}
            onClick={() => onSelect({ kind: 'feature', id: mission.target.featureId })}
          >
            {t('map.mission.showPlace')}
          </button>
          <span className={classes.space} />
          <Link className={classes.link} to="/missions/$id" params={{ id: mission.id }}>
            {t('map.mission.open')}
            <IconArrowRight size={18} aria-hidden />
          </Link>
        </div>
        {status === 'planned' && opened && <LiveGate mission={mission} />}
      </InspectorFrame>
      <ConfirmDialog
        opened={asking}
        title={t('missions.cancelTitle', { title: mission.title })}
        text={active ? t('missions.clearText') : t('missions.cancelText')}
        confirm={t('missions.cancelMission')}
        busy={command.busy === 'cancelMission'}
        onClose={() => setAsking(false)}
        onConfirm={() => void command.send('cancelMission', mission.id, mission.title).then(() => setAsking(false))}
      />
    </>
  )
}

interface MissionCommandsProps {
  readonly mission: Mission
  readonly context: InspectorContext
  readonly command: Command
  /** All pre-start checks allow the start. */
  readonly opened: boolean
  readonly onOpen: () => void
  readonly onCancel: () => void
}

function MissionCommands({ mission, context, command, opened, onOpen, onCancel }: MissionCommandsProps) {
  const { t } = useTranslation()
  const { rights, machines } = context
  const { status } = mission
  return (
    <>
      {rights.mayOperate && missionAccepts(status, 'resume') && (
        <Button
          className={classes.grow ?? ''}
          h={48}
          leftSection={<IconPlayerPlay size={20} />}
          loading={command.busy === 'resumeMission'}
          onClick={() => void command.send('resumeMission', mission.id, mission.title)}
        >
          {t('missions.resume')}
        </Button>
      )}
      {rights.mayOperate && status === 'planned' && (
        <StartNow
          mission={mission}
          mower={machines.mowers.find(({ id }) => id === mission.mowerId)}
          title={mission.title}
          command={command}
          opened={opened}
          onOpen={onOpen}
        />
      )}
      {rights.mayOperate && missionAccepts(status, 'cancel') && (
        <Button
          className={classes.grow ?? ''}
          h={48}
          variant="outline"
          color="error"
          leftSection={<IconBan size={20} />}
          onClick={onCancel}
        >
          {t('missions.cancelMission')}
        </Button>
      )}
    </>
  )
}
