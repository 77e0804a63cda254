/**
 * Decodes the reports of off-the-shelf trackers: the OsmAnd protocol of Traccar Client in its query and JSON forms, and
 * OwnTracks over HTTP. Units differ by form: knots in an OsmAnd query, metres a second in its JSON, km/h in OwnTracks.
 */

import type { Result } from '../common/result.ts'
import type { Position } from '../course/course.ts'

const MPS_PER_KNOT = 1_852 / 3_600
const MPS_PER_KMH = 1 / 3.6
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

type Decoded = Result<TrackerReport, TrackerRefusal>
type Values = Readonly<Record<string, unknown>>

const badField = (field: string): Decoded => ({ ok: false, error: { reason: 'badField', field } })

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined where it is absent, NaN where it is there and no number. */
const numberOf = (value: unknown): number | undefined => {
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

const attributesOf = (values: Values, without: ReadonlySet<string>): Record<string, string | number | boolean> => {
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

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).filter(one => typeof one === 'string')

const cellTower = (text: string): CellTower | undefined => {
  const [mcc, mnc, lac, cid, signal] = text.split(',').map(numberOf)
  if (mcc === undefined || mnc === undefined || lac === undefined || cid === undefined) return undefined
  if ([mcc, mnc, lac, cid, signal ?? 0].some(Number.isNaN)) return undefined
  return { mcc, mnc, lac, cid, ...(signal === undefined ? {} : { signal }) }
}

const accessPoint = (text: string): WifiAccessPoint | undefined => {
  const [, mac, signal] = /^((?:[0-9A-Fa-f]{2}[-:]){5}[0-9A-Fa-f]{2}),(-?\d+)$/.exec(text) ?? []
  return mac === undefined ? undefined : { mac: mac.replaceAll('-', ':'), signal: Number(signal) }
}

/** A form of report: what a refusal calls its values, and the units of its numbers. */
interface ReportForm {
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
  readonly isValid?: boolean
  readonly cellTowers?: readonly CellTower[]
  readonly wifi?: readonly WifiAccessPoint[]
}

const decoded = ({ fields, mpsPerSpeed, fullBattery }: ReportForm, raw: Raw): Decoded => {
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
      attributes: { ...raw.attributes, ...(batteryLevel === null ? {} : { batteryLevel }) },
      cellTowers: raw.cellTowers ?? [],
      wifi: raw.wifi ?? [],
    },
  }
}

const isDeviceId = (value: unknown): value is string => typeof value === 'string' && value !== ''
const noDevice: Decoded = { ok: false, error: { reason: 'noDevice' } }

const OSMAND_QUERY: ReportForm = {
  fields: {
    time: 'timestamp',
    lat: 'lat',
    lon: 'lon',
    speed: 'speed',
    track: 'bearing',
    altitude: 'altitude',
    accuracy: 'accuracy',
    battery: 'batt',
  },
  mpsPerSpeed: MPS_PER_KNOT,
  fullBattery: 100,
}

const READ_FROM_QUERY: ReadonlySet<string> = new Set(
  'id deviceid timestamp lat lon location valid cell wifi speed bearing heading altitude accuracy batt'.split(' '),
)

/**
 * A report in the address, as OsmAnd and older Traccar Clients send it.
 * @param query values by name; a name that occurs twice has a list
 */
export const decodeOsmandQuery = (query: Values): Decoded => {
  const deviceId = query.id ?? query.deviceid
  if (!isDeviceId(deviceId)) return noDevice
  const [lat, lon] = typeof query.location === 'string' ? query.location.split(',') : [query.lat, query.lon]
  return decoded(OSMAND_QUERY, {
    deviceId,
    time: query.timestamp,
    values: {
      lat,
      lon,
      speed: query.speed,
      track: query.bearing ?? query.heading,
      altitude: query.altitude,
      accuracy: query.accuracy,
      battery: query.batt,
    },
    isValid: query.valid === undefined || query.valid === 'true' || query.valid === '1',
    attributes: attributesOf(query, READ_FROM_QUERY),
    cellTowers: textsOf(query.cell).flatMap(text => cellTower(text) ?? []),
    wifi: textsOf(query.wifi).flatMap(text => accessPoint(text) ?? []),
  })
}

const OSMAND_JSON: ReportForm = {
  fields: {
    time: 'location.timestamp',
    lat: 'location.lat',
    lon: 'location.lon',
    speed: 'location.speed',
    track: 'location.heading',
    altitude: 'location.altitude',
    accuracy: 'location.accuracy',
    battery: 'location.level',
  },
  mpsPerSpeed: 1,
  fullBattery: 1,
}

/** A report as the JSON of newer Traccar Clients: `{device_id, location: {timestamp, coords, ...}}`. */
export const decodeOsmandJson = (body: unknown): Decoded => {
  if (!isRecord(body)) return { ok: false, error: { reason: 'unreadable' } }
  const { device_id: deviceId, location } = body
  if (!isDeviceId(deviceId)) return noDevice
  if (!isRecord(location) || !isRecord(location.coords)) return badField('location.coords')
  const { coords } = location
  const battery = isRecord(location.battery) ? location.battery : {}
  const activity = isRecord(location.activity) ? location.activity : {}
  return decoded(OSMAND_JSON, {
    deviceId,
    time: location.timestamp,
    values: {
      lat: coords.latitude,
      lon: coords.longitude,
      speed: coords.speed,
      track: coords.heading,
      altitude: coords.altitude,
      accuracy: coords.accuracy,
      battery: battery.level,
    },
    attributes: {
      ...attributesOf({ event: location.event, odometer: location.odometer }, new Set()),
      ...(typeof location.is_moving === 'boolean' ? { motion: location.is_moving } : {}),
      ...(location.mock === true ? { mock: true } : {}),
      ...(typeof activity.type === 'string' ? { activity: activity.type.slice(0, 200) } : {}),
    },
  })
}

const OWNTRACKS: ReportForm = {
  fields: {
    time: 'tst',
    lat: 'lat',
    lon: 'lon',
    speed: 'vel',
    track: 'cog',
    altitude: 'alt',
    accuracy: 'acc',
    battery: 'batt',
  },
  mpsPerSpeed: MPS_PER_KMH,
  fullBattery: 100,
}

/** In OwnTracks the kind of trigger shows whether the ignition is on. */
const IGNITION: ReadonlyMap<string, boolean> = new Map([
  ['f', true],
  ['e', true],
  ['i', false],
  ['I', false],
  ['9', true],
])

/** One message of OwnTracks over HTTP. Those of other types than `location` are `notAPosition`. */
export const decodeOwntracks = (body: unknown): Decoded => {
  if (!isRecord(body)) return { ok: false, error: { reason: 'unreadable' } }
  if (body._type !== 'location') return { ok: false, error: { reason: 'notAPosition' } }
  const deviceId = body.topic ?? body.tid
  if (!isDeviceId(deviceId)) return noDevice
  const trigger = typeof body.t === 'string' ? body.t : undefined
  const ignition = trigger === undefined ? undefined : IGNITION.get(trigger)
  const report = decoded(OWNTRACKS, {
    deviceId,
    time: body.tst,
    values: {
      lat: body.lat,
      lon: body.lon,
      speed: body.vel,
      track: body.cog,
      altitude: body.alt,
      accuracy: body.acc,
      battery: body.batt,
    },
    attributes: {
      ...(trigger === undefined ? {} : { event: trigger.slice(0, 20) }),
      ...(ignition === undefined ? {} : { ignition }),
    },
  })
  return report.ok && report.value.position === null ? badField('lat') : report
}
