/** Records that were entered and are not sent yet: a phone keeps them while it has no network. */
import { lateCalls } from '@greensward/contract/late'
import type { NewZoneRecord, ZoneRecord } from '@greensward/domain'
import { browserDatabase } from '../../api/browserDatabase.ts'
import { call, invalidate, queryClient, randomId } from '../../api/index.ts'
import { openOutbox, type Unsent } from '../../api/outbox.ts'
import { serverNowMs } from '../../api/serverClock.ts'

export interface WaitingRecord extends Unsent {
  readonly personId: string
  readonly zoneId: string
  /** For the message of a refusal. */
  readonly title: string
  readonly record: NewZoneRecord
}

export const recordOutbox = openOutbox<'records', WaitingRecord>(
  browserDatabase('greensward-records', { records: 'requestId' }),
  'records',
  'greensward.records.outbox',
  ({ personId }) => personId,
)

export const sendRecord = async ({ zoneId, record }: WaitingRecord): Promise<ZoneRecord> => {
  const sent = await call(lateCalls.zoneRecords.add, { params: { id: zoneId }, body: record })
  void invalidate(queryClient, lateCalls.zoneRecords.latest, lateCalls.zoneRecords.list)
  return sent
}

/** A record of this moment, by the server's clock. */
export const recordNow = (
  personId: string,
  zone: { readonly id: string; readonly title: string },
  given: Pick<NewZoneRecord, 'kind' | 'value' | 'product'>,
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
    madeAtMs,
    refusal: null,
  }
}
