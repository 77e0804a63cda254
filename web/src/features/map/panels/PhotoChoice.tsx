import type { Raster } from '@greensward/contract'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../../api/index.ts'
import type { MapLayerChoice } from '../../../map-view/mapChoice.ts'

interface PhotoChoiceProps {
  readonly own: Raster
  readonly photos: readonly Raster[]
  readonly compared: string | null
  readonly onChange: (part: Partial<MapLayerChoice>) => void
}

/** Which orthophoto is shown, and beside which other. */
export function PhotoChoice({ own, photos, compared, onChange }: PhotoChoiceProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const nameOf = ({ title, takenOn }: Raster): string =>
    takenOn === null ? title : `${time.date(`${takenOn}T12:00:00Z`)} ${takenOn.slice(0, 4)} · ${title}`
  return (
    <>
      <NativeSelect
        label={t('mapPanels.rasters.photo')}
        value={own.id}
        data={photos.map(photo => ({ value: photo.id, label: nameOf(photo) }))}
        onChange={event =>
          onChange({
            photo: event.currentTarget.value,
            ...(event.currentTarget.value === compared ? { compared: null } : {}),
          })
        }
      />
      <NativeSelect
        label={t('mapPanels.rasters.compare')}
        value={compared ?? ''}
        data={[
          { value: '', label: t('mapPanels.rasters.compareNone') },
          ...photos.filter(({ id }) => id !== own.id).map(photo => ({ value: photo.id, label: nameOf(photo) })),
        ]}
        onChange={event => onChange({ compared: event.currentTarget.value === '' ? null : event.currentTarget.value })}
      />
    </>
  )
}
