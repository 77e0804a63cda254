import { addDays, momentOf, type TeeSheetOptions } from '@greensward/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { READ_DAYS, readTeeSheetIcs } from './readTeeSheetIcs.ts'

const zone = 'Europe/Dublin'
const day = '2026-05-18'
const options: TeeSheetOptions = { day, zone, holeCount: 18 }

const calendar = (...blocks: readonly (readonly string[])[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//club//tee//EN', ...blocks.flat(), 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: readonly string[]): string[] => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT']
const read = (text: string, changes: Partial<TeeSheetOptions> = {}) => readTeeSheetIcs(text, { ...options, ...changes })
const at = (hour: number, minute = 0, on = day): string => momentOf(on, hour, minute, zone).toISOString()
const timesOf = (...lines: readonly string[]) => read(calendar(event(...lines))).teeTimes.map(one => one.at)

describe('the time of an event', () => {
  test.each([
    ['in UTC', 'DTSTART:20260518T063000Z'],
    ['of its own zone', 'DTSTART;TZID=Europe/Berlin:20260518T083000'],
    ['of a zone with a name before it', 'DTSTART;TZID=/example.org/Europe/Berlin:20260518T083000'],
    ['without a zone, by the clock of the course', 'DTSTART:20260518T073000'],
  ])('%s becomes a tee time', (_, line) => {
    expect(timesOf(line)).toEqual([at(7, 30)])
  })

  test('of a zone that the file describes itself becomes a tee time', () => {
    const described = [
      'BEGIN:VTIMEZONE',
      'TZID:Club Standard Time',
      'BEGIN:STANDARD',
      'DTSTART:19701101T020000',
      'TZOFFSETFROM:+0400',
      'TZOFFSETTO:+0400',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const text = calendar(described, event('DTSTART;TZID=Club Standard Time:20260518T103000'))
    expect(read(text)).toMatchObject({ teeTimes: [{ at: at(7, 30) }], faults: [] })
  })

  test('of an unknown zone is named with its line', () => {
    const { teeTimes, faults } = read(calendar(event('DTSTART;TZID=Moon Time:20260518T103000')))
    expect(teeTimes).toEqual([])
    expect(faults).toMatchObject([{ line: 4, code: 'teeSheetZone', params: { text: 'Moon Time' } }])
  })

  test('of a whole day, before the first day or long after it is left out', () => {
    const [early, late] = [addDays(day, -1), addDays(day, READ_DAYS)].map(one => one.replaceAll('-', ''))
    expect(timesOf('DTSTART;VALUE=DATE:20260518')).toEqual([])
    expect(timesOf(`DTSTART:${early}T080000`)).toEqual([])
    expect(timesOf(`DTSTART:${late}T080000`)).toEqual([])
  })
})

describe('an event that repeats', () => {
  test('keeps its clock time when the clock of its zone changes', () => {
    const { teeTimes } = read(
      calendar(event('DTSTART;TZID=Europe/Dublin:20261023T073000', 'RRULE:FREQ=DAILY;COUNT=4')),
      { day: '2026-10-23' },
    )
    expect(teeTimes.map(one => one.at)).toEqual(
      ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'].map(on => at(7, 30, on)),
    )
  })

  test('ends with its rule, leaves out its exceptions and follows its changes', () => {
    const series = event(
      'DTSTART;TZID=Europe/Dublin:20260518T073000',
      'RRULE:FREQ=DAILY;UNTIL=20260521T063000Z',
      'EXDATE:20260519T063000Z',
    )
    const moved = event(
      'RECURRENCE-ID;TZID=Europe/Dublin:20260520T073000',
      'DTSTART;TZID=Europe/Dublin:20260520T091500',
    )
    expect(read(calendar(series, moved)).teeTimes.map(one => one.at)).toEqual([
      at(7, 30),
      at(9, 15, '2026-05-20'),
      at(7, 30, '2026-05-21'),
    ])
  })

  test('and began years ago is read for the wanted days alone', () => {
    const { teeTimes } = read(calendar(event('DTSTART:20160101T080000', 'RRULE:FREQ=DAILY')))
    expect(teeTimes).toHaveLength(READ_DAYS)
    expect(teeTimes[0]?.at).toBe(at(8))
  })

  test('too often to get to the wanted days is refused in time', () => {
    const { teeTimes, faults } = read(calendar(event('DTSTART:20200101T080000', 'RRULE:FREQ=SECONDLY')))
    expect([teeTimes, faults]).toMatchObject([[], [{ line: 4, code: 'teeSheetRepeats' }]])
  })

  test('that was cancelled is left out', () => {
    expect(timesOf('DTSTART:20260518T080000', 'RRULE:FREQ=DAILY', 'STATUS:CANCELLED')).toEqual([])
  })
})

describe('tee and players', () => {
  test.each([
    [['LOCATION:Tee 10', 'SUMMARY:Moore\\, 3 players'], 10, 3],
    [['SUMMARY:10th tee - 4 golfers'], 10, 4],
    [['SUMMARY:Loch 10\\, 2 Spieler'], 10, 2],
    [['SUMMARY:Start an der 10. Bahn'], 10, null],
    [['SUMMARY:Salida hoyo 10 (4 jugadores)'], 10, 4],
    [['SUMMARY:Tee time 07:30'], 1, null],
    [['SUMMARY:Tee 07:30'], 1, null],
    [['SUMMARY:18 holes\\, 4-ball'], 1, 4],
    [['SUMMARY:Group', 'ATTENDEE:mailto:a@x.example', 'ATTENDEE:mailto:b@x.example'], 1, 2],
  ])('of %j are read', (lines, hole, players) => {
    const { teeTimes } = read(calendar(event('DTSTART:20260518T073000', ...lines)))
    expect(teeTimes).toEqual([{ at: at(7, 30), hole, players }])
  })

  test('on a hole that the course does not have are named with their line', () => {
    expect(read(calendar(event('DTSTART:20260518T073000', 'LOCATION:Tee 19'))).faults).toMatchObject([
      { line: 4, code: 'teeSheetHole', params: { text: '19' } },
    ])
  })
})

test('a broken event is named with its line, and the others are read', () => {
  const text = calendar(
    event('DTSTART:20260518T073000'),
    event('DTSTART:soon'),
    event('SUMMARY:No time'),
    event('DTSTART:20260518T075000'),
    ['BEGIN:VEVENT', 'DTSTART:20260518T080000'],
  )
  const { teeTimes, faults } = read(text)
  expect(teeTimes.map(one => one.at)).toEqual([at(7, 30), at(7, 50)])
  expect(faults.map(({ line, code }) => [line, code])).toEqual([
    [20, 'teeSheetEvent'],
    [8, 'teeSheetEvent'],
    [12, 'teeSheetEvent'],
  ])
})

test('a calendar without a tee time ahead says so', () => {
  expect(read(calendar())).toMatchObject({ teeTimes: [], faults: [{ code: 'teeSheetNoneAhead', params: { day } }] })
})

test('any tee times that are written as events are read as they were, in any zone', () => {
  const zones = ['Europe/Dublin', 'America/New_York', 'Australia/Lord_Howe', 'UTC']
  const minutes = fc.integer({ min: 0, max: READ_DAYS * 24 * 60 - 1 })
  fc.assert(
    fc.property(fc.uniqueArray(minutes, { maxLength: 20 }), fc.constantFrom(...zones), (all, courseZone) => {
      const first = momentOf(day, 0, 0, courseZone).getTime()
      const moments = all.map(one => new Date(first + one * 60_000)).toSorted((a, b) => a.getTime() - b.getTime())
      const stamp = (moment: Date): string => moment.toISOString().replaceAll(/[-:]|\.000/g, '')
      const text = calendar(...moments.map(moment => event(`DTSTART:${stamp(moment)}`)))
      expect(read(text, { zone: courseZone }).teeTimes.map(one => one.at)).toEqual(
        moments.map(moment => moment.toISOString()),
      )
    }),
  )
})

test('nothing that a calendar may hold throws, and what can be read is read', () => {
  const line = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom('BEGIN:VALARM', 'END:VALARM', 'BEGIN:VTIMEZONE', 'BEGIN:VEVENT', 'END:VCALENDAR', 'UID'),
    fc.constantFrom('DTSTART:', 'DTSTART:soon', 'DTSTART;TZID=X:20260518T080000', 'DTSTART:20269999T999999'),
    fc.constantFrom('RRULE:FREQ=DAILY', 'RRULE:FREQ=NEVER', 'RRULE:FREQ=DAILY;COUNT=-1', 'RRULE:FREQ=DAILY;UNTIL=x'),
    fc.constantFrom('EXDATE:x', 'RDATE;VALUE=PERIOD:1/2', 'RDATE:x', 'RECURRENCE-ID:1', 'LOCATION:Tee 99'),
  )
  const good = event('UID:good', 'DTSTART:20260519T073000')
  fc.assert(
    fc.property(fc.array(fc.array(line, { maxLength: 6 }), { maxLength: 6 }), all => {
      const text = calendar(...all.map(lines => event('DTSTART:20260518T080000', ...lines)), good)
      expect(read(text).teeTimes.map(one => one.at)).toContain(at(7, 30, '2026-05-19'))
    }),
  )
})
