/** What every form of a tracker's report has in common: its values, checked and in SI units. */
import type { Result } from '../common/result.ts'
import type { Position } from '../course/course.ts'

export const MPS_PER_KNOT = 1_852 / 3_600
/** A number below this is seconds since 1970, above it milliseconds. */
const LARGEST_SECONDS = 2_147_483_647

export interface CellTower {
  readonly mcc: number
  readonly mnc: number
  readonly lac: number
  readonly cid: number
  /** dBm. */
  readonly signal?: number
}

export interface WifiAccessPoint {
  /** Six pairs with colons. */
  readonly mac: string
  /** dBm. */
  readonly signal: number
}

export interface TrackerReport {
  readonly deviceId: string
  /** Null means: now, at reception. */
  readonly at: Date | null
  /** Null where the report holds none: the last one stays valid. */
  readonly position: Position | null
  /** False where the tracker itself says that its position is bad. */
  readonly isValid: boolean
  readonly accuracyM: number | null
  readonly altitudeM: number | null
  readonly speedMps: number | null
  /** Degrees clockwise from north, of the motion. */
  readonly trackDeg: number | null
  /** 0 to 1. */
  readonly battery: number | null
  /** What the tracker raises an alarm for, by its own words, such as `sos`; empty without one. */
  readonly alarms: readonly string[]
  /** All other values of the report, by the tracker's names. */
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly cellTowers: readonly CellTower[]
  readonly wifi: readonly WifiAccessPoint[]
}

/** `noDevice`: it does not say who it is; `notAPosition`: a message of another kind, which is not a fault. */
export interface TrackerRefusal {
  readonly reason: 'noDevice' | 'unreadable' | 'badField' | 'notAPosition'
  readonly field?: string
}

export type Decoded = Result<TrackerReport, TrackerRefusal>
export type Values = Readonly<Record<string, unknown>>

export const badField = (field: string): Decoded => ({ ok: false, error: { reason: 'badField', field } })

export const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined where it is absent, NaN where it is there and no number. */
export const numberOf = (value: unknown): number | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value.trim())
    ? Number(value)
    : Number.NaN
}

const known = (value: number | undefined): number | null => (value === undefined ? null : value)
/** Phones say -1 for what they do not know. */
const notNegative = (value: number | undefined): number | null => (value === undefined || value < 0 ? null : value)

/** Undefined where it is not a time. */
const timeOf = (value: unknown): Date | null | undefined => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).trim()
  if (/^-?\d+(\.\d+)?$/.test(text)) {
    const number = Number(text)
    const ms = number < LARGEST_SECONDS ? number * 1_000 : number
    return Math.abs(ms) > 8.64e15 ? undefined : new Date(ms)
  }
  const plain = /^(\d{4}-\d\d-\d\d)[ +](\d\d:\d\d:\d\d)$/.exec(text)
  const iso = plain === null ? text : `${plain[1]}T${plain[2]}Z`
  if (!/^\d{4}-\d\d-\d\dT/.test(iso)) return undefined
  const ms = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`)
  return Number.isNaN(ms) ? undefined : new Date(ms)
}

type Quantity = 'lat' | 'lon' | 'speed' | 'track' | 'altitude' | 'accuracy' | 'battery'
type Measured = Readonly<Record<Quantity, number | undefined>>

/** The first that is not a finite number or is off the globe. */
const faultIn = (measured: Measured): Quantity | undefined => {
  const { lat, lon } = measured
  if (lat !== undefined && !(lat >= -90 && lat <= 90)) return 'lat'
  if (lon !== undefined && !(lon >= -180 && lon <= 180)) return 'lon'
  if ((lat === undefined) !== (lon === undefined)) return lat === undefined ? 'lat' : 'lon'
  return (['speed', 'track', 'altitude', 'accuracy', 'battery'] as const).find(name => {
    const value = measured[name]
    return value !== undefined && !Number.isFinite(value)
  })
}

const degrees = (value: number | null): number | null => (value === null ? null : ((value % 360) + 360) % 360)

export const attributesOf = (
  values: Values,
  without: ReadonlySet<string>,
): Record<string, string | number | boolean> => {
  const kept: Record<string, string | number | boolean> = {}
  for (const [name, value] of Object.entries(values)) {
    if (without.has(name) || name === '__proto__') continue
    if (typeof value === 'number' || typeof value === 'boolean') kept[name] = value
    else if (typeof value === 'string') {
      const number = numberOf(value)
      if (value === 'true' || value === 'false') kept[name] = value === 'true'
      else kept[name] = number === undefined || Number.isNaN(number) ? value.slice(0, 200) : number
    }
  }
  return kept
}

/** Several alarms of one report have commas between them. */
const alarmsOf = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map(alarm => alarm.trim().slice(0, 40))
        .filter(alarm => /^[\w .-]+$/.test(alarm))
        .slice(0, 5)
    : []

/** A form of report: what a refusal calls its values, and the units of its numbers. */
export interface ReportForm {
  readonly fields: Readonly<Record<'time' | Quantity, string>>
  readonly mpsPerSpeed: number
  /** The number that a full battery has. */
  readonly fullBattery: 100 | 1
}

/** What a report says, before it is checked. */
interface Raw {
  readonly deviceId: string
  readonly time: unknown
  readonly values: Readonly<Record<Quantity, unknown>>
  readonly attributes: TrackerReport['attributes']
  readonly alarm?: unknown
  readonly isValid?: boolean
  readonly cellTowers?: readonly CellTower[]
  readonly wifi?: readonly WifiAccessPoint[]
}

export const decoded = ({ fields, mpsPerSpeed, fullBattery }: ReportForm, raw: Raw): Decoded => {
  const at = timeOf(raw.time)
  if (at === undefined) return badField(fields.time)
  const measured: Measured = {
    lat: numberOf(raw.values.lat),
    lon: numberOf(raw.values.lon),
    speed: numberOf(raw.values.speed),
    track: numberOf(raw.values.track),
    altitude: numberOf(raw.values.altitude),
    accuracy: numberOf(raw.values.accuracy),
    battery: numberOf(raw.values.battery),
  }
  const fault = faultIn(measured)
  if (fault !== undefined) return badField(fields[fault])
  const { lat, lon } = measured
  const speed = notNegative(measured.speed)
  const battery = notNegative(measured.battery)
  const batteryLevel = battery === null || fullBattery === 100 ? battery : Math.floor(battery * 100)
  return {
    ok: true,
    value: {
      deviceId: raw.deviceId,
      at,
      position: lat === undefined || lon === undefined ? null : [lon, lat],
      isValid: raw.isValid ?? true,
      accuracyM: notNegative(measured.accuracy),
      altitudeM: known(measured.altitude),
      speedMps: speed === null ? null : speed * mpsPerSpeed,
      trackDeg: degrees(notNegative(measured.track)),
      battery: battery === null ? null : Math.min(1, battery / fullBattery),
      alarms: alarmsOf(raw.alarm),
      attributes: { ...raw.attributes, ...(batteryLevel === null ? {} : { batteryLevel }) },
      cellTowers: raw.cellTowers ?? [],
      wifi: raw.wifi ?? [],
    },
  }
}

export const isDeviceId = (value: unknown): value is string => typeof value === 'string' && value !== ''
export const noDevice: Decoded = { ok: false, error: { reason: 'noDevice' } }
