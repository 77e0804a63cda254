/** Times of the week: days, from when, until when; as many lines as are needed. */
import { MAX_TIMETABLE_ENTRIES, type Timetable, WEEKDAYS } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ClockInput, IconButton, WeekdayButtons } from '../../../ui/index.ts'
import classes from './TimetableField.module.css'

interface TimetableFieldProps {
  readonly legend: string
  readonly hint: string
  readonly value: Timetable
  readonly onChange: (value: Timetable) => void
}

type Entry = Timetable[number]

/** Before the first golfers, which is when most of it is needed. */
const USUAL: Entry = { days: [...WEEKDAYS], from: '08:00', to: '18:00' }

export function TimetableField({ legend, hint, value, onChange }: TimetableFieldProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.field}>
      <legend>{legend}</legend>
      <p className={classes.hint}>{hint}</p>
      {value.map((entry, index) => (
        <EntryField
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name of its own and keeps its place while it is typed into
          key={`${index} of ${value.length}`}
          number={index + 1}
          entry={entry}
          onChange={next => onChange(value.with(index, next))}
          onRemove={() => onChange(value.toSpliced(index, 1))}
        />
      ))}
      {value.length < MAX_TIMETABLE_ENTRIES && (
        <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => onChange([...value, USUAL])}>
          {t('editor.times.add')}
        </Button>
      )}
    </fieldset>
  )
}

interface EntryFieldProps {
  readonly number: number
  readonly entry: Entry
  readonly onChange: (entry: Entry) => void
  readonly onRemove: () => void
}

function EntryField({ number, entry, onChange, onRemove }: EntryFieldProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.entry} aria-label={t('editor.times.line', { number })}>
      <WeekdayButtons isNarrow value={entry.days} onChange={days => onChange({ ...entry, days })} />
      <div className={classes.clock}>
        <ClockInput
          label={t('editor.times.from')}
          value={entry.from}
          onChange={from => from !== '' && onChange({ ...entry, from })}
        />
        <ClockInput
          label={t('editor.times.to')}
          value={entry.to}
          onChange={to => to !== '' && onChange({ ...entry, to })}
        />
        <IconButton label={t('editor.times.remove', { number })} onClick={onRemove}>
          <IconTrash size={18} />
        </IconButton>
      </div>
      {entry.to <= entry.from && <p className={classes.hint}>{t('editor.times.overnight')}</p>}
    </fieldset>
  )
}
