/** Routes and facts for the tests of shifts: everything that allows a start, so that each test takes one thing away. */
import type { RouteFacts } from './routeLife.ts'
import type { Interruption, RoutePause, ShiftRelease, ShiftRoute, ShiftTask } from './shift.ts'

export const NOW_MS = Date.parse('2026-05-04T05:00:00.000Z')
export const HOUR_MS = 3_600_000

const MOWER = 'mower'
const ZONE = 'zone'

const BASE = { state: 'planned', why: null, mayResume: false, startedAt: null, endedAt: null } as const

type OwnOf<T> = T extends ShiftTask ? Omit<T, keyof typeof BASE | 'id'> : never
type Changes = Partial<Pick<ShiftTask, 'state' | 'mayResume'>>

export const taskOf = (own: OwnOf<ShiftTask>, changes: Changes = {}, id: string = own.kind): ShiftTask =>
  ({ ...BASE, id, ...own, ...changes }) as ShiftTask

export const mow = (id: string, changes?: Changes): ShiftTask => taskOf({ kind: 'mow', missionId: id }, changes, id)

export const returnHome = (id: string, changes?: Changes): ShiftTask =>
  taskOf({ kind: 'returnToBase', missionId: null }, changes, id)

export const routeOf = (tasks: readonly ShiftTask[], changes: Partial<ShiftRoute> = {}): ShiftRoute => ({
  mowerId: MOWER,
  state: 'waiting',
  pause: null,
  tasks: [...tasks],
  ...changes,
})

export const pauseBy = (kind: Interruption): RoutePause => ({
  kind,
  why: { code: 'stoppedBy', params: { who: 'Ada Field' } },
  at: new Date(NOW_MS).toISOString(),
  by: 'Ada Field',
})

export const fleetOf = (): { readonly facts: RouteFacts; readonly release: ShiftRelease } => {
  const release: ShiftRelease = {
    by: 'Ada Field',
    at: new Date(NOW_MS).toISOString(),
    until: new Date(NOW_MS + 2 * HOUR_MS).toISOString(),
    mowerIds: [MOWER],
    zoneIds: [ZONE],
  }
  const facts: RouteFacts = {
    nowMs: NOW_MS,
    fromMs: NOW_MS,
    release,
    isOwnRun: true,
    interruption: null,
    courseHolds: false,
    mower: 'ready',
    mission: 'none',
    isMovedAway: false,
    zoneId: ZONE,
    durationS: 600,
    play: { kind: 'clear' },
    waitedMs: 0,
    isStarting: false,
    battery: 1,
    isRefuelled: false,
    isChargeStuck: false,
  }
  return { facts, release }
}
