/** The base map in the main settings: its address, what was understood of it, and whether its service answers. */
import type { ResultOf } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { type BaseMap, type MapSettings, readBaseMap } from '@greensward/domain'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { faultText, useAct } from '../../api/index.ts'
import { Panel, TextField } from '../../ui/index.ts'
import { BaseMapLayers } from './BaseMapLayers.tsx'
import { ConnectionTest } from './ConnectionTest.tsx'
import classes from './form.module.css'

const NAMES: Readonly<Record<BaseMap['kind'], string>> = {
  xyz: 'XYZ',
  tms: 'TMS',
  quadkey: 'Quadkey',
  wmts: 'WMTS',
  wms: 'WMS',
  pmtiles: 'PMTiles',
}

/** The parts of an address that decide what is drawn, so that a person sees whether it is what they meant. */
const factsOf = (map: BaseMap): string => {
  const name = NAMES[map.kind]
  if (map.kind === 'pmtiles') return name
  if (map.kind === 'wms') return [`${name} ${map.version}`, map.layer, 'EPSG:3857', map.format].join(' · ')
  return [name, map.layer, map.matrixSet].filter(fact => fact !== '').join(' · ')
}

/** What was understood of the address that is in the field, or what it lacks. */
function Understood({ address }: { readonly address: string }) {
  const { t } = useTranslation()
  if (address.trim() === '') return null
  const read = readBaseMap(address)
  return (
    <p className={`${classes.wide} ${classes.says}`} role="status">
      {read.ok ? t('settings.map.baseMapUnderstood', { what: factsOf(read.value) }) : faultText(read.error)}
      {read.ok && read.value.kind === 'pmtiles' && ` ${t('settings.map.baseMapFileNeeds')}`}
    </p>
  )
}

type Found = ResultOf<typeof lateCalls.baseMap.test>

/** What came, so that a person sees whether it is a picture of the size that they expect. */
function Picture({ picture, zoom }: { readonly picture: NonNullable<Found['picture']>; readonly zoom: number }) {
  const { t, i18n } = useTranslation()
  const figure = (value: number): string => value.toLocaleString(i18n.language, { maximumFractionDigits: 1 })
  const { type, widthPx, heightPx, bytes, ms, isPlain } = picture
  const facts = [
    type.toUpperCase(),
    ...(widthPx === null || heightPx === null ? [] : [`${widthPx} × ${heightPx} px`]),
    `${figure(bytes / 1_000)} kB`,
    `${figure(ms / 1_000)} s`,
  ].join(' · ')
  return (
    <>
      <p>{t(widthPx === null ? 'settings.map.baseMapFileWorks' : 'settings.map.baseMapWorks', { facts, zoom })}</p>
      {isPlain && <p>{t('settings.map.baseMapPlain')}</p>}
    </>
  )
}

const ASKED = [
  'baseMapUrl',
  'defaultZoom',
  'minNativeZoom',
  'maxNativeZoom',
  'centerLon',
  'centerLat',
] as const satisfies readonly (keyof MapSettings)[]

interface BaseMapProps {
  readonly form: UseFormReturn<MapSettings, unknown, MapSettings>
  readonly mayEdit: boolean
}

/** Asks the service by what is in the fields now, saved or not. */
function Test({ form }: Pick<BaseMapProps, 'form'>) {
  const { t } = useTranslation()
  const test = useAct(lateCalls.baseMap.test)
  const [baseMapUrl, defaultZoom, minNativeZoom, maxNativeZoom, centerLon, centerLat] = form.watch(ASKED)
  return (
    <ConnectionTest
      test={test}
      input={{ body: { baseMapUrl, defaultZoom, minNativeZoom, maxNativeZoom, centerLon, centerLat } }}
      check={() => form.trigger(ASKED)}
      isDisabled={!readBaseMap(baseMapUrl).ok}
      label={t('settings.map.baseMapTest')}
      works={({ picture, zoom }) => picture !== null && <Picture picture={picture} zoom={zoom} />}
      refusal={(problem, { params }) => t(`settings.map.baseMapProblem.${problem}`, params)}
    />
  )
}

export function BaseMapPanel({ form, mayEdit }: BaseMapProps) {
  const { t } = useTranslation()
  const shared = { control: form.control, disabled: !mayEdit } as const
  return (
    <Panel title={t('settings.map.baseMap')}>
      <div className={classes.grid}>
        <TextField
          {...shared}
          name="baseMapUrl"
          label={t('settings.map.baseMapUrl')}
          description={t('settings.map.baseMapUrlHint')}
        />
        <Understood address={form.watch('baseMapUrl')} />
        <TextField
          {...shared}
          name="baseMapAttribution"
          label={t('settings.map.baseMapAttribution')}
          description={t('settings.map.baseMapAttributionHint')}
        />
      </div>
      {mayEdit && <BaseMapLayers form={form} />}
      {mayEdit && <Test form={form} />}
    </Panel>
  )
}
