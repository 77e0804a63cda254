import { expect, test } from 'vitest'
import { makeMeasure } from './measure.ts'

const metric = makeMeasure('metric', 'en')
const imperial = makeMeasure('imperial', 'en')

test('shows a short distance in metres, never as 0 kilometres', () => {
  expect(metric.distance(0.042)).toBe('42 m')
  expect(metric.distance(5.31)).toBe('5.3 km')
  expect(imperial.distance(1.609344)).toBe('1 mi')
  expect(metric.driven(0.033)).toBe('0.03 km')
  expect(metric.driven(1_204.4)).toBe('1,204 km')
  expect(imperial.driven(1.609344)).toBe('1 mi')
})

test('a mission of some seconds does not last no time', () => {
  expect(metric.duration(20)).toBe('< 1 min')
  expect(metric.duration(0)).toBe('0 min')
  expect(metric.duration(4_800)).toBe('1 h 20 min')
})

test('widths of machines keep their centimetres, and figures follow the language', () => {
  expect(metric.width(1.524)).toBe('1.52 m')
  expect(imperial.width(1.524)).toBe('5 ft')
  expect(makeMeasure('metric', 'de').width(3.25)).toBe('3,25 m')
  expect(makeMeasure('metric', 'de').angle(356.35)).toBe('356,35°')
})

test('a foot is 0.3048 m, and an acre 0.4047 ha', () => {
  expect(imperial.length(100)).toBe('328 ft')
  expect(imperial.length(3)).toBe('9.8 ft')
  expect(imperial.height(30.48)).toBe('100.0 ft')
  expect(imperial.area(40_468.564)).toBe('10 ac')
  expect(metric.length(100)).toBe('100 m')
})
