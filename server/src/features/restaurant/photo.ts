/** Photos of dishes: looked at before they are kept, and never decoded here. */

import { createHash } from 'node:crypto'
import { type Said, said } from '@greensward/messages'
import { imageSize } from 'image-size'
import { refuseFields } from '../../platform/http/refusal.ts'
import { type PictureType, pictureTypes, withoutMetadata } from './withoutMetadata.ts'

export const MAX_PHOTO_BYTES = 2 * 1024 * 1024
/** A browser decodes them into memory: 4 bytes a pixel. */
const MAX_SIDE = 6_000

const TYPES: Readonly<Record<string, PictureType>> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

const NO_PICTURE = said('photoType')

const refusePhoto = (fault: Said): never => refuseFields({ 'body.file': fault })

const sizeOf = (data: Uint8Array): { type?: string; width: number; height: number } | undefined => {
  try {
    return imageSize(data)
  } catch {
    return undefined
  }
}

/**
 * The type of the bytes, independent of the file name, without their metadata of position, time and camera. Refuses all but
 * JPEG, PNG or WebP of a sensible size.
 */
export const checkPhoto = (data: Uint8Array): { type: string; data: Uint8Array; hash: string } => {
  if (data.length > MAX_PHOTO_BYTES) return refusePhoto(said('photoSize'))
  const size = sizeOf(data)
  const type = TYPES[size?.type ?? '']
  if (size === undefined || type === undefined) return refusePhoto(NO_PICTURE)
  if (size.width < 1 || size.height < 1 || size.width > MAX_SIDE || size.height > MAX_SIDE) {
    return refusePhoto(said('photoSide', { maximum: MAX_SIDE }))
  }
  const kept = withoutMetadata(type, data)
  if (kept === undefined) return refusePhoto(NO_PICTURE)
  return { type, data: kept, hash: createHash('sha256').update(kept).digest('base64url').slice(0, 22) }
}

/**
 * The bytes of a stored photo that are served. One from before metadata was left out, or from an old backup,
 * reveals no more than one of today; undefined where it is incomplete, as incomplete ones were accepted then.
 */
export const servedPhoto = (stored: { readonly type: string; readonly data: Uint8Array }): Uint8Array | undefined => {
  const type = pictureTypes.find(name => name === stored.type)
  return type === undefined ? undefined : withoutMetadata(type, stored.data)
}
