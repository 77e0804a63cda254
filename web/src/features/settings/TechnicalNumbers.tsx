import { calls } from '@greensward/contract'
import { type TechnicalNumber, technicalNumber } from '@greensward/domain'
import { IconPhone } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/index.ts'
import { formResolver, TextField } from '../../ui/index.ts'
import { RecordForm } from './RecordForm.tsx'
import { RecordPage } from './RecordPage.tsx'
import classes from './TechnicalNumbers.module.css'
import { useRecords } from './useRecords.ts'

const form = technicalNumber.omit({ id: true, updatedAt: true })
const CHANGES = [calls.technicalNumbers.list]

export default function TechnicalNumbers() {
  const { t } = useTranslation()
  const records = useRecords(calls.technicalNumbers, useSearch({ from: '/main/settings/technicalNumbers' }), CHANGES)
  const mayEdit = useCan('technicalNumbers.edit')
  return (
    <RecordPage
      title={t('settings.section.technicalNumbers')}
      texts="settings.number"
      icon={<IconPhone aria-hidden />}
      {...records}
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
      form={(row, onClose) => <NumberSheet row={row} onClose={onClose} />}
    />
  )
}

function NumberSheet({ row, onClose }: { readonly row: TechnicalNumber | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const fields = useForm({
    resolver: formResolver(form),
    defaultValues: { phone: row?.phone ?? '', department: row?.department ?? '' },
  })
  return (
    <RecordForm
      texts="settings.number"
      calls={calls.technicalNumbers}
      changes={CHANGES}
      row={row}
      form={fields}
      onClose={onClose}
    >
      <TextField control={fields.control} name="phone" type="tel" label={t('settings.number.phone')} />
      <TextField control={fields.control} name="department" label={t('settings.number.department')} />
    </RecordForm>
  )
}
