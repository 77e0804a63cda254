/** The photos of the record that is being entered. Reading one takes a phone a second or two. */
import { RECORD_PHOTO_LIMITS } from '@greensward/domain'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { randomId } from '../../api/index.ts'
import { photoWithThumbnail } from '../../ui/photo/smallerPhoto.ts'
import type { WaitingPhoto } from './recordOutbox.ts'

export interface DraftPhotos {
  readonly photos: readonly WaitingPhoto[]
  /** Until it ends a record would be saved without its last photo. */
  readonly isReading: boolean
  /** Why the last file was not added. */
  readonly refusal: string | null
  add(file: File): Promise<void>
  remove(photos: readonly WaitingPhoto[]): void
}

const isHeic = ({ type, name }: File): boolean => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

const base64Of = async (content: Blob): Promise<string> => {
  const bytes = new Uint8Array(await content.arrayBuffer())
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}

const readPhoto = async (file: File): Promise<WaitingPhoto> => {
  const { whole, thumbnail } = await photoWithThumbnail(file, RECORD_PHOTO_LIMITS.megabytes * 1024 * 1024)
  return { id: randomId(), whole: await whole.arrayBuffer(), thumbnail: await base64Of(thumbnail) }
}

export function useDraftPhotos(): DraftPhotos {
  const { t } = useTranslation()
  const [photos, setPhotos] = useState<readonly WaitingPhoto[]>([])
  const [isReading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  return {
    photos,
    isReading,
    refusal,
    add: async file => {
      setRefusal(null)
      setReading(true)
      try {
        const photo = await readPhoto(file)
        // Others may have been left out meanwhile.
        setPhotos(now => [...now, photo])
      } catch {
        setRefusal(t(isHeic(file) ? 'grass.record.photos.heic' : 'grass.record.photos.unreadable'))
      } finally {
        setReading(false)
      }
    },
    remove: removed => setPhotos(now => now.filter(photo => !removed.includes(photo))),
  }
}
