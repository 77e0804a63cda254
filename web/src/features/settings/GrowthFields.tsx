/** How the grass of a type grows; its interval is fixed where nobody sets that up. */
import {
  fieldFault,
  type GrassType,
  type GrowthSettings,
  grassType,
  growthLimitMm,
  growthSettings,
  mowingPattern,
  zoneType,
} from '@greensward/domain'
import { NativeSelect } from '@mantine/core'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { NumberField } from '../../ui/index.ts'

export const zoneTypeForm = zoneType.omit({ id: true, updatedAt: true }).extend({
  directions: zoneType.shape.directions.min(1, fieldFault('directions')),
  patterns: z.array(mowingPattern).min(1, fieldFault('patterns')),
  turnsOutside: z.boolean(),
  growth: growthSettings.nullable(),
})
type ZoneTypeForm = UseFormReturn<z.input<typeof zoneTypeForm>, unknown, z.output<typeof zoneTypeForm>>

/** Of a fairway; for a green, a person lowers the height. */
const USUAL: Readonly<Record<GrassType, GrowthSettings>> = {
  cool: { grass: 'cool', baseC: 0, heightMm: 12, mmPerDay: 3, leastDays: 1, mostDays: 10 },
  warm: { grass: 'warm', baseC: 10, heightMm: 12, mmPerDay: 4, leastDays: 1, mostDays: 10 },
}

/** In the notation of the reader's language; the limit is half of a height with one decimal. */
const shownMm = (mm: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(mm)

export function GrowthFields({ form }: { readonly form: ZoneTypeForm }) {
  const { t, i18n } = useTranslation()
  const { control } = form
  const growth = form.watch('growth')
  const choose = (value: string): void => {
    const chosen = grassType.safeParse(value).data
    const usual = chosen === undefined ? null : USUAL[chosen]
    // A person who only corrects the grass keeps the rest.
    const next = usual === null || growth === null ? usual : { ...growth, grass: usual.grass, baseC: usual.baseC }
    form.setValue('growth', next, { shouldDirty: true })
    form.clearErrors('growth')
  }
  return (
    <>
      <NativeSelect
        label={t('settings.zoneType.growth.grass')}
        description={t('settings.zoneType.growth.grassHint')}
        value={growth?.grass ?? ''}
        onChange={event => choose(event.currentTarget.value)}
        data={[
          { value: '', label: t('settings.zoneType.growth.fixed') },
          ...grassType.options.map(value => ({ value, label: t(`settings.zoneType.growth.${value}`) })),
        ]}
      />
      {growth !== null && (
        <>
          <NumberField
            control={control}
            name="growth.heightMm"
            label={t('settings.zoneType.growth.height')}
            {...(Number.isFinite(growth.heightMm)
              ? {
                  description: t('settings.zoneType.growth.heightHint', {
                    limit: shownMm(growthLimitMm(growth), i18n.language),
                  }),
                }
              : {})}
            suffix={` ${t('settings.zoneType.growth.unit')}`}
            step={0.5}
            decimals={1}
          />
          <NumberField
            control={control}
            name="growth.mmPerDay"
            label={t('settings.zoneType.growth.perDay')}
            description={t('settings.zoneType.growth.perDayHint')}
            suffix={` ${t('settings.zoneType.growth.unit')}`}
            step={0.1}
            decimals={1}
          />
          <NumberField
            control={control}
            name="growth.baseC"
            label={t('settings.zoneType.growth.base')}
            description={t('settings.zoneType.growth.baseHint')}
            suffix=" °C"
            decimals={1}
          />
          <NumberField control={control} name="growth.leastDays" label={t('settings.zoneType.growth.least')} />
          <NumberField control={control} name="growth.mostDays" label={t('settings.zoneType.growth.most')} />
        </>
      )}
    </>
  )
}
