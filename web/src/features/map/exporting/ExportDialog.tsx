import { calls, type ExportFormat } from '@greensward/contract'
import { FEATURE_KINDS, type FeatureKind } from '@greensward/domain'
import { Button, Checkbox, Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../../api/index.ts'
import type { Course } from '../../../map-view/courseReadings.ts'
import { Dialog } from '../../../ui/index.ts'
import { useSave } from '../../../ui/useSave.ts'
import classes from './ExportDialog.module.css'

const FORMATS = ['geojson', 'kml', 'gpkg', 'shapefile', 'dxf', 'gpx'] as const satisfies readonly ExportFormat[]
/** A hand-held device knows tracks and waypoints only. */
const IN_GPX: readonly FeatureKind[] = ['road', 'note']

interface ExportDialogProps {
  readonly course: Course
  readonly onClose: () => void
}

/** The course as a file, whole or some kinds of it. */
export function ExportDialog({ course, onClose }: ExportDialogProps) {
  const { t } = useTranslation()
  const present = FEATURE_KINDS.filter(kind => course.features.some(feature => feature.kind === kind))
  const [format, setFormat] = useState<ExportFormat>('geojson')
  const [left, setLeft] = useState<ReadonlySet<FeatureKind>>(new Set())
  const { isSaving, save } = useSave(t('map.exportFailed'))
  const possible = format === 'gpx' ? present.filter(kind => IN_GPX.includes(kind)) : present
  const kinds = possible.filter(kind => !left.has(kind))
  const saveCourse = async (): Promise<void> => {
    const file = download(calls.map.export, {}, { format, kinds: kinds.join(',') })
    const isZip = format === 'shapefile' || format === 'dxf'
    if (await save(file, `course-${course.revision}.${format}${isZip ? '.zip' : ''}`)) onClose()
  }
  return (
    <Dialog onClose={onClose} title={t('mapFiles.export')}>
      <Radio.Group
        label={t('mapFiles.format')}
        value={format}
        onChange={value => setFormat(FORMATS.find(one => one === value) ?? 'geojson')}
      >
        {FORMATS.map(one => (
          <Radio
            key={one}
            mt={8}
            value={one}
            label={t(`mapFiles.formats.${one}`)}
            description={t(`mapFiles.formatText.${one}`)}
          />
        ))}
      </Radio.Group>
      <fieldset className={classes.kinds}>
        <legend>{t('mapFiles.whichKinds')}</legend>
        {possible.map(kind => (
          <Checkbox
            key={kind}
            label={t(`map.kinds.${kind}`)}
            checked={!left.has(kind)}
            onChange={event => {
              const next = new Set(left)
              if (event.currentTarget.checked) next.delete(kind)
              else next.add(kind)
              setLeft(next)
            }}
          />
        ))}
        {possible.length === 0 && <p>{t('mapFiles.nothingToExport')}</p>}
      </fieldset>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button loading={isSaving} disabled={kinds.length === 0} onClick={() => void saveCourse()}>
          {t('mapFiles.save')}
        </Button>
      </div>
    </Dialog>
  )
}
