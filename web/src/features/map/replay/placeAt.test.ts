import type { ReplayPlace } from '@greensward/domain'
import { expect, it } from 'vitest'
import { mownUpTo, placeAt, type Recorded } from './placeAt.ts'

const FROM = Date.parse('2026-11-20T05:00:00Z')
const place = (
  step: number,
  lon: number,
  headingDeg: number | null = 90,
  bladeOn: boolean | null = true,
): ReplayPlace => ({
  step,
  position: [lon, 51],
  headingDeg,
  bladeOn,
})
const recorded = (...places: readonly ReplayPlace[]): Recorded => ({ fromMs: FROM, stepS: 1, places })
const at = (seconds: number): number => FROM + seconds * 1_000

it('is between two places by the share of the time between them', () => {
  expect(placeAt(recorded(place(10, 1), place(12, 3)), at(10.5))).toEqual({
    position: [1.5, 51],
    headingDeg: 90,
    bladeOn: true,
    ageMs: 0,
  })
})

it('turns the shorter way, also past north', () => {
  expect(placeAt(recorded(place(0, 1, 350), place(1, 1, 20)), at(0.5))?.headingDeg).toBeCloseTo(5)
  expect(placeAt(recorded(place(0, 1, 20), place(1, 1, 350)), at(0.5))?.headingDeg).toBeCloseTo(5)
})

it('stays where it was last heard of, and says how long ago that was', () => {
  const silent = recorded(place(0, 1), place(60, 2))
  expect(placeAt(silent, at(30))).toMatchObject({ position: [1, 51], ageMs: 30_000 })
  expect(placeAt(silent, at(75))).toMatchObject({ position: [2, 51], ageMs: 15_000 })
})

it('returns null before the first position, and uses a position before the period', () => {
  expect(placeAt(recorded(place(5, 1)), at(4.9))).toBeNull()
  expect(placeAt(recorded(), at(0))).toBeNull()
  expect(placeAt(recorded(place(-120, 1), place(5, 2)), at(0))).toMatchObject({ position: [1, 51], ageMs: 120_000 })
})

it('finds the position at every second of an hour', () => {
  const hour = recorded(...Array.from({ length: 3_600 }, (_, step) => place(step, step)))
  for (const second of [0, 1, 1_799, 3_598, 3_599]) expect(placeAt(hour, at(second))?.position[0]).toBeCloseTo(second)
})

it('draws the cut up to the moment: with gaps where it stood still, without data, and between two runs', () => {
  const drive = recorded(
    place(0, 0),
    place(1, 1),
    place(2, 2, 90, false),
    place(3, 3),
    place(4, 4),
    place(20, 20),
    place(21, 21),
    place(30, 30),
    place(31, 31),
  )
  const run = [{ fromMs: at(0), toMs: at(25) }]
  const lons = (until: number) => mownUpTo(drive, run, at(until)).map(line => line.map(([lon]) => lon))
  expect(lons(100)).toEqual([
    [0, 1],
    [3, 4],
    [20, 21],
  ])
  expect(lons(3.5)).toEqual([[0, 1]])
  expect(lons(-1)).toEqual([])
})
