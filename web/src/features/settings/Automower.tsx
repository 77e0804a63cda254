/** Husqvarna mowers: access to the maker's service, its last answer, and the state, pause and park of each mower. */
import type { AutomowerMachine, AutomowerState } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { outgoingAddress, outgoingSocketAddress } from '@greensward/domain'
import { Button, Switch } from '@mantine/core'
import { IconHome, IconPlayerPause } from '@tabler/icons-react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { errorText, useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import { notify, Page, Panel, PasswordField, QueryState, StatusPill, TextField, type Tone } from '../../ui/index.ts'
import { ConnectionTest } from './ConnectionTest.tsx'
import classes from './form.module.css'
import { SettingsForm } from './SettingsForm.tsx'
import { useStoredSettings } from './useStoredSettings.ts'

/** The server reads the maker's service each five minutes; this shows it soon after. */
const READ_MS = 20_000

const form = z.object({
  enabled: z.boolean(),
  applicationKey: z.string().trim().max(200),
  secret: z.string().trim().max(500),
  signInAddress: outgoingAddress,
  address: outgoingAddress,
  events: z.boolean(),
  eventsAddress: outgoingSocketAddress,
})
type Form = z.infer<typeof form>

/** Key and secret go in and never come out. */
const valuesOf = ({ enabled, signInAddress, address, events, eventsAddress }: AutomowerState): Form => ({
  ...{ enabled, signInAddress, address, events, eventsAddress },
  ...{ applicationKey: '', secret: '' },
})

export default function Automower() {
  const { t } = useTranslation()
  const query = useCall(lateCalls.automower.get, {}, { refetchInterval: READ_MS })
  const { data } = query
  if (data === undefined) return <QueryState query={query} />
  return (
    <Page title={t('settings.section.automower')}>
      <div className={classes.form}>
        <Now state={data} />
        <Machines machines={data.machines} isEnabled={data.enabled} />
        <SourceForm state={data} />
      </div>
    </Page>
  )
}

function Now({ state }: { readonly state: AutomowerState }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const { enabled, answeredAt, problem, detail, notBefore, requests, budget, readingBudget } = state
  const is = !enabled ? 'off' : problem !== null ? 'failing' : answeredAt === null ? 'waiting' : 'read'
  return (
    <Panel
      title={t('settings.automower.now')}
      actions={
        <StatusPill tone={({ off: 'neutral', failing: 'error', waiting: 'main', read: 'success' } as const)[is]}>
          {t(`settings.weather.is.${is}`)}
        </StatusPill>
      }
    >
      <div className={classes.stack} aria-live="polite">
        <p>{t('settings.automower.hint')}</p>
        <div className={classes.fact}>
          <span>{t('settings.automower.lastAnswer')}</span>
          <strong>{answeredAt === null ? t('common.none') : time.dateTime(answeredAt)}</strong>
        </div>
        <div className={classes.fact}>
          <span>{t('settings.automower.requests')}</span>
          <strong>{t('settings.automower.requestsOf', { requests, budget })}</strong>
          {requests >= readingBudget && <span>{t('settings.automower.used')}</span>}
        </div>
        <Events state={state} />
        {enabled && problem !== null && (
          <p className={classes.refusal}>
            {t(`settings.automower.problem.${problem}`)} <span lang="en">{detail}</span>
            {notBefore !== null && ` ${t('settings.automower.notBefore', { time: time.dateTime(notBefore) })}`}
          </p>
        )}
      </div>
    </Panel>
  )
}

function Events({ state }: { readonly state: AutomowerState }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const { eventsState, eventsProblem, eventsDetail, lastEventAt } = state
  if (eventsState === 'off') return null
  return (
    <>
      <div className={classes.fact}>
        <span>{t('settings.automower.lastEvent')}</span>
        <strong>{lastEventAt === null ? t('common.none') : time.dateTime(lastEventAt)}</strong>
        <span>{t(`settings.automower.eventsState.${eventsState}`)}</span>
      </div>
      {eventsState === 'notConnected' && eventsProblem !== null && (
        <p className={classes.refusal}>
          {t(`settings.automower.problem.${eventsProblem}`)} <span lang="en">{eventsDetail}</span>
        </p>
      )}
    </>
  )
}

const TONES: Readonly<Record<AutomowerMachine['activity'], Tone>> = {
  mowing: 'main',
  leaving: 'main',
  goingHome: 'main',
  charging: 'success',
  parked: 'success',
  paused: 'warn',
  stopped: 'warn',
  failed: 'error',
  off: 'neutral',
  unknown: 'neutral',
}

/** The faults that a greenkeeper meets; the maker has many more, which are shown by their number. */
const FAULTS = [1, 2, 9, 10, 12, 13, 15] as const
type Severity = NonNullable<AutomowerMachine['message']>['severity']
/** Others are for the maker's own people. */
const SHOWN: readonly Severity[] = ['warning', 'error', 'fatal']
const isNamed = (code: number): code is (typeof FAULTS)[number] => (FAULTS as readonly number[]).includes(code)

interface MachinesProps extends Pick<AutomowerState, 'machines'> {
  /** Requests are passed on only then. */
  readonly isEnabled: boolean
}

function Machines({ machines, isEnabled }: MachinesProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('settings.automower.machines')}>
      {machines.length === 0 ? (
        <p>{t('settings.automower.none')}</p>
      ) : (
        <ul className={`${classes.stack} ${classes.machines}`}>
          {machines.map(machine => (
            <Machine key={machine.id} machine={machine} isEnabled={isEnabled} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** What a machine cannot do has no line. */
function Machine({ machine, isEnabled }: { readonly machine: AutomowerMachine; readonly isEnabled: boolean }) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const { name, model, can, activity, faultCode, battery, position, isConnected, reportedAt, areas, message } = machine
  const faultText = (code: number): string =>
    isNamed(code) ? t(`settings.automower.fault.${code}`) : t('settings.automower.otherFault', { code })
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <li className={`${classes.fact} ${classes.machine}`}>
      <strong>{name}</strong>
      <span>{model}</span>
      <StatusPill tone={isConnected ? TONES[activity] : 'neutral'}>
        {t(isConnected ? `settings.automower.activity.${activity}` : 'settings.automower.away')}
      </StatusPill>
      {faultCode !== null && <span>{faultText(faultCode)}</span>}
      {message !== null && SHOWN.includes(message.severity) && (
        <span>
          {t('settings.automower.message', { time: time.dateTime(message.at), text: faultText(message.code) })}
        </span>
      )}
      <span>
        {t('settings.automower.battery', {
          share: battery === null ? t('common.unknown') : percent.format(battery),
        })}
      </span>
      {can.positionRateHz > 0 && (
        <span>
          {t('settings.automower.position', {
            position: position === null ? t('common.unknown') : `${position[1].toFixed(6)}, ${position[0].toFixed(6)}`,
          })}
        </span>
      )}
      <span>
        {reportedAt === null
          ? t('settings.automower.neverReported')
          : t('settings.automower.reported', { time: time.dateTime(reportedAt) })}
      </span>
      {can.mowsWorkArea &&
        areas.map(area => (
          <span key={area.id}>
            {area.name === '' ? t('settings.automower.mainArea') : area.name}
            {': '}
            {!area.isEnabled
              ? t('settings.automower.areaOff')
              : area.progress === null
                ? t('settings.automower.areaOn')
                : t('settings.automower.areaProgress', { share: percent.format(area.progress) })}
          </span>
        ))}
      {isEnabled && <Requests machine={machine} />}
    </li>
  )
}

type Request = 'pause' | 'park'
const ICONS = { pause: IconPlayerPause, park: IconHome } as const
function Requests({ machine: { id, name } }: { readonly machine: AutomowerMachine }) {
  const { t } = useTranslation()
  const mayStop = useCan('mowers.stop')
  const asks = { pause: useAct(lateCalls.automower.pause), park: useAct(lateCalls.automower.park) }
  const ask = (request: Request): void =>
    asks[request].mutate(
      { params: { id } },
      {
        onSuccess: ({ problem }) =>
          problem === null
            ? notify.done(t(`settings.automower.asked.${request}`, { name }))
            : notify.failed(t('settings.automower.notAsked', { name }), t(`settings.automower.problem.${problem}`)),
        onError: error => notify.failed(t('settings.automower.notAsked', { name }), errorText(error)),
      },
    )
  if (!mayStop) return null
  return (
    <div className={classes.actions}>
      {(['pause', 'park'] as const).map(request => {
        const Icon = ICONS[request]
        return (
          <Button
            key={request}
            variant="default"
            leftSection={<Icon size={18} />}
            loading={asks[request].isPending}
            aria-label={`${t(`settings.automower.${request}`)}: ${name}`}
            onClick={() => ask(request)}
          >
            {t(`settings.automower.${request}`)}
          </Button>
        )
      })}
    </div>
  )
}

function SourceForm({ state }: { readonly state: AutomowerState }) {
  const { t } = useTranslation()
  const mayEdit = useCan('settings.edit')
  const update = useAct(lateCalls.automower.update, { changes: [lateCalls.automower.get] })
  const settingsForm = useStoredSettings<Form, AutomowerState>({
    schema: form,
    stored: state,
    valuesOf,
    send: changed => update.mutateAsync({ body: changed }),
  })
  const fields = settingsForm.form
  const shared = { control: fields.control, disabled: !mayEdit } as const
  return (
    <SettingsForm {...settingsForm} mayEdit={mayEdit}>
      <Panel title={t('settings.automower.source')}>
        <p>{t('settings.automower.sourceHint')}</p>
        <div className={classes.grid}>
          <Switch
            className={classes.wide ?? ''}
            label={t('settings.automower.enabled')}
            checked={fields.watch('enabled')}
            disabled={!mayEdit}
            onChange={event => fields.setValue('enabled', event.currentTarget.checked, { shouldDirty: true })}
          />
          <PasswordField
            {...shared}
            name="applicationKey"
            label={t('settings.automower.applicationKey')}
            description={t(state.hasApplicationKey ? 'settings.automower.hasKey' : 'settings.automower.noKey')}
          />
          <PasswordField
            {...shared}
            name="secret"
            label={t('settings.automower.secret')}
            description={t(state.hasSecret ? 'settings.automower.hasSecret' : 'settings.automower.noSecret')}
          />
          <TextField
            {...shared}
            name="signInAddress"
            type="url"
            label={t('settings.automower.signInAddress')}
            description={t('settings.automower.addressHint')}
          />
          <TextField {...shared} name="address" type="url" label={t('settings.automower.address')} />
          <Switch
            className={classes.wide ?? ''}
            label={t('settings.automower.events')}
            description={t('settings.automower.eventsHint')}
            checked={fields.watch('events')}
            disabled={!mayEdit}
            onChange={event => fields.setValue('events', event.currentTarget.checked, { shouldDirty: true })}
          />
          <TextField {...shared} name="eventsAddress" type="url" label={t('settings.automower.eventsAddress')} />
        </div>
        {mayEdit && <ServiceTest form={fields} />}
      </Panel>
    </SettingsForm>
  )
}

function ServiceTest({ form: fields }: { readonly form: UseFormReturn<Form, unknown, Form> }) {
  const { t } = useTranslation()
  const test = useAct(lateCalls.automower.test, { changes: [lateCalls.automower.get] })
  const { enabled: _, events: __, eventsAddress: ___, applicationKey, secret, ...values } = fields.watch()
  // An empty field leaves what is stored as it is.
  const body = {
    ...values,
    ...(applicationKey === '' ? {} : { applicationKey }),
    ...(secret === '' ? {} : { secret }),
  }
  return (
    <ConnectionTest
      test={test}
      input={{ body }}
      check={() => fields.trigger()}
      label={t('settings.weather.test')}
      works={found => <p>{t('settings.automower.works', { count: found.machines })}</p>}
      refusal={problem => t(`settings.automower.problem.${problem}`)}
    />
  )
}
