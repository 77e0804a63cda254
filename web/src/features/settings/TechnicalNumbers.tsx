import { calls } from '@greensward/contract'
import { type TechnicalNumber, technicalNumber } from '@greensward/domain'
import { IconPhone } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCan } from '../../api/index.ts'
import { formResolver, RecordSheet, TextField } from '../../ui/index.ts'
import { RecordPage } from './RecordPage.tsx'
import classes from './TechnicalNumbers.module.css'
import { useListSearch } from './useListSearch.ts'

const form = technicalNumber.omit({ id: true, updatedAt: true })

export default function TechnicalNumbers() {
  const { t } = useTranslation()
  const list = useListSearch(useSearch({ from: '/main/settings/technicalNumbers' }))
  const query = useCall(calls.technicalNumbers.list, { query: list.query }, { keepPrevious: true })
  const remove = useAct(calls.technicalNumbers.remove, { changes: [calls.technicalNumbers.list] })
  const mayEdit = useCan('technicalNumbers.edit')
  return (
    <RecordPage
      title={t('settings.section.technicalNumbers')}
      texts="settings.number"
      icon={<IconPhone aria-hidden />}
      list={list}
      query={query}
      nameOf={row => row.department}
      columns={[
        {
          key: 'phone',
          title: t('settings.number.phone'),
          cell: row => (
            <a className={classes.phone} href={`tel:${row.phone.replace(/[^+0-9]/g, '')}`}>
              {row.phone}
            </a>
          ),
        },
        { key: 'department', title: t('settings.number.department'), cell: row => row.department },
      ]}
      deleteValues={row => ({ phone: row.phone })}
      mayEdit={mayEdit}
      onDelete={remove.mutateAsync}
      form={(row, onClose) => <NumberSheet row={row} onClose={onClose} />}
    />
  )
}

function NumberSheet({ row, onClose }: { readonly row: TechnicalNumber | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const changes = { changes: [calls.technicalNumbers.list] }
  const create = useAct(calls.technicalNumbers.create, changes)
  const update = useAct(calls.technicalNumbers.update, changes)
  const fields = useForm({
    resolver: formResolver(form),
    defaultValues: { phone: row?.phone ?? '', department: row?.department ?? '' },
  })
  return (
    <RecordSheet
      title={row === undefined ? t('settings.number.add') : t('settings.number.edit')}
      form={fields}
      onClose={onClose}
      onSave={values =>
        row === undefined
          ? create.mutateAsync({ body: values })
          : update.mutateAsync({ params: { id: row.id }, body: { ...values, updatedAt: row.updatedAt } })
      }
    >
      <TextField control={fields.control} name="phone" type="tel" label={t('settings.number.phone')} />
      <TextField control={fields.control} name="department" label={t('settings.number.department')} />
    </RecordSheet>
  )
}
