import { type Direction, direction, fieldFault, type ZoneType, zoneType } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { Button, Checkbox, Group } from '@mantine/core'
import { IconPlus, IconShape } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useMay } from '../api/index.ts'
import {
  ColourField,
  formResolver,
  NumberField,
  Page,
  Pager,
  RecordSheet,
  RecordTable,
  SearchField,
  SwitchField,
  TextField,
} from '../ui/index.ts'
import { useListSearch } from './useListSearch.ts'
import classes from './ZoneTypes.module.css'

const form = zoneType.omit({ id: true, updatedAt: true }).extend({
  directions: zoneType.shape.directions.min(1, fieldFault('directions')),
})

/** Fairway, green, tee and bunker as the map paints them, then quiet others. */
const SWATCHES = ['#D6F08C', '#6FE7E1', '#D3BDFF', '#FFD08A', '#8FCA6C', '#9CC3FF', '#F5A3B5', '#C4C9CC']

export default function ZoneTypes() {
  const { t } = useTranslation()
  const list = useListSearch(useSearch({ from: '/main/settings/zoneTypes' }))
  const query = useCall(calls.zoneTypes.list, { query: list.query }, { keepPrevious: true })
  const remove = useAct(calls.zoneTypes.remove, { changes: [calls.zoneTypes.list] })
  const may = useMay('mowers.edit')
  const [edited, setEdited] = useState<ZoneType | 'new' | null>(null)
  const add = { label: t('settings.zoneType.add'), run: () => setEdited('new') }
  return (
    <Page
      flush
      title={t('settings.section.zoneTypes')}
      hint={query.data?.total}
      actions={
        may && (
          <Button leftSection={<IconPlus size={18} />} onClick={add.run}>
            {add.label}
          </Button>
        )
      }
      filters={<SearchField label={t('common.search')} value={list.query.search ?? ''} onSearch={list.onSearch} />}
      footer={<Pager {...list} total={query.data?.total ?? 0} />}
    >
      <RecordTable
        label={t('settings.section.zoneTypes')}
        query={query}
        rows={query.data?.items}
        rowKey={row => row.id}
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
            cell: row => (row.intervalDays == null ? '–' : t('grass.days', { count: row.intervalDays })),
          },
          {
            key: 'mowable',
            title: t('settings.zoneType.mowable'),
            cell: row => t(row.mowable ? 'common.yes' : 'common.no'),
          },
        ]}
        empty={{
          icon: <IconShape aria-hidden />,
          title: t(list.query.search === undefined ? 'settings.zoneType.none' : 'common.nothingFound'),
          text: t('settings.zoneType.noneText'),
        }}
        onAdd={may ? add : undefined}
        onEdit={may ? setEdited : undefined}
        onDelete={may ? row => remove.mutateAsync({ params: { id: row.id } }) : undefined}
        deletion={{
          title: row => t('settings.zoneType.deleteTitle', { name: row.name }),
          text: () => t('settings.zoneType.deleteText'),
          confirm: t('settings.zoneType.delete'),
        }}
      />
      {edited !== null && <ZoneTypeSheet row={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />}
    </Page>
  )
}

function ZoneTypeSheet({ row, onClose }: { readonly row: ZoneType | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const changes = { changes: [calls.zoneTypes.list] }
  const create = useAct(calls.zoneTypes.create, changes)
  const update = useAct(calls.zoneTypes.update, changes)
  const fields = useForm({
    resolver: formResolver(form),
    defaultValues: {
      name: row?.name ?? '',
      color: row?.color ?? '#D6F08C',
      directions: row?.directions ?? ([...direction.options] as Direction[]),
      allowsIntersection: row?.allowsIntersection ?? false,
      mowable: row?.mowable ?? true,
      intervalDays: row?.intervalDays,
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
      <NumberField
        control={control}
        name="intervalDays"
        label={t('settings.zoneType.interval')}
        description={t('settings.zoneType.intervalHint')}
      />
    </RecordSheet>
  )
}
