/** The failsafes of a mower, its geofence, and the number to call. */

import { calls } from '@greensward/contract'
import { fenceMode, type MowerAutopilot, mowerAutopilot } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconPower, IconRefresh, IconTool } from '@tabler/icons-react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { errorText, useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import {
  answerText,
  formResolver,
  notify,
  Panel,
  QueryState,
  SelectField,
  StatusPill,
  TextField,
  type Tone,
  useCorrectFailsafes,
} from '../../ui/index.ts'
import { Disarm } from './Disarm.tsx'
import classes from './VehiclePage.module.css'

const VERDICT_TONE: Readonly<Record<string, Tone>> = { fine: 'success', poor: 'warn', unknown: 'neutral' }

export function Autopilot({ mowerId, hasFence }: { readonly mowerId: string; readonly hasFence: boolean }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCall(calls.autopilots.get, { params: { id: mowerId } })
  if (data === undefined)
    return (
      <Panel title={t('garage.autopilot.title')}>
        <QueryState query={{ error, refetch }} />
      </Panel>
    )
  return (
    <>
      <Failsafes autopilot={data} />
      <Settings key={data.updatedAt} autopilot={data} hasFence={hasFence} />
    </>
  )
}

/** Autopilots keep settings in 32 bits: 0.3 comes back as 0.30000001192092896. */
const plainNumber = (value: number): number => Number(value.toPrecision(7))

function Failsafes({ autopilot: { mowerId, report } }: { readonly autopilot: MowerAutopilot }) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const mayOperate = useCan('mowers.operate')
  const mayEdit = useCan('mowers.edit')
  const changes = { changes: [calls.autopilots.get, calls.missions.gate] }
  const read = useAct(calls.autopilots.read, changes)
  const { correct, isPending: isCorrecting } = useCorrectFailsafes(mowerId)
  const restart = useAct(calls.autopilots.restart, changes)
  const params = { id: mowerId }
  const settable = report?.failsafes.filter(({ verdict, wanted }) => verdict === 'poor' && wanted !== null) ?? []
  const order = { poor: 0, unknown: 1, fine: 2 } as const
  const sorted = report?.failsafes.toSorted((a, b) => order[a.verdict] - order[b.verdict]) ?? []
  return (
    <Panel title={t('garage.autopilot.title')}>
      <p className={classes.quiet}>
        {report === null
          ? t('garage.autopilot.notRead')
          : t('garage.autopilot.readAt', { time: time.dateTime(new Date(report.readAt)) })}
      </p>
      <ul className={classes.list}>
        {sorted.map(({ name, value, wanted, verdict, reason, needsReboot }) => (
          <li key={name} data-verdict={verdict}>
            <span className={classes.name}>
              <b>{name}</b>
              <small lang="en">{reason}</small>
            </span>
            <span>
              {value === null ? t('common.unknown') : plainNumber(value)}
              {verdict === 'poor' && wanted !== null && ` → ${wanted}`}
              {verdict === 'poor' && needsReboot === true && ` ${t('garage.autopilot.needsRestart')}`}
            </span>
            <StatusPill tone={VERDICT_TONE[verdict] ?? 'neutral'}>{t(`garage.autopilot.${verdict}`)}</StatusPill>
          </li>
        ))}
      </ul>
      {report?.isRebootDue === true && (
        <>
          <p role="status">{t('garage.autopilot.restartDue')}</p>
          {mayEdit && <Disarm mowerId={mowerId} />}
        </>
      )}
      <div className={classes.actions}>
        {mayEdit && report?.isRebootDue === true && (
          <Button
            variant="default"
            leftSection={<IconPower size={18} />}
            loading={restart.isPending}
            onClick={() =>
              restart.mutate(
                { params },
                {
                  onSuccess: ({ outcome }) =>
                    outcome.outcome === 'accepted'
                      ? notify.done(t('garage.autopilot.restarted'))
                      : notify.failed(
                          t('garage.autopilot.notRestarted'),
                          answerText(outcome, i18n) ?? t('map.command.noAnswer'),
                        ),
                  onError: error => notify.failed(t('garage.autopilot.notRestarted'), errorText(error)),
                },
              )
            }
          >
            {t('garage.autopilot.restart')}
          </Button>
        )}
        {mayOperate && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} />}
            loading={read.isPending}
            onClick={() =>
              read.mutate(
                { params },
                { onError: error => notify.failed(t('garage.autopilot.readFailed'), errorText(error)) },
              )
            }
          >
            {t('garage.autopilot.read')}
          </Button>
        )}
        {mayEdit && settable.length > 0 && (
          <Button leftSection={<IconTool size={18} />} loading={isCorrecting} onClick={correct}>
            {t('garage.autopilot.correctAll', { count: settable.length })}
          </Button>
        )}
      </div>
    </Panel>
  )
}

const form = z.object({
  fence: fenceMode,
  phone: z.union([z.literal('').transform(() => null), mowerAutopilot.shape.phone]),
})

interface SettingsProps {
  readonly autopilot: MowerAutopilot
  /** Without a fence of its own there is nothing to choose. */
  readonly hasFence: boolean
}

function Settings({ autopilot, hasFence }: SettingsProps) {
  const { t } = useTranslation()
  const mayEdit = useCan('mowers.edit')
  const update = useAct(calls.autopilots.update, { changes: [calls.autopilots.get, calls.missions.gate] })
  const fields = useForm({
    resolver: formResolver(form),
    defaultValues: { fence: autopilot.fence, phone: autopilot.phone ?? '' },
  })
  const { control, formState } = fields
  const save = fields.handleSubmit(async ({ fence, phone }) => {
    const body = hasFence ? { fence, phone } : { phone }
    try {
      await update.mutateAsync({ params: { id: autopilot.mowerId }, body })
      notify.done(t('common.saved'))
    } catch (error) {
      notify.failed(t('garage.notSaved'), errorText(error))
    }
  })
  return (
    <Panel title={t('garage.safety')}>
      <form onSubmit={event => void save(event)} noValidate>
        <div className={classes.form}>
          {hasFence && (
            <SelectField
              control={control}
              name="fence"
              label={t('garage.fence.title')}
              description={t('garage.fence.hint')}
              disabled={!mayEdit}
              choices={fenceMode.options.map(value => ({ value, label: t(`garage.fence.${value}`) }))}
            />
          )}
          <TextField
            control={control}
            name="phone"
            type="tel"
            label={t('garage.phone')}
            description={t('garage.phoneHint')}
            disabled={!mayEdit}
          />
        </div>
        {mayEdit && (
          <div className={classes.actions}>
            <Button type="submit" loading={formState.isSubmitting} disabled={!formState.isDirty}>
              {t('common.save')}
            </Button>
          </div>
        )}
      </form>
    </Panel>
  )
}
