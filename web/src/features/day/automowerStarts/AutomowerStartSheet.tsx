/** A planned start in a form: which work area of which mower, on which days, at what time and for how long. */
import type { PlannedStart } from '@greensward/contract'
import { lateCalls, plannedStartFields } from '@greensward/contract/late'
import { fieldFault, WEEKDAYS } from '@greensward/domain'
import { useController, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct } from '../../../api/index.ts'
import { ClockField, formResolver, RecordSheet, SelectField, useMeasure, WeekdayButtons } from '../../../ui/index.ts'
import { useWorkAreaName } from '../../../ui/text/workAreaName.ts'
import classes from './AutomowerStarts.module.css'
import { CHANGES } from './ReleaseDialog.tsx'

export interface WorkArea {
  readonly machineId: string
  readonly machineName: string
  readonly areaId: string
  readonly areaName: string
}

const MINUTES = [30, 60, 90, 120, 180, 240, 360, 480, 720] as const

const fields = z.object({
  /** Mower and area as one choice. */
  place: z.string({ message: fieldFault('mustChoose') }).min(1, fieldFault('mustChoose')),
  weekdays: plannedStartFields.shape.weekdays,
  at: plannedStartFields.shape.at,
  minutes: z.string(),
})

const placeOf = ({ machineId, areaId }: Pick<WorkArea, 'machineId' | 'areaId'>): string =>
  JSON.stringify([machineId, areaId])

interface SheetProps {
  /** Undefined for a new one. */
  readonly start: PlannedStart | undefined
  readonly areas: readonly WorkArea[]
  readonly onClose: () => void
}

export function AutomowerStartSheet({ start, areas, onClose }: SheetProps) {
  const { t } = useTranslation()
  const { duration } = useMeasure()
  const nameOf = useWorkAreaName()
  const create = useAct(lateCalls.automowerStarts.create, CHANGES)
  const update = useAct(lateCalls.automowerStarts.update, CHANGES)
  const form = useForm({
    resolver: formResolver(fields),
    defaultValues: {
      place: start === undefined ? '' : placeOf(start),
      weekdays: [...(start?.weekdays ?? WEEKDAYS)],
      at: start?.at ?? '05:00',
      minutes: String(start?.minutes ?? 120),
    },
  })
  const { control } = form
  const weekdays = useController({ control, name: 'weekdays' })
  const offered = areas.some(area => start === undefined || placeOf(area) === placeOf(start))
    ? areas
    : [...areas, ...(start === undefined ? [] : [start])]
  const own = start?.minutes ?? 120
  const lengths = [...new Set([...MINUTES, own])].toSorted((a, b) => a - b)
  return (
    <RecordSheet
      title={t(start === undefined ? 'day.automower.add' : 'day.automower.edit')}
      form={form}
      onClose={onClose}
      onSave={({ place, minutes, ...values }) => {
        const [machineId, areaId] = z.tuple([z.string(), z.string()]).parse(JSON.parse(place))
        const body = { ...values, machineId, areaId, minutes: Number(minutes) }
        return start === undefined
          ? create.mutateAsync({ body })
          : update.mutateAsync({ params: { id: start.id }, body: { ...body, updatedAt: start.updatedAt } })
      }}
    >
      <SelectField
        control={control}
        name="place"
        label={t('day.automower.place')}
        {...(start === undefined ? { none: t('day.automower.choosePlace') } : {})}
        choices={offered.map(area => ({ value: placeOf(area), label: nameOf(area) }))}
      />
      <fieldset className={classes.days}>
        <legend>{t('day.automower.days')}</legend>
        <WeekdayButtons value={weekdays.field.value} onChange={weekdays.field.onChange} isNarrow />
      </fieldset>
      <ClockField control={control} name="at" label={t('day.automower.at')} />
      <SelectField
        control={control}
        name="minutes"
        label={t('day.automower.minutes')}
        description={t('day.automower.minutesHint')}
        choices={lengths.map(one => ({ value: String(one), label: duration(one * 60) }))}
      />
      {start?.release != null && <p className={classes.text}>{t('day.automower.endsRelease')}</p>}
    </RecordSheet>
  )
}
