/**
 * Reads a `.plan` file of QGroundControl as the drive of a mower. What its loader refuses is refused here too, and besides
 * that anything that is not a command for this very machine: a file is taken whole, or not at all with the reason.
 */

import { type Said, said } from '@greensward/messages'
import { ok, type Result, refused } from '../../common/result.ts'
import type { Position } from '../../course/course.ts'
import type { Blade, Mower } from '../../garage/garage.ts'
import type { PlanLeg, PlanWarning } from '../missionPlan.ts'

export interface QgcRefusal extends Said {
  /** `notAPlan` is not a file that QGroundControl would load; `notForMower` asks for what this machine cannot or must not do. */
  readonly kind: 'notAPlan' | 'notForMower'
}

export interface QgcDrive {
  readonly legs: readonly PlanLeg[]
  readonly warnings: readonly PlanWarning[]
}

type Json = Readonly<Record<string, unknown>>

class Unreadable extends Error {
  readonly refusal: QgcRefusal
  constructor(refusal: QgcRefusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

const noPlan = (what: Said): never => {
  throw new Unreadable({ kind: 'notAPlan', ...what })
}
const notForMower = (what: Said): never => {
  throw new Unreadable({ kind: 'notForMower', ...what })
}
const missing = (path: string): never => noPlan(said('planPartMissing', { path }))
const wrongPart = (path: string, expected: string | number): never => noPlan(said('planPartWrong', { path, expected }))

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const objectAt = (parent: Json, key: string, where: string): Json => {
  const value = parent[key]
  return isObject(value) ? value : missing(where + key)
}
const arrayAt = (parent: Json, key: string, where: string): readonly unknown[] => {
  const value = parent[key]
  return Array.isArray(value) ? value : missing(where + key)
}
const numberAt = (parent: Json, key: string, where: string): number => {
  const value = parent[key]
  return typeof value === 'number' ? value : missing(where + key)
}

// MAV_CMD, MAV_TYPE of the MAVLink common message set.
const WAYPOINT = 16
const CHANGE_SPEED = 178
const SET_RELAY = 181
const SET_SERVO = 183
const ROVERS: readonly number[] = [0, 10, 11]

/** Orders for a camera or a way home, which a mower goes without: it holds at the end of a mission. */
const LEFT_OUT: Readonly<Record<number, string>> = {
  20: 'returnToLaunch',
  203: 'camera',
  206: 'camera',
  530: 'camera',
  2000: 'camera',
  2001: 'camera',
  2500: 'camera',
  2501: 'camera',
}
const NAMES: Readonly<Record<number, string>> = {
  17: 'loiter',
  18: 'loiter',
  19: 'loiter',
  21: 'land',
  22: 'take off',
  82: 'spline waypoint',
  84: 'take off',
  85: 'land',
  177: 'jump',
  205: 'gimbal control',
}

interface Item {
  readonly command: number
  readonly params: readonly (number | null)[]
  /** Its place in the file as people count, such as `3` or `2.14` inside a survey. */
  readonly place: string
}

/** Most waypoints that a file may have; a larger one is refused before anything is computed from it. */
export const MOST_QGC_ITEMS = 20_000

const simpleItem = (raw: Json, place: string): Item => {
  const where = `Item ${place}: `
  const command = numberAt(raw, 'command', where)
  if (typeof raw.autoContinue !== 'boolean') missing(`${where}autoContinue`)
  numberAt(raw, 'frame', where)
  const given = arrayAt(raw, 'params', where)
  // The old form has four parameters and the place beside them.
  const params = given.length === 4 && Array.isArray(raw.coordinate) ? [...given, ...raw.coordinate] : given
  if (params.length !== 7) noPlan(said('planListLength', { path: `${where}params`, count: params.length, expected: 7 }))
  return {
    command,
    place,
    params: params.map(value =>
      value === null || typeof value === 'number' ? value : noPlan(said('planNotNumbers', { path: `${where}params` })),
    ),
  }
}

const itemsOf = (raw: unknown, place: string): Item[] => {
  if (!isObject(raw)) return missing(`Item ${place}`)
  if (raw.type === 'SimpleItem') return [simpleItem(raw, place)]
  if (raw.type !== 'ComplexItem') return noPlan(said('itemUnknown', { item: place }))
  const kind = raw.complexItemType
  if (typeof kind !== 'string') return missing(`Item ${place}: complexItemType`)
  if (kind !== 'survey' && kind !== 'CorridorScan') return notForMower(said('itemNotDriven', { item: place, kind }))
  const style = objectAt(raw, 'TransectStyleComplexItem', `Item ${place}: `)
  return arrayAt(style, 'Items', `Item ${place}: `).map((inner, index) => {
    const inside = `${place}.${index + 1}`
    return isObject(inner) ? simpleItem(inner, inside) : missing(`Item ${inside}`)
  })
}

const checkFrame = (file: Json): readonly unknown[] => {
  if (file.fileType !== 'Plan') wrongPart('fileType', '"Plan"')
  if (file.version !== 1) wrongPart('version', 1)
  if (typeof file.groundStation !== 'string') missing('groundStation')
  const mission = objectAt(file, 'mission', '')
  const fence = objectAt(file, 'geoFence', '')
  const rally = objectAt(file, 'rallyPoints', '')
  numberAt(mission, 'firmwareType', 'mission.')
  const { length } = arrayAt(mission, 'plannedHomePosition', 'mission.')
  if (length !== 3) noPlan(said('planListLength', { path: 'mission.plannedHomePosition', count: length, expected: 3 }))
  // A fence of the first version is left aside by QGroundControl, and so it is here.
  if (fence.version !== undefined && fence.version !== 1) {
    if (fence.version !== 2) wrongPart('geoFence.version', 2)
    arrayAt(fence, 'circles', 'geoFence.')
    arrayAt(fence, 'polygons', 'geoFence.')
  }
  if (rally.version !== 1) {
    if (rally.version !== 2) wrongPart('rallyPoints.version', 2)
    arrayAt(rally, 'points', 'rallyPoints.')
  }
  return arrayAt(mission, 'items', 'mission.')
}

interface Machine {
  readonly mower: Mower
  readonly blade: Blade
}

const bladeOrder = ({ command, params, place }: Item, { bladeSwitch }: Mower): boolean => {
  const [which, value] = params
  if (command === SET_RELAY) {
    if (bladeSwitch.kind !== 'relay') return notForMower(said('itemRelayNotServo', { item: place }))
    if (which !== bladeSwitch.index)
      return notForMower(said('itemOtherRelay', { item: place, which: which ?? '–', own: bladeSwitch.index }))
    if (value !== 0 && value !== 1) return notForMower(said('itemRelayValue', { item: place }))
    return value === 1
  }
  if (bladeSwitch.kind !== 'servo') return notForMower(said('itemServoNotRelay', { item: place }))
  if (which !== bladeSwitch.channel)
    return notForMower(said('itemOtherServo', { item: place, which: which ?? '–', own: bladeSwitch.channel }))
  if (value === bladeSwitch.onPwm) return true
  if (value === bladeSwitch.offPwm) return false
  return notForMower(said('itemServoValue', { item: place }))
}

const placeOf = ({ params, place }: Item): Position => {
  const [lat, lon] = [params[4], params[5]]
  if (typeof lat !== 'number' || typeof lon !== 'number' || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180))
    return notForMower(said('itemNoPosition', { item: place }))
  return [lon, lat]
}

const speedOf = ({ params, place }: Item, { mower, blade }: Machine): number => {
  const speed = params[1] ?? Number.NaN
  const most = Math.max(mower.transitSpeedMps, blade.missionSpeedMps)
  if (!(speed > 0)) return notForMower(said('itemNoSpeed', { item: place }))
  if (speed > most + 0.001) return notForMower(said('itemTooFast', { item: place, speed, most }))
  return speed
}

const samePlace = (a: Position | undefined, b: Position): boolean => a?.[0] === b[0] && a[1] === b[1]

const legsOf = (items: readonly Item[], machine: Machine): QgcDrive => {
  const legs: PlanLeg[] = []
  const leftOut = new Set<string>()
  let bladeOn = false
  let speed: number | undefined
  let points: Position[] = []
  const close = (): void => {
    const last = points.at(-1)
    if (points.length > 1)
      legs.push({
        kind: bladeOn ? 'swath' : 'transit',
        bladeOn,
        speedMps: speed ?? (bladeOn ? machine.blade.missionSpeedMps : machine.mower.transitSpeedMps),
        points,
      })
    points = last === undefined ? [] : [last]
  }
  for (const item of items) {
    switch (item.command) {
      case WAYPOINT: {
        const place = placeOf(item)
        if (!samePlace(points.at(-1), place)) points.push(place)
        break
      }
      case CHANGE_SPEED: {
        const next = speedOf(item, machine)
        if (next !== speed) close()
        speed = next
        break
      }
      case SET_RELAY:
      case SET_SERVO: {
        const on = bladeOrder(item, machine.mower)
        if (on !== bladeOn) close()
        bladeOn = on
        break
      }
      default: {
        const why = LEFT_OUT[item.command]
        if (why === undefined)
          return notForMower(
            said('itemNotDone', { item: item.place, kind: `${NAMES[item.command] ?? 'command'}, ${item.command}` }),
          )
        leftOut.add(why)
      }
    }
  }
  close()
  if (legs.length === 0) return notForMower(said('noTwoWaypoints'))
  const warnings: PlanWarning[] = [...leftOut].map(commands => ({ code: 'leftOut', params: { commands } }))
  if (!legs.some(leg => leg.bladeOn)) warnings.push({ code: 'bladeNeverOn', params: {} })
  return { legs, warnings }
}

/** The drive that the file asks of this mower, or why it cannot be taken. Its position is judged elsewhere. */
export const readQgcPlan = (file: unknown, machine: Machine): Result<QgcDrive, QgcRefusal> => {
  try {
    if (!isObject(file)) return noPlan(said('planNoObject'))
    const raw = checkFrame(file)
    if (raw.length > MOST_QGC_ITEMS) return notForMower(said('planTooManyItems', { count: MOST_QGC_ITEMS }))
    const items = raw.flatMap((item, index) => itemsOf(item, String(index + 1)))
    const { vehicleType } = objectAt(file, 'mission', '')
    if (typeof vehicleType === 'number' && !ROVERS.includes(vehicleType))
      return notForMower(said('planForOtherVehicle', { type: vehicleType }))
    return ok(legsOf(items, machine))
  } catch (error) {
    if (error instanceof Unreadable) return refused(error.refusal)
    throw error
  }
}
