import { type Category, type Dish, dish } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct } from '../api/index.ts'
import { NumberField, RecordSheet, SelectField, TextField } from '../ui/index.ts'
import { digitsOf, toMajor, toMinor } from './price.ts'

const form = z.object({
  ...dish.omit({ id: true, updatedAt: true, priceMinor: true }).shape,
  price: z.number().min(0).max(1_000_000),
})

interface DishSheetProps {
  readonly row: Dish | undefined
  /** Where a new dish goes. */
  readonly categoryId: string
  readonly categories: readonly Category[]
  readonly dishes: readonly Dish[]
  readonly onClose: () => void
}

export function DishSheet({ row, categoryId, categories, dishes, onClose }: DishSheetProps) {
  const { t } = useTranslation()
  const changes = { changes: [calls.dishes.list] }
  const create = useAct(calls.dishes.create, changes)
  const update = useAct(calls.dishes.update, changes)
  const currency = row?.currency ?? dishes[0]?.currency ?? 'EUR'
  const fields = useForm({
    resolver: zodResolver(form),
    defaultValues: {
      name: row?.name ?? '',
      categoryId,
      currency,
      price: row === undefined ? 0 : toMajor(row.priceMinor, row.currency),
      sort:
        row?.sort ??
        Math.max(0, ...dishes.filter(other => other.categoryId === categoryId).map(other => other.sort + 1)),
    },
  })
  const { control } = fields
  return (
    <RecordSheet
      title={row === undefined ? t('restaurant.addDish') : t('restaurant.editDish')}
      form={fields}
      onClose={onClose}
      onSave={({ price, ...values }) => {
        const body = { ...values, priceMinor: toMinor(price, values.currency) }
        return row === undefined
          ? create.mutateAsync({ body })
          : update.mutateAsync({ params: { id: row.id }, body: { ...body, updatedAt: row.updatedAt } })
      }}
    >
      <TextField control={control} name="name" label={t('restaurant.name')} />
      <SelectField
        control={control}
        name="categoryId"
        label={t('restaurant.category')}
        choices={categories.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NumberField
        control={control}
        name="price"
        label={t('restaurant.price')}
        decimals={digitsOf(fields.watch('currency'))}
        step={0.5}
      />
      <TextField control={control} name="currency" label={t('restaurant.currency')} />
      <NumberField control={control} name="sort" label={t('restaurant.sort')} description={t('restaurant.sortHint')} />
    </RecordSheet>
  )
}
