/** The SQL of the photos of records. */
import type { RecordPhoto, ZoneRecord } from '@greensward/domain'
import { MOST_RECORD_PHOTOS } from '@greensward/domain'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { recordPhotos, zoneRecords } from '../../platform/db/schema/index.ts'
import type { Photo } from '../../platform/pictures/photo.ts'

/** Records with their photos, in the order in which these were added. */
export const withPhotos = async (
  reader: Reader,
  records: readonly Omit<ZoneRecord, 'photos'>[],
): Promise<ZoneRecord[]> => {
  const { id, recordId, hash, addedAt } = recordPhotos
  const ids = records.map(record => record.id)
  const rows =
    ids.length === 0
      ? []
      : await reader
          .select({ id, recordId, hash })
          .from(recordPhotos)
          .where(inArray(recordId, ids))
          .orderBy(asc(addedAt), asc(id))
  const byRecord = Map.groupBy(rows, row => row.recordId)
  return records.map(record => ({
    ...record,
    photos: (byRecord.get(record.id) ?? []).map(photo => ({ id: photo.id, hash: photo.hash })),
  }))
}

/** A photo by the zone and record that it belongs to. */
export interface PhotoPath {
  readonly id: string
  readonly recordId: string
  readonly photoId: string
}

export interface NewPhoto {
  readonly whole: Photo
  readonly thumbnail: Photo | null
  readonly addedAt: Date
}

export type Adding =
  | { readonly kind: 'kept'; readonly photo: RecordPhoto }
  | { readonly kind: 'notFound' | 'taken' | 'full' }

export const addPhoto = async (tx: Tx, path: PhotoPath, photo: NewPhoto): Promise<Adding> => {
  const { id: zoneId, recordId, photoId: id } = path
  const [record] = await tx
    .select({ id: zoneRecords.id })
    .from(zoneRecords)
    .where(and(eq(zoneRecords.id, recordId), eq(zoneRecords.zoneId, zoneId)))
    .for('update')
  if (record === undefined) return { kind: 'notFound' }
  const [known] = await tx
    .select({ recordId: recordPhotos.recordId, hash: recordPhotos.hash })
    .from(recordPhotos)
    .where(eq(recordPhotos.id, id))
  if (known !== undefined)
    return known.recordId === recordId ? { kind: 'kept', photo: { id, hash: known.hash } } : { kind: 'taken' }
  if ((await tx.$count(recordPhotos, eq(recordPhotos.recordId, recordId))) >= MOST_RECORD_PHOTOS)
    return { kind: 'full' }
  const { whole, thumbnail, addedAt } = photo
  const added = await tx
    .insert(recordPhotos)
    .values({
      id,
      recordId,
      type: whole.type,
      data: whole.data,
      hash: whole.hash,
      thumbnailType: thumbnail?.type ?? null,
      thumbnail: thumbnail?.data ?? null,
      addedAt,
    })
    .onConflictDoNothing()
    .returning({ id: recordPhotos.id })
  // Another record took the id in the meantime.
  return added.length === 0 ? { kind: 'taken' } : { kind: 'kept', photo: { id, hash: whole.hash } }
}

const ofPath = ({ id: zoneId, recordId, photoId }: PhotoPath) =>
  and(eq(recordPhotos.id, photoId), eq(recordPhotos.recordId, recordId), eq(zoneRecords.zoneId, zoneId))

/** The bytes of a photo; of one without a thumbnail, the whole picture in its place. */
export const findPhoto = async (
  reader: Reader,
  path: PhotoPath,
  size: 'whole' | 'thumbnail',
): Promise<{ readonly type: string; readonly data: Uint8Array; readonly hash: string } | undefined> => {
  const { type, data, hash, thumbnailType, thumbnail } = recordPhotos
  const isSmall = size === 'thumbnail'
  const [row] = await reader
    .select({ hash, type: isSmall ? thumbnailType : type, data: isSmall ? thumbnail : data })
    .from(recordPhotos)
    .innerJoin(zoneRecords, eq(zoneRecords.id, recordPhotos.recordId))
    .where(ofPath(path))
  if (row === undefined) return undefined
  if (row.type === null || row.data === null) return findPhoto(reader, path, 'whole')
  return { hash: row.hash, type: row.type, data: row.data }
}

/** @returns whether there was one */
export const removePhoto = async (tx: Tx, path: PhotoPath): Promise<boolean> => {
  const [found] = await tx
    .select({ id: recordPhotos.id })
    .from(recordPhotos)
    .innerJoin(zoneRecords, eq(zoneRecords.id, recordPhotos.recordId))
    .where(ofPath(path))
  if (found === undefined) return false
  await tx.delete(recordPhotos).where(eq(recordPhotos.id, found.id))
  return true
}
