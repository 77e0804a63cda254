/** Records that were entered and are not sent yet: a phone keeps them while it has no network. */
import { lateCalls } from '@greensward/contract/late'
import type { NewZoneRecord, ZoneRecord } from '@greensward/domain'
import i18next from 'i18next'
import { browserDatabase } from '../../api/browserDatabase.ts'
import { call, firstRefusal, invalidate, queryClient, randomId, upload } from '../../api/index.ts'
import { openOutbox, type Unsent } from '../../api/outbox.ts'
import { serverNowMs } from '../../api/serverClock.ts'
import { isRefusal, PartRefused } from '../../api/useUnsent.ts'

/** This device keeps at most this many photos that are not sent: about 10 MB. */
export const MOST_WAITING_PHOTOS = 30

/** Bytes, because not every browser keeps files in its database. */
export interface WaitingPhoto {
  readonly id: string
  /** JPEG. */
  readonly whole: ArrayBuffer
  /** JPEG as base64. */
  readonly thumbnail: string
}

export interface WaitingRecord extends Unsent {
  readonly personId: string
  readonly zoneId: string
  /** For the message of a refusal. */
  readonly title: string
  readonly record: NewZoneRecord
  /** Absent in what an earlier version of this page kept. */
  readonly photos?: readonly WaitingPhoto[]
}

export const recordOutbox = openOutbox<'records', WaitingRecord>(
  browserDatabase('greensward-records', { records: 'requestId' }),
  'records',
  'greensward.records.outbox',
  ({ personId }) => personId,
)

/** The photos of records that wait to be sent, or were refused and are not dismissed yet. */
export const waitingPhotos = (waiting: readonly WaitingRecord[]): number =>
  waiting.reduce((sum, { photos = [] }) => sum + photos.length, 0)

const sendPhoto = async (record: ZoneRecord, { id: photoId, whole, thumbnail }: WaitingPhoto): Promise<void> => {
  const file = new File([whole], 'photo.jpg', { type: 'image/jpeg' })
  // What is already recorded under other values of the same moment keeps its own id.
  const params = { id: record.zoneId, recordId: record.id, photoId }
  await upload(lateCalls.zoneRecords.addPhoto, file, undefined, params, { thumbnail })
}

/**
 * The record, and then its photos; those that arrived before the network broke off are not sent again.
 * @throws PartRefused where the record is stored and a photo was refused; the others are sent all the same
 */
export const sendRecord = async ({ zoneId, record, photos = [] }: WaitingRecord): Promise<void> => {
  const sent = await call(lateCalls.zoneRecords.add, { params: { id: zoneId }, body: record })
  let refused: unknown
  try {
    for (const photo of photos) {
      if (sent.photos.some(({ id }) => id === photo.id)) continue
      await sendPhoto(sent, photo).catch((error: unknown) => {
        if (!isRefusal(error)) throw error
        refused = error
      })
    }
  } finally {
    void invalidate(queryClient, lateCalls.zoneRecords.latest, lateCalls.zoneRecords.list)
  }
  if (refused !== undefined)
    throw new PartRefused(i18next.t('grass.record.photoRefused', { reason: firstRefusal(refused) }))
}

/** A record of this moment, by the server's clock. */
export const recordNow = (
  personId: string,
  zone: { readonly id: string; readonly title: string },
  given: Pick<NewZoneRecord, 'kind' | 'value' | 'product'>,
  photos: readonly WaitingPhoto[] = [],
): WaitingRecord => {
  const now = Date.now()
  const madeAtMs = serverNowMs(now) ?? now
  const id = randomId()
  return {
    requestId: id,
    personId,
    zoneId: zone.id,
    title: zone.title,
    record: { ...given, id, at: new Date(madeAtMs).toISOString() },
    photos,
    madeAtMs,
    refusal: null,
  }
}
