import { driveMode, fixType } from '@greensward/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LONGEST_CHUNK_MS, packSamples, type Sample, unpackSamples } from './samples.ts'

const START_MS = Date.UTC(2026, 4, 1, 5, 30)

const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null })
const steps = (least: number, most: number, scale: number): fc.Arbitrary<number> =>
  fc.integer({ min: least, max: most }).map(step => step / scale)

/** The values of a mower, in the steps in which they are kept. */
const sample: fc.Arbitrary<Sample> = fc.record({
  atMs: fc.integer({ min: 0, max: LONGEST_CHUNK_MS }).map(ms => START_MS + ms),
  telemetry: fc.record({
    position: fc.tuple(steps(-1_800_000_000, 1_800_000_000, 1e7), steps(-900_000_000, 900_000_000, 1e7)),
    headingDeg: orNull(steps(0, 35_999, 100)),
    speedMps: orNull(steps(-1_000, 1_000, 100)),
    accuracyM: orNull(steps(0, 65_000, 1_000)),
    fixType: orNull(fc.constantFrom(...fixType.options)),
    battery: orNull(steps(0, 200, 200)),
    mode: orNull(fc.constantFrom(...driveMode.options)),
    bladeOn: orNull(fc.boolean()),
  }),
})

test('every position comes back as it was kept, with any of its values unknown', () => {
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 40 }), given => {
      const samples = given.toSorted((a, b) => a.atMs - b.atMs)
      const from = new Date(samples[0]?.atMs ?? 0)
      const back = unpackSamples(from, packSamples(samples))
      expect(back).toEqual(samples.map(({ atMs, telemetry }) => ({ at: new Date(atMs).toISOString(), ...telemetry })))
    }),
    { seed: 20260506, numRuns: 200 },
  )
})

test('bytes of another version are refused instead of being misread', () => {
  expect(() => unpackSamples(new Date(), Buffer.from([9, 1, 2]))).toThrow('version 9')
})
