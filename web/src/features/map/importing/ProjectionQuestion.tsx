import { Button, NumberInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ImportDialog.module.css'

interface ProjectionQuestionProps {
  readonly message: string
  /** Where the course is, for a first guess. */
  readonly centreLon: number
  readonly centreLat: number
  readonly onAnswer: (epsg: number) => void
}

/** The UTM zone of a place: what most surveyors' drawings are in. */
const utmOf = (lon: number, lat: number): number =>
  (lat < 0 ? 32_700 : 32_600) + Math.min(60, Math.max(1, Math.floor((lon + 180) / 6) + 1))

/** Asks for the coordinate system of a drawing in metres. */
export function ProjectionQuestion({ message, centreLon, centreLat, onAnswer }: ProjectionQuestionProps) {
  const { t } = useTranslation()
  const [epsg, setEpsg] = useState<number | string>(utmOf(centreLon, centreLat))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (typeof epsg === 'number') onAnswer(epsg)
  }
  return (
    <form className={classes.question} onSubmit={submit}>
      <p className={classes.notice} role="status">
        {message}
      </p>
      <NumberInput
        label={t('mapFiles.epsg')}
        description={t('mapFiles.epsgText')}
        value={epsg}
        min={1}
        max={999_999}
        allowDecimal={false}
        hideControls
        data-autofocus
        onChange={setEpsg}
      />
      <Button type="submit" disabled={typeof epsg !== 'number'}>
        {t('mapFiles.readWith')}
      </Button>
    </form>
  )
}
