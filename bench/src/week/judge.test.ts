/** Each counter of the judge counts, and counts nothing on a good day. */
import type { XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import { judge } from './judge.ts'
import type { RecordedMower, RecordedZone, Sample, WeekRecord } from './record.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

const zone: RecordedZone = {
  id: 'green',
  title: 'Green 1',
  holeId: 'hole 1',
  polygon: {
    outer: [
      [100, 100],
      [110, 100],
      [110, 110],
      [100, 110],
    ],
    holes: [],
  },
  obstacles: [],
}

/** At one metre a second, two positions a second. */
const walk = (startMs: number, points: readonly XY[], bladeOn: boolean): Sample[] =>
  points.flatMap((to, index) => {
    const from = points[index - 1]
    if (from === undefined) return []
    const before = points
      .slice(0, index)
      .reduce((sum, point, k) => sum + (k === 0 ? 0 : Math.hypot(...minus(point, points[k - 1] as XY))), 0)
    const lengthM = Math.hypot(...minus(to, from))
    return Array.from({ length: Math.ceil(lengthM * 2) + 1 }, (_, step): Sample => {
      const doneM = Math.min(lengthM, step / 2)
      return {
        atMs: startMs + (before + doneM) * 1_000,
        at: [from[0] + ((to[0] - from[0]) * doneM) / lengthM, from[1] + ((to[1] - from[1]) * doneM) / lengthM],
        speedMps: 1,
        bladeOn,
      }
    })
  })
const minus = (a: XY, b: XY): XY => [a[0] - b[0], a[1] - b[1]]
const still = (atMs: number, at: XY): Sample => ({ atMs, at, speedMps: 0, bladeOn: false })

/** Rows over the green, mown from a moment on: 121 s. */
const mowing = (startMs: number): Sample[] =>
  walk(
    startMs,
    Array.from({ length: 10 }, (_, row): XY[] =>
      (row % 2 === 0 ? [100, 110] : [110, 100]).map((x): XY => [x, 100.5 + row]),
    ).flat(),
    true,
  )

const mower = (name: string, base: XY, samples: Sample[], startsMs: number[] = []): RecordedMower => ({
  id: name,
  name,
  widthM: 1.7,
  cutM: 1.5,
  base,
  samples,
  startsMs,
})

const good = (): WeekRecord => ({
  mowers: [
    mower(
      'Wren',
      [0, 0],
      [
        still(0, [0, 0]),
        ...mowing(10 * MINUTE_MS),
        ...walk(
          20 * MINUTE_MS,
          [
            [105, 105],
            [0, 0],
          ],
          false,
        ),
      ],
      [9 * MINUTE_MS],
    ),
    mower('Rook', [20, 0], [still(0, [20, 0]), still(2 * HOUR_MS, [20, 0])]),
  ],
  zones: [zone],
  presses: [{ atMs: 0, kind: 'release', mowerIds: ['Wren', 'Rook'], fromMs: 5 * MINUTE_MS, untilMs: HOUR_MS }],
  endings: [],
  groups: [{ holeId: 'hole 1', fromMs: HOUR_MS, toMs: 75 * MINUTE_MS }],
  promises: [{ zoneId: 'green', said: [{ atMs: 0, dueMs: 40 * MINUTE_MS }] }],
  eveningsMs: [2 * HOUR_MS],
  endMs: 2 * HOUR_MS,
})
const [wren, rook] = good().mowers as [RecordedMower, RecordedMower]

test('counts nothing on a good day', () => {
  expect(judge(good())).toMatchObject({
    startsOutside: [],
    starts: 1,
    meetings: [],
    cutsInFront: [],
    promises: [{ zone: 'Green 1', as: 'kept' }],
    notHome: [],
  })
})

describe('starts outside a release', () => {
  const starting = (atMs: number, changes: Partial<WeekRecord> = {}) =>
    judge({ ...good(), mowers: [{ ...wren, startsMs: [atMs] }, rook], ...changes }).startsOutside.map(({ why }) => why)

  test('are those without a press, and before and after the window', () => {
    expect(starting(9 * MINUTE_MS, { presses: [] })).toEqual(['no press before it'])
    expect(starting(2 * MINUTE_MS)).toEqual(['before the window'])
    expect(starting(HOUR_MS + 1)).toEqual(['after the window'])
  })
  test('are those after an end without a press in between', () => {
    const endings = [{ atMs: 8 * MINUTE_MS, mowerIds: ['Wren'], why: 'killed' }]
    expect(starting(9 * MINUTE_MS, { endings })).toEqual(['killed after the last press'])
    const again = { atMs: 8.5 * MINUTE_MS, kind: 'continue', mowerIds: ['Wren'], fromMs: 0, untilMs: HOUR_MS } as const
    expect(starting(9 * MINUTE_MS, { endings, presses: [...good().presses, again] })).toEqual([])
    expect(
      starting(9 * MINUTE_MS, { endings, presses: [...good().presses, { ...again, mowerIds: ['Rook'] }] }),
    ).toEqual(['killed after the last press'])
  })
  test('are those long after the mower was sent home', () => {
    const home = { atMs: 0, kind: 'drive', mowerIds: ['Wren'], fromMs: 0, untilMs: 0 } as const
    expect(starting(MINUTE_MS, { presses: [home] })).toEqual([])
    expect(starting(9 * MINUTE_MS, { presses: [home] })).toEqual(['long after it was sent home'])
  })
})

describe('meetings', () => {
  const passing = (offM: number, bladeOn = false) =>
    judge({
      ...good(),
      mowers: [
        {
          ...wren,
          samples: walk(
            0,
            [
              [0, 50],
              [60, 50],
            ],
            bladeOn,
          ),
        },
        {
          ...rook,
          samples: walk(
            0,
            [
              [60, 50 + offM],
              [0, 50 + offM],
            ],
            bladeOn,
          ),
        },
      ],
    }).meetings

  test('are two on a road closer than their widths, counted once', () => {
    expect(passing(3)).toMatchObject([{ mowers: ['Wren', 'Rook'], closestM: 3 }])
  })
  test('are none where they keep apart', () => {
    expect(passing(3.5)).toEqual([])
  })
  test('are none past one that is parked in its bay, unless the bodies could touch', () => {
    const past = (offM: number, parked: Partial<RecordedMower> = {}) => {
      const samples = [0, 10_000, 20_000, 30_000].map(atMs => still(atMs, [20, 50 + offM]))
      const way = walk(
        0,
        [
          [0, 50],
          [30, 50],
        ],
        false,
      )
      const stands = { ...rook, base: [20, 50 + offM] as XY, samples, ...parked }
      return judge({ ...good(), mowers: [{ ...wren, samples: way }, stands] }).meetings
    }
    expect(past(3)).toEqual([])
    expect(past(2.3)).toHaveLength(1)
    expect(past(3, { base: [20, 60] })).toHaveLength(1)
  })
  test('are none between two that are still at their bases', () => {
    const near = { ...rook, base: [2, 0] as XY, samples: [still(0, [2, 0])] }
    expect(judge({ ...good(), mowers: [{ ...wren, samples: [still(0, [0, 0])] }, near] }).meetings).toEqual([])
  })
})

describe('cuts in front of golfers', () => {
  const cutAt = (atMs: number) => judge({ ...good(), mowers: [{ ...wren, samples: mowing(atMs) }, rook] }).cutsInFront

  test('are those with less than the margin, and those under their feet', () => {
    expect(cutAt(45 * MINUTE_MS)).toMatchObject([{ zone: 'Green 1', mower: 'Wren', marginMin: expect.closeTo(15, 0) }])
    expect(cutAt(65 * MINUTE_MS)).toHaveLength(1)
  })
  test('are none with the margin, and behind the group', () => {
    expect(cutAt(35 * MINUTE_MS)).toEqual([])
    expect(cutAt(76 * MINUTE_MS)).toEqual([])
  })
  test('are none with the blade off', () => {
    const samples = mowing(45 * MINUTE_MS).map(sample => ({ ...sample, bladeOn: false }))
    expect(judge({ ...good(), mowers: [{ ...wren, samples }, rook] }).cutsInFront).toEqual([])
  })
})

describe('promises', () => {
  const said = (...list: { atMs: number; dueMs: number }[]) => [{ zoneId: 'green', said: list }]
  const judged = (changes: Partial<WeekRecord>) => judge({ ...good(), ...changes }).promises.map(({ as }) => as)
  const late = { promises: said({ atMs: 0, dueMs: 11 * MINUTE_MS }) }

  test('are broken where the field is mown later, in part or not at all', () => {
    expect(judged(late)).toEqual(['broken'])
    const half = { ...wren, samples: mowing(10 * MINUTE_MS).slice(0, 110) }
    expect(judged({ mowers: [half, rook] })).toEqual(['broken'])
    expect(judged({ mowers: [rook] })).toEqual(['broken'])
  })
  test('count as made again only where that was said before they broke', () => {
    const first = { atMs: 0, dueMs: 11 * MINUTE_MS }
    expect(judged({ promises: said(first, { atMs: 10 * MINUTE_MS, dueMs: 40 * MINUTE_MS }) })).toEqual(['rePromised'])
    expect(judged({ promises: said(first, { atMs: 12 * MINUTE_MS, dueMs: 40 * MINUTE_MS }) })).toEqual(['broken'])
    expect(judged({ promises: said(first, { atMs: 10 * MINUTE_MS, dueMs: 11.5 * MINUTE_MS }) })).toEqual(['broken'])
  })
  test('are made again from one day to the next, each time before the last word broke', () => {
    const [first, second] = [
      { atMs: 0, dueMs: 5 * MINUTE_MS },
      { atMs: 4 * MINUTE_MS, dueMs: 11 * MINUTE_MS },
    ]
    const third = (atMs: number) => ({ atMs, dueMs: 40 * MINUTE_MS })
    expect(judged({ promises: said(first, second, third(10 * MINUTE_MS)) })).toEqual(['rePromised'])
    expect(judged({ promises: said(first, second, third(12 * MINUTE_MS)) })).toEqual(['broken'])
  })
  test('are open where their day is not over', () => {
    const moved = said({ atMs: 0, dueMs: 11 * MINUTE_MS }, { atMs: 1, dueMs: 5 * HOUR_MS })
    expect(judged({ promises: moved, mowers: [rook] })).toEqual(['open'])
  })
  test('are kept where only a strip that is too narrow for the mower stays', () => {
    const notched = {
      ...zone,
      polygon: {
        ...zone.polygon,
        outer: [...zone.polygon.outer, [100, 106], [80, 106], [80, 105], [100, 105]] as XY[],
      },
    }
    expect(judged({ zones: [notched] })).toEqual(['kept'])
    const wide = {
      ...notched,
      polygon: {
        outer: notched.polygon.outer.map(([x, y]): XY => (x < 90 ? [x, y < 105.5 ? 100 : 106] : [x, y])),
        holes: [],
      },
    }
    expect(judged({ zones: [wide] })).toEqual(['broken'])
  })
  test('are kept where a tree keeps the mower off', () => {
    const between = (south: number, north: number, west: number, east: number): XY[] => [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ]
    const tall = { ...zone, polygon: { outer: between(80, 110, 100, 110), holes: [] } }
    expect(judged({ zones: [tall] })).toEqual(['broken'])
    const wood = { outer: between(80, 100, 99, 111), holes: [] }
    expect(judged({ zones: [{ ...tall, obstacles: [wood] }] })).toEqual(['kept'])
  })
  test('do not count mowing of before', () => {
    expect(judged({ promises: said({ atMs: 15 * MINUTE_MS, dueMs: 40 * MINUTE_MS }) })).toEqual(['broken'])
  })
})

test('counts mowers that are not at home in the evening', () => {
  const out = { ...rook, samples: [still(0, [23, 0])] }
  expect(judge({ ...good(), mowers: [wren, out] }).notHome).toMatchObject([{ mower: 'Rook', offM: 3 }])
})
