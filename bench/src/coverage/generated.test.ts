import { polygonProblem } from '@greensward/geometry'
import { describe, expect, it } from 'vitest'
import { generatedFields, largeField } from './generated.ts'

describe('generatedFields', () => {
  it('makes valid fields of each kind, the same ones for the same seed', () => {
    for (const seed of [1, 2, 3]) {
      const fields = generatedFields(seed)
      expect(new Set(fields.map(({ cls }) => cls))).toEqual(new Set(['blob', 'dogleg', 'band', 'angular']))
      for (const { name, polygon } of fields)
        expect([seed, name, polygonProblem(polygon)]).toEqual([seed, name, undefined])
    }
    expect(generatedFields(7)[9]?.polygon).toEqual(generatedFields(7)[9]?.polygon)
    expect(generatedFields(7)[9]?.polygon).not.toEqual(generatedFields(8)[9]?.polygon)
  })

  it('makes a large field of 10,000 corners with 40 islands', () => {
    const { outer, holes } = largeField(1).polygon
    expect(holes).toHaveLength(40)
    expect(holes.reduce((sum, hole) => sum + hole.length, outer.length)).toBe(10_000)
    expect(polygonProblem({ outer, holes })).toBeUndefined()
  })
})
