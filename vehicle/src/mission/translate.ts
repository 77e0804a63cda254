/** A drive of the domain as a mission of the vehicle, and sequence numbers back as places in the drive. */
import { type LonLat, localFrame } from '@greensward/geometry'
import { type Blade, bladeItem, isNavigation, type MissionItem, speedItem, toE7, waypointItem } from './missionItem.ts'
import { partsOf, slotOf } from './missionParts.ts'

/** A stretch driven in one way: blade on or off, one speed. */
export interface DriveSegment {
  readonly bladeOn: boolean
  readonly speedMps: number
  readonly points: readonly LonLat[]
}

export interface Drive {
  readonly segments: readonly DriveSegment[]
}

/** The waypoint `seq` of the mission is point `point` of segment `segment` of the drive. */
export interface MissionStep {
  readonly seq: number
  readonly segment: number
  readonly point: number
}

export interface TranslatedMission {
  readonly items: readonly MissionItem[]
  /** One for each waypoint, rising in `seq`. */
  readonly steps: readonly MissionStep[]
}

/** Items that ArduPilot Rover's storage holds, home included (measured). */
export const MAX_MISSION_ITEMS = 655

const samePoint = (a: LonLat, b: LonLat): boolean => toE7(a[0]) === toE7(b[0]) && toE7(a[1]) === toE7(b[1])

interface Draft {
  readonly items: MissionItem[]
  readonly steps: MissionStep[]
  bladeOn: boolean
  speedMps: number | null
  at: LonLat | null
}

/** Item 0 is home, which the vehicle overwrites with its own; then the blade is off before anything moves. */
const newDraft = (home: LonLat, blade: Blade): Draft => ({
  items: [waypointItem(home), bladeItem(blade, false)],
  steps: [],
  bladeOn: false,
  speedMps: null,
  at: null,
})

const addWaypoint = (draft: Draft, position: LonLat, segment: number, point: number): void => {
  draft.steps.push({ seq: draft.items.length, segment, point })
  draft.items.push(waypointItem(position))
  draft.at = position
}

/**
 * Items at a waypoint take effect one after the other when the vehicle has reached it: the first at once, the others one an update. Once
 * the next waypoint is reached, those that are left are forgotten, and that may be at once where it lies within the radius of a waypoint.
 * So the item of the blade is the first one: behind the speed, whole swaths were driven with the blade off.
 * @returns whether an item follows that may be forgotten
 */
const setWay = (draft: Draft, blade: Blade, bladeOn: boolean, speedMps: number): boolean => {
  const [switches, changesSpeed] = [draft.bladeOn !== bladeOn, draft.speedMps !== speedMps]
  if (switches) draft.items.push(bladeItem(blade, bladeOn))
  if (changesSpeed) draft.items.push(speedItem(speedMps))
  draft.bladeOn = bladeOn
  draft.speedMps = speedMps
  return switches && changesSpeed
}

/** The radius of a waypoint as ArduPilot Rover has it where nobody has set another one. */
const RADIUS_M = 2

const isNear = (a: LonLat | null, b: LonLat): boolean =>
  a !== null && Math.hypot(...localFrame(a).toLocal(b)) <= RADIUS_M

/** Ends with the blade off: of the items behind the last waypoint ArduPilot carries out only the first. */
const finish = (draft: Draft, blade: Blade): TranslatedMission => ({
  items: [...draft.items, bladeItem(blade, false)],
  steps: draft.steps,
})

/** The whole drive as one mission of any length; `missionParts` splits it to the capacity of a vehicle. */
export const missionItems = (drive: Drive, blade: Blade): TranslatedMission => {
  let draft: Draft | null = null
  drive.segments.forEach((segment, segmentIndex) => {
    segment.points.forEach((position, pointIndex) => {
      draft ??= newDraft(position, blade)
      const joins: boolean = draft.at !== null && samePoint(draft.at, position)
      if (pointIndex === 0 && joins) return
      // The way to a segment's first point is a transit when the segment before it ended elsewhere.
      const mayForget: boolean = setWay(draft, blade, pointIndex > 0 && segment.bladeOn, segment.speedMps)
      // The vehicle may be there already, and then skips all but the first item before it: its speed comes again.
      const isThere: boolean = draft.at === null || (mayForget && isNear(draft.at, position))
      addWaypoint(draft, position, segmentIndex, pointIndex)
      if (isThere) draft.speedMps = null
    })
  })
  // The closure above hides the assignment from the compiler.
  const whole = draft as Draft | null
  return whole === null || whole.steps.length === 0 ? { items: [], steps: [] } : finish(whole, blade)
}

/**
 * The missions of a drive, each of at most `maxItems` items. A part begins where the one before it ended, with the
 * blade off, as any mission does: between two parts the mower stands.
 * @returns no part for a drive without points
 */
export const missionParts = (drive: Drive, blade: Blade, maxItems = MAX_MISSION_ITEMS): TranslatedMission[] => {
  const { items, steps } = missionItems(drive, blade)
  if (items.length === 0) return []
  return partsOf(items, blade, maxItems).map(part => {
    const before = part.first <= 1 ? undefined : steps.findLast(({ seq }) => seq < part.first)
    const own = steps.flatMap(step => {
      const seq = slotOf(part, step.seq)
      return seq === null ? [] : [{ ...step, seq }]
    })
    // It begins at the waypoint that the part before it ended at.
    const leadIn = part.items.findIndex((item, seq) => seq > 0 && isNavigation(item))
    return { items: part.items, steps: before === undefined ? own : [{ ...before, seq: leadIn }, ...own] }
  })
}

/** Where in the drive the vehicle is while it drives to item `seq`; null before the first waypoint of a mission. */
export const stepAt = (mission: TranslatedMission, seq: number): MissionStep | null =>
  mission.steps.find(step => step.seq >= seq) ?? mission.steps.at(-1) ?? null
