import { calls } from '@greensward/contract'
import { type Hole, holeProperties, holeView } from '@greensward/domain'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct } from '../../api/index.ts'
import { formResolver, NumberField, RecordSheet, SwitchField, TextField } from '../../ui/index.ts'
import classes from './form.module.css'

const [lon, lat] = holeView.shape.center.def.items

const form = z.object({
  ...holeProperties.omit({ view: true }).shape,
  hasView: z.boolean(),
  angle: holeView.shape.angle,
  zoom: holeView.shape.zoom,
  centerLon: lon,
  centerLat: lat,
})

interface HoleSheetProps {
  readonly hole: Hole
  readonly revision: number
  readonly onClose: () => void
}

export function HoleSheet({ hole, revision, onClose }: HoleSheetProps) {
  const { t } = useTranslation()
  const change = useAct(calls.map.change, { changes: [calls.map.get] })
  const { view, ...figures } = hole.properties
  const middle = hole.geometry.coordinates[Math.floor(hole.geometry.coordinates.length / 2)] ?? [0, 0]
  const fields = useForm({
    resolver: formResolver(form),
    defaultValues: {
      ...figures,
      hasView: view !== null,
      // The line of play points up, unless somebody wants it otherwise.
      angle: view?.angle ?? (360 - figures.baseAngle) % 360,
      zoom: view?.zoom ?? 17,
      centerLon: view?.center[0] ?? middle[0],
      centerLat: view?.center[1] ?? middle[1],
    },
  })
  const { control } = fields
  const hasView = fields.watch('hasView')
  return (
    <RecordSheet
      title={t('settings.hole.edit', { name: hole.properties.name })}
      form={fields}
      onClose={onClose}
      onSave={({ hasView: own, angle, zoom, centerLon, centerLat, ...values }) =>
        change.mutateAsync({
          body: {
            baseRevision: revision,
            label: t('settings.hole.edit', { name: values.name }).slice(0, 120),
            added: [],
            updated: [
              [
                hole,
                {
                  ...hole,
                  properties: { ...values, view: own ? { angle, zoom, center: [centerLon, centerLat] } : null },
                },
              ],
            ],
            removed: [],
          },
        })
      }
    >
      <TextField control={control} name="name" label={t('settings.hole.name')} />
      <div className={classes.pair}>
        <NumberField control={control} name="par" label={t('settings.hole.par')} />
        <NumberField
          control={control}
          name="rating"
          label={t('settings.hole.rating')}
          description={t('settings.hole.ratingHint')}
          decimals={1}
          step={0.1}
        />
        <NumberField control={control} name="pass" label={t('settings.hole.pass')} suffix=" min" />
        <NumberField control={control} name="sort" label={t('settings.hole.sort')} />
      </div>
      <NumberField
        control={control}
        name="baseAngle"
        label={t('settings.hole.baseAngle')}
        description={t('settings.hole.baseAngleHint')}
        suffix="°"
        decimals={2}
      />
      <SwitchField control={control} name="isActive" label={t('settings.hole.isActive')} />
      <SwitchField
        control={control}
        name="hasView"
        label={t('settings.hole.view')}
        description={t('settings.hole.viewHint')}
      />
      {hasView && (
        <div className={classes.pair}>
          <NumberField control={control} name="angle" label={t('settings.hole.angle')} suffix="°" decimals={2} />
          <NumberField control={control} name="zoom" label={t('settings.hole.zoom')} decimals={2} step={0.5} />
          <NumberField control={control} name="centerLon" label={t('settings.centerLon')} decimals={7} step={0.0001} />
          <NumberField control={control} name="centerLat" label={t('settings.centerLat')} decimals={7} step={0.0001} />
        </div>
      )}
    </RecordSheet>
  )
}
