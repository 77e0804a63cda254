import { type Category, category } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAct } from '../api/index.ts'
import { NumberField, RecordSheet, TextField } from '../ui/index.ts'

const form = category.omit({ id: true, updatedAt: true })

interface CategorySheetProps {
  readonly row: Category | undefined
  /** A new category stands last. */
  readonly nextSort: number
  readonly onClose: () => void
}

export function CategorySheet({ row, nextSort, onClose }: CategorySheetProps) {
  const { t } = useTranslation()
  const changes = { changes: [calls.categories.list] }
  const create = useAct(calls.categories.create, changes)
  const update = useAct(calls.categories.update, changes)
  const fields = useForm({
    resolver: zodResolver(form),
    defaultValues: { name: row?.name ?? '', sort: row?.sort ?? nextSort },
  })
  return (
    <RecordSheet
      title={row === undefined ? t('restaurant.addCategory') : t('restaurant.editCategory')}
      form={fields}
      onClose={onClose}
      onSave={values =>
        row === undefined
          ? create.mutateAsync({ body: values })
          : update.mutateAsync({ params: { id: row.id }, body: { ...values, updatedAt: row.updatedAt } })
      }
    >
      <TextField control={fields.control} name="name" label={t('restaurant.name')} />
      <NumberField
        control={fields.control}
        name="sort"
        label={t('restaurant.sort')}
        description={t('restaurant.sortHint')}
      />
    </RecordSheet>
  )
}
