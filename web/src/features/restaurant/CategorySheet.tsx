import { calls } from '@greensward/contract'
import { type Category, category } from '@greensward/domain'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct } from '../../api/index.ts'
import { formResolver, RecordSheet, TextField } from '../../ui/index.ts'
import { Translations } from './Translations.tsx'
import { filled } from './translated.ts'

const translated = z.object({ name: z.string().max(120) })
const form = z.object({
  name: category.shape.name,
  translations: z.object({ en: translated, de: translated, es: translated }),
})

interface CategorySheetProps {
  readonly row: Category | undefined
  /** A new category is last. */
  readonly nextSort: number
  readonly onClose: () => void
}

export function CategorySheet({ row, nextSort, onClose }: CategorySheetProps) {
  const { t } = useTranslation()
  const changes = { changes: [calls.categories.list] }
  const create = useAct(calls.categories.create, changes)
  const update = useAct(calls.categories.update, changes)
  const { en, de, es } = row?.translations ?? {}
  const fields = useForm({
    resolver: formResolver(form),
    defaultValues: {
      name: row?.name ?? '',
      translations: { en: { name: en?.name ?? '' }, de: { name: de?.name ?? '' }, es: { name: es?.name ?? '' } },
    },
  })
  return (
    <RecordSheet
      title={row === undefined ? t('restaurant.addCategory') : t('restaurant.editCategory')}
      form={fields}
      onClose={onClose}
      onSave={({ name, translations }) => {
        const body = { name, translations: filled(translations) }
        return row === undefined
          ? create.mutateAsync({ body: { ...body, sort: nextSort } })
          : update.mutateAsync({ params: { id: row.id }, body: { ...body, updatedAt: row.updatedAt } })
      }}
    >
      <TextField control={fields.control} name="name" label={t('restaurant.name')} />
      <Translations>
        {(language, name) => (
          <TextField
            control={fields.control}
            name={`translations.${language}.name`}
            label={t('restaurant.nameIn', { language: name })}
          />
        )}
      </Translations>
    </RecordSheet>
  )
}
