/** Mission items as the product handles them, and their comparison with what a vehicle reads back. */
import type { LonLat } from '@greensward/geometry'
import { MAV_COMP_AUTOPILOT, MavCmd, MavFrame, type MessageOf, message } from '../mavlink/index.ts'

export interface MissionItem {
  readonly command: number
  readonly frame: number
  readonly params: readonly [number, number, number, number]
  /** Degrees; left out for items without a place. */
  readonly position?: LonLat
  readonly altM?: number
}

/** Degrees as the wire carries them: integers of 1e-7 degree, about a centimetre. */
export const toE7 = (degrees: number): number => Math.round(degrees * 1e7)
export const fromE7 = (e7: number): number => e7 / 1e7

/** NAV_ commands are driven to; DO_ commands happen on the way (ArduPilot: ids up to 95). */
export const isNavigation = (item: MissionItem): boolean => item.command <= 95

export const itemMessage = (
  item: MissionItem,
  seq: number,
  targetSystem: number,
  missionType: number,
): MessageOf<'MISSION_ITEM_INT'> =>
  message('MISSION_ITEM_INT', {
    param1: item.params[0],
    param2: item.params[1],
    param3: item.params[2],
    param4: item.params[3],
    x: item.position === undefined ? 0 : toE7(item.position[1]),
    y: item.position === undefined ? 0 : toE7(item.position[0]),
    z: item.altM ?? 0,
    seq,
    command: item.command,
    targetSystem,
    targetComponent: MAV_COMP_AUTOPILOT,
    frame: item.frame,
    current: 0,
    autocontinue: 1,
    missionType,
  })

export const itemOf = ({ fields }: MessageOf<'MISSION_ITEM_INT'>): MissionItem => ({
  command: fields.command,
  frame: fields.frame,
  params: [fields.param1, fields.param2, fields.param3, fields.param4],
  ...(fields.x === 0 && fields.y === 0 ? {} : { position: [fromE7(fields.y), fromE7(fields.x)] }),
  altM: fields.z,
})

const sameNumber = (a: number, b: number): boolean =>
  Math.abs(a - b) < 1e-3 || (Number.isNaN(a) && Number.isNaN(b)) || Math.fround(a) === b

const samePlace = (a: LonLat | undefined, b: LonLat | undefined): boolean =>
  toE7(a?.[0] ?? 0) === toE7(b?.[0] ?? 0) && toE7(a?.[1] ?? 0) === toE7(b?.[1] ?? 0)

/** The frame of an item without a place comes back as 0, and is left out. */
export const sameItem = (sent: MissionItem, back: MissionItem): boolean =>
  sent.command === back.command &&
  samePlace(sent.position, back.position) &&
  sent.params.every((value, i) => sameNumber(value, back.params[i] ?? 0)) &&
  (!isNavigation(sent) || (sent.frame === back.frame && Math.abs((sent.altM ?? 0) - (back.altM ?? 0)) < 0.011))

/**
 * The first sequence number at which a read-back mission is not the one that was sent, or null. Item 0 is the
 * vehicle's home and stays out.
 */
export const firstDifference = (
  sent: readonly MissionItem[],
  back: readonly MissionItem[],
  fromSeq = 1,
): number | null => {
  for (let seq = fromSeq; seq < Math.max(sent.length, back.length); seq++) {
    const a = sent[seq]
    const b = back[seq]
    if (a === undefined || b === undefined || !sameItem(a, b)) return seq
  }
  return null
}

export type Blade =
  | { readonly kind: 'relay'; readonly index: number }
  | { readonly kind: 'servo'; readonly channel: number; readonly onPwm: number; readonly offPwm: number }

/** Command number and parameters that switch a blade, as an item of a mission and as a command alike. */
export const bladeCommand = (
  blade: Blade,
  on: boolean,
): { readonly command: number; readonly params: readonly [number, number, number, number] } =>
  blade.kind === 'relay'
    ? { command: MavCmd.doSetRelay, params: [blade.index, on ? 1 : 0, 0, 0] }
    : { command: MavCmd.doSetServo, params: [blade.channel, on ? blade.onPwm : blade.offPwm, 0, 0] }

export const bladeItem = (blade: Blade, on: boolean): MissionItem => ({
  ...bladeCommand(blade, on),
  frame: MavFrame.mission,
})

export const speedItem = (speedMps: number): MissionItem => ({
  command: MavCmd.doChangeSpeed,
  frame: MavFrame.mission,
  params: [1, speedMps, -1, 0],
})

export const waypointItem = (position: LonLat): MissionItem => ({
  command: MavCmd.navWaypoint,
  frame: MavFrame.globalRelativeAlt,
  params: [0, 0, 0, 0],
  position,
  altM: 0,
})

/** Whether a blade item switches the blade on; undefined for an item that does not belong to this blade. */
export const bladeSetBy = (item: MissionItem, blade: Blade): boolean | undefined => {
  const on = bladeCommand(blade, true)
  if (item.command !== on.command || item.params[0] !== on.params[0]) return undefined
  return Math.abs(item.params[1] - on.params[1]) < 0.5
}

/** Whether a mission runs the blade anywhere; one that does not is a drive. */
export const mows = (items: readonly MissionItem[], blade: Blade): boolean =>
  items.some(item => bladeSetBy(item, blade) === true)

export interface ItemContext {
  /** Whether the blade runs on the way to the item. */
  readonly bladeOn: boolean
  readonly speedMps: number | null
  /** The waypoint before, null when the item is the first one. */
  readonly from: LonLat | null
  readonly to: LonLat | null
}

/** The settings while driving to item `seq`, from all items before it. */
export const contextOf = (items: readonly MissionItem[], seq: number, blade: Blade): ItemContext => {
  let bladeOn = false
  let speedMps: number | null = null
  let from: LonLat | null = null
  for (const item of items.slice(1, seq)) {
    bladeOn = bladeSetBy(item, blade) ?? bladeOn
    if (item.command === MavCmd.doChangeSpeed) speedMps = item.params[1]
    if (isNavigation(item)) from = item.position ?? null
  }
  return { bladeOn, speedMps, from, to: items[seq]?.position ?? null }
}

export const lastWaypointSeq = (items: readonly MissionItem[]): number | null => {
  for (let seq = items.length - 1; seq > 0; seq--) {
    const item = items[seq]
    if (item !== undefined && isNavigation(item)) return seq
  }
  return null
}

export const nextWaypointSeq = (items: readonly MissionItem[], seq: number): number | null => {
  for (let at = Math.max(1, seq); at < items.length; at++) {
    const item = items[at]
    if (item !== undefined && isNavigation(item)) return at
  }
  return null
}
