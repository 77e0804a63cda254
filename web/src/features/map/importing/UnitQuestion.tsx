import { DRAWING_UNITS, type DrawingUnit } from '@greensward/domain'
import { Button, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ImportDialog.module.css'

interface UnitQuestionProps {
  readonly message: string
  readonly onAnswer: (unit: DrawingUnit) => void
}

/** Asks for the unit of a drawing. */
export function UnitQuestion({ message, onAnswer }: UnitQuestionProps) {
  const { t } = useTranslation()
  const [unit, setUnit] = useState<DrawingUnit>('metres')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onAnswer(unit)
  }
  return (
    <form className={classes.question} onSubmit={submit}>
      <p className={classes.notice} role="status">
        {message}
      </p>
      <NativeSelect
        label={t('mapFiles.unit.label')}
        value={unit}
        data={DRAWING_UNITS.map(value => ({ value, label: t(`mapFiles.unit.option.${value}`) }))}
        data-autofocus
        onChange={({ currentTarget }) => {
          const chosen = DRAWING_UNITS.find(value => value === currentTarget.value)
          if (chosen !== undefined) setUnit(chosen)
        }}
      />
      <Button type="submit">{t('mapFiles.readWith')}</Button>
    </form>
  )
}
