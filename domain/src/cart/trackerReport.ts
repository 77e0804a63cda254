/**
 * Decodes the reports of off-the-shelf trackers: the OsmAnd protocol of Traccar Client in its query and JSON forms, and
 * OwnTracks over HTTP. Units differ by form: knots in an OsmAnd query, metres a second in its JSON, km/h in OwnTracks.
 */

import {
  attributesOf,
  badField,
  type CellTower,
  type Decoded,
  decoded,
  isDeviceId,
  isRecord,
  MPS_PER_KNOT,
  noDevice,
  numberOf,
  type ReportForm,
  type Values,
  type WifiAccessPoint,
} from './trackerForm.ts'

export type { CellTower, TrackerRefusal, TrackerReport, WifiAccessPoint } from './trackerForm.ts'

const MPS_PER_KMH = 1 / 3.6

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
    alarm: query.alarm,
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
  if (!isRecord(location)) return badField('location')
  // Without coordinates the tracker says that it is alive, or raises an alarm before it has a position.
  if (location.coords !== undefined && !isRecord(location.coords)) return badField('location.coords')
  const { coords = {} } = location
  const extras = isRecord(location.extras) ? location.extras : {}
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
    alarm: extras.alarm ?? location.alarm ?? (location.event === 'sos' ? 'sos' : undefined),
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

/** A begun or ended drive, by the trigger of OwnTracks' own devices: `i` and `f` begin one, `I` ends it. */
const IGNITION: ReadonlyMap<string, boolean> = new Map([
  ['f', true],
  ['i', true],
  ['I', false],
])
/** What such a device raises an alarm for. */
const ALARM: ReadonlyMap<string, string> = new Map([
  ['9', 'lowBattery'],
  ['e', 'powerCut'],
  ['!', 'tow'],
  ['s', 'overspeed'],
])

/**
 * One message of OwnTracks over HTTP. Those of other types than `location` are `notAPosition`.
 * @param known who it is, where the key says it: such a message needs no `tid`
 */
export const decodeOwntracks = (body: unknown, known?: string): Decoded => {
  if (!isRecord(body)) return { ok: false, error: { reason: 'unreadable' } }
  if (body._type !== 'location') return { ok: false, error: { reason: 'notAPosition' } }
  const deviceId = body.topic ?? body.tid ?? known
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
    alarm: trigger === undefined ? undefined : ALARM.get(trigger),
    attributes: {
      ...(trigger === undefined ? {} : { event: trigger.slice(0, 20) }),
      ...(ignition === undefined ? {} : { ignition }),
    },
  })
  return report.ok && report.value.position === null ? badField('lat') : report
}
