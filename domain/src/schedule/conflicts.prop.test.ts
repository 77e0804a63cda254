import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conflictsOf, nextFreeSlot } from './conflicts.ts'

const MINUTE_MS = 60_000
const minutes = fc.integer({ min: 0, max: 3_000 })
const span = fc.tuple(minutes, fc.integer({ min: 1, max: 300 })).map(([from, length]) => ({
  from: from * MINUTE_MS,
  to: (from + length) * MINUTE_MS,
}))

test('proposes the earliest free slot at or after the requested time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ span, mowerId: fc.constantFrom('a', 'b'), featureId: fc.constantFrom('x', 'y') }), {
        maxLength: 12,
      }),
      span,
      minutes,
      (given, slot, now) => {
        const others = given.map((other, index) => ({
          ...other.span,
          missionId: String(index),
          title: String(index),
          mowerId: other.mowerId,
          featureId: other.featureId,
        }))
        const wanted = { ...slot, missionId: null, mowerId: 'a', featureId: 'x', leastMs: 0 }
        const facts = { others, closed: [] }
        const notBefore = now * MINUTE_MS
        const found = nextFreeSlot(wanted, facts, notBefore, 1e9)
        expect(found).toBeDefined()
        if (found === undefined) return
        expect(conflictsOf({ ...wanted, ...found }, facts)).toEqual([])
        const earliest = Math.max(slot.from, notBefore)
        expect(found.from).toBeGreaterThanOrEqual(earliest)
        for (let from = earliest; from < found.from; from += MINUTE_MS)
          expect(conflictsOf({ ...wanted, from, to: from + slot.to - slot.from }, facts)).not.toEqual([])
      },
    ),
    { numRuns: 150, seed: 6 },
  )
})
