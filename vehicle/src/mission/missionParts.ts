/**
 * A mission longer than a mower's memory, in parts that fit. Each is a mission of its own: it begins where the one before
 * it ended, with the blade off, and ends with the blade off, where it can at the end of a swath: there a mower has room to
 * turn on the spot, as it does on its way back to the waypoint that it stopped beside.
 */
import { type LonLat, localFrame } from '@greensward/geometry'
import {
  type Blade,
  bladeItem,
  bladeSetBy,
  contextOf,
  firstDifference,
  isNavigation,
  type MissionItem,
  nextWaypointSeq,
  sameItem,
  speedItem,
  waypointItem,
} from './missionItem.ts'

export interface MissionPart {
  /** The items of the whole mission that it drives: its first and last waypoint, and for the first part what is before it. */
  readonly first: number
  readonly last: number
  /** Where item `first` is among the part's own items. */
  readonly firstSlot: number
  /** As the mower gets them, home included. */
  readonly items: readonly MissionItem[]
}

/** A change of heading that counts as the end of a swath. */
const CORNER_RAD = Math.PI / 4
/** A straight way with the blade on that counts as a swath; laps round obstacles bend more often than that. */
const LEAST_SWATH_M = 5
/** A part ends early for the sake of a swath's end, but not so early that the mower stands again and again. */
const LEAST_FILLED = 0.5
/** The lead-in of a part: home, blade off, its first waypoint, speed, blade on. */
const MOST_LEAD_IN = 5
const LEAST_CAPACITY = MOST_LEAD_IN + 2

const leadInOf = (items: readonly MissionItem[], blade: Blade, first: number): MissionItem[] => {
  const home = items.slice(0, 1)
  if (first <= 1) return home
  const { bladeOn, speedMps, from } = contextOf(items, first, blade)
  return [
    ...home,
    bladeItem(blade, false),
    ...(from === null ? [] : [waypointItem(from)]),
    // After the waypoint: the mower is there, and the autopilot skips items before a waypoint that it has reached.
    ...(speedMps === null ? [] : [speedItem(speedMps)]),
    ...(bladeOn ? [bladeItem(blade, true)] : []),
  ]
}

const partOf = (items: readonly MissionItem[], blade: Blade, first: number, last: number): MissionPart => {
  const leadIn = leadInOf(items, blade, first)
  const isEnd = last >= items.length - 1
  return {
    first,
    last,
    firstSlot: leadIn.length,
    items: [...leadIn, ...items.slice(first, last + 1), ...(isEnd ? [] : [bladeItem(blade, false)])],
  }
}

/** Whether the blade runs on the way to each item. */
const mowingOf = (items: readonly MissionItem[], blade: Blade): boolean[] => {
  let isOn = false
  return items.map((item, seq) => {
    const before = isOn
    if (seq > 0) isOn = bladeSetBy(item, blade) ?? isOn
    return before
  })
}

const waypointBefore = (items: readonly MissionItem[], seq: number): number | null => {
  for (let at = seq - 1; at > 0; at--) {
    const item = items[at]
    if (item !== undefined && isNavigation(item)) return at
  }
  return null
}

const turnsAt = (items: readonly MissionItem[], seq: number): boolean => {
  const place = (at: number | null): LonLat | undefined => (at === null ? undefined : items[at]?.position)
  const [from, here, to] = [place(waypointBefore(items, seq)), place(seq), place(nextWaypointSeq(items, seq + 1))]
  if (from === undefined || here === undefined || to === undefined) return true
  const frame = localFrame(here)
  const [fromX, fromY] = frame.toLocal(from)
  const [toX, toY] = frame.toLocal(to)
  const turn = Math.abs(Math.atan2(toY, toX) - Math.atan2(-fromY, -fromX))
  return Math.min(turn, 2 * Math.PI - turn) >= CORNER_RAD
}

/** Whether the way to a waypoint is straight and mown for as long as a swath is. */
const endsSwath = (items: readonly MissionItem[], mowing: readonly boolean[], seq: number): boolean => {
  const before = waypointBefore(items, seq)
  const [from, here] = [before === null ? undefined : items[before]?.position, items[seq]?.position]
  if (mowing[seq] !== true || from === undefined || here === undefined) return false
  return Math.hypot(...localFrame(here).toLocal(from)) >= LEAST_SWATH_M
}

/** The last waypoint of a part that begins at `first`: where a swath ends and the blade goes off, else where it is off, else where a swath ends. */
const endOf = (items: readonly MissionItem[], mowing: readonly boolean[], first: number, room: number): number => {
  const limit = Math.min(items.length - 1, first + room - 1)
  const least = first + Math.floor(room * LEAST_FILLED)
  let bladeOff: number | null = null
  let corner: number | null = null
  let latest: number | null = null
  for (let seq = limit; seq >= first; seq--) {
    const item = items[seq]
    if (item === undefined || !isNavigation(item)) continue
    latest ??= seq
    if (seq < least) break
    const next = nextWaypointSeq(items, seq + 1)
    if (next === null || mowing[next] === false) {
      if (endsSwath(items, mowing, seq)) return seq
      bladeOff ??= seq
    }
    if (corner === null && turnsAt(items, seq)) corner = seq
  }
  return bladeOff ?? corner ?? latest ?? limit
}

/** The parts of a mission for a mower that holds `capacity` items, home included; one where all of it fits. */
export const partsOf = (items: readonly MissionItem[], blade: Blade, capacity: number): MissionPart[] => {
  const end = items.length - 1
  if (items.length <= capacity) return [partOf(items, blade, 1, end)]
  const most = Math.max(LEAST_CAPACITY, capacity)
  const mowing = mowingOf(items, blade)
  const parts: MissionPart[] = []
  for (let first: number | null = 1; first !== null; ) {
    const leadIn: number = leadInOf(items, blade, first).length
    const fits: boolean = leadIn + end - first + 1 <= most
    const last: number = fits ? end : endOf(items, mowing, first, most - leadIn - 1)
    parts.push(partOf(items, blade, first, last))
    first = fits ? null : nextWaypointSeq(items, last + 1)
  }
  return parts
}

/** Where an item of the mission is in the memory of a mower that holds the part; null when it is not there. */
export const slotOf = ({ first, last, firstSlot }: MissionPart, seq: number): number | null =>
  seq < first || seq > last ? null : seq - first + firstSlot

/** The item of the mission that a place in the mower's memory stands for; what leads into a part, for the item before it. */
export const seqOf = ({ first, last, firstSlot }: MissionPart, slot: number): number => {
  if (slot <= 0) return 0
  if (first <= 1) return Math.min(slot, last)
  return slot < firstSlot ? first : Math.min(slot - firstSlot + first, last)
}

/** The waypoint that the next part begins with; null for the last one. */
export const nextOf = (items: readonly MissionItem[], { last }: MissionPart): number | null =>
  nextWaypointSeq(items, last + 1)

/** Finds the part of a mission that was read back from a mower; null when that is none of it. */
export const recognise = (
  items: readonly MissionItem[],
  blade: Blade,
  onBoard: readonly MissionItem[],
): MissionPart | null => {
  for (let first: number | null = 1; first !== null; first = nextWaypointSeq(items, first + 1)) {
    const item = items[first]
    // Most are ruled out by their first waypoint alone.
    const isNear =
      first === 1 || (item !== undefined && onBoard.slice(2, MOST_LEAD_IN + 1).some(o => sameItem(item, o)))
    if (!isNear) continue
    const leadIn = leadInOf(items, blade, first).length
    const rest = items.length - first
    const last = leadIn + rest === onBoard.length ? items.length - 1 : first + onBoard.length - leadIn - 2
    if (last < first || last > items.length - 1) continue
    const part = partOf(items, blade, first, last)
    if (firstDifference(part.items, onBoard) === null) return part
  }
  return null
}
