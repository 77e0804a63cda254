/** The end of a validity in course time; empty means until somebody removes it. */
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../../api/index.ts'
import { momentOf, wallClock } from '../../../ui/zonedTime.ts'

interface UntilFieldProps {
  /** An instant in UTC, ISO 8601. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

const two = (count: number): string => String(count).padStart(2, '0')

export function UntilField({ value, onChange }: UntilFieldProps) {
  const { t } = useTranslation()
  const { zone } = useCourseTime()
  const clock = value === null ? null : wallClock(new Date(value), zone)
  return (
    <TextInput
      type="datetime-local"
      label={t('editor.until')}
      description={t('editor.untilHint')}
      value={clock === null ? '' : `${clock.day}T${two(clock.hour)}:${two(clock.minute)}`}
      onChange={event => {
        const [, day, hour, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(event.currentTarget.value) ?? []
        onChange(day === undefined ? null : momentOf(day, Number(hour), Number(minute), zone).toISOString())
      }}
    />
  )
}
