/** The status of a mower, in one word. */
import {
  isActive,
  type LinkState,
  type MachineActivity,
  type Mission,
  type Mower,
  worksByItself,
} from '@greensward/domain'
import type { Tone } from '../../../ui/index.ts'

export type Standing =
  | 'foreign'
  | 'service'
  | 'offline'
  | 'unknown'
  | 'stale'
  | 'working'
  | 'uploading'
  | 'stopped'
  | 'planned'
  | 'idle'

export const STANDING_TONE: Readonly<Record<Standing, Tone>> = {
  foreign: 'error',
  service: 'neutral',
  offline: 'error',
  unknown: 'neutral',
  stale: 'warn',
  working: 'success',
  uploading: 'main',
  stopped: 'error',
  planned: 'warn',
  idle: 'neutral',
}

export interface MowerStanding {
  readonly kind: Standing
  /** The one it works on, else the one that comes next. */
  readonly mission: Mission | undefined
}

/** A lost link outweighs all: the state of the mower is unknown after any command. */
export const mowerStatus = ({
  mower,
  link,
  missions,
  drivesForeign,
  activity,
  isCut = false,
  now,
}: {
  readonly mower: Mower
  readonly link: LinkState
  readonly missions: readonly Mission[]
  /** It drives in AUTO, and no start from here set it driving. */
  readonly drivesForeign: boolean
  /** Of a mower that plans its own path. */
  readonly activity?: MachineActivity | undefined
  /** This page has no connection to the server: a silence says nothing about the mower. */
  readonly isCut?: boolean
  readonly now: Date
}): MowerStanding => {
  const active = missions.find(({ status }) => isActive(status))
  const next = missions
    .filter(({ status }) => status === 'planned')
    .sort((a, b) => (a.startsAt ?? '~').localeCompare(b.startsAt ?? '~'))
    .find(({ startsAt }) => startsAt === null || new Date(startsAt).getTime() - now.getTime() < 86_400_000)
  const mission = active ?? next
  if (drivesForeign && link === 'live') return { kind: 'foreign', mission }
  if (mower.inService) return { kind: 'service', mission }
  if (link !== 'live' && isCut) return { kind: 'unknown', mission }
  if (link === 'lost' || link === 'never') return { kind: 'offline', mission }
  // The action of some seconds ago is out of date.
  if (link === 'stale') return { kind: 'stale', mission }
  if (active?.status === 'working' || active?.status === 'uploading' || active?.status === 'stopped')
    return { kind: active.status, mission }
  if (worksByItself(activity)) return { kind: 'working', mission }
  if (activity === 'paused' || activity === 'failed') return { kind: 'stopped', mission }
  return { kind: next === undefined ? 'idle' : 'planned', mission }
}
