/** Photos of the record that is being entered: taken with the camera or chosen, and kept on this device until they are sent. */
import { MOST_RECORD_PHOTOS, RECORD_PHOTO_LIMITS } from '@greensward/domain'
import { Button, FileButton } from '@mantine/core'
import { IconCamera, IconPhoto, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { randomId } from '../../api/index.ts'
import { IconButton } from '../../ui/index.ts'
import { photoWithThumbnail } from '../../ui/photo/smallerPhoto.ts'
import classes from './RecordPage.module.css'
import { MOST_WAITING_PHOTOS, type WaitingPhoto } from './recordOutbox.ts'

const TYPES = 'image/jpeg,image/png,image/webp'

interface PhotosFieldProps {
  readonly photos: readonly WaitingPhoto[]
  readonly onChange: (photos: readonly WaitingPhoto[]) => void
  /** Photos of earlier records that this device keeps. */
  readonly waiting: number
}

const isHeic = ({ type, name }: File): boolean => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

const base64Of = async (content: Blob): Promise<string> => {
  const bytes = new Uint8Array(await content.arrayBuffer())
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}

export function PhotosField({ photos, onChange, waiting }: PhotosFieldProps) {
  const { t } = useTranslation()
  const [isReading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const kept = waiting + photos.length
  const isFull = kept >= MOST_WAITING_PHOTOS
  const mayAdd = !isFull && photos.length < MOST_RECORD_PHOTOS
  const add = async (file: File | null): Promise<void> => {
    if (file === null) return
    setRefusal(null)
    setReading(true)
    try {
      const { whole, thumbnail } = await photoWithThumbnail(file, RECORD_PHOTO_LIMITS.megabytes * 1024 * 1024)
      const photo = { id: randomId(), whole: await whole.arrayBuffer(), thumbnail: await base64Of(thumbnail) }
      onChange([...photos, photo])
    } catch {
      setRefusal(t(isHeic(file) ? 'grass.record.photos.heic' : 'grass.record.photos.unreadable'))
    } finally {
      setReading(false)
    }
  }
  const button = (text: string, icon: ReactNode, isCamera: boolean) => (
    <FileButton accept={TYPES} onChange={file => void add(file)} {...(isCamera ? { capture: 'environment' } : {})}>
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
        {photos.map(({ id, thumbnail }, n) => (
          <span key={id} className={classes.draft}>
            <img
              src={`data:image/jpeg;base64,${thumbnail}`}
              alt={t('grass.record.photos.draft', { n: n + 1, count: photos.length })}
            />
            <IconButton
              label={t('grass.record.photos.leaveOut', { n: n + 1 })}
              variant="filled"
              onClick={() => onChange(photos.filter(photo => photo.id !== id))}
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
