/** Makes a photo small enough to be sent to carts: at most 1,600 pixels a side, as JPEG. */

const MAX_SIDE = 1_600
const QUALITY = 0.85

/** The size a picture is drawn at, in pixels; a small one stays as it is. */
export const fittedSize = (width: number, height: number, maxSide: number): { width: number; height: number } => {
  const share = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) }
}

/** @throws when the browser cannot read the file as a picture */
export const smallerPhoto = async (file: File): Promise<File> => {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const { width, height } = fittedSize(picture.width, picture.height, MAX_SIDE)
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('This browser cannot draw')
    // Transparent pixels become white: JPEG has no transparency.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, width, height)
    context.drawImage(picture, 0, 0, width, height)
    const content = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
    return new File([content], 'photo.jpg', { type: 'image/jpeg' })
  } finally {
    picture.close()
  }
}
