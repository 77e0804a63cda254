import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MissionStatus } from '../mission/mission.ts'
import {
  begun,
  ended,
  finished,
  mayInterrupt,
  nextStep,
  paused,
  pressed,
  type RouteFacts,
  type TaskMission,
  withBreak,
} from './routeLife.ts'
import { fleetOf, HOUR_MS, mow, NOW_MS, pauseBy, returnHome, routeOf, taskOf } from './shift.fixture.ts'
import {
  currentTask,
  type Interruption,
  interruption,
  missionOfTask,
  type ShiftRelease,
  type ShiftRoute,
} from './shift.ts'

/** A mower with its route, its missions and the people around it. It keeps its own account of who allowed what. */
class Field {
  route: ShiftRoute = routeOf([mow('a'), mow('b'), returnHome('home')])
  release: ShiftRelease | null = null
  missions = new Map<string, MissionStatus>([
    ['a', 'planned'],
    ['b', 'planned'],
  ])
  nowMs = NOW_MS - HOUR_MS / 4
  isOwnRun = true
  interruption: Interruption | null = null
  courseHolds = false
  /** A person has pressed since the last interruption. Kept here, and never read from the route. */
  isAllowed = false
  starts = 0

  facts(): RouteFacts {
    const task = currentTask(this.route)
    const id = task === undefined ? null : missionOfTask(task)
    const mission: TaskMission = id === null ? 'none' : (this.missions.get(id) ?? 'gone')
    const { release, isOwnRun, interruption: noted, courseHolds, nowMs } = this
    return { ...fleetOf().facts, release, isOwnRun, interruption: noted, courseHolds, nowMs, mission }
  }

  /** The server interrupts it to charge its mower. */
  breakOff(): void {
    const task = currentTask(this.route)
    if (task?.kind !== 'mow' || !mayInterrupt(this.route, this.facts())) return
    expect(this.isAllowed).toBe(true)
    this.missions.set(task.missionId, 'interrupted')
  }

  /** Ends the right to start, of any kind. */
  end(): void {
    this.isAllowed = false
  }

  interrupt(kind: Interruption): void {
    this.end()
    if (this.release !== null) this.interruption = kind
    const [driven] = [...this.missions].find(([, status]) => status === 'working') ?? []
    if (driven !== undefined) this.missions.set(driven, 'stopped')
  }

  press(): void {
    this.route = pressed(this.route, this.facts().mission)
    this.interruption = null
    this.isOwnRun = true
    this.isAllowed = true
  }

  look(): void {
    const step = nextStep(this.route, this.facts())
    const at = new Date(this.nowMs).toISOString()
    if (step.kind === 'begin') {
      this.starts += 1
      expect(this.isAllowed).toBe(true)
      expect(this.release).not.toBeNull()
      expect(this.nowMs).toBeGreaterThanOrEqual(NOW_MS)
      expect(this.nowMs).toBeLessThan(Date.parse(this.release?.until ?? ''))
      expect(this.courseHolds).toBe(false)
      const isDriven = step.how !== 'pass'
      const id = missionOfTask(step.task) ?? `drive ${this.starts}`
      if (isDriven) this.missions.set(id, 'working')
      const isDrive = isDriven && step.task.kind !== 'mow'
      this.route = begun(this.route, isDrive ? ({ ...step.task, missionId: id } as never) : step.task, at)
    }
    if (step.kind === 'break') {
      const charge = taskOf({ kind: 'charge', untilShare: 0.9 }, {}, `charge ${this.starts}`)
      this.route = withBreak(this.route, step.task, [returnHome(`home ${this.starts}`), charge])
    }
    if (step.kind === 'pause') {
      this.end()
      this.route = paused(this.route, pauseBy(step.interruption))
      this.interruption = null
    }
    if (step.kind === 'end') this.route = ended(this.route, step.task, step.as, at)
    if (step.kind === 'finish') this.route = finished(this.route)
  }
}

const finishDrive = (field: Field): void => {
  const [driven] = [...field.missions].find(([, status]) => status === 'working') ?? []
  if (driven !== undefined) field.missions.set(driven, 'done')
}

const acts: readonly ((field: Field) => void)[] = [
  field => field.look(),
  field => field.look(),
  // Release: also of a shift that was released before.
  field => {
    field.release = { ...fleetOf().release }
    field.press()
  },
  // Continue, which needs a release that is there.
  field => {
    if (field.release !== null && field.route.state === 'paused') field.press()
  },
  field => {
    field.release = null
    field.end()
  },
  field => {
    field.isOwnRun = false
    field.end()
  },
  field => {
    field.courseHolds = !field.courseHolds
  },
  field => {
    field.nowMs += HOUR_MS / 4
  },
  finishDrive,
  field => field.breakOff(),
]

type Act = (field: Field) => void
/** Interruptions are one act among the others, or hardly anything would ever start. */
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: acts.length * 2, arbitrary: fc.constantFrom(...acts) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...interruption.options).map(kind => (field: Field) => field.interrupt(kind)),
  },
)

test('no sequence of events leads to a start without a release and a press after the last interruption', () => {
  let starts = 0
  fc.assert(
    fc.property(fc.array(anyAct, { maxLength: 60, size: 'max' }), steps => {
      const field = new Field()
      for (const act of steps) act(field)
      starts += field.starts
    }),
    { numRuns: 1_000 },
  )
  // A property of starts says nothing where none happen.
  expect(starts).toBeGreaterThan(50)
})

test('a released route without an interruption ends with every mission done and the mower at its base', () => {
  const field = new Field()
  field.release = fleetOf().release
  field.press()
  field.nowMs = NOW_MS
  for (let turn = 0; turn < 20; turn += 1) {
    field.look()
    finishDrive(field)
  }
  expect(field.route.state).toBe('done')
  expect(field.route.tasks.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  expect(field.starts).toBe(3)
})

test('SAFE-13n a mission that is interrupted again and again is done in the end, by one press', () => {
  const field = new Field()
  field.release = fleetOf().release
  field.press()
  field.nowMs = NOW_MS
  for (let turn = 0; turn < 60; turn += 1) {
    field.look()
    if (turn < 12) field.breakOff()
    else finishDrive(field)
    // Home is reached in any case.
    if (currentTask(field.route)?.kind === 'returnToBase') finishDrive(field)
  }
  expect(field.route.state).toBe('done')
  expect([...field.missions.values()].every(status => status === 'done')).toBe(true)
  expect(field.route.tasks.filter(({ kind }) => kind === 'charge').length).toBeGreaterThan(1)
})
