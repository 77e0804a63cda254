/** Long lists in the directories of big-endian files: positions of strips and tiles, colour tables. */
import type { GeoTIFFImage } from 'geotiff'
import { Fault } from './fault.ts'

/** Types of TIFF 6.0 and BigTIFF that have more than one byte and are whole numbers without a sign. */
const READERS: ReadonlyMap<number, (view: DataView, at: number) => number> = new Map([
  [3, (view, at) => view.getUint16(at)],
  [4, (view, at) => view.getUint32(at)],
  [16, (view, at) => Number(view.getBigUint64(at))],
])

/**
 * The library (geotiff 3.1.0-beta.0) reads lists that are too far from their directory as little-endian, in big-endian files too.
 * Of those files they are read here, and the library takes them from its directory.
 * @throws Fault where a list is not in the file
 */
export const readTurnedLists = async (image: GeoTIFFImage, fileBytes: number): Promise<void> => {
  if (image.littleEndian) return
  const { deferredArrays, actualizedFields } = image.fileDirectory
  for (const [tag, { arrayOffset, fieldType, itemSize, length }] of deferredArrays) {
    const read = READERS.get(fieldType)
    if (read === undefined) continue
    if (arrayOffset + itemSize * length > fileBytes) throw new Fault('fileDamaged')
    const [bytes] = await image.source.fetch([{ offset: arrayOffset, length: itemSize * length }])
    if (bytes === undefined) throw new Fault('fileDamaged')
    const view = new DataView(bytes)
    actualizedFields.set(
      tag,
      Array.from({ length }, (_, i) => read(view, i * itemSize)),
    )
  }
}
