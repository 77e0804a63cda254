import { describe, expect, test } from 'vitest'
import { momentOf } from '../common/zonedTime.ts'
import {
  expectedTeePlay,
  type NumberedHole,
  patternTeeTimes,
  shotgunTeeTimes,
  sortedTeeTimes,
  type TeeTime,
  teePattern,
  teeTimesWithoutCart,
} from './teeSheet.ts'
import { readTeeSheetCsv } from './teeSheetCsv.ts'

const zone = 'Europe/Dublin'
const day = '2026-05-20'
const MINUTE_MS = 60_000
const at = (hour: number, minute = 0, on = day): string => momentOf(on, hour, minute, zone).toISOString()
const group = (hour: number, minute: number, hole = 1, players: number | null = null): TeeTime => ({
  at: at(hour, minute),
  hole,
  players,
})
const holes: NumberedHole[] = Array.from({ length: 18 }, (_, index) => ({
  id: `hole ${index + 1}`,
  number: index + 1,
  passMinutes: 10 + index,
  isActive: true,
}))
const without = (number: number): NumberedHole[] =>
  holes.map(hole => (hole.number === number ? { ...hole, isActive: false } : hole))

describe('a pattern', () => {
  const pattern = teePattern.parse({
    firstAt: '07:30',
    everyMinutes: 15,
    until: '08:00',
    holes: [1, 10],
    weekdays: ['wed'],
  })

  test('makes tee times on each of its holes from the first to the last, on its days of the week alone', () => {
    expect(patternTeeTimes([pattern], day, zone)).toEqual(
      [
        [7, 30],
        [7, 45],
        [8, 0],
      ].flatMap(([hour = 0, minute = 0]) => [group(hour, minute, 1), group(hour, minute, 10)]),
    )
    expect(patternTeeTimes([pattern], '2026-05-21', zone)).toEqual([])
  })

  test('may not end before it starts, nor name a hole twice', () => {
    expect(teePattern.safeParse({ ...pattern, until: '07:29' }).error?.issues[0]?.path).toEqual(['until'])
    expect(teePattern.safeParse({ ...pattern, holes: [1, 1] }).success).toBe(false)
  })
})

test('a shotgun start has one group on each hole that is open', () => {
  const teeTimes = shotgunTeeTimes(at(9), without(7))
  expect(teeTimes.map(({ hole }) => hole)).toEqual(holes.map(({ number }) => number).filter(number => number !== 7))
  expect(new Set(teeTimes.map(one => one.at))).toEqual(new Set([at(9)]))
})

test('lines of the same time and hole are one group with all of its players', () => {
  expect(sortedTeeTimes([group(8, 0, 1, 1), group(7, 0, 10, 2), group(8, 0, 1, 3), group(7, 0)])).toEqual([
    group(7, 0),
    group(7, 0, 10, 2),
    group(8, 0, 1, 4),
  ])
})

describe('the expected play of a tee time', () => {
  test('is each hole once from its first one on, each as long as its pace', () => {
    const expected = expectedTeePlay(group(7, 30, 10), holes, 1)
    const numbers = [...holes.slice(9), ...holes.slice(0, 9)]
    expect(expected.map(({ holeId }) => holeId)).toEqual(numbers.map(({ id }) => id))
    let fromMs = Date.parse(at(7, 30))
    for (const [index, { passMinutes }] of numbers.entries()) {
      expect(expected[index]?.fromMs).toBe(fromMs)
      fromMs += passMinutes * MINUTE_MS
    }
    expect(expected.at(-1)?.toMs).toBe(fromMs)
  })

  test('leaves out a closed hole, starts on the one after it, and is as much faster as simulated golfers', () => {
    const expected = expectedTeePlay(group(7, 30, 10), without(10), 10)
    expect(expected[0]).toMatchObject({ holeId: 'hole 11', fromMs: Date.parse(at(7, 30)) })
    expect(expected[0]?.toMs).toBe(Date.parse(at(7, 32)))
    expect(expected.map(({ holeId }) => holeId)).not.toContain('hole 10')
    expect(expectedTeePlay(group(7, 30, 18), without(18), 1)[0]?.holeId).toBe('hole 1')
    expect(expectedTeePlay(group(7, 30), [], 1)).toEqual([])
  })
})

describe('tee times without a cart', () => {
  const teeTimes = [group(7, 30), group(7, 40), group(7, 40, 10), group(7, 50)]
  const start = (hour: number, minute: number, number = 1) => ({
    holeId: `hole ${number}`,
    begunMs: Date.parse(at(hour, minute)),
  })

  test('leave out the nearest one to each round that began within ten minutes on its hole', () => {
    expect(teeTimesWithoutCart(teeTimes, [start(7, 42)], holes)).toEqual([teeTimes[0], teeTimes[2], teeTimes[3]])
    expect(teeTimesWithoutCart(teeTimes, [start(7, 36, 10)], holes)).toEqual([teeTimes[0], teeTimes[1], teeTimes[3]])
    expect(teeTimesWithoutCart(teeTimes, [start(8, 1), start(7, 19), start(7, 40, 4)], holes)).toEqual(teeTimes)
  })

  test('keep the next group when the second cart of a group starts', () => {
    expect(teeTimesWithoutCart(teeTimes, [start(7, 31), start(7, 33)], holes)).toEqual(teeTimes.slice(1))
  })
})

describe('a table of tee times', () => {
  const options = { day, zone, holeCount: 18 }
  const read = (text: string) => readTeeSheetCsv(text, options)

  test.each([
    ['English with commas', 'Date,Tee time,Tee,Players,Name\r\n2026-05-20,07:30,10,4,"Moore, A."\r\n'],
    ['German with semicolons', 'Datum;Uhrzeit;Loch;Anzahl Spieler\n20.05.2026;7.30 Uhr;10;4\n'],
    ['Spanish with tabs', 'Fecha\tHora\tHoyo\tNúmero de jugadores\n20/05/26\t07:30\t10\t4'],
    ['a clock of twelve hours, the month in front', 'date,time,hole,players\n05/20/2026,7:30 AM,10,4'],
    ['the date within the time', '"Start time";Starting hole;Players\n2026-05-20 07:30:00;Tee 10;4'],
  ])('is read in %s', (_, text) => {
    expect(read(text)).toEqual({ teeTimes: [group(7, 30, 10, 4)], faults: [] })
  })

  test('without dates, holes and players is of the day asked for, on the first hole', () => {
    expect(read('\uFEFFTime\n12:05 am\n\n7:30 pm\n')).toEqual({ teeTimes: [group(0, 5), group(19, 30)], faults: [] })
  })

  test('offers what can be read and names each line that cannot', () => {
    const found = read(
      'Time;Date;Hole;Players\n25:00;;;\n8:00;31.2.2026;;\n8:10;;19;\n8:20;;;many\n"8:\n30";;;2\n8:40;;2;2',
    )
    expect(found.teeTimes).toEqual([group(8, 20), group(8, 40, 2, 2)])
    expect(found.faults).toEqual([
      { line: 2, code: 'teeSheetTime', params: { text: '25:00' } },
      { line: 3, code: 'teeSheetDate', params: { text: '31.2.2026' } },
      { line: 4, code: 'teeSheetHole', params: { text: '19' } },
      { line: 5, code: 'teeSheetPlayers', params: { text: 'many' } },
      { line: 6, code: 'teeSheetTime', params: { text: '8:\n30' } },
    ])
  })

  test('says so where it has no column of times or nothing at all', () => {
    expect(read('Name,Hole\nMoore,1').faults).toEqual([{ line: 1, code: 'teeSheetNoTimeColumn', params: {} }])
    expect(read('').faults).toEqual([{ line: 1, code: 'teeSheetEmpty', params: {} }])
    expect(read('Time\n').faults).toEqual([{ line: 1, code: 'teeSheetEmpty', params: {} }])
  })
})
