import type { ImportPreview } from '@greensward/contract'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMeasure } from '../../../ui/index.ts'
import classes from './ImportDialog.module.css'

type SystemUsed = ImportPreview['coordinateSystems'][number]

interface CoordinateSystemsProps {
  readonly used: readonly SystemUsed[]
  readonly onChoose: () => void
}

const textOf = ({ datum, accuracyM }: SystemUsed): string =>
  datum === 'shifted' && accuracyM === null ? 'shiftedByFile' : datum

/** Which coordinate systems the file's coordinates were taken for, and how far that may be off. */
export function CoordinateSystems({ used, onChoose }: CoordinateSystemsProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  if (used.length === 0) return null
  return (
    <>
      {used.map(system => (
        <p
          key={`${system.name} ${system.datumName}`}
          className={system.datum === 'unknown' ? classes.notice : classes.quiet}
          role={system.datum === 'unknown' ? 'alert' : undefined}
        >
          {t(`mapFiles.coordinates.${textOf(system)}`, {
            name: system.name.replaceAll('_', ' '),
            datum: system.datumName.replaceAll('_', ' '),
            accuracy: measure.length(system.accuracyM ?? 0),
          })}
        </p>
      ))}
      <Button variant="subtle" px={8} onClick={onChoose}>
        {t('mapFiles.coordinates.choose')}
      </Button>
    </>
  )
}
