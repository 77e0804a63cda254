import type { TeeSheet } from '@greensward/contract'
import { type NumberedHole, patternTeeTimes, shotgunTeeTimes, type TeeTime, WEEKDAYS } from '@greensward/domain'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../../api/index.ts'
import { ClockField, formResolver, RecordSheet } from '../../../ui/index.ts'
import { momentOf } from '../../../ui/zonedTime.ts'
import {
  PatternFields,
  type PatternInput,
  type PatternValues,
  patternDefaults,
  patternFields,
  patternOf,
} from './PatternFields.tsx'
import classes from './teeSheet.module.css'
import { useReplacing } from './useTeeSheet.ts'

const KINDS = ['intervals', 'shotgun'] as const

interface FillSheetProps {
  readonly sheet: TeeSheet
  readonly holes: readonly NumberedHole[]
  readonly onClose: () => void
}

/** Fills one day at equal intervals or with a shotgun start, and says before it is saved how many groups that gives. */
export function FillSheet({ sheet, holes, onClose }: FillSheetProps) {
  const { t } = useTranslation()
  const { zone } = useCourseTime()
  const replace = useReplacing()
  const [kind, setKind] = useState<(typeof KINDS)[number]>('intervals')
  const fields = useForm<PatternInput, unknown, PatternValues>({
    resolver: formResolver(patternFields),
    defaultValues: patternDefaults(undefined),
  })
  const teeTimesOf = (values: PatternValues): TeeTime[] => {
    if (kind === 'intervals') return patternTeeTimes([patternOf(values, [...WEEKDAYS])], sheet.day, zone)
    const [hour = 0, minute = 0] = values.firstAt.split(':').map(Number)
    return shotgunTeeTimes(momentOf(sheet.day, hour, minute, zone).toISOString(), holes)
  }
  const typed = patternFields.safeParse(fields.watch())
  const count = typed.success ? teeTimesOf(typed.data).length : 0
  return (
    <RecordSheet
      title={t('teeSheet.fill')}
      form={fields}
      onClose={onClose}
      onSave={values => replace(sheet, teeTimesOf(values))}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('teeSheet.fill')}
        value={kind}
        onChange={value => setKind(KINDS.find(one => one === value) ?? 'intervals')}
        data={KINDS.map(value => ({ value, label: t(`teeSheet.kind.${value}`) }))}
      />
      {kind === 'intervals' ? (
        <PatternFields control={fields.control} holes={holes} />
      ) : (
        <ClockField control={fields.control} name="firstAt" label={t('teeSheet.time')} />
      )}
      <p className={classes.hint} role="status">
        {t('teeSheet.fillResult', { count, before: sheet.teeTimes.length })}
      </p>
    </RecordSheet>
  )
}
