/** What people measure and apply on a zone: kept in metric units; screens show the units of the course. */
import { type Said, said } from '@greensward/messages'
import { z } from 'zod'
import { readCsv } from '../common/readCsv.ts'
import { id, instant, line } from '../common/text.ts'
import { isDay, momentOf } from '../common/zonedTime.ts'
import type { ZoneType } from '../garage/garage.ts'
import { courseDay } from '../schedule/repeats.ts'

export const zoneRecordKind = z.enum([
  'heightOfCut',
  'greenSpeed',
  'clippings',
  'moisture',
  'firmness',
  'product',
  'growthRegulator',
])
export type ZoneRecordKind = z.infer<typeof zoneRecordKind>
export const ZONE_RECORD_KINDS = zoneRecordKind.options

/** Whether a record of this kind names a product. */
export const namesProduct = (kind: ZoneRecordKind): boolean => kind === 'product' || kind === 'growthRegulator'

/** The unit of each kind, and what a value can be. */
export const RECORD_RANGES: Readonly<
  Record<ZoneRecordKind, { readonly unit: string; readonly least: number; readonly most: number }>
> = {
  heightOfCut: { unit: 'mm', least: 1, most: 200 },
  /** By the stimpmeter: how far the ball rolls. */
  greenSpeed: { unit: 'm', least: 0.5, most: 6 },
  /** In the boxes of one cut of the zone. */
  clippings: { unit: 'l', least: 0, most: 100_000 },
  /** By volume. */
  moisture: { unit: '%', least: 0, most: 100 },
  /** By the Clegg hammer, in gravities. */
  firmness: { unit: 'g', least: 0, most: 500 },
  product: { unit: 'kg/ha', least: 0, most: 10_000 },
  growthRegulator: { unit: 'kg/ha', least: 0, most: 1_000 },
}

/** The types on which balls roll, by the names that they have on every course that did not rename them. */
const PUTTED = ['green', 'tee']

/**
 * The types of zones on which a kind of record makes sense: none in bunkers and water, green speed only on greens and tees.
 * @param types of the course; where none has such a name, green speed fits all that are mown
 */
export const typesForRecord = <T extends Pick<ZoneType, 'id' | 'name' | 'mowable'>>(
  kind: ZoneRecordKind,
  types: readonly T[],
): readonly T[] => {
  const mown = types.filter(({ mowable }) => mowable)
  if (kind !== 'greenSpeed') return mown
  const putted = mown.filter(({ name }) => PUTTED.includes(name.trim().toLowerCase()))
  return putted.length === 0 ? mown : putted
}

const shape = {
  kind: zoneRecordKind,
  at: instant,
  value: z.number(),
  /** Its name; null for measurements. */
  product: line(120).nullable(),
}

const isPossible = ({ kind, value }: { readonly kind: ZoneRecordKind; readonly value: number }): boolean =>
  value >= RECORD_RANGES[kind].least && value <= RECORD_RANGES[kind].most

/** With an id that the device makes, so that one that is sent twice is kept once. */
export const newZoneRecord = z
  .strictObject({ id, ...shape })
  .refine(isPossible, { path: ['value'] })
  .refine(({ kind, product }) => namesProduct(kind) === (product !== null), { path: ['product'] })
export type NewZoneRecord = z.infer<typeof newZoneRecord>

/** The records of one kind, on the zones of one type, on one day. */
export const recordMean = z.strictObject({
  zoneTypeId: id,
  kind: zoneRecordKind,
  day: courseDay,
  /** Zones that were measured. */
  zones: z.number().int(),
  mean: z.number(),
  least: z.number(),
  most: z.number(),
})
export type RecordMean = z.infer<typeof recordMean>

/** A record has at most this many photos. */
export const MOST_RECORD_PHOTOS = 6
/** What is sent of one: a whole picture of at most 1600 pixels a side, and a thumbnail. Taken larger, they are refused. */
export const RECORD_PHOTO_LIMITS = { megabytes: 1, side: 3_000 } as const
export const RECORD_THUMBNAIL_LIMITS = { megabytes: 0.0625, side: 480 } as const

export const recordPhoto = z.strictObject({
  id,
  /** Of the bytes of the whole picture, which never change. */
  hash: z.string(),
})
export type RecordPhoto = z.infer<typeof recordPhoto>

export const zoneRecord = z.strictObject({
  id,
  zoneId: id,
  ...shape,
  /** A person's full name. */
  by: z.string(),
  photos: z.array(recordPhoto),
})
export type ZoneRecord = z.infer<typeof zoneRecord>

export const ZONE_RECORD_HEAD = ['Zone', 'Kind', 'Date', 'Time', 'Value', 'Unit', 'Product', 'By'] as const

export interface ReadRecord extends Omit<NewZoneRecord, 'id'> {
  readonly zoneId: string
}

/** A line of a table that is left out, and why. */
export type RecordFault = Said & { readonly line: number }

const SHOWN_CHARACTERS = 40

interface RecordTableOptions {
  /** The clock of the course. */
  readonly zone: string
  /** Titles in small letters; undefined for a title that several zones have. */
  readonly zoneIds: ReadonlyMap<string, string | undefined>
}

/** Reads the table that the product writes; decimals may have a comma, columns any order. */
export const readZoneRecords = (
  text: string,
  { zone, zoneIds }: RecordTableOptions,
): { readonly records: readonly ReadRecord[]; readonly faults: readonly RecordFault[] } => {
  const [header, ...lines] = readCsv(text)
  const names = (header?.cells ?? []).map(name => name.toLowerCase())
  const at = (name: (typeof ZONE_RECORD_HEAD)[number]): number => names.indexOf(name.toLowerCase())
  const missing = (['Zone', 'Kind', 'Date', 'Value'] as const).filter(name => at(name) < 0)
  if (missing.length > 0)
    return {
      records: [],
      faults: [{ line: header?.line ?? 1, ...said('recordColumns', { list: missing.join(', ') }) }],
    }
  const records: ReadRecord[] = []
  const faults: RecordFault[] = []
  for (const { line: number, cells } of lines) {
    const cell = (name: (typeof ZONE_RECORD_HEAD)[number]): string => cells[at(name)] ?? ''
    const shown = (name: (typeof ZONE_RECORD_HEAD)[number]) => ({ text: cell(name).slice(0, SHOWN_CHARACTERS) })
    const zoneId = zoneIds.get(cell('Zone').toLowerCase())
    const kind = ZONE_RECORD_KINDS.find(each => each.toLowerCase() === cell('Kind').toLowerCase())
    const [, hour = '12', minute = '00'] = /^(\d{1,2}):(\d{2})/.exec(cell('Time')) ?? []
    const value = cell('Value') === '' ? Number.NaN : Number(cell('Value').replace(',', '.'))
    const product = cell('Product') === '' ? null : line(120).safeParse(cell('Product'))
    const isWhole = kind !== undefined && isPossible({ kind, value }) && namesProduct(kind) === (product !== null)
    if (zoneId === undefined) faults.push({ line: number, ...said('recordZone', shown('Zone')) })
    else if (kind === undefined)
      faults.push({ line: number, ...said('recordKind', { ...shown('Kind'), list: ZONE_RECORD_KINDS.join(', ') }) })
    else if (!isDay(cell('Date')) || Number(hour) > 23 || Number(minute) > 59)
      faults.push({ line: number, ...said('recordDate', shown('Date')) })
    else if (!isWhole || product?.success === false)
      faults.push({ line: number, ...said('recordValue', shown('Value')) })
    else {
      const moment = momentOf(cell('Date'), Number(hour), Number(minute), zone)
      records.push({ zoneId, kind, value, product: product?.data ?? null, at: moment.toISOString() })
    }
  }
  return { records, faults }
}
