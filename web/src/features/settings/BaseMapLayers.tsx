/** The layers that the service of a base map offers: a person chooses one, and its address is put into the field. */

import { lateCalls } from '@greensward/contract/late'
import { baseMapService, layerListAddress, type MapSettings } from '@greensward/domain'
import { Button, Select } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { errorText, useAct } from '../../api/index.ts'
import { notify } from '../../ui/index.ts'
import classes from './form.module.css'

interface BaseMapLayersProps {
  readonly form: UseFormReturn<MapSettings, unknown, MapSettings>
}

const listOf = (address: string | undefined): string | undefined => {
  const service = address === undefined ? undefined : baseMapService(address)
  return service === undefined ? undefined : layerListAddress(service)
}

const ASKED = ['baseMapUrl', 'centerLon', 'centerLat'] as const satisfies readonly (keyof MapSettings)[]

/** Nothing for an address that has no list, such as one of tiles. */
export function BaseMapLayers({ form }: BaseMapLayersProps) {
  const { t } = useTranslation()
  const ask = useAct(lateCalls.baseMap.layers)
  const [baseMapUrl, centerLon, centerLat] = form.watch(ASKED)
  const list = listOf(baseMapUrl)
  const chosen = ask.data?.layers.findIndex(({ address }) => address === baseMapUrl) ?? -1
  // An address of tiles that was chosen from it does not say where the list is.
  const isOfIt = chosen >= 0 || (list !== undefined && listOf(ask.variables?.body.baseMapUrl) === list)
  const found = isOfIt && !ask.isPending ? ask.data : undefined
  if (list === undefined && found === undefined) return null
  const run = (): void =>
    ask.mutate(
      { body: { baseMapUrl, centerLon, centerLat } },
      { onError: error => notify.failed(t('common.error'), errorText(error)) },
    )
  const choose = (index: string | null): void => {
    const layer = index === null ? undefined : found?.layers[Number(index)]
    if (layer === undefined) return
    form.setValue('baseMapUrl', layer.address, { shouldDirty: true, shouldValidate: true })
    if (form.getValues('baseMapAttribution') === '' && layer.attribution !== '')
      form.setValue('baseMapAttribution', layer.attribution, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <>
      {list !== undefined && (
        <div className={classes.actions}>
          <Button variant="default" leftSection={<IconStack2 size={18} />} loading={ask.isPending} onClick={run}>
            {t('settings.map.baseMapLayers')}
          </Button>
        </div>
      )}
      {found !== undefined && (
        <div role="status" className={classes.found}>
          {found.problem === null ? (
            <Select
              label={t('settings.map.baseMapLayer')}
              description={
                found.total > found.layers.length
                  ? t('settings.map.baseMapLayerHintOf', { shown: found.layers.length, count: found.total })
                  : t('settings.map.baseMapLayerHint', { count: found.total })
              }
              data={found.layers.map(({ name, title, isHere }, index) => {
                const named = title === name ? title : `${title} · ${name}`
                const label = isHere === false ? t('settings.map.baseMapLayerElsewhere', { title: named }) : named
                return { value: String(index), label }
              })}
              value={chosen < 0 ? null : String(chosen)}
              searchable
              nothingFoundMessage={t('settings.map.baseMapNoLayer')}
              onChange={choose}
            />
          ) : (
            <p className={classes.refusal}>
              {t(`settings.map.baseMapProblem.${found.problem}`, found.params)} <span lang="en">{found.detail}</span>
            </p>
          )}
        </div>
      )}
    </>
  )
}
