import { describe, expect, test } from 'vitest'
import type { PolygonGeometry, Position } from '../course/course.ts'
import { nearestDirection } from '../mission/direction.ts'
import {
  addLength,
  cutAt,
  grassMemory,
  grassSummary,
  MINUTE_MS,
  mainLineDeg,
  NO_LENGTHS,
  packGrass,
  rememberCut,
  unpackGrass,
  withMower,
} from './grassMemory.ts'

const METRE = 1 / 111_320
const at = (x: number, y: number): Position => [x * METRE, y * METRE]
const square = (x: number, y: number, width: number, height: number): PolygonGeometry => ({
  type: 'Polygon',
  coordinates: [[at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height), at(x, y)]],
})
const MINUTE = 29_000_000
const NOW = new Date(MINUTE * MINUTE_MS)
const MOWER = '00000000-0000-4000-8000-000000000001'

const cutLawn = () => {
  const { memory, mower } = withMower(grassMemory(square(0, 0, 20, 20)), MOWER)
  rememberCut(memory, { from: at(2, 10), to: at(18, 10), widthM: 2, minute: MINUTE, mower })
  return memory
}

describe('what a cut leaves in the memory', () => {
  test('the cells below the blade know when, who and which way; the others know nothing', () => {
    const memory = cutLawn()
    const cell = cutAt(memory, at(10, 10.4))
    expect(cell).toMatchObject({ at: NOW, mowerId: MOWER })
    expect(cell?.headingDeg).toBeCloseTo(90, 0)
    expect(cutAt(memory, at(10, 13))).toBeUndefined()
    expect(cutAt(memory, at(40, 10))).toBeUndefined()
  })

  test('an earlier cut that comes late changes nothing', () => {
    const memory = cutLawn()
    const late = { from: at(10, 2), to: at(10, 18), widthM: 2, minute: MINUTE - 60, mower: 1 }
    expect(rememberCut(memory, late)).toBeGreaterThan(20)
    expect(cutAt(memory, at(10, 10))?.at).toEqual(NOW)
  })

  test('it is read back as it was written, and not onto other cells', () => {
    const memory = cutLawn()
    const bytes = packGrass(memory)
    const again = unpackGrass(memory, memory.mowerIds, bytes)
    expect(again?.minutes).toEqual(memory.minutes)
    expect(again?.headings).toEqual(memory.headings)
    expect(again?.mowers).toEqual(memory.mowers)
    expect(unpackGrass({ ...memory, rows: memory.rows + 1 }, [], bytes)).toBeUndefined()
  })
})

test('a redrawn zone keeps the past of the area that it still covers', () => {
  const memory = cutLawn()
  const moved = grassMemory(square(-7.3, 4, 20, 30), memory)
  expect(cutAt(moved, at(10, 10.4))).toEqual(cutAt(memory, at(10, 10.4)))
  expect(cutAt(moved, at(15, 10.4))).toBeUndefined()
  const backAgain = grassMemory(square(0, 0, 20, 20), moved)
  expect(cutAt(backAgain, at(10, 10.4))).toEqual(cutAt(memory, at(10, 10.4)))
})

const before = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)

test('what is past its interval is a share of the whole zone, never-cut ground included', () => {
  const memory = cutLawn()
  const fresh = grassSummary(memory, before(NOW, 2))
  expect(fresh.mownShare).toBeGreaterThan(0.07)
  expect(fresh.mownShare).toBeLessThan(0.1)
  expect(fresh.overdueShare).toBeCloseTo(1 - fresh.mownShare, 9)
  expect(fresh).toMatchObject({ lastAt: NOW, lastMowerId: MOWER, wholeAt: null })
  const later = new Date(NOW.getTime() + 3 * 86_400_000)
  expect(grassSummary(memory, before(later, 2)).overdueShare).toBe(1)
  expect(grassSummary(memory, null).overdueShare).toBeNull()
})

test('takes the main line from the swaths, not from the headland passes, and names it as a clock direction', () => {
  const memory = grassMemory(square(0, 0, 20, 20))
  let lengths = NO_LENGTHS
  const corners = [at(1, 1), at(19, 1), at(19, 19), at(1, 19), at(1, 1)]
  for (const [i, from] of corners.entries()) {
    const to = corners[i + 1]
    if (to !== undefined) lengths = addLength(lengths, memory, { from, to })
  }
  // Along 60 degrees, there and back.
  for (let i = 0; i < 8; i++) {
    const [from, to] = [at(3, 2 + i), at(3 + 12 * Math.sin(Math.PI / 3), 8 + i)]
    lengths = addLength(lengths, memory, i % 2 === 0 ? { from, to } : { from: to, to: from })
  }
  const line = mainLineDeg(lengths) ?? Number.NaN
  expect(line).toBeGreaterThan(56)
  expect(line).toBeLessThan(64)
  expect(nearestDirection(line, 0)).toBe('2-8')
  expect(nearestDirection(line, 60)).toBe('12-6')
  expect(nearestDirection(line + 180, 150)).toBe('3-9')
  expect(mainLineDeg(NO_LENGTHS)).toBeUndefined()
})

test('metres outside the zone do not count', () => {
  const memory = grassMemory(square(0, 0, 20, 20))
  const lengths = addLength(NO_LENGTHS, memory, { from: at(-20, 10), to: at(20, 10) })
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeCloseTo(20, 0)
})
