import { calls } from '@greensward/contract'
import { type Blade, blade } from '@greensward/domain'
import { IconScissors } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/index.ts'
import { formResolver, NumberField, TextField, useMeasure } from '../../ui/index.ts'
import { RecordForm } from './RecordForm.tsx'
import { RecordPage } from './RecordPage.tsx'
import { useRecords } from './useRecords.ts'

const form = blade.omit({ id: true, updatedAt: true })
const CHANGES = [calls.blades.list, calls.garage.list]

export default function Blades() {
  const { t } = useTranslation()
  const measure = useMeasure()
  const records = useRecords(calls.blades, useSearch({ from: '/main/settings/blades' }), CHANGES)
  const mayEdit = useCan('mowers.edit')
  return (
    <RecordPage
      title={t('settings.section.blades')}
      texts="settings.blade"
      icon={<IconScissors aria-hidden />}
      {...records}
      nameOf={row => row.name}
      columns={[
        { key: 'name', title: t('settings.blade.name'), cell: row => <strong>{row.name}</strong> },
        { key: 'widthM', title: t('settings.blade.width'), cell: row => measure.width(row.widthM) },
        { key: 'speed', title: t('settings.blade.speed'), cell: row => measure.speed(row.missionSpeedMps) },
      ]}
      mayEdit={mayEdit}
      form={(row, onClose) => <BladeSheet row={row} onClose={onClose} />}
    />
  )
}

function BladeSheet({ row, onClose }: { readonly row: Blade | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const fields = useForm({
    resolver: formResolver(form),
    defaultValues: { name: row?.name ?? '', widthM: row?.widthM ?? 1.5, missionSpeedMps: row?.missionSpeedMps ?? 1.5 },
  })
  const { control } = fields
  return (
    <RecordForm texts="settings.blade" calls={calls.blades} changes={CHANGES} row={row} form={fields} onClose={onClose}>
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
    </RecordForm>
  )
}
