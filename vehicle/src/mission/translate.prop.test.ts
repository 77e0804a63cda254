import type { LonLat } from '@greensward/geometry'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Blade, contextOf, isNavigation, toE7 } from './missionItem.ts'
import { type Drive, missionItems, missionParts, stepAt, type TranslatedMission } from './translate.ts'

const point = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }))
  .map(([x, y]): LonLat => [8.55 + x * 1e-5, 47.37 + y * 1e-5])
const segment = fc.record({
  bladeOn: fc.boolean(),
  speedMps: fc.constantFrom(0.8, 1.5, 2),
  points: fc.array(point, { minLength: 2, maxLength: 6 }),
})
/** As planned: the last point of a segment is the first of the next; some begin elsewhere. */
const drive: fc.Arbitrary<Drive> = fc
  .array(fc.tuple(segment, fc.boolean()), { minLength: 1, maxLength: 10 })
  .map(parts => ({
    segments: parts.map(([part, joins], i) => {
      const before = parts[i - 1]?.[0].points.at(-1)
      return joins && before !== undefined ? { ...part, points: [before, ...part.points.slice(1)] } : part
    }),
  }))
const blade: fc.Arbitrary<Blade> = fc.constantFrom(
  { kind: 'relay', index: 0 },
  { kind: 'relay', index: 3 },
  { kind: 'servo', channel: 9, onPwm: 1_900, offPwm: 1_100 },
)
const maxItems = fc.constantFrom(8, 12, 30, 655)

const key = (place: LonLat | null | undefined): string => (place == null ? '-' : `${toE7(place[0])},${toE7(place[1])}`)

/** Each straight piece a mission drives, with what holds on it. */
const piecesOf = ({ items }: TranslatedMission, kind: Blade) =>
  items.flatMap((item, seq) => {
    if (seq === 0 || !isNavigation(item)) return []
    const { bladeOn, speedMps, from, to } = contextOf(items, seq, kind)
    return [{ bladeOn, speedMps, from: key(from), to: key(to) }]
  })

const runs = { seed: 20260503, numRuns: 300 }

describe('a drive as missions', () => {
  test('SAFE-7a mows exactly the planned pieces, with the blade off on every transit', () => {
    fc.assert(
      fc.property(drive, blade, maxItems, (plan, kind, most) => {
        const parts = missionParts(plan, kind, most)
        const mown = parts.flatMap(part => piecesOf(part, kind)).filter(piece => piece.bladeOn)
        const wanted = plan.segments
          .filter(({ bladeOn }) => bladeOn)
          .flatMap(({ points, speedMps }) =>
            points.slice(1).map((to, i) => ({ bladeOn: true, speedMps, from: key(points[i]), to: key(to) })),
          )
        expect(mown).toEqual(wanted)
      }),
      runs,
    )
  })

  test('SAFE-7a begins and ends with the blade off, in every part, and keeps to the capacity of the mower', () => {
    fc.assert(
      fc.property(drive, blade, maxItems, (plan, kind, most) => {
        for (const { items } of missionParts(plan, kind, most)) {
          expect(items.length).toBeLessThanOrEqual(most)
          const off = kind.kind === 'relay' ? [kind.index, 0, 0, 0] : [kind.channel, kind.offPwm, 0, 0]
          expect(items[1]?.params).toEqual(off)
          expect(items.at(-1)?.params).toEqual(off)
          // Only the first item behind the last waypoint is carried out.
          const behind = items.slice(items.findLastIndex(isNavigation) + 1)
          expect(behind).toHaveLength(1)
          expect(contextOf(items, 2, kind).bladeOn).toBe(false)
        }
      }),
      runs,
    )
  })

  test('visits all points in their order, and knows at each waypoint where in the drive it is', () => {
    fc.assert(
      fc.property(drive, blade, maxItems, (plan, kind, most) => {
        const visited: string[] = []
        for (const { items, steps } of missionParts(plan, kind, most)) {
          for (const { seq, segment: at, point: index } of steps) {
            const place = plan.segments[at]?.points[index]
            expect(key(items[seq]?.position)).toBe(key(place))
            if (visited.at(-1) !== key(place)) visited.push(key(place))
          }
          expect(steps.map(step => step.seq)).toEqual(
            items.flatMap((item, seq) => (seq > 0 && isNavigation(item) ? [seq] : [])),
          )
        }
        const points = plan.segments.flatMap(part => part.points.map(key))
        expect(visited).toEqual(points.filter((place, i) => place !== points[i - 1]))
      }),
      runs,
    )
  })

  test('one mission holds it all when there is room', () => {
    fc.assert(
      fc.property(drive, blade, (plan, kind) => {
        expect(missionParts(plan, kind, 10_000)).toEqual([missionItems(plan, kind)])
      }),
      { ...runs, numRuns: 50 },
    )
  })
})

test('returns no parts for a drive without points', () => {
  expect(missionParts({ segments: [] }, { kind: 'relay', index: 0 })).toEqual([])
})

test('progress within a mission is that of the waypoint driven to', () => {
  const mission = missionItems(
    {
      segments: [
        {
          bladeOn: true,
          speedMps: 1,
          points: [
            [8, 47],
            [8.001, 47],
            [8.001, 47.001],
          ],
        },
      ],
    },
    { kind: 'relay', index: 0 },
  )
  expect(mission.steps).toEqual([
    { seq: 3, segment: 0, point: 0 },
    { seq: 6, segment: 0, point: 1 },
    { seq: 7, segment: 0, point: 2 },
  ])
  expect(stepAt(mission, 0)).toEqual({ seq: 3, segment: 0, point: 0 })
  expect(stepAt(mission, 4)).toEqual({ seq: 6, segment: 0, point: 1 })
  expect(stepAt(mission, 99)).toEqual({ seq: 7, segment: 0, point: 2 })
})
