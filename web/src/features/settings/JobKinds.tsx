import { calls } from '@greensward/contract'
import { type StaffJobKind, staffJobKind } from '@greensward/domain'
import { IconChecklist } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/index.ts'
import { formResolver, NumberField, TextField, useMeasure } from '../../ui/index.ts'
import { RecordForm } from './RecordForm.tsx'
import { RecordPage } from './RecordPage.tsx'
import { useRecords } from './useRecords.ts'

const form = staffJobKind.omit({ id: true, updatedAt: true })
const CHANGES = [calls.jobKinds.list, calls.jobs.list]

/** What people do on the course by hand, with the usual minutes. */
export default function JobKinds() {
  const { t } = useTranslation()
  const measure = useMeasure()
  const records = useRecords(calls.jobKinds, useSearch({ from: '/main/settings/jobKinds' }), CHANGES)
  return (
    <RecordPage
      title={t('settings.section.jobKinds')}
      texts="settings.jobKind"
      icon={<IconChecklist aria-hidden />}
      {...records}
      nameOf={row => row.name}
      columns={[
        { key: 'name', title: t('settings.jobKind.name'), cell: row => <strong>{row.name}</strong> },
        {
          key: 'minutes',
          title: t('settings.jobKind.minutes'),
          cell: row => measure.duration(row.minutes * 60),
        },
      ]}
      mayEdit={useCan('jobs.plan')}
      form={(row, onClose) => <JobKindSheet row={row} onClose={onClose} />}
    />
  )
}

function JobKindSheet({ row, onClose }: { readonly row: StaffJobKind | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const fields = useForm({
    resolver: formResolver(form),
    defaultValues: { name: row?.name ?? '', minutes: row?.minutes ?? 10 },
  })
  return (
    <RecordForm
      texts="settings.jobKind"
      calls={calls.jobKinds}
      changes={CHANGES}
      row={row}
      form={fields}
      onClose={onClose}
    >
      <TextField control={fields.control} name="name" label={t('settings.jobKind.name')} />
      <NumberField control={fields.control} name="minutes" label={t('settings.jobKind.minutes')} suffix=" min" />
    </RecordForm>
  )
}
