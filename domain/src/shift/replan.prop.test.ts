import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awake, dayMission, mowerId, mowTask, replanOf, shiftOf } from './replan.fixture.ts'
import { replanDifference, replannedRoutes } from './replan.ts'
import { NOW_MS, pauseBy, returnHome, routeOf, taskOf } from './shift.fixture.ts'
import type { ShiftRoute, ShiftTask } from './shift.ts'

const MOWERS = 3

const states = fc.record({
  /** How many missions have ended, whether one runs, and how many are ahead. */
  done: fc.nat({ max: 2 }),
  isRunning: fc.boolean(),
  open: fc.nat({ max: 3 }),
  isPaused: fc.boolean(),
  inService: fc.boolean(),
  hasLink: fc.boolean(),
})
const day = fc.record({
  mowers: fc.array(states, { minLength: MOWERS, maxLength: MOWERS }),
  hours: fc.constantFrom(0.3, 1, 5),
  isReleased: fc.boolean(),
})

const mownIds = (routes: readonly ShiftRoute[]): string[] =>
  routes.flatMap(({ tasks }) => tasks.flatMap(task => (task.kind === 'mow' ? [task.missionId] : [])))

test('nothing that runs or has ended is moved, no mission is lost or doubled, and the release gains nothing', () => {
  fc.assert(
    fc.property(day, ({ mowers, hours, isReleased }) => {
      let n = 0
      const planned: ReturnType<typeof dayMission>[] = []
      const routes = mowers.map(({ done, isRunning, open, isPaused }, m): ShiftRoute => {
        const tasks: ShiftTask[] = Array.from({ length: done }, () => mowTask(n++, { state: 'done' }))
        if (isRunning) tasks.push(mowTask(n++, { state: 'running' }))
        for (let i = 0; i < open; i++) {
          planned.push(dayMission(n, m))
          tasks.push(mowTask(n++))
        }
        if (open > 0) tasks.push(returnHome(`home ${m}`))
        const isDone = !isRunning && open === 0
        const state = isDone ? 'done' : isPaused ? 'paused' : 'running'
        return routeOf(tasks, {
          mowerId: mowerId(m),
          state,
          pause: state === 'paused' ? pauseBy('safetyStop') : null,
        })
      })
      const shift = shiftOf(routes, isReleased ? {} : { release: null })
      const now = mowers.map(({ inService, hasLink }, m) => awake(m, { inService, hasLink }))
      const input = replanOf(shift, now, planned, NOW_MS + hours * 3_600_000)
      const difference = replanDifference(input)
      const after = replannedRoutes(input, step => taskOf(stepTask(step), {}, `new ${n++}`), pauseBy('notReleased'))

      const stays = (tasks: readonly ShiftTask[]) => tasks.filter(({ state }) => state !== 'planned')
      expect(after.map(({ tasks }) => stays(tasks))).toEqual(shift.routes.map(({ tasks }) => stays(tasks)))
      expect([...mownIds(after), ...difference.left.map(left => left.missionId)].sort()).toEqual(
        mownIds(shift.routes).sort(),
      )
      for (const move of difference.moves) {
        expect(difference.unable.some(({ mowerId: id }) => id === move.fromMowerId)).toBe(true)
        expect(difference.unable.some(({ mowerId: id }) => id === move.toMowerId)).toBe(false)
      }
      after.forEach((route, m) => {
        const before = shift.routes[m]
        // A route that rested before never runs by a plan.
        if (isReleased && (before?.state === 'paused' || before?.state === 'done'))
          expect(['paused', 'done']).toContain(route.state)
      })
    }),
    { numRuns: 25 },
  )
}, 300_000)

const stepTask = (step: object): Parameters<typeof taskOf>[0] => {
  const { kind } = step as { kind: ShiftTask['kind'] }
  return (kind === 'drive' || kind === 'returnToBase' ? { ...step, missionId: null } : step) as never
}
