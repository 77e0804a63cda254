/** The failsafes of a mower, read from its parameters: the recommended value of each, and why. */
import type { Blade } from '../mission/missionItem.ts'

export type FailsafeVerdict =
  /** As wanted. */
  | 'fine'
  /** Another value than the wanted one; the mower is less safe alone. */
  | 'poor'
  /** The mower has no such parameter, or did not tell. */
  | 'unknown'

export interface FailsafeLine {
  /** Such as FS_GCS_ENABLE. */
  readonly name: string
  /** Null when the mower did not report it. */
  readonly value: number | null
  /** The value to set; null if each machine needs its own. */
  readonly wanted: number | null
  readonly verdict: FailsafeVerdict
  /** Plain English, one sentence. */
  readonly reason: string
  /** A new value takes effect after a restart of the autopilot. */
  readonly needsReboot?: boolean
}

export interface FailsafeReport {
  readonly lines: readonly FailsafeLine[]
  /** No line is poor. */
  readonly isFine: boolean
}

interface Rule {
  /** Newer names first; the first that the mower has counts. */
  readonly names: readonly string[]
  readonly wanted: number | null
  readonly isFine: (value: number) => boolean
  readonly reason: string
  readonly needsReboot?: boolean
}

const exactly = (name: string, wanted: number, reason: string, others: readonly number[] = []): Rule => ({
  names: [name],
  wanted,
  isFine: value => value === wanted || others.includes(value),
  reason,
})

const HOLD = 2
const POLYGONS_ONLY = 4
const MODE_HOLD = 4
const AVOID_FENCE = 1
/** A mower that turns earlier leaves grass standing in the corners. */
const WIDEST_CORNER_M = 0.5
const CARD_KB = 64
const LEAST_CARD_KB = 4

const rules: readonly Rule[] = [
  exactly('FS_GCS_ENABLE', 1, 'Without it the mower drives on when the ground station falls silent; 2 drives on too.'),
  exactly('FS_ACTION', HOLD, 'On a failsafe the mower must stand; any other value drives it home or does nothing.'),
  {
    names: ['FS_GCS_TIMEOUT'],
    wanted: 5,
    isFine: value => value > 0 && value <= 5,
    reason: 'Seconds that the mower drives on after it has lost its ground station.',
  },
  {
    names: ['FS_TIMEOUT'],
    wanted: 1.5,
    isFine: value => value > 0 && value <= 5,
    reason: 'Seconds that a fault may last before the mower acts on it.',
  },
  {
    names: ['MAV_GCS_SYSID', 'SYSID_MYGCS'],
    wanted: 255,
    isFine: value => value === 255,
    reason: 'Only the heartbeats of this system id count for the link failsafe; the gateway is 255.',
  },
  exactly('FS_THR_ENABLE', 1, 'A remote control that is lost must hold the mower; 0 is for a mower without one.', [0]),
  exactly('FS_EKF_ACTION', 1, 'A mower that no longer knows where it is must hold.'),
  exactly('FS_CRASH_CHECK', 1, 'A mower that is stuck or has run into something must hold.', [2]),
  exactly('FENCE_ENABLE', 1, 'With its fence on, the mower keeps inside by itself.'),
  exactly('FENCE_ACTION', HOLD, 'Outside its fence the mower must stand; by default it drives home.'),
  {
    names: ['FENCE_TYPE'],
    wanted: POLYGONS_ONLY,
    isFine: value => (value & POLYGONS_ONLY) !== 0 && (value & ~POLYGONS_ONLY) === 0,
    reason: 'Only the polygons and circles of the map; the circle round home would hold the mower on a large course.',
  },
  {
    names: ['AVOID_ENABLE'],
    wanted: 0,
    isFine: value => (value & AVOID_FENCE) === 0,
    reason: 'Avoiding the fence, the mower would stop FENCE_MARGIN metres before the edge it is to mow.',
  },
  exactly('BATT_FS_LOW_ACT', HOLD, 'On a low battery the mower must stand; 0 only says so.'),
  {
    names: ['BATT_LOW_VOLT'],
    wanted: null,
    isFine: value => value > 0,
    reason: 'The voltage that counts as low; it is that of the battery in this machine.',
  },
  {
    names: ['ARMING_SKIPCHK'],
    wanted: 0,
    isFine: value => value === 0,
    reason: 'No check before arming may be left out.',
  },
  {
    names: ['ARMING_CHECK'],
    wanted: 1,
    isFine: value => value === 1,
    reason: 'All checks before arming must be made.',
  },
  exactly('MIS_DONE_BEHAVE', 0, 'At the end of its mission the mower must stand.'),
  exactly('INITIAL_MODE', MODE_HOLD, 'A mower that is switched on must hold.'),
  {
    names: ['WP_RADIUS'],
    wanted: 0.3,
    isFine: value => value > 0 && value <= WIDEST_CORNER_M,
    reason:
      'Metres before a corner at which the mower turns to the next line. The default of ArduPilot is 2, which rounds every corner.',
  },
  {
    names: ['BRD_SD_MISSION'],
    wanted: CARD_KB,
    isFine: value => value >= LEAST_CARD_KB,
    reason:
      'Kilobytes of its card for missions: with 64 it holds 4,300 items, without a card 655, and longer missions are driven in parts.',
    needsReboot: true,
  },
  {
    names: ['BRD_SD_FENCE'],
    wanted: CARD_KB,
    isFine: value => value >= LEAST_CARD_KB,
    reason: 'Kilobytes of its card for its fence: with 4 or more it holds 255 corners, without a card 84.',
    needsReboot: true,
  },
]

/** Which of the two stands for the arming checks depends on the version; the other one is not missed. */
const ALTERNATIVES: Readonly<Record<string, string>> = {
  ARMING_SKIPCHK: 'ARMING_CHECK',
  ARMING_CHECK: 'ARMING_SKIPCHK',
}

/** Read along, for the pre-start checks: each machine has its own, and 0 is as good. */
const LEAST_TO_ARM = 'BATT_ARM_VOLT'

const bladeRules = (blade: Blade): Rule[] =>
  blade.kind === 'relay'
    ? [
        exactly(`RELAY${blade.index + 1}_FUNCTION`, 1, 'The relay of the blade must be one that commands switch.'),
        exactly(`RELAY${blade.index + 1}_DEFAULT`, 0, 'The blade must be off when the mower is switched on.'),
      ]
    : [exactly(`SERVO${blade.channel}_FUNCTION`, 0, 'The output of the blade must be one that commands switch.')]

export const failsafeNames = (blade: Blade): string[] =>
  [...rules, ...bladeRules(blade)].flatMap(({ names }) => [...names]).concat(LEAST_TO_ARM)

export const failsafeReport = (values: ReadonlyMap<string, number>, blade: Blade): FailsafeReport => {
  const lines = [...rules, ...bladeRules(blade)].flatMap(
    ({ names, wanted, isFine, reason, needsReboot }): FailsafeLine[] => {
      const name = names.find(candidate => values.has(candidate)) ?? names[0]
      if (name === undefined) return []
      const value = values.get(name) ?? null
      const other = ALTERNATIVES[name]
      if (value === null && other !== undefined && values.has(other)) return []
      const verdict = value === null ? 'unknown' : isFine(value) ? 'fine' : 'poor'
      return [{ name, value, wanted, verdict, reason, ...(needsReboot === true ? { needsReboot } : {}) }]
    },
  )
  // The mower reported neither name of a pair: one line says so.
  const reported = lines.filter(({ name, value }) => name !== 'ARMING_CHECK' || value !== null)
  return { lines: reported, isFine: reported.every(({ verdict }) => verdict !== 'poor') }
}
