/** Each service of weather, spoken to over HTTP in its own protocol. */
import { calls } from '@greensward/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { weather, weatherHours } from '../../platform/db/schema/index.ts'
import { openSeal } from '../../platform/sealing.ts'
import { openMeteoAnswer, openWeatherStage, valuesOf, type WeatherStage } from '../../testing/weatherStage.ts'
import { createWeatherWatch } from './watchWeather.ts'

const as = 'ROLE_MANAGER'
const MINUTE_MS = 60_000

let stage: WeatherStage
beforeAll(async () => {
  stage = await openWeatherStage()
})
afterAll(() => stage?.close())
beforeEach(() => stage.reset())

/** @param moisture the one figure of it that an answer has */
const metNorway = (moisture: object = { dew_point_temperature: 1 }) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-6.1235, 53.4568, 12] },
  properties: {
    meta: {
      updated_at: '2026-11-20T05:12:00Z',
      units: {
        air_temperature: 'celsius',
        dew_point_temperature: 'celsius',
        precipitation_amount: 'mm',
        relative_humidity: '%',
        wind_speed: 'm/s',
      },
    },
    timeseries: [0, 1, 7].map(ahead => ({
      time: new Date(stage.hourS(ahead) * 1_000).toISOString().replace('.000', ''),
      data: {
        instant: { details: { air_temperature: 3.5 + ahead, ...moisture, wind_speed: 6 } },
        ...(ahead < 7
          ? { next_1_hours: { summary: { symbol_code: 'rain' }, details: { precipitation_amount: 0.8 * ahead } } }
          : { next_6_hours: { details: { precipitation_amount: 9 } } }),
      },
    })),
  },
})

describe('Open-Meteo', () => {
  test('gives each hour its figures, sums from the hour that follows its time', async () => {
    stage.says(openMeteoAnswer(stage))
    await stage.change({ provider: 'openMeteo', address: `${stage.origin}/v1/forecast` })
    await stage.settled(null)
    const now = await stage.state()
    expect(valuesOf(now)).toEqual({
      rainMmPerH: 1.2,
      temperatureC: 9.5,
      dewPointC: 5,
      windMps: 4,
      et0Mm: 0.05,
      soilTemperatureC: 7.2,
    })
    expect(now.figures[0]).toMatchObject({ source: 'openMeteo', isObserved: false })
    const query = new URL(stage.asked[0]?.url ?? '', stage.origin).searchParams
    expect(query.get('latitude')).toBe('53.4568')
    expect(query.get('wind_speed_unit')).toBe('ms')
    expect(now.proposal).toMatchObject({ kind: 'rainModeOn', rainMmPerH: 1.2 })
  })

  test('whose units are not those that were asked for is not believed', async () => {
    stage.says(openMeteoAnswer(stage, { temperature_2m: '°F' }))
    await stage.change({ provider: 'openMeteo', address: stage.origin })
    await stage.settled('wrongUnits')
    expect(await stage.state()).toMatchObject({ report: null, figures: [], proposal: null })
  })
})

describe('MET Norway', () => {
  const settings = () => ({ provider: 'metNorway', address: `${stage.origin}/complete`, contact: 'ground@example.org' })

  test('is asked with a contact and four decimals, not before it expires, and then only for what is newer', async () => {
    const missing = await stage.server.call(as, calls.weather.update, {
      body: { enabled: true, provider: 'metNorway', contact: '' },
    })
    expect(missing.error.fields).toEqual({ 'body.contact': { code: 'empty', params: {} } })
    const modified = 'Fri, 20 Nov 2026 05:12:00 GMT'
    const expires = new Date(stage.server.clock.now().getTime() + 31 * MINUTE_MS).toUTCString()
    stage.answers((request, reply) => {
      if (request.headers['if-modified-since'] === modified) return void reply.writeHead(304).end()
      reply.writeHead(200, { expires, 'last-modified': modified }).end(JSON.stringify(metNorway()))
    })
    await stage.change(settings())
    await stage.settled(null)
    expect(stage.asked).toHaveLength(1)
    expect(stage.asked[0]?.headers['user-agent']).toMatch(/^Greensward\/\S+ ground@example\.org$/)
    expect(stage.asked[0]?.url).toBe('/complete?lat=53.4568&lon=-6.1235')
    expect(valuesOf(await stage.state())).toEqual({ rainMmPerH: 0, temperatureC: 3.5, dewPointC: 1, windMps: 6 })
    await stage.advance(30 * MINUTE_MS)
    const early = await stage.read()
    expect(stage.asked).toHaveLength(1)
    expect(early.sources[0]?.notBefore).toBe(new Date(expires).toISOString())
    await stage.advance(11 * MINUTE_MS)
    const later = await stage.read()
    expect(stage.asked).toHaveLength(2)
    expect(stage.asked[1]?.headers['if-modified-since']).toBe(modified)
    // Seven o'clock by now, in the forecast that is still good.
    expect(later.sources[0]).toMatchObject({ problem: null, answeredAt: stage.server.clock.now().toISOString() })
    expect(valuesOf(later)).toMatchObject({ rainMmPerH: 0.8, temperatureC: 4.5 })
  })

  test('has the dew point by the humidity where its compact answer has no other', async () => {
    stage.says(metNorway({ relative_humidity: 80 }))
    await stage.change(settings())
    await stage.settled(null)
    // Of other constants than ours, 17.27 and 237.7 by Tetens.
    expect(valuesOf(await stage.state()).dewPointC).toBeCloseTo(0.38, 1)
  })
})

describe('OpenWeather', () => {
  const step = (ahead: number, temp: number, rain?: number) => ({
    dt: stage.hourS(ahead),
    temp,
    dew_point: 2,
    wind_speed: 3,
    ...(rain === undefined ? {} : { rain: { '1h': rain } }),
  })
  const settings = () => ({ provider: 'openWeather', address: `${stage.origin}/onecall`, token: 'key-of-the-club' })

  test('is read with the key, which is stored sealed', async () => {
    stage.says({ current: step(0, 7), hourly: [step(0, 7, 0.3), step(1, 8)] })
    await stage.change(settings())
    await stage.settled(null)
    expect(new URL(stage.asked[0]?.url ?? '', stage.origin).searchParams.get('appid')).toBe('key-of-the-club')
    expect(valuesOf(await stage.state())).toEqual({ rainMmPerH: 0.3, temperatureC: 7, dewPointC: 2, windMps: 3 })
    expect(JSON.stringify(await stage.server.app.ctx.db.select().from(weather))).not.toContain('club')
  })

  test('that answers in kelvins is not believed', async () => {
    stage.says({ current: step(0, 280.15), hourly: [step(0, 280.15)] })
    await stage.change(settings())
    await stage.settled('implausible')
  })

  test('that refuses the key says so, and one that has had enough is left alone for as long as it asks', async () => {
    stage.answers((_, reply) => void reply.writeHead(401).end('{"cod":401}'))
    await stage.change(settings())
    await stage.settled('keyRefused')
    stage.answers((_, reply) => void reply.writeHead(429, { 'retry-after': '3600' }).end())
    await stage.advance(3 * MINUTE_MS)
    expect((await stage.read()).sources[0]).toMatchObject({ problem: 'rateLimited' })
    const before = stage.asked.length
    await stage.advance(59 * MINUTE_MS)
    await stage.read()
    expect(stage.asked).toHaveLength(before)
    stage.says({ current: step(0, 7), hourly: [step(0, 7)] })
    await stage.advance(2 * MINUTE_MS)
    expect((await stage.read()).sources[0]).toMatchObject({ problem: null })
  })
})

describe('Davis WeatherLink', () => {
  const nowS = (): number => Math.floor(stage.server.clock.now().getTime() / 1_000)
  const conditions = (rainDay: number, atS: number) => ({
    station_id: 6974,
    generated_at: atS,
    sensors: [
      { lsid: 1, sensor_type: 242, data_structure_type: 12, data: [{ ts: atS, bar_sea_level: 30.1 }] },
      { lsid: 2, sensor_type: 243, data_structure_type: 12, data: [{ ts: atS, temp_in: 70.1 }] },
      {
        lsid: 3,
        sensor_type: 45,
        data_structure_type: 10,
        data: [
          {
            ts: atS,
            temp: 50,
            dew_point: 41,
            wind_speed_last: 10,
            rain_rate_last_mm: 0.6,
            rainfall_daily_mm: rainDay,
          },
        ],
      },
    ],
  })

  test('measures, with its secret in a header; its rain is counted by the hour', async () => {
    stage.says(conditions(2, nowS() - 60))
    await stage.change({
      provider: 'none',
      station: 'weatherLink',
      stationAddress: `${stage.origin}/v2`,
      stationKey: 'k1',
      stationId: '6974',
      stationSecret: 's1',
    })
    await stage.settled(null)
    expect(stage.asked[0]?.url).toBe('/v2/current/6974?api-key=k1')
    expect(stage.asked[0]?.headers['x-api-secret']).toBe('s1')
    expect(valuesOf(await stage.state())).toEqual({ rainMmPerH: 0.6, temperatureC: 10, dewPointC: 5, windMps: 4.47 })
    await stage.advance(5 * MINUTE_MS)
    stage.says(conditions(2.6, nowS() - 60))
    const { figures } = await stage.read()
    expect(figures[0]).toMatchObject({ name: 'rainMmPerH', source: 'weatherLink', isObserved: true })
    const [hour] = await stage.server.app.ctx.db.select().from(weatherHours)
    expect(hour).toMatchObject({ isObserved: true, samples: 2, temperatureC: 10, rainMm: 0.6 })
  })

  test('measures nothing outside once that sensor is lost, though the barometer still reports', async () => {
    const forecast = JSON.stringify(openMeteoAnswer(stage))
    const lost = conditions(2, nowS() - 60)
    stage.answers((request, reply) => {
      const [barometer, ...rest] = lost.sensors
      const sensors = [{ ...barometer, data: [{ ts: nowS(), bar_sea_level: 30.1 }] }, ...rest]
      reply.end(request.url?.startsWith('/v2') ? JSON.stringify({ ...lost, sensors }) : forecast)
    })
    const station = { stationAddress: `${stage.origin}/v2`, stationKey: 'k1', stationId: '6974', stationSecret: 's1' }
    await stage.change({ provider: 'openMeteo', address: stage.origin, station: 'weatherLink', ...station })
    await expect.poll(async () => valuesOf(await stage.state()).temperatureC, { timeout: 15_000 }).toBe(10)
    await stage.advance(31 * MINUTE_MS)
    const later = await stage.read()
    expect(later.sources.find(({ role }) => role === 'station')).toMatchObject({ problem: 'tooOld' })
    expect(later.figures.filter(({ isObserved }) => isObserved)).toEqual([])
    expect(valuesOf(later)).toMatchObject({ temperatureC: 9.5, dewPointC: 5 })
    const hours = await stage.server.app.ctx.db.select().from(weatherHours)
    expect(hours.filter(({ isObserved }) => isObserved)).toMatchObject([{ samples: 1, temperatureC: 10 }])
  })
})

test('an own report that is unchanged stays as old as it is, also on a server that answers 304', async () => {
  const at = stage.server.clock.now().toISOString()
  stage.answers((request, reply) => {
    if (request.headers['if-modified-since'] !== undefined) return void reply.writeHead(304).end()
    reply.writeHead(200, { 'last-modified': 'Fri, 20 Nov 2026 05:12:00 GMT' })
    reply.end(JSON.stringify({ at, rainMmPerH: 0, temperatureC: 21 }))
  })
  await stage.change({ provider: 'json', address: stage.origin })
  await stage.settled(null)
  await stage.advance(60 * MINUTE_MS)
  expect((await stage.read()).figures).toContainEqual(expect.objectContaining({ name: 'temperatureC', value: 21, at }))
  await stage.advance(121 * MINUTE_MS)
  expect((await stage.read()).sources[0]).toMatchObject({ problem: 'tooOld' })
})

describe('a station that sends by itself', () => {
  const post = (key: string, fields: Record<string, string>) =>
    fetch(`${stage.server.url}/api/track/weather/${key}`, { method: 'POST', body: new URLSearchParams(fields) })
  const stamp = (): string => stage.server.clock.now().toISOString().slice(0, 19).replace('T', ' ')
  const ecowitt = (changes: Record<string, string> = {}) => ({
    PASSKEY: '0123456789ABCDEF',
    stationtype: 'GW2000A_V3.1.4',
    dateutc: stamp(),
    tempinf: '70.9',
    tempf: '48.2',
    humidity: '90',
    windspeedmph: '4.47',
    rainratein: '0.079',
    dailyrainin: '0.100',
    tf_ch1: '44.6',
    ...changes,
  })
  const newKey = async (): Promise<string> => (await stage.server.call(as, calls.weather.newPushKey)).result.key

  test('speaks Ecowitt to its secret address, and what it measures beats the forecast', async () => {
    stage.says(openMeteoAnswer(stage))
    await stage.change({ provider: 'openMeteo', address: stage.origin, station: 'push' })
    await expect.poll(async () => valuesOf(await stage.state()).temperatureC, { timeout: 15_000 }).toBe(9.5)
    const key = await newKey()
    const sent = await post(key, ecowitt())
    expect([sent.status, await sent.text()]).toEqual([200, 'success\n'])
    const now = await stage.state()
    expect(now.figures.filter(({ isObserved }) => isObserved).map(({ name }) => name)).toEqual([
      'rainMmPerH',
      'temperatureC',
      'dewPointC',
      'windMps',
      'soilTemperatureC',
    ])
    expect(valuesOf(now)).toMatchObject({ temperatureC: 9, windMps: 1.998, rainMmPerH: 2.007, et0Mm: 0.05 })
    expect(valuesOf(now).dewPointC).toBeCloseTo(7.5, 1)
    expect(now.proposal).toMatchObject({ kind: 'rainModeOn', reason: 'raining' })
    expect((await post('wrong', ecowitt())).status).toBe(404)
    expect((await stage.server.call('ROLE_GREENKEEPER', calls.weather.newPushKey)).status).toBe(403)
    const second = await newKey()
    expect((await post(key, ecowitt())).status).toBe(404)
    await stage.server.call(as, calls.weather.removePushKey).then(found => found.result)
    expect((await post(second, ecowitt())).status).toBe(404)
  })

  test('speaks Weather Underground in a query', async () => {
    await stage.change({ provider: 'none', station: 'push' })
    const query = 'ID=club&PASSWORD=x&dateutc=now&tempf=50&dewptf=41&rainin=0&dailyrainin=0&action=updateraw'
    const sent = await fetch(`${stage.server.url}/api/track/weather/${await newKey()}?${query}`)
    expect(sent.status).toBe(200)
    expect(valuesOf(await stage.state())).toEqual({ rainMmPerH: 0, temperatureC: 10, dewPointC: 5 })
  })

  test('that has been silent for half an hour is shown as such, and after three hours nothing is proposed by it', async () => {
    await stage.change({ provider: 'none', station: 'push' })
    const key = await newKey()
    expect((await post(key, ecowitt())).status).toBe(200)
    expect(await stage.state()).toMatchObject({ sources: [{ problem: null }], proposal: { state: 'open' } })
    await stage.advance(31 * MINUTE_MS)
    expect((await stage.state()).sources).toMatchObject([{ role: 'station', problem: 'tooOld' }])
    await stage.advance(150 * MINUTE_MS)
    const { ctx } = stage.server.app
    await createWeatherWatch(ctx, openSeal(ctx.config.sharedDir)).look()
    expect((await stage.state()).proposal).toMatchObject({ state: 'lapsed' })
  })

  test.each([
    ['not a number', { tempf: 'NaN', rainratein: 'NaN' }, 'notUnderstood'],
    ['in kelvins', { tempf: '550' }, 'implausible'],
    ['of yesterday', { dateutc: '2026-11-01 00:00:00' }, 'tooOld'],
    ['without a moment', { dateutc: '<script>' }, 'notUnderstood'],
  ])('is not believed when what it sends is %s', async (_, fields, problem) => {
    await stage.change({ provider: 'none', station: 'push' })
    expect((await post(await newKey(), ecowitt(fields))).status).toBe(400)
    expect(await stage.state()).toMatchObject({ sources: [{ role: 'station', problem }], figures: [] })
  })
})
