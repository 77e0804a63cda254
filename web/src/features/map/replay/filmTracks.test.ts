import type { FilmMove } from '@greensward/contract'
import { expect, it } from 'vitest'
import { groupAt, groupsOf, type HolePlay, placeOf, placesOf, timedMove } from './filmTracks.ts'

const AT = Date.parse('2026-06-01T05:00:00Z')
const at = (s: number): string => new Date(AT + s * 1_000).toISOString()
const move = (fromS: number, toS: number, own: Partial<FilmMove> = {}): FilmMove => ({
  taskId: 't',
  kind: 'way',
  missionId: null,
  startsAt: at(fromS),
  endsAt: at(toS),
  line: [],
  ...own,
})
/** About 70 m east, then 111 m north. */
const EAST = [
  [7, 51],
  [7.001, 51],
] as const
const NORTH = [
  [7.001, 51],
  [7.001, 51.001],
] as const

it('spreads a drive over the time of its plan, with the blade as its legs have it', () => {
  const legs = [
    { points: [...EAST].map(([x, y]) => [x, y] as [number, number]), speedMps: 2, bladeOn: false },
    { points: [...NORTH].map(([x, y]) => [x, y] as [number, number]), speedMps: 1, bladeOn: true },
  ]
  const mow = timedMove(move(60, 360, { kind: 'mow' }), legs)
  expect(mow.atMs[0]).toBe(AT + 60_000)
  expect(mow.atMs.at(-1)).toBeCloseTo(AT + 360_000, -1)
  const moves = [mow]
  expect(placeOf(moves, AT)).toBeNull()
  expect(placeOf(moves, AT + 61_000)).toMatchObject({ headingDeg: 90, bladeOn: false })
  const late = placeOf(moves, AT + 300_000)
  expect(late?.bladeOn).toBe(true)
  expect(late?.headingDeg).toBeCloseTo(0, 5)
  // Twice as slow on the longer leg: it takes more than half of the time.
  expect((mow.atMs[1] ?? 0) - AT).toBeLessThan(60_000 + 150_000)
  expect(placeOf(moves, AT + 900_000)).toMatchObject({ position: [7.001, 51.001], bladeOn: false })
})

it('gives one place a second, and none before the first drive', () => {
  const way = timedMove(move(2, 12, { line: [...EAST].map(([x, y]) => [x, y] as [number, number]) }))
  const places = placesOf(ms => placeOf([way], ms), AT, AT + 10_000)
  expect(places.map(({ step }) => step)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  expect(places[0]?.position).toEqual([7, 51])
})

it('stays where the drive before ended while no way is found', () => {
  const first = timedMove(move(0, 10, { line: [...EAST].map(([x, y]) => [x, y] as [number, number]) }))
  const nowhere = timedMove(move(10, 20))
  expect(placeOf([first, nowhere], AT + 15_000)?.position).toEqual([7.001, 51])
})

it('tells two groups with one tee time apart by their holes', () => {
  const line = [...EAST].map(([x, y]) => [x, y] as [number, number])
  const play = (hole: number, fromS: number): HolePlay => ({
    group: '07:30',
    hole,
    line,
    fromMs: AT + fromS * 1_000,
    toMs: AT + (fromS + 600) * 1_000,
  })
  const groups = groupsOf([play(0, 0), play(9, 0), play(10, 600), play(1, 600)], 18)
  expect(groups.map(({ holes }) => holes)).toEqual([
    [0, 1],
    [9, 10],
  ])
  const [first] = groups
  if (first === undefined) throw new Error('no group')
  expect(groupAt(first, AT - 1)).toBeNull()
  expect(groupAt(first, AT + 600_000)?.position).toEqual([7, 51])
  expect(groupAt(first, AT + 1_199_000)?.position[0]).toBeCloseTo(7.001, 5)
  expect(groupAt(first, AT + 1_201_000)).toBeNull()
})
