import { expect, test } from 'vitest'
import { newZoneRecord, readZoneRecords, typesForRecord } from './zoneRecord.ts'

const zoneIds = new Map([
  ['green 7', 'seven'],
  ['green 8', undefined],
])
const read = (...lines: string[]) => readZoneRecords(lines.join('\r\n'), { zone: 'Europe/Berlin', zoneIds })

test('a measurement has to be possible, and a product has to have a name', () => {
  const record = { id: crypto.randomUUID(), at: '2026-06-01T05:00:00.000Z', product: null }
  const is = (more: object): boolean => newZoneRecord.safeParse({ ...record, ...more }).success
  expect(is({ kind: 'greenSpeed', value: 3.1 })).toBe(true)
  expect(is({ kind: 'greenSpeed', value: 10 })).toBe(false)
  expect(is({ kind: 'moisture', value: 101 })).toBe(false)
  expect(is({ kind: 'product', value: 20 })).toBe(false)
  expect(is({ kind: 'product', value: 20, product: 'Iron' })).toBe(true)
  expect(is({ kind: 'moisture', value: 20, product: 'Iron' })).toBe(false)
})

test('a record fits the types of zones on which it makes sense', () => {
  const type = (id: string, name: string, mowable = true) => ({ id, name, mowable })
  const types = [type('f', 'Fairway'), type('g', 'Green'), type('t', 'Tee'), type('b', 'Bunker', false)]
  const ids = (...args: Parameters<typeof typesForRecord>) => typesForRecord(...args).map(({ id }) => id)
  expect(ids('greenSpeed', types)).toEqual(['g', 't'])
  expect(ids('moisture', types)).toEqual(['f', 'g', 't'])
  expect(ids('greenSpeed', [type('x', 'Putting surface'), type('b', 'Bunker', false)])).toEqual(['x'])
})

test('reads a table in any order of columns, with the clock of the course', () => {
  const { records, faults } = read(
    'Kind;Zone;Value;Date;Time;Product',
    'greenSpeed;Green 7;3,15;2026-06-01;07:30;',
    'product;GREEN 7;20;2026-06-02;;Iron',
  )
  expect(faults).toEqual([])
  expect(records).toEqual([
    { zoneId: 'seven', kind: 'greenSpeed', value: 3.15, product: null, at: '2026-06-01T05:30:00.000Z' },
    { zoneId: 'seven', kind: 'product', value: 20, product: 'Iron', at: '2026-06-02T10:00:00.000Z' },
  ])
})

test('names the line and the cell of what it leaves out', () => {
  const { records, faults } = read(
    'Zone,Kind,Date,Value',
    'Green 9,moisture,2026-06-01,20',
    'Green 8,moisture,2026-06-01,20',
    'Green 7,wetness,2026-06-01,20',
    'Green 7,moisture,1.6.26,20',
    'Green 7,moisture,2026-06-01,',
    'Green 7,moisture,2026-06-01,200',
    'Green 7,moisture,2026-06-01,20',
  )
  expect(records).toHaveLength(1)
  expect(faults.map(({ line, code }) => [line, code])).toEqual([
    [2, 'recordZone'],
    [3, 'recordZone'],
    [4, 'recordKind'],
    [5, 'recordDate'],
    [6, 'recordValue'],
    [7, 'recordValue'],
  ])
  expect(read('Zone,Date').faults).toMatchObject([{ line: 1, code: 'recordColumns', params: { list: 'Kind, Value' } }])
})
