import type { ImportPreview } from '@greensward/contract'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './ImportDialog.module.css'

interface UnitOfDrawingProps {
  readonly used: ImportPreview['drawingUnit']
  readonly onChoose: () => void
}

/** The unit in which a drawing was read, and whether the drawing says so. */
export function UnitOfDrawing({ used, onChoose }: UnitOfDrawingProps) {
  const { t } = useTranslation()
  if (used === null) return null
  return (
    <>
      <p className={used.source === 'assumed' ? classes.notice : classes.quiet}>
        {t(`mapFiles.unit.${used.source}`, { unit: t(`mapFiles.unit.in.${used.name}`) })}
      </p>
      <Button variant="subtle" px={8} onClick={onChoose}>
        {t('mapFiles.unit.choose')}
      </Button>
    </>
  )
}
