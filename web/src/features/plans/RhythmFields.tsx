import type { Weekday } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { ClockField, DayInput, RepeatField } from '../../ui/index.ts'
import classes from './PlanSheet.module.css'
import type { PlanFormApi } from './ZoneFields.tsx'

interface RhythmFieldsProps {
  readonly form: PlanFormApi
  readonly weekday: Weekday
}

/** How often, and between which times of the day. */
export function RhythmFields({ form, weekday }: RhythmFieldsProps) {
  const { t } = useTranslation()
  const { repeat, firstDay, from, until } = form.watch()
  const { errors } = form.formState
  return (
    <>
      <RepeatField
        value={repeat}
        onChange={next => next !== null && form.setValue('repeat', next, { shouldDirty: true })}
        weekday={weekday}
        error={errors.repeat?.message}
        once={false}
      />
      {repeat.kind === 'everyDays' && (
        <DayInput
          label={t('plans.firstDay')}
          value={firstDay}
          onChange={day => form.setValue('firstDay', day, { shouldDirty: true })}
          {...(errors.firstDay?.message === undefined ? {} : { error: errors.firstDay.message })}
        />
      )}
      <div className={classes.pair}>
        <ClockField control={form.control} name="from" label={t('plans.from')} />
        <ClockField control={form.control} name="until" label={t('plans.until')} />
      </div>
      {from !== '' && until !== '' && until <= from && <p className={classes.note}>{t('plans.nextMorning')}</p>}
    </>
  )
}
