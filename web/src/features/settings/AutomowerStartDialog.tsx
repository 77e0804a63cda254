/** Asks before an Automower is started: what is sent, which zones it may come to, and the pre-start checks of each. */
import type { AutomowerMachine, AutomowerRequested, ZoneChecks as Checks } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { gateOpen } from '@greensward/domain'
import { Alert, Button, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall } from '../../api/index.ts'
import { linesOf, ZoneChecks } from '../../ui/command/ZoneChecks.tsx'
import { Dialog, ErrorState, GateRefusal, LoadingState, notify, useMeasure } from '../../ui/index.ts'
import classes from './form.module.css'

const CHECKS_EVERY_MS = 5_000
/** After these the maker may have taken the request all the same. */
const UNANSWERED: readonly AutomowerRequested['problem'][] = ['tooSlow', 'notReached']
const MINUTES = [30, 60, 120, 180, 240, 360, 480, 720] as const
const CHANGES = { changes: [lateCalls.automower.get] }

interface AskProps {
  readonly machine: AutomowerMachine
  readonly onClose: () => void
}

interface AreaDialogProps extends AskProps {
  readonly areaId: string
  readonly areaName: string
}

export function AreaStartDialog({ machine, areaId, areaName, onClose }: AreaDialogProps) {
  const { t } = useTranslation()
  const { duration } = useMeasure()
  const [minutes, setMinutes] = useState<number>(60)
  const params = { id: machine.id, areaId }
  const { areaChecks, startArea } = lateCalls.automower
  const checks = useCall(areaChecks, { params, query: { minutes } }, { refetchInterval: CHECKS_EVERY_MS })
  const start = useAct(startArea, CHANGES)
  return (
    <Asked
      title={t('settings.automower.start.areaTitle', { name: machine.name })}
      text={t('settings.automower.start.areaText')}
      machine={machine}
      areaName={areaName}
      confirm={t('settings.automower.start.areaFor', { duration: duration(minutes * 60) })}
      done={t('settings.automower.asked.startArea', { name: machine.name, area: areaName })}
      checks={checks}
      isPending={start.isPending}
      send={() => start.mutateAsync({ params, body: { minutes } })}
      onClose={onClose}
    >
      <Select
        label={t('settings.automower.start.duration')}
        data={MINUTES.map(one => ({ value: String(one), label: duration(one * 60) }))}
        value={String(minutes)}
        allowDeselect={false}
        onChange={chosen => chosen !== null && setMinutes(Number(chosen))}
      />
    </Asked>
  )
}

export function ScheduleStartDialog({ machine, command, onClose }: AskProps & { readonly command: ScheduleCommand }) {
  const { t } = useTranslation()
  const params = { id: machine.id }
  const { scheduleChecks, resume, confirmError } = lateCalls.automower
  const checks = useCall(scheduleChecks, { params, query: { command } }, { refetchInterval: CHECKS_EVERY_MS })
  const starts = { resume: useAct(resume, CHANGES), confirmError: useAct(confirmError, CHANGES) }
  const { name } = machine
  return (
    <Asked
      title={t(`settings.automower.start.${command}Title`, { name })}
      text={t(`settings.automower.start.${command}Text`)}
      machine={machine}
      confirm={t(`settings.automower.start.${command}`)}
      done={t(`settings.automower.asked.${command}`, { name })}
      checks={checks}
      isPending={starts[command].isPending}
      send={() => starts[command].mutateAsync({ params })}
      onClose={onClose}
    />
  )
}
export type ScheduleCommand = 'resume' | 'confirmError'

interface AskedProps extends AskProps {
  readonly title: string
  readonly text: string
  readonly areaName?: string
  readonly confirm: string
  /** What is shown once the service has the request. */
  readonly done: string
  readonly checks: {
    readonly data: Checks | undefined
    readonly error: Error | null
    readonly refetch: () => Promise<unknown>
  }
  readonly isPending: boolean
  readonly send: () => Promise<AutomowerRequested>
  readonly children?: ReactNode
}

function Asked(props: AskedProps) {
  const { title, text, machine, areaName, confirm, done, checks, isPending, send, onClose, children } = props
  const { t } = useTranslation()
  // The reason stays in the dialog: a person who watches the mower would miss a passing note.
  const [failure, setFailure] = useState<string>()
  const areas = checks.data?.areas
  const run = async (): Promise<void> => {
    setFailure(undefined)
    try {
      const { problem } = await send()
      if (problem === null) {
        notify.done(done)
        return onClose()
      }
      const reason = t(`settings.automower.problem.${problem}`)
      setFailure(UNANSWERED.includes(problem) ? `${reason} ${t('settings.automower.start.mayStart')}` : reason)
    } catch (error) {
      setFailure(errorText(error))
      void checks.refetch()
    }
  }
  return (
    <Dialog onClose={onClose} title={title}>
      <div className={classes.stack}>
        <dl className={classes.asked}>
          <dt>{t('settings.automower.start.mower')}</dt>
          <dd>{machine.name}</dd>
          {areaName !== undefined && (
            <>
              <dt>{t('settings.automower.start.workArea')}</dt>
              <dd>{areaName}</dd>
            </>
          )}
          {areas !== undefined && (
            <>
              <dt>{t('settings.automower.start.zone', { count: areas.length })}</dt>
              <dd>{areas.map(({ zoneTitle }) => zoneTitle).join(', ')}</dd>
            </>
          )}
        </dl>
        {children}
        <p className={classes.says}>
          {text} {t('settings.automower.start.noDirectLink')}
        </p>
        {areas === undefined ? (
          checks.error === null ? (
            <LoadingState />
          ) : (
            <ErrorState error={errorText(checks.error)} onRetry={() => void checks.refetch()} />
          )
        ) : (
          <ZoneChecks areas={areas} />
        )}
        {failure !== undefined && (
          <Alert color="red" role="alert" title={t('settings.automower.start.failed', { name: machine.name })}>
            {failure}
          </Alert>
        )}
        <div className={classes.actions}>
          <GateRefusal lines={areas && linesOf(areas)} title={t('settings.automower.start.cannot')} />
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button
            disabled={areas === undefined || !areas.every(area => gateOpen(area.lines))}
            loading={isPending}
            onClick={() => void run()}
          >
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
