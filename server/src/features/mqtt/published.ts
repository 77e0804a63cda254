/** What the broker keeps for the course: the retained messages, of which everything follows from the state of this moment. */
import type { CourseMode, MachineActivity, MapSettings } from '@greensward/domain'
import type { MowerNow } from '../../shared/missionLife/ports.ts'
import { discoveryOf } from './homeAssistant.ts'
import type { StoredMqtt } from './mqttStore.ts'
import { OFFLINE, ONLINE, topicsOf } from './topics.ts'

/** The words of Home Assistant for what a mower does; `none` where it has no word, as for one that waits on the course. */
export type Activity = 'mowing' | 'paused' | 'returning' | 'docked' | 'error' | 'none'

export interface CourseNow {
  readonly mode: CourseMode
  readonly rainMode: MapSettings['rainMode']
}

/** Of mowers that plan their own path. */
const OF_ACTIVITY: Partial<Record<MachineActivity, Activity>> = {
  mowing: 'mowing',
  paused: 'paused',
  goingHome: 'returning',
  charging: 'docked',
  failed: 'error',
}

export const activityOf = ({ vehicle, mission, isAtBase }: MowerNow): Activity => {
  const { telemetry, foreignDrive, stop } = vehicle
  if (telemetry.link === 'never') return 'none'
  if (foreignDrive === true || telemetry.batteryFailsafe === true) return 'error'
  // A stop that it did not acknowledge: somebody has to go there.
  if (stop !== null && !stop.acknowledged && !stop.standingStill) return 'error'
  if (vehicle.activity !== undefined) return OF_ACTIVITY[vehicle.activity] ?? 'none'
  if (mission?.status === 'stopped') return 'paused'
  if (mission !== null) return mission.goal === 'mow' ? 'mowing' : mission.goal === 'home' ? 'returning' : 'none'
  if (telemetry.mode === 'rtl') return 'returning'
  return isAtBase === true || telemetry.charging === true ? 'docked' : 'none'
}

const percent = (share: number | null): number | null => (share === null ? null : Math.round(share * 100))

const stateOf = (mower: MowerNow): string => {
  const { telemetry, progress } = mower.vehicle
  return JSON.stringify({
    name: mower.name,
    activity: activityOf(mower),
    mission: mower.mission?.title ?? null,
    missionStatus: mower.mission?.status ?? null,
    progress: percent(progress),
    battery: percent(telemetry.battery),
    charging: telemetry.charging,
    bladeOn: telemetry.bladeOn,
  })
}

/** Seven digits are a centimetre. */
const rounded = (degrees: number): number => Number(degrees.toFixed(7))

const positionOf = ({ vehicle: { telemetry } }: MowerNow): string | undefined => {
  const { position, accuracyM } = telemetry
  if (position === null) return undefined
  const [longitude, latitude] = position
  return JSON.stringify({
    latitude: rounded(latitude),
    longitude: rounded(longitude),
    ...(accuracyM === null ? {} : { gps_accuracy: Math.round(accuracyM * 100) / 100 }),
  })
}

/**
 * Every message that the broker is to keep now, by its topic. What it has beside these is withdrawn. Those of the discovery are
 * made again only when a mower came, went or was renamed.
 */
export const createPublished = (settings: StoredMqtt) => {
  const topics = topicsOf(settings.prefix)
  let known = { key: '', messages: new Map<string, string>() }

  const discovery = (mowers: readonly MowerNow[]): ReadonlyMap<string, string> => {
    const key = JSON.stringify(mowers.map(({ id, name }) => [id, name]))
    if (known.key !== key) {
      const configs = [...discoveryOf(settings, topics, mowers)]
      known = { key, messages: new Map(configs.map(([topic, config]) => [topic, JSON.stringify(config)])) }
    }
    return known.messages
  }

  return (mowers: readonly MowerNow[], course: CourseNow): ReadonlyMap<string, string> => {
    if (!settings.enabled) return new Map()
    const messages = new Map(settings.homeAssistant ? discovery(mowers) : [])
    messages.set(topics.status, ONLINE)
    const driving = mowers.filter(({ mission }) => mission?.status === 'working').length
    messages.set(topics.course, JSON.stringify({ ...course, mowers: mowers.length, driving }))
    for (const mower of mowers) {
      const { link } = mower.vehicle.telemetry
      messages.set(topics.availability(mower.id), link === 'live' || link === 'stale' ? ONLINE : OFFLINE)
      messages.set(topics.state(mower.id), stateOf(mower))
      const position = settings.sharesPosition ? positionOf(mower) : undefined
      if (position !== undefined) messages.set(topics.position(mower.id), position)
    }
    return messages
  }
}
