import { expect, it } from 'vitest'
import { chance, fixedId } from './chance.ts'

it('draws the same numbers for the same name and others for another', () => {
  const draw = (name: string): number[] => {
    const next = chance(name)
    return Array.from({ length: 5 }, next)
  }
  expect(draw('oak')).toEqual(draw('oak'))
  expect(draw('oak')).not.toEqual(draw('elm'))
})

it('spreads its numbers evenly over 0 to 1', () => {
  const next = chance('even')
  const tenths = Array.from({ length: 10 }, () => 0)
  for (let i = 0; i < 10_000; i++) {
    const tenth = Math.floor(next() * 10)
    tenths[tenth] = (tenths[tenth] ?? 0) + 1
  }
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150)
})

it('names things by UUIDs of version 4 form that never change', () => {
  expect(fixedId('hole 1')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(fixedId('hole 1')).toBe(fixedId('hole 1'))
  const ids = Array.from({ length: 5000 }, (_, i) => fixedId(`thing ${i}`))
  expect(new Set(ids).size).toBe(ids.length)
})
