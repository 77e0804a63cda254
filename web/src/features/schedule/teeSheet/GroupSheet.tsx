import type { TeeSheet } from '@greensward/contract'
import { clockTime, type NumberedHole, type TeeTime, teeTime } from '@greensward/domain'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useCourseTime } from '../../../api/index.ts'
import { ClockField, formResolver, NumberField, RecordSheet, SelectField } from '../../../ui/index.ts'
import { momentOf } from '../../../ui/zonedTime.ts'
import { keyOfTeeTime, useReplacing } from './useTeeSheet.ts'

const form = z.object({
  time: clockTime,
  hole: z.coerce.number().int().min(1),
  players: teeTime.shape.players.optional(),
})
type Fields = z.input<typeof form>
type Values = z.output<typeof form>

interface GroupSheetProps {
  /** Undefined adds a group. */
  readonly row: TeeTime | undefined
  readonly sheet: TeeSheet
  readonly holes: readonly NumberedHole[]
  readonly onClose: () => void
}

/** One group of a day. */
export function GroupSheet({ row, sheet, holes, onClose }: GroupSheetProps) {
  const { t } = useTranslation()
  const course = useCourseTime()
  const replace = useReplacing()
  const fields = useForm<Fields, unknown, Values>({
    resolver: formResolver(form),
    defaultValues: {
      time: row === undefined ? '' : course.time(row.at),
      hole: String(row?.hole ?? 1),
      players: row?.players ?? undefined,
    },
  })
  const { control } = fields
  return (
    <RecordSheet
      title={t(row === undefined ? 'teeSheet.addGroup' : 'teeSheet.editGroup')}
      form={fields}
      onClose={onClose}
      onSave={({ time, hole, players = null }) => {
        const [hour = 0, minute = 0] = time.split(':').map(Number)
        const at = momentOf(sheet.day, hour, minute, course.zone).toISOString()
        const others =
          row === undefined ? sheet.teeTimes : sheet.teeTimes.filter(one => keyOfTeeTime(one) !== keyOfTeeTime(row))
        return replace(sheet, [...others, { at, hole, players }])
      }}
    >
      <ClockField control={control} name="time" label={t('teeSheet.time')} />
      <SelectField control={control} name="hole" label={t('teeSheet.tee')} choices={useHoleChoices(holes)} />
      <NumberField control={control} name="players" label={t('teeSheet.players')} />
    </RecordSheet>
  )
}

/** Each hole of the course; the first alone while the map loads. */
export const useHoleChoices = (holes: readonly NumberedHole[]) => {
  const { t } = useTranslation()
  const numbers = holes.length === 0 ? [1] : holes.map(({ number }) => number)
  return numbers.map(hole => ({ value: String(hole), label: t('teeSheet.hole', { hole }) }))
}
