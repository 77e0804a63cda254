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

interface Measured {
  readonly lat: number | undefined
  readonly lon: number | undefined
  readonly [name: string]: number | undefined
}

/** The first that is not a finite number or is off the globe. */
const faultIn = ({ lat, lon, ...others }: Measured): string | undefined => {
  if (lat !== undefined && !(lat >= -90 && lat <= 90)) return 'lat'
  if (lon !== undefined && !(lon >= -180 && lon <= 180)) return 'lon'
  if ((lat === undefined) !== (lon === undefined)) return lat === undefined ? 'lat' : 'lon'
  return Object.entries(others).find(([, value]) => value !== undefined && !Number.isFinite(value))?.[0]
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

const READ_FROM_QUERY: ReadonlySet<string> = new Set(
  'id deviceid timestamp lat lon location valid cell wifi speed bearing heading altitude accuracy batt'.split(' '),
)

/**
 * A report in the address, as OsmAnd and older Traccar Clients send it.
 * @param query values by name; a name that occurs twice has a list
 */
export const decodeOsmandQuery = (query: Values): Decoded => {
  const deviceId = query.id ?? query.deviceid
  if (typeof deviceId !== 'string' || deviceId === '') return { ok: false, error: { reason: 'noDevice' } }
  const at = timeOf(query.timestamp)
  if (at === undefined) return badField('timestamp')
  const [latText, lonText] = typeof query.location === 'string' ? query.location.split(',') : [query.lat, query.lon]
  const measured = {
    lat: numberOf(latText),
    lon: numberOf(lonText),
    speed: numberOf(query.speed),
    bearing: numberOf(query.bearing ?? query.heading),
    altitude: numberOf(query.altitude),
    accuracy: numberOf(query.accuracy),
    batt: numberOf(query.batt),
  }
  const fault = faultIn(measured)
  if (fault !== undefined) return badField(fault)
  const { lat, lon, speed, bearing, altitude, accuracy, batt } = measured
  const speedKn = notNegative(speed)
  const percent = notNegative(batt)
  return {
    ok: true,
    value: {
      deviceId,
      at,
      position: lat === undefined || lon === undefined ? null : [lon, lat],
      isValid: query.valid === undefined || query.valid === 'true' || query.valid === '1',
      accuracyM: notNegative(accuracy),
      altitudeM: known(altitude),
      speedMps: speedKn === null ? null : speedKn * MPS_PER_KNOT,
      trackDeg: degrees(notNegative(bearing)),
      battery: percent === null ? null : Math.min(1, percent / 100),
      attributes: {
        ...attributesOf(query, READ_FROM_QUERY),
        ...(percent === null ? {} : { batteryLevel: percent }),
      },
      cellTowers: textsOf(query.cell).flatMap(text => cellTower(text) ?? []),
      wifi: textsOf(query.wifi).flatMap(text => accessPoint(text) ?? []),
    },
  }
}

/** A report as the JSON of newer Traccar Clients: `{device_id, location: {timestamp, coords, ...}}`. */
export const decodeOsmandJson = (body: unknown): Decoded => {
  if (!isRecord(body)) return { ok: false, error: { reason: 'unreadable' } }
  const { device_id: deviceId, location } = body
  if (typeof deviceId !== 'string' || deviceId === '') return { ok: false, error: { reason: 'noDevice' } }
  if (!isRecord(location) || !isRecord(location.coords)) return badField('location.coords')
  const at = timeOf(location.timestamp)
  if (at === undefined) return badField('location.timestamp')
  const { coords } = location
  const battery = isRecord(location.battery) ? location.battery : {}
  const activity = isRecord(location.activity) ? location.activity : {}
  const measured = {
    lat: numberOf(coords.latitude),
    lon: numberOf(coords.longitude),
    speed: numberOf(coords.speed),
    heading: numberOf(coords.heading),
    altitude: numberOf(coords.altitude),
    accuracy: numberOf(coords.accuracy),
    level: numberOf(battery.level),
  }
  const fault = faultIn(measured)
  if (fault !== undefined) return badField(`location.${fault}`)
  const { lat, lon, speed, heading, altitude, accuracy, level } = measured
  const share = notNegative(level)
  return {
    ok: true,
    value: {
      deviceId,
      at,
      position: lat === undefined || lon === undefined ? null : [lon, lat],
      isValid: true,
      accuracyM: notNegative(accuracy),
      altitudeM: known(altitude),
      speedMps: notNegative(speed),
      trackDeg: degrees(notNegative(heading)),
      battery: share === null ? null : Math.min(1, share),
      attributes: {
        ...attributesOf({ event: location.event, odometer: location.odometer }, new Set()),
        ...(typeof location.is_moving === 'boolean' ? { motion: location.is_moving } : {}),
        ...(location.mock === true ? { mock: true } : {}),
        ...(typeof activity.type === 'string' ? { activity: activity.type.slice(0, 200) } : {}),
        ...(share === null ? {} : { batteryLevel: Math.floor(share * 100) }),
      },
      cellTowers: [],
      wifi: [],
    },
  }
}

/** In OwnTracks the kind of trigger shows whether the ignition is on. */
const IGNITION: Readonly<Record<string, boolean>> = { f: true, e: true, i: false, I: false, 9: true }

/** One message of OwnTracks over HTTP. Those of other types than `location` are `notAPosition`. */
export const decodeOwntracks = (body: unknown): Decoded => {
  if (!isRecord(body)) return { ok: false, error: { reason: 'unreadable' } }
  if (body._type !== 'location') return { ok: false, error: { reason: 'notAPosition' } }
  const deviceId = body.topic ?? body.tid
  if (typeof deviceId !== 'string' || deviceId === '') return { ok: false, error: { reason: 'noDevice' } }
  const at = timeOf(body.tst)
  if (at === undefined) return badField('tst')
  const measured = {
    lat: numberOf(body.lat),
    lon: numberOf(body.lon),
    vel: numberOf(body.vel),
    cog: numberOf(body.cog),
    alt: numberOf(body.alt),
    acc: numberOf(body.acc),
    batt: numberOf(body.batt),
  }
  const fault = faultIn(measured)
  if (fault !== undefined) return badField(fault)
  const { lat, lon, vel, cog, alt, acc, batt } = measured
  if (lat === undefined || lon === undefined) return badField('lat')
  const kmh = notNegative(vel)
  const percent = notNegative(batt)
  const trigger = typeof body.t === 'string' ? body.t : undefined
  const ignition = trigger === undefined ? undefined : IGNITION[trigger]
  return {
    ok: true,
    value: {
      deviceId,
      at,
      position: [lon, lat],
      isValid: true,
      accuracyM: notNegative(acc),
      altitudeM: known(alt),
      speedMps: kmh === null ? null : kmh * MPS_PER_KMH,
      trackDeg: degrees(notNegative(cog)),
      battery: percent === null ? null : Math.min(1, percent / 100),
      attributes: {
        ...(trigger === undefined ? {} : { event: trigger.slice(0, 20) }),
        ...(ignition === undefined ? {} : { ignition }),
        ...(percent === null ? {} : { batteryLevel: percent }),
      },
      cellTowers: [],
      wifi: [],
    },
  }
}
