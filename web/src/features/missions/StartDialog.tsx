/** Starts or resumes a mission from the table: the current pre-start checks, and below it the action for the mission's status. */

import { calls } from '@greensward/contract'
import { gateOpen, type Mission } from '@greensward/domain'
import { Alert, Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerTrackNext } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useCall } from '../../api/index.ts'
import {
  CorrectFailsafes,
  Dialog,
  ErrorState,
  GateList,
  GateRefusal,
  LoadingState,
  notify,
  useCommand,
} from '../../ui/index.ts'
import classes from './MissionsPage.module.css'

const GATE_EVERY_MS = 2_000

export function StartDialog({ mission, onClose }: { readonly mission: Mission; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const params = { id: mission.id }
  const isResume = mission.status === 'stopped' || mission.status === 'interrupted'
  const gate = useCall(calls.missions.gate, { params }, { refetchInterval: GATE_EVERY_MS, keepPrevious: true })
  const command = useCommand()
  // The reason stays in the dialog: a person who watches the mower would miss a passing note.
  const [failure, setFailure] = useState<{ readonly text: string; readonly reason: string }>()
  const run = async (): Promise<void> => {
    setFailure(undefined)
    const report = await command.run(isResume ? 'resumeMission' : 'startMission', mission.id, mission.title)
    if (!report.isAccepted) return setFailure(report)
    notify.done(report.text)
    onClose()
  }
  return (
    <Dialog onClose={onClose} title={mission.title}>
      {gate.data === undefined ? (
        gate.error === null ? (
          <LoadingState />
        ) : (
          <ErrorState error={errorText(gate.error)} onRetry={() => void gate.refetch()} />
        )
      ) : (
        <GateList
          lines={gate.data.lines}
          hint={t('missions.gate.live')}
          compact
          action={line => <CorrectFailsafes line={line} mowerId={mission.mowerId} />}
        />
      )}
      {failure !== undefined && (
        <Alert color="red" role="alert" title={failure.text}>
          {failure.reason}
        </Alert>
      )}
      <div className={classes.actions}>
        <GateRefusal lines={gate.data?.lines} />
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
        <Button
          h={48}
          leftSection={isResume ? <IconPlayerTrackNext size={20} /> : <IconPlayerPlay size={20} />}
          disabled={gate.data === undefined || !gateOpen(gate.data.lines)}
          loading={command.busy !== null}
          onClick={() => void run()}
        >
          {t(isResume ? 'missions.resume' : 'missions.startNow')}
        </Button>
      </div>
    </Dialog>
  )
}
