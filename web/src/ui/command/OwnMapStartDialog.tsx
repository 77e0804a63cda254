/** Asks before a mower that mows its own map is started: which zones it mows, and the pre-start checks of each. */
import { lateCalls } from '@greensward/contract/late'
import { gateOpen, type Mower } from '@greensward/domain'
import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/index.ts'
import { Dialog } from '../Dialog.tsx'
import { notify } from '../notify.tsx'
import { QueryState } from '../page/QueryState.tsx'
import { GateRefusal } from './GateRefusal.tsx'
import classes from './OwnMapStartDialog.module.css'
import { useCommand } from './useCommand.ts'
import { linesOf, ZoneChecks } from './ZoneChecks.tsx'

const CHECKS_EVERY_MS = 5_000

interface OwnMapStartDialogProps {
  readonly mower: Pick<Mower, 'id' | 'name'>
  readonly onClose: () => void
}

export default function OwnMapStartDialog({ mower: { id, name }, onClose }: OwnMapStartDialogProps) {
  const { t } = useTranslation()
  const command = useCommand()
  const checks = useCall(lateCalls.ownMap.checks, { params: { id } }, { refetchInterval: CHECKS_EVERY_MS })
  // The reason stays in the dialog: a person who watches the mower would miss a passing note.
  const [failure, setFailure] = useState<string>()
  // What was read before does not count where it can no longer be read.
  const areas = checks.error === null ? checks.data?.areas : undefined
  const start = async (): Promise<void> => {
    setFailure(undefined)
    const report = await command.run('startMower', id, name)
    if (report.isAccepted) {
      notify.done(report.text)
      return onClose()
    }
    setFailure(report.reason)
    void checks.refetch()
  }
  return (
    <Dialog onClose={onClose} title={t('brokerMowers.ownMap.title', { name })}>
      <div className={classes.stack}>
        {areas !== undefined && (
          <p className={classes.says}>
            {t('brokerMowers.ownMap.zones', { zones: areas.map(({ zoneTitle }) => zoneTitle).join(', ') })}
          </p>
        )}
        <p className={classes.says}>{t('brokerMowers.ownMap.text')}</p>
        {areas === undefined ? <QueryState query={checks} /> : <ZoneChecks areas={areas} />}
        {failure !== undefined && (
          <Alert color="red" role="alert" title={t('map.command.startMower.failed', { title: name })}>
            {failure}
          </Alert>
        )}
        <div className={classes.actions}>
          <GateRefusal lines={areas && linesOf(areas)} title={t('brokerMowers.ownMap.cannot')} />
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button
            disabled={areas === undefined || areas.length === 0 || !areas.every(({ lines }) => gateOpen(lines))}
            loading={command.busy !== null}
            onClick={() => void start()}
          >
            {t('brokerMowers.ownMap.start')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
