/** Services whose answers hold figures that are older than the answer. */
import { describe, expect, test } from 'vitest'
import { openWeather } from './openWeather.ts'
import { weatherLink } from './weatherLink.ts'

const at = (clock: string): string => `2026-11-20T${clock}:00.000Z`
const seconds = (clock: string): number => Date.parse(at(clock)) / 1_000
const nowMs = Date.parse(at('06:20'))

describe('Davis WeatherLink', () => {
  const outside = (clock: string, figures: object = {}) => ({
    data_structure_type: 10,
    data: [{ ts: seconds(clock), temp: 50, dew_point: 41, rain_rate_last_mm: 0, rainfall_daily_mm: 2, ...figures }],
  })
  const indoors = (clock: string) => ({ data_structure_type: 12, data: [{ ts: seconds(clock), temp_in: 70 }] })
  const barometer = (clock: string) => ({ data_structure_type: 12, data: [{ ts: seconds(clock), bar_sea_level: 30 }] })
  const soil = (clock: string) => ({ data_structure_type: 12, data: [{ ts: seconds(clock), temp_1: 46.4 }] })
  const understand = (...sensors: object[]) => weatherLink.understand({ sensors }, nowMs)

  test('dates what is measured outside by its own record and not by the barometer or a room', () => {
    expect(understand(outside('06:05'), barometer('06:19'), indoors('06:20'))).toMatchObject({
      ok: true,
      reading: { at: at('06:05'), now: { temperatureC: 10, dewPointC: 5, rainMmPerH: 0 } },
      counters: { at: at('06:05'), rainMm: 2 },
    })
  })

  test('reports a sensor outside that fell silent half an hour ago as too old', () => {
    expect(understand(outside('05:49'), barometer('06:19'), soil('06:19'))).toEqual({
      ok: false,
      problem: 'tooOld',
      detail: `What is measured outside is dated ${at('05:49')}`,
    })
    expect(understand(outside('06:26'))).toMatchObject({ problem: 'tooOld' })
    expect(understand(barometer('06:19'))).toMatchObject({ problem: 'notUnderstood' })
  })

  test('gives each figure the moment of its own record', () => {
    expect(understand(outside('06:00'), soil('06:15'))).toMatchObject({
      reading: {
        at: at('06:15'),
        now: { temperatureC: 10, soilTemperatureC: 8 },
        moments: { temperatureC: at('06:00'), soilTemperatureC: at('06:15') },
      },
    })
  })

  test('takes a figure from the next sensor once the first is silent', () => {
    expect(understand(outside('05:30', { temp: 90 }), outside('06:10'))).toMatchObject({
      reading: { at: at('06:10'), now: { temperatureC: 10 } },
    })
  })
})

describe('OpenWeather', () => {
  const step = (clock: string, temp: number) => ({ dt: seconds(clock), temp })
  const understand = (current: object, ...hourly: object[]) => openWeather.understand({ current, hourly }, nowMs)

  test('gives what is current the moment that the service gives it', () => {
    expect(understand(step('06:10', 9), step('06:00', 8))).toMatchObject({
      reading: { isObserved: false, now: { temperatureC: 9 }, moments: { temperatureC: at('06:10') } },
    })
  })

  test('has nothing current in an answer that a cache kept for more than half an hour', () => {
    const found = understand(step('05:40', 9), step('05:00', 8), step('06:00', 7))
    expect(found).toMatchObject({ reading: { hours: [{ temperatureC: 8 }, { temperatureC: 7 }] } })
    expect(found.ok && found.reading.now).toEqual({})
  })
})
