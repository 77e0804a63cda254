import { clockTime, type NumberedHole, type TeePattern, teePattern } from '@greensward/domain'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ClockField, NumberField, SelectField } from '../../../ui/index.ts'
import { useHoleChoices } from './GroupSheet.tsx'
import classes from './teeSheet.module.css'

/** Tee times at equal intervals from one tee or two, as a form has them. */
export const patternFields = z.object({
  firstAt: clockTime,
  everyMinutes: teePattern.shape.everyMinutes,
  until: clockTime,
  hole: z.coerce.number().int().min(1),
  otherHole: z.coerce.number().int().min(1).nullable(),
})
export type PatternInput = z.input<typeof patternFields>
export type PatternValues = z.output<typeof patternFields>

export const patternDefaults = (pattern: TeePattern | undefined): PatternInput => ({
  firstAt: pattern?.firstAt ?? '07:30',
  everyMinutes: pattern?.everyMinutes ?? 10,
  until: pattern?.until ?? '16:00',
  hole: String(pattern?.holes[0] ?? 1),
  otherHole: pattern?.holes[1] === undefined ? null : String(pattern.holes[1]),
})

export const patternOf = (
  { hole, otherHole, firstAt, everyMinutes, until }: PatternValues,
  weekdays: TeePattern['weekdays'],
): TeePattern => ({
  firstAt,
  everyMinutes,
  until,
  holes: otherHole === null || otherHole === hole ? [hole] : [hole, otherHole],
  weekdays,
})

interface PatternFieldsProps<O> {
  readonly control: Control<PatternInput, unknown, O>
  readonly holes: readonly NumberedHole[]
}

export function PatternFields<O>({ control, holes }: PatternFieldsProps<O>) {
  const { t } = useTranslation()
  const choices = useHoleChoices(holes)
  return (
    <>
      <div className={classes.pair}>
        <ClockField control={control} name="firstAt" label={t('teeSheet.firstAt')} />
        <ClockField control={control} name="until" label={t('teeSheet.until')} />
      </div>
      <NumberField control={control} name="everyMinutes" label={t('teeSheet.every')} suffix=" min" />
      <div className={classes.pair}>
        <SelectField control={control} name="hole" label={t('teeSheet.tee')} choices={choices} />
        <SelectField
          control={control}
          name="otherHole"
          label={t('teeSheet.otherTee')}
          none={t('teeSheet.noOtherTee')}
          choices={choices}
        />
      </div>
    </>
  )
}
