/** Starting or resuming from the table: the gate as it is now, and below it the one deed that fits, each with its own name. */
import { gateOpen, type Mission } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { Alert, Button, Modal } from '@mantine/core'
import { IconPlayerPlay, IconPlayerTrackNext } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall } from '../api/index.ts'
import { CorrectFailsafes } from '../map/index.ts'
import { answerText, ErrorState, GateList, GateRefusal, LoadingState, notify } from '../ui/index.ts'
import classes from './MissionsPage.module.css'

const GATE_EVERY_MS = 2_000

export function StartDialog({ mission, onClose }: { readonly mission: Mission; readonly onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const params = { id: mission.id }
  const deed = mission.status === 'stopped' ? 'resume' : 'start'
  const gate = useCall(calls.missions.gate, { params }, { refetchInterval: GATE_EVERY_MS, keepPrevious: true })
  const changes = { changes: [calls.missions.list, calls.missions.get, calls.missions.logs, calls.missions.gate] }
  const start = useAct(calls.missions.start, changes)
  const resume = useAct(calls.missions.resume, changes)
  const command = deed === 'start' ? start : resume
  // What did not start stays here with its reason: one that only passes by is missed while somebody looks at the mower.
  const [failure, setFailure] = useState<string>()
  const run = async (): Promise<void> => {
    setFailure(undefined)
    try {
      const answer = await command.mutateAsync({ params })
      if (answer.outcome !== 'accepted') return setFailure(answerText(answer, i18n) ?? t('missions.noAnswer'))
      notify.done(t(`missions.${deed}Accepted`, { title: mission.title }))
      onClose()
    } catch (error) {
      setFailure(errorText(error))
    }
  }
  return (
    <Modal opened onClose={onClose} title={mission.title} closeButtonProps={{ 'aria-label': t('common.close') }}>
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
          deed={line => <CorrectFailsafes line={line} mowerId={mission.mowerId} />}
        />
      )}
      {failure !== undefined && (
        <Alert color="red" role="alert" title={t(`missions.${deed}Failed`, { title: mission.title })}>
          {failure}
        </Alert>
      )}
      <div className={classes.deeds}>
        <GateRefusal lines={gate.data?.lines} />
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
        <Button
          h={48}
          leftSection={deed === 'start' ? <IconPlayerPlay size={20} /> : <IconPlayerTrackNext size={20} />}
          disabled={gate.data === undefined || !gateOpen(gate.data.lines)}
          loading={command.isPending}
          onClick={() => void run()}
        >
          {t(deed === 'start' ? 'missions.startNow' : 'missions.resume')}
        </Button>
      </div>
    </Modal>
  )
}
