import { fenceMode, linkStateOf, type Mower, type MowerAutopilot, mowerAutopilot } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconMap2, IconRefresh, IconTool } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { messageOf, useAct, useCall, useCourseTime, useMay, useVehicle } from '../api/index.ts'
import {
  ErrorState,
  ForbiddenState,
  IconButton,
  LoadingState,
  notify,
  Page,
  Panel,
  SelectField,
  StatusPill,
  StopSteps,
  TextField,
  type Tone,
  useMeasure,
} from '../ui/index.ts'
import classes from './VehiclePage.module.css'

const LINK_TONE = { live: 'success', stale: 'warn', lost: 'error', never: 'neutral' } as const
const VERDICT_TONE: Readonly<Record<string, Tone>> = { fine: 'success', poor: 'warn', unknown: 'neutral' }

/** A mower: what it says of itself now, what it does by itself when something fails, and whom to call. */
export default function VehiclePage() {
  const { t } = useTranslation()
  const { id } = useParams({ strict: false })
  const mayRead = useMay('operations.read')
  const mower = useCall(calls.mowers.get, { params: { id: id ?? '' } }, { enabled: mayRead })
  const autopilot = useCall(calls.autopilots.get, { params: { id: id ?? '' } }, { enabled: mayRead })
  if (!mayRead) return <ForbiddenState />
  const error = mower.error ?? autopilot.error
  if (mower.data === undefined || autopilot.data === undefined)
    return error === null ? (
      <LoadingState />
    ) : (
      <ErrorState error={error} onRetry={() => void Promise.all([mower.refetch(), autopilot.refetch()])} />
    )
  return (
    <Page title={mower.data.name} tools={<Tools mower={mower.data} />}>
      <div className={classes.page}>
        <Now mower={mower.data} />
        <Failsafes autopilot={autopilot.data} />
        <Settings key={autopilot.data.updatedAt} autopilot={autopilot.data} />
      </div>
      <title>{`${mower.data.name} | ${t('garage.title')}`}</title>
    </Page>
  )
}

function Tools({ mower }: { readonly mower: Mower }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <IconButton label={t('garage.back')} onClick={() => void navigate({ to: '/garage' })}>
        <IconArrowLeft size={24} />
      </IconButton>
      <Button
        variant="default"
        leftSection={<IconMap2 size={18} />}
        onClick={() => void navigate({ to: '/map', search: { sel: `mower:${mower.id}` } })}
      >
        {t('garage.onMap')}
      </Button>
    </>
  )
}

/** Ticks once a second, so that an age is seen to grow while nothing comes. */
function useTick(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1_000)
    return () => window.clearInterval(timer)
  }, [])
  return now
}

function Now({ mower }: { readonly mower: Mower }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const vehicle = useVehicle(mower.id)
  const row = useCall(calls.garage.list).data?.items.find(({ id }) => id === mower.id)
  const now = useTick()
  const telemetry = vehicle?.telemetry
  const ageMs =
    vehicle === undefined || vehicle.telemetry.ageMs === null
      ? null
      : vehicle.telemetry.ageMs + Math.max(0, now - vehicle.receivedAt)
  const link = linkStateOf(ageMs)
  const unknown = t('common.unknown')
  const fix = telemetry?.fixType ?? null
  const tone = link === 'live' ? undefined : 'warn'
  return (
    <Panel
      title={t('garage.now')}
      actions={
        <StatusPill tone={LINK_TONE[link]}>
          {t(`garage.link.${link}`, { seconds: ageMs === null ? 0 : Math.round(ageMs / 1_000) })}
        </StatusPill>
      }
    >
      {vehicle?.stop != null && <StopSteps stop={vehicle.stop} />}
      {link !== 'live' && ageMs !== null && <p className={classes.quiet}>{t('garage.staleText')}</p>}
      <dl className={classes.facts}>
        <div>
          <dt>{t('map.fact.battery')}</dt>
          <dd data-tone={tone}>{telemetry?.battery == null ? unknown : measure.share(telemetry.battery)}</dd>
        </div>
        <div>
          <dt>{t('map.fact.rtk')}</dt>
          <dd data-tone={fix === 'rtkFixed' ? tone : 'warn'}>{t(`map.fixShort.${fix ?? 'unknown'}`)}</dd>
        </div>
        <div>
          <dt>{t('map.fact.speed')}</dt>
          <dd data-tone={tone}>{telemetry?.speedMps == null ? unknown : measure.speed(telemetry.speedMps)}</dd>
        </div>
        <div>
          <dt>{t('garage.column.distance')}</dt>
          <dd>{row?.distanceKm == null ? unknown : measure.distance(row.distanceKm)}</dd>
        </div>
        <div>
          <dt>{t('garage.column.engineHours')}</dt>
          <dd>{row?.engineHours == null ? unknown : measure.duration(row.engineHours * 3_600)}</dd>
        </div>
        <div>
          <dt>{t('garage.column.bladeHours')}</dt>
          <dd>{row?.bladeHours == null ? unknown : measure.duration(row.bladeHours * 3_600)}</dd>
        </div>
      </dl>
    </Panel>
  )
}

function Failsafes({ autopilot: { mowerId, report } }: { readonly autopilot: MowerAutopilot }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const mayOperate = useMay('mowers.operate')
  const mayEdit = useMay('mowers.edit')
  const changes = { changes: [calls.autopilots.get, calls.missions.gate] }
  const read = useAct(calls.autopilots.read, changes)
  const correct = useAct(calls.autopilots.correct, changes)
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
        {sorted.map(({ name, value, wanted, verdict, reason }) => (
          <li key={name} data-verdict={verdict}>
            <span className={classes.name}>
              <b>{name}</b>
              <small lang="en">{reason}</small>
            </span>
            <span>
              {value === null ? t('common.unknown') : value}
              {verdict === 'poor' && wanted !== null && ` → ${wanted}`}
            </span>
            <StatusPill tone={VERDICT_TONE[verdict] ?? 'neutral'}>{t(`garage.autopilot.${verdict}`)}</StatusPill>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        {mayOperate && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} />}
            loading={read.isPending}
            onClick={() =>
              read.mutate(
                { params },
                { onError: error => notify.failed(t('garage.autopilot.readFailed'), messageOf(error)) },
              )
            }
          >
            {t('garage.autopilot.read')}
          </Button>
        )}
        {mayEdit && settable.length > 0 && (
          <Button
            leftSection={<IconTool size={18} />}
            loading={correct.isPending}
            onClick={() =>
              correct.mutate(
                { params },
                {
                  onSuccess: ({ outcome, set }) =>
                    outcome.outcome === 'accepted'
                      ? notify.done(t('garage.autopilot.corrected', { count: set.length }))
                      : notify.failed(t('garage.autopilot.notCorrected'), outcome.reason ?? t('map.command.noAnswer')),
                  onError: error => notify.failed(t('garage.autopilot.notCorrected'), messageOf(error)),
                },
              )
            }
          >
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

function Settings({ autopilot }: { readonly autopilot: MowerAutopilot }) {
  const { t } = useTranslation()
  const mayEdit = useMay('mowers.edit')
  const update = useAct(calls.autopilots.update, { changes: [calls.autopilots.get, calls.missions.gate] })
  const fields = useForm({
    resolver: zodResolver(form),
    defaultValues: { fence: autopilot.fence, phone: autopilot.phone ?? '' },
  })
  const { control, formState } = fields
  const save = fields.handleSubmit(async body => {
    try {
      await update.mutateAsync({ params: { id: autopilot.mowerId }, body })
      notify.done(t('common.saved'))
    } catch (error) {
      notify.failed(t('garage.notSaved'), messageOf(error))
    }
  })
  return (
    <Panel title={t('garage.safety')}>
      <form onSubmit={event => void save(event)} noValidate>
        <div className={classes.form}>
          <SelectField
            control={control}
            name="fence"
            label={t('garage.fence.title')}
            description={t('garage.fence.hint')}
            disabled={!mayEdit}
            choices={fenceMode.options.map(value => ({ value, label: t(`garage.fence.${value}`) }))}
          />
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
