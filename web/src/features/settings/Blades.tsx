import { calls } from '@greensward/contract'
import { type Blade, blade } from '@greensward/domain'
import { IconScissors } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCan } from '../../api/index.ts'
import { formResolver, NumberField, RecordSheet, TextField, useMeasure } from '../../ui/index.ts'
import { RecordPage } from './RecordPage.tsx'
import { useListSearch } from './useListSearch.ts'

const form = blade.omit({ id: true, updatedAt: true })

export default function Blades() {
  const { t } = useTranslation()
  const measure = useMeasure()
  const list = useListSearch(useSearch({ from: '/main/settings/blades' }))
  const query = useCall(calls.blades.list, { query: list.query }, { keepPrevious: true })
  const remove = useAct(calls.blades.remove, { changes: [calls.blades.list, calls.garage.list] })
  const mayEdit = useCan('mowers.edit')
  return (
    <RecordPage
      title={t('settings.section.blades')}
      texts="settings.blade"
      icon={<IconScissors aria-hidden />}
      list={list}
      query={query}
      nameOf={row => row.name}
      columns={[
        { key: 'name', title: t('settings.blade.name'), cell: row => <strong>{row.name}</strong> },
        { key: 'widthM', title: t('settings.blade.width'), cell: row => measure.width(row.widthM) },
        { key: 'speed', title: t('settings.blade.speed'), cell: row => measure.speed(row.missionSpeedMps) },
      ]}
      mayEdit={mayEdit}
      onDelete={remove.mutateAsync}
      form={(row, onClose) => <BladeSheet row={row} onClose={onClose} />}
    />
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
