import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fixture } from '@greensward/testing/fixtures'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeOsmandJson, decodeOsmandQuery, decodeOwntracks, type TrackerReport } from './trackerReport.ts'

const RECORDED = fileURLToPath(new URL('../../../../shared/data/trackers/', import.meta.url))

interface TrackerCase {
  readonly n: number
  readonly title?: string
  readonly protocol: 'osmand' | 'owntracks'
  readonly form: 'query' | 'json'
  readonly request: { readonly path: string; readonly body?: string }
  readonly expect: Readonly<Record<string, unknown>> & { readonly accepted: boolean }
}

const casesOf = (file: string): readonly TrackerCase[] => JSON.parse(readFileSync(file, 'utf8')).cases
const isAbsent = !existsSync(RECORDED)

const queryOf = (path: string): Record<string, unknown> => {
  const search = new URL(path, 'http://tracker').searchParams
  return Object.fromEntries(
    [...new Set(search.keys())].map(name => {
      const all = search.getAll(name)
      return [name, all.length === 1 ? all[0] : all]
    }),
  )
}

const decode = ({ protocol, form, request }: TrackerCase) =>
  form === 'query'
    ? decodeOsmandQuery(queryOf(request.path))
    : protocol === 'osmand'
      ? decodeOsmandJson(JSON.parse(request.body ?? ''))
      : decodeOwntracks(JSON.parse(request.body ?? ''))

/** Under the names of the cases; a receiver of theirs writes 0 for a speed and course that are not known. */
const asExpected = (report: TrackerReport, wanted: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const found: Record<string, unknown> = {
    deviceId: report.deviceId,
    valid: report.isValid,
    time: report.at?.toISOString() ?? 'time of reception',
    latitude: report.position?.[1],
    longitude: report.position?.[0],
    altitude_m: report.altitudeM,
    speed_mps: report.speedMps ?? 0,
    speed_kn: ((report.speedMps ?? 0) * 3_600) / 1_852,
    course: report.trackDeg ?? 0,
    accuracy_m: report.accuracyM,
    attributes: report.attributes,
    cellTowers: report.cellTowers,
    wifi: report.wifi,
  }
  return Object.fromEntries(Object.keys(wanted).map(name => [name, found[name]]))
}

const expectDecoded = (one: TrackerCase): void => {
  const decoded = decode(one)
  expect(decoded.ok).toBe(one.expect.accepted)
  if (!decoded.ok) {
    expect(decoded.error.reason === 'notAPosition').toBe(one.expect.httpStatus === 200)
    return
  }
  const { accepted: _accepted, httpStatus: _status, position: _words, ...wanted } = one.expect
  const found = asExpected(decoded.value, wanted)
  for (const [name, value] of Object.entries(wanted)) {
    if (typeof value === 'number') expect([name, found[name]]).toEqual([name, expect.closeTo(value, 4)])
    else expect([name, found[name]]).toEqual([name, value])
  }
}

const reportsOf = (file: string): readonly TrackerReport[] => {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const decoded = lines.map(line => decodeOwntracks(JSON.parse(line.split('\t').at(-1) ?? '')))
  expect(decoded.every(one => one.ok || one.error.reason === 'notAPosition')).toBe(true)
  return decoded.flatMap(one => (one.ok ? [one.value] : []))
}

describe('requests of our own making', () => {
  test.each(casesOf(fixture('trackers/requests.json')))('$n. $title', expectDecoded)

  test('a phone of OwnTracks is read line by line, with unknown speeds as unknown', () => {
    const reports = reportsOf(fixture('trackers/phone.rec'))
    expect(reports).toHaveLength(14)
    expect(reports.map(({ speedMps }) => speedMps === null)).toEqual(
      reports.map(({ accuracyM }) => accuracyM === 1_500),
    )
    expect(reports.every(({ speedMps }) => (speedMps ?? 0) >= 0)).toBe(true)
  })
})

describe.skipIf(isAbsent)('the requests of real trackers, skipped where the recordings are absent', () => {
  test.each(isAbsent ? [] : casesOf(`${RECORDED}cases.json`))('case $n, $protocol as $form', expectDecoded)

  test('a day of an OwnTracks phone is read, with unknown speeds as unknown', () => {
    const reports = reportsOf(`${RECORDED}owntracks-demo-iphone.rec`)
    expect(reports.length).toBeGreaterThan(10)
    expect(reports.every(({ speedMps, trackDeg }) => (speedMps ?? 0) >= 0 && (trackDeg ?? 0) >= 0)).toBe(true)
  })
})

test('a report that is refused names the field', () => {
  const query = { id: 'x', lat: '60', lon: '30' }
  expect(decodeOsmandQuery({ ...query, lat: '91' })).toMatchObject({ ok: false, error: { field: 'lat' } })
  expect(decodeOsmandQuery({ ...query, speed: 'fast' })).toMatchObject({ ok: false, error: { field: 'speed' } })
  expect(decodeOsmandQuery({ ...query, timestamp: 'noon' })).toMatchObject({ ok: false, error: { field: 'timestamp' } })
  expect(decodeOsmandQuery({ id: 'x', lat: '60' })).toMatchObject({ ok: false, error: { field: 'lon' } })
  expect(decodeOwntracks({ _type: 'location', tid: 'A', lat: 1, lon: Number.POSITIVE_INFINITY })).toMatchObject({
    error: { field: 'lon' },
  })
})

test('a trigger shows the ignition only where OwnTracks defines it so', () => {
  const ignition = (t: string) => {
    const report = decodeOwntracks({ _type: 'location', tid: 'A', lat: 1, lon: 2, t })
    return report.ok ? report.value.attributes.ignition : report.error
  }
  expect([ignition('i'), ignition('f')]).toEqual([true, true])
  expect(ignition('I')).toBe(false)
  for (const other of ['p', 'e', '9', 'constructor', '__proto__', 'toString']) expect(ignition(other)).toBeUndefined()
})

test('alarms are read from every form, several of one report apart', () => {
  const alarms = (report: ReturnType<typeof decodeOsmandQuery>) => (report.ok ? report.value.alarms : report.error)
  expect(alarms(decodeOsmandQuery({ id: 'x', alarm: 'sos, lowBattery' }))).toEqual(['sos', 'lowBattery'])
  expect(alarms(decodeOsmandQuery({ id: 'x', alarm: '<b>' }))).toEqual([])
  expect(alarms(decodeOsmandJson({ device_id: 'x', location: { extras: { alarm: 'sos' } } }))).toEqual(['sos'])
  expect(alarms(decodeOwntracks({ _type: 'location', tid: 'A', lat: 1, lon: 2, t: '9' }))).toEqual(['lowBattery'])
})

test('milliseconds, seconds and the three ways to write a time mean the same', () => {
  const at = (timestamp: string) => {
    const decoded = decodeOsmandQuery({ id: 'x', timestamp })
    return decoded.ok ? decoded.value.at?.toISOString() : decoded.error
  }
  for (const text of [
    '1377177267',
    '1377177267000',
    '2013-08-22T13:14:27Z',
    '2013-08-22 13:14:27',
    '2013-08-22T15:14:27+02:00',
  ])
    expect(at(text)).toBe('2013-08-22T13:14:27.000Z')
})

test('never throws for any input, and accepts only positions on the globe', () => {
  const check = (decoded: ReturnType<typeof decodeOwntracks>): void => {
    if (!decoded.ok || decoded.value.position === null) return
    const [lon, lat] = decoded.value.position
    expect(Math.abs(lon) <= 180 && Math.abs(lat) <= 90).toBe(true)
    expect(decoded.value.trackDeg === null || (decoded.value.trackDeg >= 0 && decoded.value.trackDeg < 360)).toBe(true)
  }
  const names = 'id lat lon timestamp speed bearing altitude accuracy batt _type tid tst vel cog location coords'.split(
    ' ',
  )
  fc.assert(
    fc.property(fc.anything(), fc.dictionary(fc.constantFrom(...names), fc.anything()), (thing, fields) => {
      for (const value of [thing, fields, { ...fields, _type: 'location', tid: 'A' }]) {
        check(decodeOwntracks(value))
        check(decodeOsmandJson(value))
      }
      check(decodeOsmandQuery({ ...fields, id: 'x' }))
      check(decodeOsmandJson({ device_id: 'x', location: { coords: fields } }))
    }),
    { numRuns: 2_000, seed: 8 },
  )
})
