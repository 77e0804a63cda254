import { calls } from '@greensward/contract'
import { ALLERGENS, type Category, type Dish, dish } from '@greensward/domain'
import { Chip } from '@mantine/core'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct } from '../../api/index.ts'
import {
  ClockField,
  formResolver,
  NumberField,
  RecordSheet,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '../../ui/index.ts'
import { PhotoField } from './PhotoField.tsx'
import { digitsOf, toMajor, toMinor } from './price.ts'
import classes from './RestaurantPage.module.css'
import { Translations } from './Translations.tsx'
import { filled } from './translated.ts'

const { name, description, categoryId, currency, allergens, isAvailable, servedFrom, servedTo } = dish.shape
const translated = z.object({ name: z.string().max(120), description })
/** An emptied field of a time means none. */
const orNone = <T extends z.ZodType>(schema: T) => z.preprocess(value => (value === '' ? null : value), schema)

const form = z.object({
  name,
  description,
  categoryId,
  currency,
  allergens,
  isAvailable,
  servedFrom: orNone(servedFrom),
  servedTo: orNone(servedTo),
  price: z.number().min(0).max(1_000_000),
  translations: z.object({ en: translated, de: translated, es: translated }),
})

const NO_TRANSLATION = { name: '', description: '' }

interface DishSheetProps {
  readonly row: Dish | undefined
  /** The category of a new dish. */
  readonly categoryId: string
  readonly categories: readonly Category[]
  readonly dishes: readonly Dish[]
  readonly onClose: () => void
}

export function DishSheet({ row, categoryId: ownCategory, categories, dishes, onClose }: DishSheetProps) {
  const { t } = useTranslation()
  const changes = { changes: [calls.dishes.list] }
  const create = useAct(calls.dishes.create, changes)
  const update = useAct(calls.dishes.update, changes)
  // Its photo is kept apart from the form, and moves `updatedAt` on.
  const [known, setKnown] = useState(row)
  const ownCurrency = row?.currency ?? dishes[0]?.currency ?? 'EUR'
  const { en, de, es } = row?.translations ?? {}
  const fields = useForm({
    resolver: formResolver(form),
    defaultValues: {
      name: row?.name ?? '',
      description: row?.description ?? '',
      categoryId: ownCategory,
      currency: ownCurrency,
      allergens: row?.allergens ?? [],
      isAvailable: row?.isAvailable ?? true,
      servedFrom: row?.servedFrom ?? '',
      servedTo: row?.servedTo ?? '',
      price: row === undefined ? 0 : toMajor(row.priceMinor, row.currency),
      translations: { en: en ?? NO_TRANSLATION, de: de ?? NO_TRANSLATION, es: es ?? NO_TRANSLATION },
    },
  })
  const { control } = fields
  return (
    <RecordSheet
      title={row === undefined ? t('restaurant.addDish') : t('restaurant.editDish')}
      form={fields}
      onClose={onClose}
      onSave={({ price, translations, ...values }) => {
        const body = {
          ...values,
          translations: filled(translations),
          priceMinor: toMinor(price, values.currency),
          soldOutUntil: row?.soldOutUntil ?? null,
          sort:
            row?.sort ??
            Math.max(0, ...dishes.filter(other => other.categoryId === values.categoryId).map(other => other.sort + 1)),
        }
        return known === undefined
          ? create.mutateAsync({ body })
          : update.mutateAsync({ params: { id: known.id }, body: { ...body, updatedAt: known.updatedAt } })
      }}
    >
      <TextField control={control} name="name" label={t('restaurant.name')} />
      <TextAreaField control={control} name="description" label={t('restaurant.description')} />
      <SelectField
        control={control}
        name="categoryId"
        label={t('restaurant.category')}
        choices={categories.map(one => ({ value: one.id, label: one.name }))}
      />
      <div className={classes.pair}>
        <NumberField
          control={control}
          name="price"
          label={t('restaurant.price')}
          decimals={digitsOf(fields.watch('currency'))}
          step={0.5}
        />
        <TextField control={control} name="currency" label={t('restaurant.currency')} />
      </div>
      <SwitchField control={control} name="isAvailable" label={t('restaurant.isAvailable')} />
      <div className={classes.pair}>
        <ClockField control={control} name="servedFrom" label={t('restaurant.servedFrom')} />
        <ClockField control={control} name="servedTo" label={t('restaurant.servedTo')} />
      </div>
      <fieldset className={classes.allergens}>
        <legend>{t('restaurant.allergens')}</legend>
        <Controller
          control={control}
          name="allergens"
          render={({ field }) => (
            <Chip.Group multiple value={field.value} onChange={field.onChange}>
              {ALLERGENS.map(allergen => (
                <Chip key={allergen} value={allergen} size="sm">
                  {t(`restaurant.allergen.${allergen}`)}
                </Chip>
              ))}
            </Chip.Group>
          )}
        />
      </fieldset>
      {known === undefined ? (
        <p className={classes.hint}>{t('restaurant.photoAfterSave')}</p>
      ) : (
        <PhotoField dish={known} onChange={setKnown} />
      )}
      <Translations>
        {(language, languageName) => (
          <div className={classes.translation}>
            <TextField
              control={control}
              name={`translations.${language}.name`}
              label={t('restaurant.nameIn', { language: languageName })}
            />
            <TextAreaField
              control={control}
              name={`translations.${language}.description`}
              label={t('restaurant.descriptionIn', { language: languageName })}
            />
          </div>
        )}
      </Translations>
    </RecordSheet>
  )
}
