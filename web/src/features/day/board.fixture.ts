/** A shift with two mowers on the day board. */
import { calls, type ShiftOfDay } from '@greensward/contract'
import type { Mission, Shift, ShiftRoute, ShiftTask } from '@greensward/domain'
import { said } from '@greensward/messages'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'

export const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
export const [SHIFT, MOWER, OTHER, FIRST, SECOND] = [id(1), id(2), id(3), id(4), id(5)]
export const AT = '2030-01-01T05:00:00.000Z'

export const mission = (missionId: string, title: string, changes: Partial<Mission> = {}): Mission => {
  const made = sampleItem(calls.missions.list, { id: missionId, title, mowerId: MOWER, ...changes } as never) as Mission
  return { ...made, stats: { ...made.stats, areaM2: 10_000, durationS: 1_200 } }
}
export const task = (own: object): ShiftTask =>
  ({ state: 'planned', why: null, mayResume: false, startedAt: null, endedAt: null, ...own }) as ShiftTask
export const routes = (): readonly ShiftRoute[] => [
  {
    mowerId: OTHER,
    state: 'running',
    pause: null,
    tasks: [task({ id: id(6), kind: 'mow', missionId: SECOND, state: 'running' })],
  },
  {
    mowerId: MOWER,
    state: 'paused',
    pause: {
      kind: 'personStop',
      why: said('routePause', { reason: 'personStop', who: 'Ada Field' }),
      at: AT,
      by: null,
    },
    tasks: [
      task({ id: id(7), kind: 'mow', missionId: FIRST, state: 'done' }),
      task({ id: id(8), kind: 'returnToBase', missionId: null }),
    ],
  },
]
export const RELEASE = { by: 'Ada Field', at: AT, until: '2030-01-01T09:00:00.000Z', mowerIds: [OTHER], zoneIds: [] }
export const shiftWith = (changes: Partial<Shift> = {}): Shift => ({
  id: SHIFT,
  day: '2030-01-01',
  name: 'Morning',
  from: AT,
  until: '2030-01-01T09:00:00.000Z',
  routes: [...routes()],
  release: RELEASE,
  createdBy: 'Ada Field',
  updatedAt: AT,
  ...changes,
})
export const board =
  (changes: Partial<Shift> = {}) =>
  (wire: Wire) => {
    const mowers = [
      sampleItem(calls.mowers.list, { id: MOWER, name: 'Rook 1' }),
      sampleItem(calls.mowers.list, { id: OTHER, name: 'Rook 2' }),
    ]
    wire.answer(calls.mowers.list, { items: mowers, total: 2 } as never)
    const item: ShiftOfDay = {
      shift: shiftWith(changes),
      missions: [
        mission(FIRST, 'Green 1', { status: 'done', progress: 1 }),
        mission(SECOND, 'Green 2', { status: 'working', progress: 0.5, mowerId: OTHER }),
      ],
    }
    wire.answer(calls.shifts.list, { items: [item], total: 1 })
    wire.answer(calls.shifts.release, shiftWith())
    wire.answer(calls.shifts.continue, shiftWith())
    wire.answer(calls.shifts.pause, { shift: shiftWith(), notStopped: [] })
  }
