import { calls } from '@greensward/contract'
import { buggySettings, type BuggySettings as Settings } from '@greensward/domain'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCan } from '../../api/index.ts'
import { formResolver, NumberField, Page, Panel, QueryState, SwitchField } from '../../ui/index.ts'
import classes from './form.module.css'
import { SettingsForm } from './SettingsForm.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

const DELAYS = [
  'stayCheckDelay',
  'applyHoleDelay',
  'mapModeResetDelay',
  'fixateCameraToBuggyDelay',
  'gameModeDelay',
] as const

export default function BuggySettings() {
  const { t } = useTranslation()
  const query = useCall(calls.settings.buggy)
  return query.data === undefined ? (
    <QueryState query={query} />
  ) : (
    <Page title={t('settings.section.buggy-settings')}>
      <Fields settings={query.data} />
    </Page>
  )
}

function Fields({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation()
  const mayEdit = useCan('carts.edit')
  const update = useAct(calls.settings.updateBuggy, { changes: [calls.settings.buggy] })
  const fields = useForm<Settings, unknown, Settings>({
    resolver: formResolver(buggySettings),
    defaultValues: settings,
  })
  const { control, reset } = fields
  const submit = useSettingsForm(fields, body => update.mutateAsync({ body }))
  // Changes of other people show at once, except in fields that are being edited here.
  useEffect(() => reset(settings, { keepDirtyValues: true }), [settings, reset])
  const shared = { control, disabled: !mayEdit } as const
  return (
    <SettingsForm form={fields} mayEdit={mayEdit} onSubmit={submit} onCancel={() => reset(settings)}>
      <Panel title={t('settings.buggy.delays')}>
        <div className={classes.grid}>
          {DELAYS.map(name => (
            <NumberField
              key={name}
              {...shared}
              name={name}
              label={t(`settings.buggy.${name}`)}
              description={t(`settings.buggy.${name}Hint`)}
              suffix=" s"
            />
          ))}
        </div>
      </Panel>
      <Panel title={t('settings.buggy.limits')}>
        <div className={classes.grid}>
          <NumberField
            {...shared}
            name="alertAccuracy"
            label={t('settings.buggy.alertAccuracy')}
            description={t('settings.buggy.alertAccuracyHint')}
            suffix=" m"
            decimals={2}
          />
          <NumberField
            {...shared}
            name="blockAccuracy"
            label={t('settings.buggy.blockAccuracy')}
            description={t('settings.buggy.blockAccuracyHint')}
            suffix=" m"
            decimals={2}
          />
          <NumberField
            {...shared}
            name="greenOuterZone"
            label={t('settings.buggy.greenOuterZone')}
            description={t('settings.buggy.greenOuterZoneHint')}
            suffix=" m"
            decimals={1}
          />
          <NumberField
            {...shared}
            name="greenZoom"
            label={t('settings.buggy.greenZoom')}
            description={t('settings.buggy.greenZoomHint')}
            decimals={2}
            step={0.5}
          />
          <SwitchField
            {...shared}
            name="mowersHoldForCarts"
            label={t('settings.buggy.mowersHoldForCarts')}
            description={t('settings.buggy.mowersHoldForCartsHint')}
          />
        </div>
      </Panel>
    </SettingsForm>
  )
}
