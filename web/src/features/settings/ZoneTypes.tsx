import { calls } from '@greensward/contract'
import { type Direction, direction, mowingPattern, type ZoneType } from '@greensward/domain'
import type { MowingPattern } from '@greensward/geometry'
import { Checkbox, Group } from '@mantine/core'
import { IconShape } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAct, useCan } from '../../api/index.ts'
import { ColourField, formResolver, NumberField, RecordSheet, SwitchField, TextField } from '../../ui/index.ts'
import { GrowthFields, zoneTypeForm } from './GrowthFields.tsx'
import { RecordPage } from './RecordPage.tsx'
import { useRecords } from './useRecords.ts'
import classes from './ZoneTypes.module.css'

const CHANGES = [calls.zoneTypes.list]

/** Fairway, green, tee and bunker as the map paints them, then quiet others. */
const SWATCHES = ['#D6F08C', '#6FE7E1', '#D3BDFF', '#FFD08A', '#8FCA6C', '#9CC3FF', '#F5A3B5', '#C4C9CC']

export default function ZoneTypes() {
  const { t } = useTranslation()
  const records = useRecords(calls.zoneTypes, useSearch({ from: '/main/settings/zoneTypes' }), CHANGES)
  const mayEdit = useCan('mowers.edit')
  return (
    <RecordPage
      title={t('settings.section.zoneTypes')}
      texts="settings.zoneType"
      icon={<IconShape aria-hidden />}
      {...records}
      nameOf={row => row.name}
      columns={[
        { key: 'name', title: t('settings.zoneType.name'), cell: row => <strong>{row.name}</strong> },
        {
          key: 'color',
          title: t('settings.zoneType.color'),
          cell: row => (
            <span className={classes.colour}>
              <svg width="20" height="20" aria-hidden="true">
                <rect width="20" height="20" rx="6" fill={row.color} />
              </svg>
              {row.color}
            </span>
          ),
        },
        {
          key: 'directions',
          title: t('settings.zoneType.direction'),
          cell: row => row.directions.map(name => t(`settings.directions.${name}`)).join(', '),
        },
        {
          key: 'allowsIntersection',
          title: t('settings.zoneType.allowsIntersection'),
          cell: row => t(row.allowsIntersection ? 'common.yes' : 'common.no'),
        },
        {
          key: 'intervalDays',
          title: t('settings.zoneType.interval'),
          cell: row =>
            row.growth != null
              ? t('settings.zoneType.growth.between', { least: row.growth.leastDays, most: row.growth.mostDays })
              : row.intervalDays == null
                ? '–'
                : t('grass.days', { count: row.intervalDays }),
        },
        {
          key: 'mowable',
          title: t('settings.zoneType.mowable'),
          cell: row => t(row.mowable ? 'common.yes' : 'common.no'),
        },
        {
          key: 'turnsOutside',
          title: t('settings.zoneType.turnsOutside'),
          cell: row => t(row.turnsOutside === true ? 'common.yes' : 'common.no'),
        },
      ]}
      mayEdit={mayEdit}
      form={(row, onClose) => <ZoneTypeSheet row={row} onClose={onClose} />}
    />
  )
}

function ZoneTypeSheet({ row, onClose }: { readonly row: ZoneType | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const create = useAct(calls.zoneTypes.create, { changes: CHANGES })
  const update = useAct(calls.zoneTypes.update, { changes: CHANGES })
  const fields = useForm({
    resolver: formResolver(zoneTypeForm),
    defaultValues: {
      name: row?.name ?? '',
      color: row?.color ?? '#D6F08C',
      directions: row?.directions ?? ([...direction.options] as Direction[]),
      patterns: row?.patterns ?? (['straight'] as MowingPattern[]),
      allowsIntersection: row?.allowsIntersection ?? false,
      mowable: row?.mowable ?? true,
      turnsOutside: row?.turnsOutside ?? false,
      intervalDays: row?.intervalDays,
      growth: row?.growth ?? null,
    },
  })
  const { control } = fields
  return (
    <RecordSheet
      title={row === undefined ? t('settings.zoneType.add') : t('settings.zoneType.edit')}
      form={fields}
      onClose={onClose}
      onSave={values => {
        const body = { ...values, intervalDays: values.intervalDays ?? null }
        return row === undefined
          ? create.mutateAsync({ body })
          : update.mutateAsync({ params: { id: row.id }, body: { ...body, updatedAt: row.updatedAt } })
      }}
    >
      <TextField control={control} name="name" label={t('settings.zoneType.name')} />
      <ColourField control={control} name="color" label={t('settings.zoneType.color')} swatches={SWATCHES} />
      <Controller
        control={control}
        name="directions"
        render={({ field, fieldState }) => (
          <Checkbox.Group
            label={t('settings.zoneType.direction')}
            description={t('settings.zoneType.directionHint')}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error === undefined ? undefined : t('errors.codes.directions')}
          >
            <Group mt={8}>
              {direction.options.map(name => (
                <Checkbox key={name} value={name} label={t(`settings.directions.${name}`)} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
      />
      <Controller
        control={control}
        name="patterns"
        render={({ field, fieldState }) => (
          <Checkbox.Group
            label={t('settings.zoneType.patterns')}
            description={t('settings.zoneType.patternsHint')}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error === undefined ? undefined : t('errors.codes.patterns')}
          >
            <Group mt={8}>
              {mowingPattern.options.map(name => (
                <Checkbox key={name} value={name} label={t(`missions.patterns.${name}`)} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
      />
      <SwitchField
        control={control}
        name="allowsIntersection"
        label={t('settings.zoneType.allowsIntersection')}
        description={t('settings.zoneType.allowsIntersectionHint')}
      />
      <SwitchField
        control={control}
        name="mowable"
        label={t('settings.zoneType.mowable')}
        description={t('settings.zoneType.mowableHint')}
      />
      <SwitchField
        control={control}
        name="turnsOutside"
        label={t('settings.zoneType.turnsOutside')}
        description={t('settings.zoneType.turnsOutsideHint')}
      />
      <NumberField
        control={control}
        name="intervalDays"
        label={t('settings.zoneType.interval')}
        description={t('settings.zoneType.intervalHint')}
      />
      <GrowthFields form={fields} />
    </RecordSheet>
  )
}
