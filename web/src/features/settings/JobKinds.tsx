import { calls } from '@greensward/contract'
import { type StaffJobKind, staffJobKind } from '@greensward/domain'
import { IconChecklist } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCan } from '../../api/index.ts'
import { formResolver, NumberField, RecordSheet, TextField, useMeasure } from '../../ui/index.ts'
import { RecordPage } from './RecordPage.tsx'
import { useListSearch } from './useListSearch.ts'

const form = staffJobKind.omit({ id: true, updatedAt: true })

/** What people do on the course by hand, with the usual minutes. */
export default function JobKinds() {
  const { t } = useTranslation()
  const measure = useMeasure()
  const list = useListSearch(useSearch({ from: '/main/settings/jobKinds' }))
  const query = useCall(calls.jobKinds.list, { query: list.query }, { keepPrevious: true })
  const remove = useAct(calls.jobKinds.remove, { changes: [calls.jobKinds.list] })
  return (
    <RecordPage
      title={t('settings.section.jobKinds')}
      texts="settings.jobKind"
      icon={<IconChecklist aria-hidden />}
      list={list}
      query={query}
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
      onDelete={remove.mutateAsync}
      form={(row, onClose) => <JobKindSheet row={row} onClose={onClose} />}
    />
  )
}

function JobKindSheet({ row, onClose }: { readonly row: StaffJobKind | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const changes = { changes: [calls.jobKinds.list, calls.jobs.list] }
  const create = useAct(calls.jobKinds.create, changes)
  const update = useAct(calls.jobKinds.update, changes)
  const fields = useForm({
    resolver: formResolver(form),
    defaultValues: { name: row?.name ?? '', minutes: row?.minutes ?? 10 },
  })
  return (
    <RecordSheet
      title={row === undefined ? t('settings.jobKind.add') : t('settings.jobKind.edit')}
      form={fields}
      onClose={onClose}
      onSave={values =>
        row === undefined
          ? create.mutateAsync({ body: values })
          : update.mutateAsync({ params: { id: row.id }, body: { ...values, updatedAt: row.updatedAt } })
      }
    >
      <TextField control={fields.control} name="name" label={t('settings.jobKind.name')} />
      <NumberField control={fields.control} name="minutes" label={t('settings.jobKind.minutes')} suffix=" min" />
    </RecordSheet>
  )
}
