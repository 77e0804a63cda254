import { describe, expect, test } from 'vitest'
import { dewPointC, unbelievable } from './figures.ts'
import { forecastOf, mergeReadings, type SourceReading } from './mergeReadings.ts'

const at = (clock: string): string => `2026-11-20T${clock}:00.000Z`
const nowMs = Date.parse(at('06:20'))
const hours = [
  { from: at('06:00'), rainMm: 2, temperatureC: 9 },
  { from: at('07:00'), rainMm: 3, temperatureC: 10 },
  { from: at('08:00'), temperatureC: 11 },
]
const forecast: SourceReading = {
  source: 'metNorway',
  at: at('06:10'),
  isObserved: false,
  now: {},
  hours,
  forecast: forecastOf(hours, nowMs),
}
const station = (clock: string, now: SourceReading['now']): SourceReading => ({
  source: 'push',
  at: at(clock),
  isObserved: true,
  now,
  hours: [],
  forecast: [],
})
const named = (readings: readonly SourceReading[]) =>
  Object.fromEntries(
    mergeReadings(readings, nowMs).figures.map(({ name, value, source, isObserved }) => [
      name,
      `${value} ${source}${isObserved ? ' observed' : ''}`,
    ]),
  )

describe('the weather of a station and a forecast', () => {
  test('is the measured figure where there is one, and the forecast of this hour elsewhere', () => {
    expect(named([station('06:15', { rainMmPerH: 0, windMps: 4 }), forecast])).toEqual({
      rainMmPerH: '0 push observed',
      windMps: '4 push observed',
      temperatureC: '9 metNorway',
    })
  })

  test('takes the rain of a period that has begun from the station', () => {
    const { report } = mergeReadings([station('06:15', { rainMmPerH: 0 }), forecast], nowMs)
    expect(report).toMatchObject({ at: at('06:15'), rainMmPerH: 0 })
    expect(report?.forecast.map(({ from }) => from)).toEqual([at('07:00')])
  })

  test('falls back to the forecast when the station is silent for half an hour', () => {
    expect(named([station('05:49', { rainMmPerH: 7 }), forecast])).toMatchObject({ rainMmPerH: '2 metNorway' })
  })

  test('falls back to the forecast for a figure whose own sensor is silent for half an hour', () => {
    const now = { rainMmPerH: 7, temperatureC: 21, soilTemperatureC: 8 }
    const moments = { rainMmPerH: at('05:49'), temperatureC: at('05:50'), soilTemperatureC: at('06:15') }
    expect(named([{ ...station('06:15', now), moments }, forecast])).toEqual({
      rainMmPerH: '2 metNorway',
      temperatureC: '21 push observed',
      soilTemperatureC: '8 push observed',
    })
    const { figures } = mergeReadings([{ ...station('06:15', now), moments }], nowMs)
    expect(figures.find(({ name }) => name === 'rainMmPerH')).toMatchObject({ value: 7, at: at('05:49') })
  })

  test('says nothing about rain while no source does', () => {
    expect(mergeReadings([station('06:15', { temperatureC: 1 })], nowMs)).toMatchObject({
      report: null,
      figures: [{ name: 'temperatureC' }],
    })
    expect(mergeReadings([{ ...forecast, at: at('03:00') }], nowMs)).toEqual({ report: null, figures: [] })
  })
})

test('an hour whose rain is unknown is not a period of a forecast', () => {
  expect(forecast.forecast).toHaveLength(2)
})

test.each([
  [20, 100, 20],
  [25, 60, 16.7],
  [-5, 80, -7.9],
])('at %s °C and %s %% dew falls at %s °C', (temperature, humidity, expected) => {
  expect(dewPointC(temperature, humidity)).toBeCloseTo(expected, 1)
})

test.each([
  [{ temperatureC: 283.15 }, 'temperatureC'],
  [{ dewPointC: -999 }, 'dewPointC'],
  [{ rainMmPerH: -0.1 }, 'rainMmPerH'],
  [{ windMps: Number.NaN }, 'windMps'],
])('%o is not believed', (figures, name) => {
  expect(unbelievable(figures)?.name).toBe(name)
  expect(unbelievable({ temperatureC: -12, rainMmPerH: null })).toBeUndefined()
})
