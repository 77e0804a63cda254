import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MavCmd } from './mavlink/index.ts'
import { type Blade, bladeItem, isNavigation, type MissionItem, speedItem, waypointItem } from './missionItem.ts'
import {
  firstWindow,
  isOnBoard,
  movedTo,
  moveWrites,
  movingTo,
  nextLast,
  recognise,
  seqOf,
  slotOf,
} from './missionWindow.ts'

const blade: Blade = { kind: 'relay', index: 0 }

/** Waypoints that all differ, with speeds and the blade between them. */
const plan = (length: number, kinds: readonly number[]): MissionItem[] =>
  Array.from({ length }, (_, i) => {
    const kind = i < 2 ? 0 : (kinds[i % kinds.length] ?? 0)
    if (kind === 1) return speedItem(1 + (i % 5) / 10)
    if (kind === 2) return bladeItem(blade, i % 3 === 0)
    return waypointItem([8 + i * 1e-5, 47])
  })

/** What a mower comes by that drives on from a slot, jumps followed, until it stands. */
const walk = (onBoard: readonly MissionItem[], slot: number): MissionItem[] => {
  const passed: MissionItem[] = []
  for (let at = slot; passed.length < 2 * onBoard.length; ) {
    const item = onBoard[at]
    if (item === undefined) throw new Error('the mower drove off the end of its memory')
    if (item.command === MavCmd.navLoiterUnlimited) return passed
    if (item.command === MavCmd.doJump) at = item.params[0]
    else {
      passed.push(item)
      at++
    }
  }
  throw new Error('the mower never stands')
}

const runs = { seed: 20260601, numRuns: 60 }
const shapes = fc.record({
  capacity: fc.integer({ min: 32, max: 90 }),
  length: fc.integer({ min: 100, max: 420 }),
  kinds: fc.array(fc.constantFrom(0, 0, 0, 1, 2), { minLength: 5, maxLength: 20 }),
  paces: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 5, maxLength: 20 }),
})

test('SAFE-7h after each single item that is written, the way on is the plan and then a stand with the blade off', () => {
  let moves = 0
  fc.assert(
    fc.property(shapes, ({ capacity, length, kinds, paces }) => {
      const items = plan(length, kinds)
      const first = firstWindow(items, blade, capacity, 1)
      const onBoard = [...first.onBoard]
      let { window } = first
      expect(onBoard).toHaveLength(capacity)
      let seq = 1

      /** From wherever the mower may have come to, the window's end included, where it stays. */
      const judge = (end: number): void => {
        const slot = slotOf(window, seq)
        if (slot === null) throw new Error('what is driven to is on board')
        expect(walk(onBoard, slot)).toEqual([...items.slice(seq, end + 1), bladeItem(blade, false)])
      }

      judge(window.last)
      for (let step = 0; seq < length - 1; step++) {
        const next = nextLast(items, window, seq)
        if (next !== null) {
          moves++
          const { last, stopSlot } = window
          // The vehicle looks at three waypoints, and the place it tells is a moment old.
          expect(items.slice(seq, last + 1).filter(isNavigation).length).toBeGreaterThan(4)
          const stand = onBoard[(stopSlot % (capacity - 2)) + 1]
          const writes = moveWrites(items, blade, window, next)
          window = movingTo(window, next)
          for (const [index, { slot, items: written }] of writes.entries()) {
            const isSwitch = index === writes.length - 1
            if (isSwitch) expect(written).toHaveLength(1)
            for (const [i, item] of written.entries()) {
              expect(slot + i).toBeLessThanOrEqual(capacity - 2)
              onBoard[slot + i] = item
              judge(isSwitch ? next : last)
              // A mower that stands at the end already stands there still.
              expect(onBoard[(stopSlot % (capacity - 2)) + 1]).toEqual(stand)
            }
          }
          window = movedTo({ ...window, movingTo: null }, next)
          judge(next)
          const slot = slotOf(window, seq) ?? 0
          const found = recognise(items, onBoard, slot)
          expect(found).toMatchObject({ last: next, stopSlot: window.stopSlot })
          expect(found === null ? null : seqOf(found, slot)).toBe(seq)
        }
        const before = seq
        seq = Math.min(length - 1, seq + (paces[step % paces.length] ?? 1), window.last)
        expect(isOnBoard(window, seq)).toBe(true)
        expect(seqOf(window, slotOf(window, seq) ?? 0)).toBe(seq)
        if (seq === before && next === null) break
      }
      // Whatever its pace, the plan was driven to its end unless too few waypoints lay ahead to write behind them.
      const waypointsAhead = items.slice(seq, window.last + 1).filter(isNavigation).length
      expect(seq === length - 1 || waypointsAhead < 5).toBe(true)
    }),
    runs,
  )
  expect(moves).toBeGreaterThan(runs.numRuns * 3)
})

test('a move that is broken off anywhere is recognised for what the mower will do, and can be made again', () => {
  let moves = 0
  fc.assert(
    fc.property(shapes, fc.nat(), ({ capacity, length, kinds }, cut) => {
      const items = plan(length, kinds)
      const { onBoard, window } = firstWindow(items, blade, capacity, 1)
      const seq = items.findIndex((_, at) => at > 0 && nextLast(items, window, at) !== null)
      const next = nextLast(items, window, seq)
      if (next === null) return
      moves++
      const singles = moveWrites(items, blade, window, next).flatMap(({ slot, items: written }) =>
        written.map((item, i) => ({ slot: slot + i, item })),
      )
      const torn = [...onBoard]
      const done = cut % (singles.length + 1)
      for (const { slot, item } of singles.slice(0, done)) torn[slot] = item
      const end = done === singles.length ? next : window.last
      expect(recognise(items, torn, slotOf(window, seq) ?? 0)).toMatchObject({ last: end })
      // However far the mower has come meanwhile, the same is written again, and nothing else.
      for (let later = seq; later < seq + 15; later++) {
        expect([next, null]).toContain(nextLast(items, movingTo(window, next), later))
      }
      for (const { slot, item } of singles) torn[slot] = item
      expect(walk(torn, slotOf(window, seq) ?? 0)).toEqual([...items.slice(seq, next + 1), bladeItem(blade, false)])
    }),
    runs,
  )
  expect(moves).toBeGreaterThan(runs.numRuns / 2)
})

test('a window begun anywhere holds what follows from there, and is recognised', () => {
  fc.assert(
    fc.property(shapes, fc.nat(), ({ capacity, length, kinds }, place) => {
      const items = plan(length, kinds)
      const from = 1 + (place % (length - 1))
      const { onBoard, window } = firstWindow(items, blade, capacity, from)
      const slot = slotOf(window, from) ?? 0
      expect(walk(onBoard, slot)).toEqual([...items.slice(from, window.last + 1), bladeItem(blade, false)])
      expect(onBoard).toHaveLength(capacity)
      expect(recognise(items.toReversed(), onBoard, slot)).toBeNull()
      if (length - from < 6) return
      expect(recognise(items, onBoard, slot)).toEqual(window)
      expect(recognise(items, onBoard, 0)).toEqual(window)
    }),
    runs,
  )
})
