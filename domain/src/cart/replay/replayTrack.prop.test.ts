import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packTrack, type ReplayPlace, unpackTrack } from './replayTrack.ts'

const place = fc.record({
  apart: fc.integer({ min: 1, max: 50 }),
  lon: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
  lat: fc.integer({ min: -900_000_000, max: 900_000_000 }),
  headingDeg: fc.option(fc.integer({ min: 0, max: 359 }), { nil: null }),
  bladeOn: fc.option(fc.boolean(), { nil: null }),
})

test('a track is read back as it was packed', () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 40 }), drawn => {
      let step = 0
      const places = drawn.map(({ apart, lon, lat, headingDeg, bladeOn }): ReplayPlace => {
        step += apart
        return { step, position: [lon / 1e7, lat / 1e7], headingDeg, bladeOn }
      })
      expect(unpackTrack(packTrack('a', places))).toEqual(places)
    }),
    { numRuns: 100, seed: 9 },
  )
})
