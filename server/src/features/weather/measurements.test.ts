import type { SourceReading } from '@greensward/domain'
import { expect, test } from 'vitest'
import { measurementsOf } from './measurements.ts'

const at = (clock: string): string => `2026-11-20T${clock}:00.000Z`
const reading = (clock: string, now: SourceReading['now'], moments: SourceReading['moments'] = {}): SourceReading => ({
  ...{ source: 'weatherLink', at: at(clock), isObserved: true, now, moments },
  ...{ hours: [], forecast: [] },
})

test('counts a figure once, however often the last record of its sensor is sent', () => {
  const first = { reading: reading('05:50', { temperatureC: 9 }), counters: { rainMm: 2 } }
  const now = { temperatureC: 9, soilTemperatureC: 7 }
  const moments = { temperatureC: at('05:50') }
  const second = { reading: reading('06:05', now, moments), counters: { at: at('05:50'), rainMm: 2 } }
  expect(measurementsOf(first, undefined)).toMatchObject([{ at: new Date(at('05:50')), figures: { temperatureC: 9 } }])
  expect(measurementsOf(second, first)).toEqual([
    { at: new Date(at('06:05')), source: 'weatherLink', figures: { soilTemperatureC: 7 } },
  ])
  expect(measurementsOf(second, second)).toEqual([])
})

test('puts each figure and the rain into the hour in which they were measured', () => {
  const before = { reading: reading('05:40', { temperatureC: 9 }), counters: { rainMm: 2 } }
  const now = { temperatureC: 8, soilTemperatureC: 7 }
  const after = {
    reading: reading('06:05', now, { temperatureC: at('05:55') }),
    counters: { at: at('05:55'), rainMm: 2.6 },
  }
  expect(measurementsOf(after, before)).toMatchObject([
    { at: new Date(at('05:55')), figures: { temperatureC: 8 }, rainMm: 0.6 },
    { at: new Date(at('06:05')), figures: { soilTemperatureC: 7 }, rainMm: undefined },
  ])
})

test('counts from zero after a counter was reset, and nothing before a counter was known', () => {
  const before = { reading: reading('05:40', { temperatureC: 9 }), counters: { rainMm: 5 } }
  const after = { reading: reading('05:55', { temperatureC: 9 }), counters: { rainMm: 0.4, et0Mm: 3 } }
  expect(measurementsOf(after, before)).toMatchObject([{ rainMm: 0.4, et0Mm: undefined }])
})
