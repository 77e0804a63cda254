/**
 * A mission longer than the mower's memory, as a ring of slots in that memory: the item behind the ring jumps back to
 * slot 1. Behind the last item on board stand two that switch the blade off and let the mower stand. The window is moved
 * on by writing more of the plan behind those two, and two such items behind that; then the first of the old two is
 * replaced by a jump to where the plan goes on. That one write is the whole switch: until it is made the mower stands at
 * the old end, and a mower that stands there already stays, whatever is written.
 */
import type { LonLat } from '@greensward/geometry'
import { MavCmd, MavFrame } from './mavlink/index.ts'
import { type Blade, bladeItem, isNavigation, type MissionItem, sameItem } from './missionItem.ts'

export interface MissionWindow {
  /** For each slot the item of the plan in it; null where there is none. Slot 0 is home; as many slots as items. */
  readonly seqs: readonly (number | null)[]
  /** The last item of the plan that is on board. */
  readonly last: number
  /** Where the blade is switched off behind the last item; in the slot after it the mower stands. */
  readonly stopSlot: number
  /** It is being moved on to here, or that was broken off: until it is done, the end is here or still at `last`. */
  readonly movingTo: number | null
}

/** Items `items` from slot `slot` on, written at a stroke. */
export interface SlotWrite {
  readonly slot: number
  readonly items: readonly MissionItem[]
}

/** Home before the ring and the jump behind it. */
const FRAME_ITEMS = 2
const STOP_ITEMS = 2
/** Kept behind the mower, so that it can be told to drive the last few again. */
const KEPT_BEHIND = 8
/** Written at a time: a few seconds over a bad link. */
const MOST_AT_A_TIME = 60
const LEAST_AT_A_TIME = 20
/** Waypoints between the mower and the end: the vehicle looks at the next three, and begins anew when they change. */
const WAYPOINTS_AHEAD = 5
const REPEAT_FOR_EVER = -1
/** A plan is known by at least so many items in a row. */
const RECOGNISED_BY = 5

const ringOf = ({ seqs }: MissionWindow): number => seqs.length - 1

/** The slot `steps` behind another one, round the ring. */
const slotAfter = (ring: number, slot: number, steps = 1): number => ((slot - 1 + steps) % ring) + 1

/** Where an item of the plan lies; null when it is not on board. */
export const slotOf = ({ seqs }: MissionWindow, seq: number): number | null => {
  const slot = seqs.indexOf(seq, 1)
  return slot === -1 ? null : slot
}

/** The item of the plan that a slot stands for; one behind the last where the mower stands at the end of its window. */
export const seqOf = ({ seqs, last }: MissionWindow, slot: number): number =>
  slot <= 0 ? 0 : (seqs[slot] ?? last + STOP_ITEMS)

const placeBefore = (items: readonly MissionItem[], seq: number): LonLat => {
  for (let at = Math.min(seq, items.length - 1); at >= 0; at--) {
    const position = items[at]?.position
    if (position !== undefined) return position
  }
  return [0, 0]
}

const standItem = (position: LonLat): MissionItem => ({
  command: MavCmd.navLoiterUnlimited,
  frame: MavFrame.globalRelativeAlt,
  params: [0, 0, 0, 0],
  position,
  altM: 0,
})

const jumpItem = (target: number): MissionItem => ({
  command: MavCmd.doJump,
  frame: MavFrame.mission,
  params: [target, REPEAT_FOR_EVER, 0, 0],
})

const stopItems = (items: readonly MissionItem[], blade: Blade, last: number): readonly MissionItem[] => [
  bladeItem(blade, false),
  standItem(placeBefore(items, last)),
]

/** Items of the plan from `from` to `to`, both included. */
const between = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

export const isLongerThan = (items: readonly MissionItem[], capacity: number): boolean => items.length > capacity

/** The ring as it is uploaded to a mower that stands, with as much of the plan from `from` on as there is room for. */
export const firstWindow = (
  items: readonly MissionItem[],
  blade: Blade,
  capacity: number,
  from: number,
): { readonly onBoard: readonly MissionItem[]; readonly window: MissionWindow } => {
  const ring = capacity - FRAME_ITEMS
  const last = Math.min(items.length - 1, from + ring - STOP_ITEMS - 1)
  const own = items.slice(from, last + 1)
  const stand = standItem(placeBefore(items, last))
  const rest = Array.from({ length: ring - own.length - STOP_ITEMS }, () => stand)
  return {
    onBoard: [...items.slice(0, 1), ...own, ...stopItems(items, blade, last), ...rest, jumpItem(1)],
    window: {
      seqs: [null, ...between(from, last), ...Array.from({ length: ring - own.length }, () => null)],
      last,
      stopSlot: own.length + 1,
      movingTo: null,
    },
  }
}

const waypointsBetween = (items: readonly MissionItem[], from: number, to: number): number =>
  items.slice(from, to + 1).filter(isNavigation).length

/** Whether the end of the window is so far ahead that the mower takes no notice when it is rewritten. */
export const mayMove = (items: readonly MissionItem[], { last }: MissionWindow, seq: number): boolean =>
  waypointsBetween(items, seq, last) >= WAYPOINTS_AHEAD

export const isOnBoard = (window: MissionWindow, seq: number): boolean =>
  window.movingTo === null && seq <= window.last && slotOf(window, seq) !== null

/** Slots between the end of the window and what is kept behind a mower that drives to `seq`. */
const freeSlots = (window: MissionWindow, seq: number): number => {
  const ring = ringOf(window)
  const kept = Math.min(KEPT_BEHIND, Math.floor(ring / 6))
  for (let behind = Math.max(1, seq - kept); behind <= seq; behind++) {
    const slot = slotOf(window, behind)
    if (slot !== null) return (slot - slotAfter(ring, window.stopSlot, STOP_ITEMS) + ring) % ring
  }
  return 0
}

/** How far the window can be moved on now; null when it is not worth it, or too late for it. */
export const nextLast = (items: readonly MissionItem[], window: MissionWindow, seq: number): number | null => {
  if (!mayMove(items, window, seq)) return null
  // What was begun may stand on the mower already: the same again does no harm, another end would be another plan.
  if (window.movingTo !== null) return window.movingTo
  const { last } = window
  const end = items.length - 1
  const next = Math.min(end, last + freeSlots(window, seq) - STOP_ITEMS, last + MOST_AT_A_TIME)
  const worth = Math.min(LEAST_AT_A_TIME, Math.floor(ringOf(window) / 4))
  return next <= last || (next < end && next - last < worth) ? null : next
}

/** The mower has driven all that is on board, and that is not the end of the plan. */
export const isStarved = (items: readonly MissionItem[], { last }: MissionWindow, seq: number): boolean =>
  seq > last && last < items.length - 1

/** What to write, one after the other, to move the window on to `next`; the last write, of one item, is the switch. */
export const moveWrites = (
  items: readonly MissionItem[],
  blade: Blade,
  window: MissionWindow,
  next: number,
): SlotWrite[] => {
  const ring = ringOf(window)
  const onwards = slotAfter(ring, window.stopSlot, STOP_ITEMS)
  const more = [...items.slice(window.last + 1, next + 1), ...stopItems(items, blade, next)]
  const beforeTheEnd = Math.min(more.length, ring - onwards + 1)
  const writes: SlotWrite[] = [{ slot: onwards, items: more.slice(0, beforeTheEnd) }]
  if (beforeTheEnd < more.length) writes.push({ slot: 1, items: more.slice(beforeTheEnd) })
  return [...writes, { slot: window.stopSlot, items: [jumpItem(onwards)] }]
}

/** The window once it has been moved on to `next`. */
export const movedTo = (window: MissionWindow, next: number): MissionWindow => {
  const ring = ringOf(window)
  const seqs = [...window.seqs]
  let slot = slotAfter(ring, window.stopSlot, STOP_ITEMS)
  for (const seq of [...between(window.last + 1, next), null, null]) {
    seqs[slot] = seq
    slot = slotAfter(ring, slot)
  }
  return { seqs, last: next, stopSlot: slotAfter(ring, slot, ring - STOP_ITEMS), movingTo: null }
}

/** While it is moved: what is being overwritten is the plan's next items already. */
export const movingTo = (window: MissionWindow, next: number): MissionWindow => ({
  ...window,
  seqs: movedTo(window, next).seqs,
  movingTo: next,
})

const isStand = (item: MissionItem | undefined): boolean => item?.command === MavCmd.navLoiterUnlimited
const isJump = (item: MissionItem | undefined): boolean => item?.command === MavCmd.doJump

/**
 * Finds the plan in a ring read back from a mower. What is on board is known from its end backwards, for behind the end a
 * move that was broken off may have left anything.
 * @param slot what the mower drives to by its own count; 0 before its start
 * @returns null when what is on board is no window of this plan
 */
export const recognise = (
  items: readonly MissionItem[],
  onBoard: readonly MissionItem[],
  slot: number,
): MissionWindow | null => {
  const ring = onBoard.length - FRAME_ITEMS
  const jump = onBoard.at(-1)
  if (ring <= STOP_ITEMS || jump === undefined || !sameItem(jumpItem(1), jump)) return null
  const isEnd = (at: number): boolean => {
    const off = onBoard[at]
    return off !== undefined && !isNavigation(off) && !isJump(off) && isStand(onBoard[slotAfter(ring, at)])
  }
  let best: MissionWindow | null = null
  let longest = 0
  for (const stopSlot of between(1, ring).filter(isEnd)) {
    const slots = slotsBefore(onBoard, ring, stopSlot)
    for (const [last, item] of items.entries()) {
      const final = onBoard[slots[0] ?? 0]
      if (last === 0 || final === undefined || !sameItem(item, final)) continue
      const run = runOf(items, onBoard, slots, last)
      if (run <= longest) continue
      const seqs: (number | null)[] = Array.from({ length: ring + 1 }, () => null)
      for (const [back, at] of slots.slice(0, run).entries()) seqs[at] = last - back
      const isThere = slot === 0 || seqs[slot] !== null || slot === stopSlot || slot === slotAfter(ring, stopSlot)
      if (!isThere || run < Math.min(RECOGNISED_BY, last)) continue
      longest = run
      best = { seqs, last, stopSlot, movingTo: null }
    }
  }
  return best
}

/** Slots of the plan from the end of a window backwards, those left out that earlier ends have left behind. */
const slotsBefore = (onBoard: readonly MissionItem[], ring: number, stopSlot: number): number[] => {
  const slots: number[] = []
  for (let back = 1; back < ring - 1; back++) {
    const at = slotAfter(ring, stopSlot, ring - back)
    if (!isJump(onBoard[at]) && !isStand(onBoard[at])) slots.push(at)
  }
  return slots
}

/** How many items backwards from `last` are those of the plan. */
const runOf = (
  items: readonly MissionItem[],
  onBoard: readonly MissionItem[],
  slots: readonly number[],
  last: number,
): number => {
  let run = 0
  for (; run < last && run < slots.length; run++) {
    const [own, found] = [items[last - run], onBoard[slots[run] ?? 0]]
    if (own === undefined || found === undefined || !sameItem(own, found)) break
  }
  return run
}
