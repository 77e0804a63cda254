/** The maker's answer to `GET /mowers`, in our terms. Fields that are not used here may be anything. */
import type { AutomowerActivity, AutomowerMachine } from '@greensward/contract'
import { momentOf, type VehicleCapabilities } from '@greensward/domain'
import { z } from 'zod'

export const degrees = (most: number) => z.number().min(-most).max(most)
export const percent = z.number().min(0).max(100)

/** The state of a mower, in the list and in events: these write the number of an area as a text. */
export const mowerState = z.object({
  activity: z.string().max(50),
  state: z.string().max(50),
  errorCode: z.number().int().optional(),
  /** Left out of a mower whose faults cannot be confirmed from afar. */
  isErrorConfirmable: z.boolean().optional(),
  workAreaId: z.union([z.number().int(), z.string().max(50)]).nullish(),
})
type MowerState = z.infer<typeof mowerState>

/** The year 5138: beyond it are milliseconds, or nonsense. */
const MOST_S = 1e11
const MOST_MS = MOST_S * 1_000

const answered = z.object({
  data: z
    .array(
      z.object({
        id: z.string().max(100),
        attributes: z.object({
          system: z.object({ name: z.string().max(200), model: z.string().max(200) }),
          battery: z.object({ batteryPercent: percent }).optional(),
          capabilities: z.object({ position: z.boolean(), workAreas: z.boolean() }),
          mower: mowerState,
          // These two are shown and nothing more: a wrong one must not cost the mower.
          planner: z
            .object({ nextStartTimestamp: z.number().nonnegative().max(MOST_MS).nullish() })
            .nullish()
            .catch(null),
          stayOutZones: z
            .object({ zones: z.array(z.object({ name: z.string().max(200), enabled: z.boolean() })).max(200) })
            .nullish()
            .catch(null),
          metadata: z.object({ connected: z.boolean(), statusTimestamp: z.number().nonnegative().max(8e15) }),
          positions: z.array(z.object({ latitude: degrees(90), longitude: degrees(180) })).optional(),
          workAreas: z
            .array(
              z.object({
                workAreaId: z.number().int(),
                name: z.string().max(200),
                enabled: z.boolean(),
                progress: percent.optional(),
                lastTimeCompleted: z.number().nonnegative().max(MOST_S).nullish(),
              }),
            )
            .max(200)
            .optional(),
        }),
      }),
    )
    .max(500),
})
type Answered = z.infer<typeof answered>['data'][number]

const OF_ACTIVITY: Readonly<Record<string, AutomowerActivity>> = {
  MOWING: 'mowing',
  LEAVING: 'leaving',
  GOING_HOME: 'goingHome',
  CHARGING: 'charging',
  PARKED_IN_CS: 'parked',
  STOPPED_IN_GARDEN: 'stopped',
}

/** These say more than the activity, which stays what it was before. */
const OF_STATE: Readonly<Record<string, AutomowerActivity>> = {
  PAUSED: 'paused',
  STOPPED: 'stopped',
  OFF: 'off',
  ERROR: 'failed',
  FATAL_ERROR: 'failed',
  ERROR_AT_POWER_UP: 'failed',
}

/** What a machine does, by its state. */
export const doingOf = ({ activity, state, errorCode = 0, isErrorConfirmable = false, workAreaId }: MowerState) => ({
  activity: OF_STATE[state] ?? OF_ACTIVITY[activity] ?? 'unknown',
  faultCode: errorCode === 0 ? null : errorCode,
  isConfirmable: isErrorConfirmable,
  areaId: activity === 'MOWING' && workAreaId !== undefined && workAreaId !== null ? String(workAreaId) : null,
})

/**
 * The maker's cloud takes a stop at once. The mower follows within a minute, is read after that, and once more a minute later:
 * then it is known whether it stands.
 */
export const STOP_KNOWN_S = 200
/** Reported in batches, a position each half minute. */
const POSITION_RATE_HZ = 1 / 30

const capabilitiesOf = ({ position, workAreas }: Answered['attributes']['capabilities']): VehicleCapabilities => ({
  followsPath: false,
  mowsWorkArea: workAreas,
  positionRateHz: position ? POSITION_RATE_HZ : 0,
  stopLatency: { via: 'makersCloud', withinS: STOP_KNOWN_S },
  blade: 'own',
  charge: 'own',
  returnToBase: 'own',
  fence: false,
  signing: false,
})

/** The maker writes what the clock of the mower showed as if it were UTC; 0 is never. */
const shownAt = (ms: number | null | undefined, timeZone: string): string | null => {
  if (ms === undefined || ms === null || ms === 0) return null
  const shown = new Date(ms)
  const day = shown.toISOString().slice(0, 10)
  return momentOf(day, shown.getUTCHours(), shown.getUTCMinutes(), timeZone).toISOString()
}

const machineOf = ({ id, attributes }: Answered, timeZone: string): AutomowerMachine => {
  const { system, battery, capabilities, mower, metadata, planner, positions, stayOutZones, workAreas } = attributes
  // The first position is the newest.
  const [newest] = capabilities.position ? (positions ?? []) : []
  const { statusTimestamp: at } = metadata
  return {
    id,
    name: system.name,
    model: system.model,
    can: capabilitiesOf(capabilities),
    ...doingOf(mower),
    message: null,
    inService: false,
    battery: battery === undefined ? null : battery.batteryPercent / 100,
    position: newest === undefined ? null : [newest.longitude, newest.latitude],
    isConnected: metadata.connected,
    reportedAt: at === 0 ? null : new Date(at).toISOString(),
    nextStartAt: shownAt(planner?.nextStartTimestamp, timeZone),
    stayOutZones: (stayOutZones?.zones ?? []).map(({ name, enabled }) => ({ name, isEnabled: enabled })),
    areas: (capabilities.workAreas ? (workAreas ?? []) : []).map(area => ({
      id: String(area.workAreaId),
      name: area.name,
      isEnabled: area.enabled,
      progress: area.progress === undefined ? null : area.progress / 100,
      completedAt: shownAt((area.lastTimeCompleted ?? 0) * 1_000, timeZone),
      zoneId: null,
    })),
  }
}

/**
 * Undefined for an answer that is not the maker's.
 * @param timeZone of the course, which the clocks of its mowers show
 */
export const readMachines = (text: string, timeZone: string): readonly AutomowerMachine[] | undefined => {
  try {
    return answered.parse(JSON.parse(text)).data.map(one => machineOf(one, timeZone))
  } catch {
    return undefined
  }
}
