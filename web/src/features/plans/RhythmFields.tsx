import type { Weekday } from '@greensward/domain'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RepeatField, TextField } from '../../ui/index.ts'
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
        <TextInput
          type="date"
          label={t('plans.firstDay')}
          value={firstDay}
          onChange={event => form.setValue('firstDay', event.currentTarget.value, { shouldDirty: true })}
          {...(errors.firstDay?.message === undefined ? {} : { error: errors.firstDay.message })}
        />
      )}
      <div className={classes.pair}>
        <TextField control={form.control} name="from" type="time" label={t('plans.from')} />
        <TextField control={form.control} name="until" type="time" label={t('plans.until')} />
      </div>
      {from !== '' && until !== '' && until <= from && <p className={classes.note}>{t('plans.nextMorning')}</p>}
    </>
  )
}
