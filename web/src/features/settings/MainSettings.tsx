import { calls } from '@greensward/contract'
import { baseMapOrigins, fieldFault, type MapSettings, mapSettings, readBaseMap } from '@greensward/domain'
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCan } from '../../api/index.ts'
import { NumberField, Page, Panel, QueryState, TextField, useMeasure } from '../../ui/index.ts'
import { BaseMapPanel } from './BaseMapPanel.tsx'
import classes from './form.module.css'
import { SettingsForm } from './SettingsForm.tsx'
import { asStored, useStoredSettings } from './useStoredSettings.ts'
import { ViewMap } from './ViewMap.tsx'

const form = mapSettings
  .refine(({ minZoom, defaultZoom, maxZoom }) => minZoom <= defaultZoom && defaultZoom <= maxZoom, {
    path: ['defaultZoom'],
    message: fieldFault('zoomOrder'),
  })
  .refine(({ minNativeZoom, maxNativeZoom }) => minNativeZoom <= maxNativeZoom, {
    path: ['maxNativeZoom'],
    message: fieldFault('zoomOrder'),
  })
  .refine(v => v.topLeftLon < v.bottomRightLon && v.topLeftLat > v.bottomRightLat, {
    path: ['topLeftLon'],
    message: fieldFault('bounds'),
  })

/** A base map is checked where it was changed: what is stored already does not stop other changes. */
const formOf = (stored: MapSettings) =>
  form.superRefine(({ baseMapUrl, baseMapAttribution }, issues) => {
    const isStored = baseMapUrl === stored.baseMapUrl && baseMapAttribution === stored.baseMapAttribution
    if (baseMapUrl === '' || isStored) return
    const read = readBaseMap(baseMapUrl)
    if (!read.ok)
      issues.addIssue({
        code: 'custom',
        path: ['baseMapUrl'],
        message: fieldFault(read.error.code),
        params: { ...read.error.params },
      })
    if (baseMapAttribution === '')
      issues.addIssue({ code: 'custom', path: ['baseMapAttribution'], message: fieldFault('baseMapAttribution') })
  })

/** Whether the address is on a host that the page may not have been allowed to ask when it was opened. */
const isOnNewHost = (address: string, before: string): boolean => {
  const [now, then] = [baseMapOrigins(address), baseMapOrigins(before)]
  return (
    now.pictures.some(origin => !then.pictures.includes(origin)) || now.data.some(origin => !then.data.includes(origin))
  )
}

export default function MainSettings() {
  const { t } = useTranslation()
  const query = useCall(calls.settings.get)
  return query.data === undefined ? (
    <QueryState query={query} />
  ) : (
    <Page title={t('settings.section.main-settings')}>
      <Fields settings={query.data} />
    </Page>
  )
}

function Fields({ settings }: { readonly settings: MapSettings }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const mayEdit = useCan('settings.edit')
  const mayRain = useCan('settings.rainMode')
  const update = useAct(calls.settings.update, { changes: [calls.settings.get] })
  const settingsForm = useStoredSettings<MapSettings, MapSettings>({
    schema: formOf(settings),
    stored: settings,
    valuesOf: asStored,
    send: ({ totalFieldArea: _, ...body }) => update.mutateAsync({ body }),
    savedNote: ({ baseMapUrl = '' }) =>
      isOnNewHost(baseMapUrl, settings.baseMapUrl) ? t('settings.map.baseMapReload') : '',
  })
  const fields = settingsForm.form
  const shared = { control: fields.control, disabled: !mayEdit } as const
  const coordinate = { ...shared, decimals: 7, step: 0.0001 } as const
  const zoom = { ...shared, decimals: 2, step: 0.5 } as const
  const isRain = fields.watch('rainMode') === 'true'
  return (
    <SettingsForm {...settingsForm} mayEdit={mayEdit || mayRain}>
      <Panel title={t('settings.map.course')}>
        <div className={classes.grid}>
          <TextField {...shared} name="courseName" label={t('settings.map.courseName')} />
          <TextField {...shared} name="timeZone" label={t('settings.map.timeZone')} />
          <TextField
            {...shared}
            name="courseMapUrl"
            type="url"
            label={t('settings.map.courseMapUrl')}
            description={t('settings.map.courseMapUrlHint')}
          />
          <Switch
            className={classes.wide ?? ''}
            label={t('settings.map.publicCourse')}
            description={t('settings.map.publicCourseHint')}
            checked={fields.watch('publicCourse')}
            disabled={!mayEdit}
            onChange={event => fields.setValue('publicCourse', event.currentTarget.checked, { shouldDirty: true })}
          />
          <Switch
            className={classes.wide ?? ''}
            label={t('settings.map.rainMode')}
            description={t('settings.map.rainModeHint')}
            checked={isRain}
            disabled={!mayRain}
            onChange={event =>
              fields.setValue('rainMode', event.currentTarget.checked ? 'true' : 'false', { shouldDirty: true })
            }
          />
        </div>
      </Panel>
      <Panel title={t('settings.map.view')}>
        <div className={classes.grid}>
          <NumberField {...zoom} name="defaultZoom" label={t('settings.map.defaultZoom')} />
          <NumberField {...zoom} name="minZoom" label={t('settings.map.minZoom')} />
          <NumberField {...zoom} name="maxZoom" label={t('settings.map.maxZoom')} />
          <NumberField {...zoom} name="minNativeZoom" label={t('settings.map.minNativeZoom')} />
          <NumberField {...zoom} name="maxNativeZoom" label={t('settings.map.maxNativeZoom')} />
          <NumberField {...shared} name="degree" label={t('settings.map.degree')} suffix="°" decimals={2} />
          <NumberField {...coordinate} name="centerLon" label={t('settings.centerLon')} />
          <NumberField {...coordinate} name="centerLat" label={t('settings.centerLat')} />
        </div>
        <ViewMap form={fields} mayEdit={mayEdit} />
      </Panel>
      <BaseMapPanel form={fields} mayEdit={mayEdit} />
      <Panel title={t('settings.map.bounds')}>
        <div className={classes.grid}>
          <NumberField {...coordinate} name="topLeftLon" label={t('settings.map.topLeftLon')} />
          <NumberField {...coordinate} name="topLeftLat" label={t('settings.map.topLeftLat')} />
          <NumberField {...coordinate} name="bottomRightLon" label={t('settings.map.bottomRightLon')} />
          <NumberField {...coordinate} name="bottomRightLat" label={t('settings.map.bottomRightLat')} />
        </div>
      </Panel>
      <Panel title={t('settings.map.mowing')}>
        <div className={classes.grid}>
          <NumberField
            {...shared}
            name="mowerWidth"
            label={t('settings.map.mowerWidth')}
            description={t('settings.map.mowerWidthHint')}
            suffix=" m"
            decimals={2}
            step={0.1}
          />
          <div className={classes.fact}>
            <span>{t('settings.map.totalFieldArea')}</span>
            <strong>
              {measure.squareMetres(settings.totalFieldArea)} · {measure.area(settings.totalFieldArea)}
            </strong>
            <span>{t('settings.map.totalFieldAreaHint')}</span>
          </div>
        </div>
      </Panel>
    </SettingsForm>
  )
}
