/** Positions that come by way of another program: batches of Overland, and what a Traccar server forwards. */
import type { Result } from '../common/result.ts'
import {
  attributesOf,
  type Decoded,
  decoded,
  isDeviceId,
  isRecord,
  MPS_PER_KNOT,
  type ReportForm,
  type TrackerRefusal,
  type TrackerReport,
} from './trackerForm.ts'

const OVERLAND: ReportForm = {
  fields: {
    time: 'properties.timestamp',
    lat: 'geometry.coordinates',
    lon: 'geometry.coordinates',
    speed: 'properties.speed',
    track: 'properties.course',
    altitude: 'properties.altitude',
    accuracy: 'properties.horizontal_accuracy',
    battery: 'properties.battery_level',
  },
  mpsPerSpeed: 1,
  fullBattery: 1,
}

/** A batch of Overland: GeoJSON points with speeds in metres a second. `known` is who sends it, by its key. */
export const decodeOverland = (body: unknown, known: string): Result<readonly TrackerReport[], TrackerRefusal> => {
  if (!isRecord(body) || !Array.isArray(body.locations)) return { ok: false, error: { reason: 'unreadable' } }
  const reports: TrackerReport[] = []
  for (const location of body.locations as readonly unknown[]) {
    const { properties, geometry } = isRecord(location) ? location : {}
    if (!isRecord(properties) || !isRecord(geometry) || !Array.isArray(geometry.coordinates)) continue
    const [lon, lat] = geometry.coordinates as readonly unknown[]
    const { timestamp: time, speed, course: track, altitude } = properties
    const read = decoded(OVERLAND, {
      deviceId: isDeviceId(properties.device_id) ? properties.device_id : known,
      time,
      values: {
        lat,
        lon,
        speed,
        track,
        altitude,
        accuracy: properties.horizontal_accuracy,
        battery: properties.battery_level,
      },
      attributes: {},
    })
    // One wrong position of a batch costs none of the others: the sender would send them all again for ever.
    if (read.ok) reports.push(read.value)
  }
  return { ok: true, value: reports }
}

const FORWARDED: ReportForm = {
  fields: {
    time: 'position.fixTime',
    lat: 'position.latitude',
    lon: 'position.longitude',
    speed: 'position.speed',
    track: 'position.course',
    altitude: 'position.altitude',
    accuracy: 'position.accuracy',
    battery: 'position.attributes.batteryLevel',
  },
  mpsPerSpeed: MPS_PER_KNOT,
  fullBattery: 100,
}

/** A position that a Traccar server forwards (`forward.type=json`), in knots. */
export const decodeTraccarForward = (body: unknown, known: string): Decoded => {
  if (!isRecord(body) || !isRecord(body.position)) return { ok: false, error: { reason: 'unreadable' } }
  const { position } = body
  const attributes = isRecord(position.attributes) ? position.attributes : {}
  const device = isRecord(body.device) ? body.device : {}
  return decoded(FORWARDED, {
    deviceId: isDeviceId(device.uniqueId) ? device.uniqueId : known,
    time: position.fixTime ?? position.deviceTime,
    values: {
      lat: position.latitude,
      lon: position.longitude,
      speed: position.speed,
      track: position.course,
      altitude: position.altitude,
      // Traccar writes 0 for an accuracy that it does not know.
      accuracy: position.accuracy === 0 ? undefined : position.accuracy,
      battery: attributes.batteryLevel,
    },
    alarm: attributes.alarm,
    isValid: position.valid !== false,
    attributes: attributesOf(attributes, new Set(['batteryLevel'])),
  })
}
