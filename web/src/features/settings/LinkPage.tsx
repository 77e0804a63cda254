import { calls } from '@greensward/contract'
import { type CorrectionsState, type LinkSettings, linkSettings } from '@greensward/domain'
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import {
  NumberField,
  Page,
  Panel,
  PasswordField,
  QueryState,
  StatusPill,
  TextField,
  type Tone,
  useMeasure,
} from '../../ui/index.ts'
import classes from './form.module.css'
import { SettingsForm } from './SettingsForm.tsx'
import { useStoredSettings } from './useStoredSettings.ts'

const form = linkSettings.extend({ casterPassword: z.string().max(200) })
type Form = z.infer<typeof form>

/** The password goes in and never comes out. */
const valuesOf = (settings: LinkSettings): Form => ({ ...settings, casterPassword: '' })

const TONE: Readonly<Record<CorrectionsState, Tone>> = {
  off: 'neutral',
  connecting: 'main',
  streaming: 'success',
  silent: 'warn',
  refused: 'error',
  lost: 'error',
}
const EVERY_MS = 2_000
/** Some always wait: they are written every few seconds, together. */
const MANY_WAIT = 500

export default function LinkPage() {
  const { t } = useTranslation()
  const query = useCall(calls.link.settings)
  return query.data === undefined ? (
    <QueryState query={query} />
  ) : (
    <Page title={t('settings.section.link')}>
      <LinkForm settings={query.data} />
    </Page>
  )
}

/** The state of corrections and recording, polled while the page is open. */
function LinkNow() {
  const { t } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const query = useCall(calls.link.state, {}, { refetchInterval: EVERY_MS, keepPrevious: true })
  if (query.data === undefined) return <QueryState query={query} />
  const { corrections, recording } = query.data
  const { state, problem, detail, bytesPerS, ageMs, nextTryAt, mowers } = corrections
  return (
    <Panel
      title={t('settings.link.now')}
      actions={<StatusPill tone={TONE[state]}>{t(`settings.link.state.${state}`)}</StatusPill>}
    >
      <div className={classes.grid} aria-live="polite">
        <div className={classes.fact}>
          <span>{t('settings.link.rate')}</span>
          <strong>{t('settings.link.bytes', { count: bytesPerS })}</strong>
        </div>
        <div className={classes.fact}>
          <span>{t('settings.link.age')}</span>
          <strong>
            {ageMs === null
              ? t('settings.link.noneYet')
              : t('settings.link.seconds', { count: Math.round(ageMs / 1_000) })}
          </strong>
        </div>
        <div className={classes.fact}>
          <span>{t('settings.link.mowers')}</span>
          <strong>{mowers}</strong>
        </div>
        <div className={classes.fact}>
          <span>{t('settings.link.written')}</span>
          <strong>{recording.writtenAt === null ? t('common.none') : time.time(new Date(recording.writtenAt))}</strong>
          {recording.waiting > MANY_WAIT && <span>{t('settings.link.waiting', { count: recording.waiting })}</span>}
          {recording.dropped > 0 && <span>{t('settings.link.dropped', { count: recording.dropped })}</span>}
        </div>
      </div>
      {problem !== null && (
        <p className={classes.refusal} role="alert">
          {t(`settings.link.problem.${problem}`)} <span lang="en">{detail}</span>{' '}
          {nextTryAt !== null &&
            t('settings.link.nextTry', {
              in: measure.duration(Math.max(0, (Date.parse(nextTryAt) - Date.now()) / 1_000)),
            })}
        </p>
      )}
    </Panel>
  )
}

function LinkForm({ settings }: { readonly settings: LinkSettings }) {
  const { t } = useTranslation()
  const mayEdit = useCan('settings.edit')
  const update = useAct(calls.link.update, { changes: [calls.link.settings, calls.link.state] })
  const settingsForm = useStoredSettings<Form, LinkSettings>({
    schema: form,
    stored: settings,
    valuesOf,
    send: ({ hasPassword: _, ...changed }) => update.mutateAsync({ body: changed }),
  })
  const fields = settingsForm.form
  const shared = { control: fields.control, disabled: !mayEdit } as const
  const isForGood = fields.watch('secondDays') === null
  return (
    <SettingsForm {...settingsForm} mayEdit={mayEdit}>
      <LinkNow />
      <Panel title={t('settings.link.corrections')}>
        <div className={classes.grid}>
          <Switch
            className={classes.wide ?? ''}
            label={t('settings.link.enabled')}
            description={t('settings.link.enabledHint')}
            checked={fields.watch('correctionsEnabled')}
            disabled={!mayEdit}
            onChange={event =>
              fields.setValue('correctionsEnabled', event.currentTarget.checked, { shouldDirty: true })
            }
          />
          <TextField {...shared} name="casterHost" label={t('settings.link.host')} />
          <NumberField {...shared} name="casterPort" label={t('settings.link.port')} />
          <TextField {...shared} name="mountpoint" label={t('settings.link.mountpoint')} />
          <TextField {...shared} name="casterUser" label={t('settings.link.user')} autoComplete="off" />
          <PasswordField
            {...shared}
            name="casterPassword"
            label={t('settings.link.password')}
            description={t(settings.hasPassword ? 'settings.link.hasPassword' : 'settings.link.noPassword')}
          />
        </div>
      </Panel>
      <Panel title={t('settings.link.drives')}>
        <div className={classes.grid}>
          <Switch
            className={classes.wide ?? ''}
            label={t('settings.link.stopsForeignDrives')}
            description={t('settings.link.stopsForeignDrivesHint')}
            checked={fields.watch('stopsForeignDrives')}
            disabled={!mayEdit}
            onChange={event =>
              fields.setValue('stopsForeignDrives', event.currentTarget.checked, { shouldDirty: true })
            }
          />
        </div>
      </Panel>
      <Panel title={t('settings.link.recording')}>
        <div className={classes.grid}>
          <Switch
            className={classes.wide ?? ''}
            label={t('settings.link.forGood')}
            description={t('settings.link.forGoodHint')}
            checked={isForGood}
            disabled={!mayEdit}
            onChange={event =>
              fields.setValue('secondDays', event.currentTarget.checked ? null : 365, { shouldDirty: true })
            }
          />
          {!isForGood && <NumberField {...shared} name="secondDays" label={t('settings.link.secondDays')} />}
          <NumberField
            {...shared}
            name="fullRateDays"
            label={t('settings.link.fullRateDays')}
            description={t('settings.link.fullRateHint')}
          />
        </div>
      </Panel>
    </SettingsForm>
  )
}
