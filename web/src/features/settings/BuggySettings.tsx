import { calls } from '@greensward/contract'
import { buggySettings, type BuggySettings as Settings } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCan } from '../../api/index.ts'
import { NumberField, Page, Panel, QueryState, SwitchField } from '../../ui/index.ts'
import classes from './form.module.css'
import { SettingsForm } from './SettingsForm.tsx'
import { asStored, useStoredSettings } from './useStoredSettings.ts'

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
  const settingsForm = useStoredSettings<Settings, Settings>({
    schema: buggySettings,
    stored: settings,
    valuesOf: asStored,
    send: body => update.mutateAsync({ body }),
  })
  const shared = { control: settingsForm.form.control, disabled: !mayEdit } as const
  return (
    <SettingsForm {...settingsForm} mayEdit={mayEdit}>
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
