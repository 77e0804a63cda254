/** What the pre-start checks are judged by. */
import { z } from 'zod'
import type { FixType, PreArm } from '../garage/telemetry.ts'
import type { FenceMode } from '../garage/vehicleLink.ts'
import type { PlayMargin } from '../schedule/playMargin.ts'
import type { CourseMode } from './courseMode.ts'

/** The facts known now; null means unknown, and an unknown fact refuses the start. */
export interface GateFacts {
  readonly telemetryAgeMs: number | null
  /** How old it may be; left out of a machine that reports over a link of its own. */
  readonly telemetryLimitMs?: number
  /** Of a machine that says so itself: what keeps it from starting. */
  readonly ownState?: OwnState | null
  readonly fixType: FixType | null
  /** 0 to 1. */
  readonly battery: number | null
  /** Share of a full battery that the plan, or what is left of it, takes. */
  readonly batteryEstimate: number | null
  /** What the mower has to keep beside the estimate; left out where only the estimate counts, as on a drive home. */
  readonly energy?: EnergyFacts
  readonly batteryV: number | null
  /** The voltage below which the autopilot counts the battery as low, by its own parameters; 0 for none, null unread. */
  readonly lowBatteryV: number | null
  /** The autopilot's battery failsafe has acted since it booted. */
  readonly batteryFailsafe: boolean | null
  readonly autopilot: {
    /** Its estimate of the position is good enough to drive a mission. */
    readonly ready: boolean | null
    readonly preArm: PreArm | null
    /** Which of these checks failed, in the autopilot's own words. */
    readonly preArmText: string | null
  } | null
  /** The blade on the mower: its width in metres, or `none`. */
  readonly fittedBladeWidthM: number | 'none' | null
  readonly planBladeWidthM: number | null
  /** Titles of other missions that this mower is busy with. */
  readonly otherMissions: readonly string[] | null
  /** Somebody drives the mower past this server, by remote control or from another ground station. */
  readonly isInOtherHand?: boolean
  /** Names of other mowers in the zone, or on their way through a mission there. */
  readonly otherMowersInZone: readonly string[] | null
  /** Names of mowers that mow their own part of the zone and, as both drives go, stay apart from this one. */
  readonly mowersBeside?: readonly string[]
  /** Names of mowers that mow their own part of the zone and would come too near to this one. */
  readonly mowersTooNear?: readonly string[]
  /** Names of mowers that it would meet on its approach or on its first rows. */
  readonly mowersOnWay?: readonly string[]
  readonly plan: {
    /** Whether the plan was made for this very mower, with the machine and blade as they are now. */
    readonly forThisMower: boolean
    readonly forThisMachine: boolean
    readonly mapRevision: number
    /** Result of `checkPlan` on the current map; null if it was not run. */
    readonly violations: readonly { readonly kind?: string; readonly title: string }[] | null
    /** In places the mower reaches farther over the edge of the zone than it should. */
    readonly bodyOverEdge?: boolean
  } | null
  readonly mapRevision: number | null
  /** The way from the mower to the start of the plan: see `wayToStart`. */
  readonly way: { readonly kind: 'straight' | 'around'; readonly lengthM: number } | 'blocked' | null
  readonly rainMode: boolean | null
  /** Whether the target may not be mown in rain mode. */
  readonly rainModeRestricted: boolean | null
  readonly courseMode: CourseMode | null
  /** Whether the target is on the map, mowable and not hidden for mowers. */
  readonly zoneOpen: boolean | null
  /** Times of play on its hole and of restrictions that overlap the drive, the earliest first. */
  readonly closures: readonly Closure[] | null
  /** Names of carts that were in the zone within the last minute. */
  readonly cartsInZone: readonly string[] | null
  /** The next group on the field, `none` where none is expected soon. */
  readonly expectedPlay: ExpectedGroup | 'none' | null
  /** Whether it has to end the wanted margin before that group. Left out, golfers are waited for, and it never refuses. */
  readonly keepsMargin?: boolean
  readonly inService: boolean | null
  /** Whether the mower holds by itself when it loses this ground station (ArduPilot's FS_GCS_ENABLE). */
  readonly linkFailsafe: boolean | null
  /** The other safety nets of the autopilot that are not set as they should be, by the names of their parameters. */
  readonly wrongFailsafes: readonly string[] | null
  /** Whether the mower is to be given a fence of its own, and whether it knows such a thing: null where it did not report it. */
  readonly fence: {
    readonly mode: FenceMode
    readonly isKnown: boolean | null
    /** Whether one can be drawn that the autopilot stores; null or left out where that is not known. */
    readonly fits?: boolean | null
    /** It was to be set for the last start, and could not be. */
    readonly wasRefused?: boolean
  } | null
}

/**
 * `stopped` takes a person at the machine; `notConfirmable` a fault that nobody can confirm from afar, or none; `notOffered` is said of
 * a machine that lists what may be asked of it now; `stopPending` of one that has not acknowledged its stop.
 */
export const ownState = z.enum([
  'ready',
  'notConnected',
  'fault',
  'stopped',
  'off',
  'notConfirmable',
  'busy',
  'paused',
  'notOffered',
  'ownRain',
  'rainUnknown',
  'batteryLow',
  'stopPending',
  'noPosition',
  'inaccurate',
  'notAutomatic',
  'fieldBlocked',
  'pausedElsewhere',
  'hasOrder',
  'emergencyStop',
])
export type OwnState = z.infer<typeof ownState>

export const NOTHING_KNOWN: GateFacts = {
  telemetryAgeMs: null,
  fixType: null,
  battery: null,
  batteryEstimate: null,
  batteryV: null,
  lowBatteryV: null,
  batteryFailsafe: null,
  autopilot: null,
  fittedBladeWidthM: null,
  planBladeWidthM: null,
  otherMissions: null,
  otherMowersInZone: null,
  plan: null,
  mapRevision: null,
  way: null,
  rainMode: null,
  rainModeRestricted: null,
  courseMode: null,
  zoneOpen: null,
  closures: null,
  cartsInZone: null,
  expectedPlay: null,
  inService: null,
  linkFailsafe: null,
  wrongFailsafes: null,
  fence: null,
}

/** Shares of a full battery or tank. */
export interface EnergyFacts {
  /** Whether the charge is the one that a person confirmed, because the mower does not report what it has. */
  readonly isFromPerson: boolean
  /** The rest since a person confirmed it; null where nobody has since its last mission. */
  readonly confirmedShare: number | null
  /**
   * The way home from the worst point of the plan. `noBase` has none, nor has a base that is not on this map; null is not known: no
   * way was found.
   */
  readonly home: number | 'noBase' | 'offCourse' | null
  /** The name of its base. */
  readonly base: string
  readonly reserve: number
}

/** A time at which the target may not be mown, by the clock of the course. */
export interface Closure {
  readonly title: string
  readonly isNow: boolean
  /** HH:MM. */
  readonly from: string
  readonly until: string
}

/** The end of the mission and the next group on its field, by the clock of the course. */
export interface ExpectedGroup extends Pick<PlayMargin, 'fieldTitle' | 'isFirst' | 'minutes' | 'wantedMinutes'> {
  /** HH:MM. */
  readonly done: string
  readonly group: string
}
