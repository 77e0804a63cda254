import type { Position } from '@greensward/domain'
import { describe, expect, test } from 'vitest'
import { at } from '../../../testing/ground.ts'
import { createProgressTracker, type Extent } from './progressTracker.ts'

const NOW = new Date(0)

const recordingExtent = () => {
  const added: { from: Position; to: Position; bladeOn: boolean }[] = []
  const extent: Extent = {
    add: (from, to, bladeOn) => {
      added.push({ from, to, bladeOn })
    },
    share: 0.5,
    cutM2: 200,
    packed: () => 'packed',
  }
  return { added, extent }
}

describe('following a mower', () => {
  test('stretches follow each other, cut where the blade was switched', () => {
    const { extent } = recordingExtent()
    const tracker = createProgressTracker(extent)
    for (const [east, blade] of [
      [0, false],
      [1, false],
      [2, true],
      [3, true],
    ] as const)
      tracker.note(at(east, 0), blade)
    const stretches = tracker.takeStretches(NOW)
    expect(stretches.map(({ bladeOn, points }) => [bladeOn, points.length])).toEqual([
      [false, 3],
      [true, 3],
    ])
    expect(stretches[0]?.points.at(-1)).toEqual(stretches[1]?.points[0])
  })

  test('a stretch continues where the last saved one ended', () => {
    const { extent } = recordingExtent()
    const tracker = createProgressTracker(extent)
    tracker.note(at(0, 0), true)
    tracker.note(at(1, 0), true)
    const first = tracker.takeStretches(NOW)
    tracker.note(at(2, 0), true)
    const second = tracker.takeStretches(NOW)
    expect(second[0]?.points[0]).toEqual(first[0]?.points.at(-1))
    expect(tracker.takeStretches(NOW)).toEqual([])
  })

  test.each([
    ['standing and trembling', [at(0, 0), at(0.05, 0), at(0, 0.05)]],
    ['a gap that nobody saw', [at(0, 0), at(40, 0)]],
  ])('%s is not counted as driving', (_, positions) => {
    const { extent, added } = recordingExtent()
    const tracker = createProgressTracker(extent)
    for (const position of positions) tracker.note(position, true)
    expect(added).toEqual([])
    expect(tracker.takeStretches(NOW)).toEqual([])
  })

  test('after an interruption the next position is a new beginning', () => {
    const { extent, added } = recordingExtent()
    const tracker = createProgressTracker(extent)
    tracker.note(at(0, 0), true)
    tracker.interrupt()
    tracker.note(at(2, 0), true)
    expect(added).toEqual([])
    tracker.note(at(4, 0), true)
    expect(added).toEqual([{ from: at(2, 0), to: at(4, 0), bladeOn: true }])
  })
})
