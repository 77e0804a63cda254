/** Photos of the record that is being entered: taken with the camera or chosen, and kept on this device until they are sent. */
import { MOST_RECORD_PHOTOS } from '@greensward/domain'
import { Button, FileButton } from '@mantine/core'
import { IconCamera, IconPhoto, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/index.ts'
import classes from './RecordPage.module.css'
import { MOST_WAITING_PHOTOS } from './recordOutbox.ts'
import type { DraftPhotos } from './useDraftPhotos.ts'

const TYPES = 'image/jpeg,image/png,image/webp'

interface PhotosFieldProps {
  readonly draft: DraftPhotos
  /** Photos of earlier records that this device keeps. */
  readonly waiting: number
}

export function PhotosField({ draft, waiting }: PhotosFieldProps) {
  const { t } = useTranslation()
  const { photos, isReading, refusal } = draft
  const kept = waiting + photos.length
  const isFull = kept >= MOST_WAITING_PHOTOS
  const mayAdd = !isFull && photos.length < MOST_RECORD_PHOTOS
  const button = (text: string, icon: ReactNode, isCamera: boolean) => (
    <FileButton
      accept={TYPES}
      onChange={file => file !== null && void draft.add(file)}
      {...(isCamera ? { capture: 'environment' } : {})}
    >
      {props => (
        <Button {...props} variant="default" leftSection={icon} disabled={!mayAdd} loading={isReading}>
          {text}
        </Button>
      )}
    </FileButton>
  )
  return (
    <fieldset className={classes.photos}>
      <legend>{t('grass.record.photos.title')}</legend>
      <div className={classes.thumbs}>
        {photos.map((photo, n) => (
          <span key={photo.id} className={classes.draft}>
            <img
              src={`data:image/jpeg;base64,${photo.thumbnail}`}
              alt={t('grass.record.photos.draft', { n: n + 1, count: photos.length })}
            />
            <IconButton
              label={t('grass.record.photos.leaveOut', { n: n + 1 })}
              variant="filled"
              onClick={() => draft.remove([photo])}
            >
              <IconX size={20} />
            </IconButton>
          </span>
        ))}
      </div>
      <div className={classes.photoButtons}>
        {button(t('grass.record.photos.take'), <IconCamera size={20} />, true)}
        {button(t('grass.record.photos.choose'), <IconPhoto size={20} />, false)}
      </div>
      <p className={classes.hint}>
        {t('grass.record.photos.hint', { most: MOST_RECORD_PHOTOS })}{' '}
        {t(isFull ? 'grass.record.photos.full' : 'grass.record.photos.kept', { kept, most: MOST_WAITING_PHOTOS })}
      </p>
      {refusal !== null && <p role="alert">{refusal}</p>}
    </fieldset>
  )
}
