import { type Blade, blade } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { Button } from '@mantine/core'
import { IconPlus, IconScissors } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useMay } from '../api/index.ts'
import {
  formResolver,
  NumberField,
  Page,
  Pager,
  RecordSheet,
  RecordTable,
  SearchField,
  TextField,
  useMeasure,
} from '../ui/index.ts'
import { useListSearch } from './useListSearch.ts'

const form = blade.omit({ id: true, updatedAt: true })

export default function Blades() {
  const { t } = useTranslation()
  const measure = useMeasure()
  const list = useListSearch(useSearch({ from: '/main/settings/blades' }))
  const query = useCall(calls.blades.list, { query: list.query }, { keepPrevious: true })
  const remove = useAct(calls.blades.remove, { changes: [calls.blades.list, calls.garage.list] })
  const may = useMay('mowers.edit')
  const [edited, setEdited] = useState<Blade | 'new' | null>(null)
  const add = { label: t('settings.blade.add'), run: () => setEdited('new') }
  return (
    <Page
      flush
      title={t('settings.section.blades')}
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
        label={t('settings.section.blades')}
        query={query}
        rows={query.data?.items}
        rowKey={row => row.id}
        nameOf={row => row.name}
        columns={[
          { key: 'name', title: t('settings.blade.name'), cell: row => <strong>{row.name}</strong> },
          { key: 'widthM', title: t('settings.blade.width'), cell: row => measure.width(row.widthM) },
          { key: 'speed', title: t('settings.blade.speed'), cell: row => measure.speed(row.missionSpeedMps) },
        ]}
        empty={{
          icon: <IconScissors aria-hidden />,
          title: t(list.query.search === undefined ? 'settings.blade.none' : 'common.nothingFound'),
          text: t('settings.blade.noneText'),
        }}
        onAdd={may ? add : undefined}
        onEdit={may ? setEdited : undefined}
        onDelete={may ? row => remove.mutateAsync({ params: { id: row.id } }) : undefined}
        deletion={{
          title: row => t('settings.blade.deleteTitle', { name: row.name }),
          text: () => t('settings.blade.deleteText'),
          confirm: t('settings.blade.delete'),
        }}
      />
      {edited !== null && <BladeSheet row={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />}
    </Page>
  )
}

function BladeSheet({ row, onClose }: { readonly row: Blade | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const changes = { changes: [calls.blades.list, calls.garage.list] }
  const create = useAct(calls.blades.create, changes)
  const update = useAct(calls.blades.update, changes)
  const fields = useForm({
    resolver: formResolver(form),
    defaultValues: { name: row?.name ?? '', widthM: row?.widthM ?? 1.5, missionSpeedMps: row?.missionSpeedMps ?? 1.5 },
  })
  const { control } = fields
  return (
    <RecordSheet
      title={row === undefined ? t('settings.blade.add') : t('settings.blade.edit')}
      form={fields}
      onClose={onClose}
      onSave={values =>
        row === undefined
          ? create.mutateAsync({ body: values })
          : update.mutateAsync({ params: { id: row.id }, body: { ...values, updatedAt: row.updatedAt } })
      }
    >
      <TextField control={control} name="name" label={t('settings.blade.name')} />
      <NumberField
        control={control}
        name="widthM"
        label={t('settings.blade.width')}
        description={t('settings.blade.widthHint')}
        suffix=" m"
        step={0.1}
        decimals={3}
      />
      <NumberField
        control={control}
        name="missionSpeedMps"
        label={t('settings.blade.speed')}
        suffix=" m/s"
        step={0.1}
        decimals={2}
      />
    </RecordSheet>
  )
}
