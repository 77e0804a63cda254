/** Photos that people send: looked at before they are kept, and never decoded here. */

import { createHash } from 'node:crypto'
import { type Said, said } from '@greensward/messages'
import { imageSize } from 'image-size'
import { refuseFields } from '../http/refusal.ts'
import { breaksOff, type PictureType, pictureTypes, withoutMetadata } from './withoutMetadata.ts'

export interface PhotoLimits {
  readonly megabytes: number
  /** Pixels: a browser decodes them into memory, 4 bytes for each. */
  readonly side: number
}

export interface Photo {
  readonly type: string
  readonly data: Uint8Array
  /** Of the bytes that are kept. */
  readonly hash: string
}

const TYPES: Readonly<Record<string, PictureType>> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }
/** ISO/IEC 23008-12: the brands of pictures that phones call HEIC. */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

const isHeic = (data: Uint8Array): boolean => {
  const start = Buffer.from(data.subarray(4, 12)).toString('latin1')
  return start.startsWith('ftyp') && HEIC_BRANDS.includes(start.slice(4))
}

const sizeOf = (data: Uint8Array): { type?: string; width: number; height: number } | undefined => {
  try {
    return imageSize(data)
  } catch {
    return undefined
  }
}

/**
 * The type of the bytes, independent of the file name, without their metadata of position, time and camera. Refuses all but
 * JPEG, PNG or WebP of a sensible size; what a file says of its size is read before anything else of it.
 * @param field of the request that is named in a refusal
 */
export const checkPhoto = (data: Uint8Array, { megabytes, side }: PhotoLimits, field = 'body.file'): Photo => {
  const refusePhoto = (fault: Said): never => refuseFields({ [field]: fault })
  if (data.length > megabytes * 1024 * 1024) return refusePhoto(said('photoSize', { maximum: megabytes }))
  if (isHeic(data)) return refusePhoto(said('photoHeic'))
  const size = sizeOf(data)
  const type = TYPES[size?.type ?? '']
  if (size === undefined || type === undefined) return refusePhoto(said('photoType'))
  if (size.width < 1 || size.height < 1 || size.width > side || size.height > side) {
    return refusePhoto(said('photoSide', { maximum: side }))
  }
  const kept = withoutMetadata(type, data)
  if (kept === undefined || breaksOff(type, data)) return refusePhoto(said('photoCutOff'))
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
