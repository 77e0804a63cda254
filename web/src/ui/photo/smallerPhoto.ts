/** Makes a photo small enough to be sent: at most 1,600 pixels a side unless another size is asked for, as JPEG. */

const MAX_SIDE = 1_600
const QUALITY = 0.85

/** The size a picture is drawn at, in pixels; a small one stays as it is. */
export const fittedSize = (width: number, height: number, maxSide: number): { width: number; height: number } => {
  const share = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) }
}

/** Upright, as its metadata says, which the new picture does not have. */
const drawn = async (picture: ImageBitmap, maxSide: number, quality: number): Promise<Blob> => {
  const { width, height } = fittedSize(picture.width, picture.height, maxSide)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw')
  // Transparent pixels become white: JPEG has no transparency.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

const opened = (file: Blob): Promise<ImageBitmap> => createImageBitmap(file, { imageOrientation: 'from-image' })

/** @throws when the browser cannot read the file as a picture */
export const smallerPhoto = async (file: File): Promise<File> => {
  const picture = await opened(file)
  try {
    return new File([await drawn(picture, MAX_SIDE, QUALITY)], 'photo.jpg', { type: 'image/jpeg' })
  } finally {
    picture.close()
  }
}

const THUMBNAIL_SIDE = 320
const THUMBNAIL_QUALITY = 0.7
/** Tried from the best on, until the picture is small enough in bytes. */
const QUALITIES = [0.8, 0.65, 0.5, 0.35]

/**
 * A photo and its thumbnail.
 * @param maxBytes of the photo
 * @throws when the browser cannot read the file as a picture
 */
export const photoWithThumbnail = async (
  file: Blob,
  maxBytes: number,
): Promise<{ readonly whole: Blob; readonly thumbnail: Blob }> => {
  const picture = await opened(file)
  try {
    const thumbnail = await drawn(picture, THUMBNAIL_SIDE, THUMBNAIL_QUALITY)
    let whole = await drawn(picture, MAX_SIDE, QUALITY)
    for (const quality of QUALITIES) {
      if (whole.size <= maxBytes) break
      whole = await drawn(picture, MAX_SIDE, quality)
    }
    return { whole, thumbnail }
  } finally {
    picture.close()
  }
}
