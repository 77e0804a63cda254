import { type TechnicalNumber, technicalNumber } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { Button } from '@mantine/core'
import { IconPhone, IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useMay } from '../api/index.ts'
import { formResolver, Page, Pager, RecordSheet, RecordTable, SearchField, TextField } from '../ui/index.ts'
import classes from './TechnicalNumbers.module.css'
import { useListSearch } from './useListSearch.ts'

const form = technicalNumber.omit({ id: true, updatedAt: true })

export default function TechnicalNumbers() {
  const { t } = useTranslation()
  const list = useListSearch(useSearch({ from: '/main/settings/technicalNumbers' }))
  const query = useCall(calls.technicalNumbers.list, { query: list.query }, { keepPrevious: true })
  const remove = useAct(calls.technicalNumbers.remove, { changes: [calls.technicalNumbers.list] })
  const may = useMay('technicalNumbers.edit')
  const [edited, setEdited] = useState<TechnicalNumber | 'new' | null>(null)
  const add = { label: t('settings.number.add'), run: () => setEdited('new') }
  return (
    <Page
      flush
      title={t('settings.section.technicalNumbers')}
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
        label={t('settings.section.technicalNumbers')}
        query={query}
        rows={query.data?.items}
        rowKey={row => row.id}
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
        empty={{
          icon: <IconPhone aria-hidden />,
          title: t(list.query.search === undefined ? 'settings.number.none' : 'common.nothingFound'),
          text: t('settings.number.noneText'),
        }}
        onAdd={may ? add : undefined}
        onEdit={may ? setEdited : undefined}
        onDelete={may ? row => remove.mutateAsync({ params: { id: row.id } }) : undefined}
        deletion={{
          title: row => t('settings.number.deleteTitle', { name: row.department }),
          text: row => t('settings.number.deleteText', { phone: row.phone }),
          confirm: t('settings.number.delete'),
        }}
      />
      {edited !== null && <NumberSheet row={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />}
    </Page>
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
