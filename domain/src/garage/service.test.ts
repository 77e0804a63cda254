import { expect, test } from 'vitest'
import { type Running, serviceDueOf } from './service.ts'
import { NO_SERVICE_PLAN, type ServicePlan } from './serviceRecord.ts'

const day = (count: number): number => Date.parse('2026-05-01T00:00:00.000Z') + count * 86_400_000
const running = (days: number, engineHours: number | null, bladeHours: number | null): Running => ({
  atMs: day(days),
  engineHours,
  bladeHours,
})
const plan = (changes: Partial<ServicePlan>): ServicePlan => ({ ...NO_SERVICE_PLAN, ...changes })
const begun = running(0, 100, 40)

test.each<[string, ServicePlan, Running, string, number | null, number | null]>([
  ['no plan', plan({}), running(900, 9_000, 9_000), 'none', null, null],
  ['hours that are left', plan({ everyEngineHours: 50 }), running(1, 120, 60), 'fine', 30, null],
  ['a tenth of them', plan({ everyEngineHours: 50 }), running(1, 145, 60), 'soon', 5, null],
  ['none of them', plan({ everyEngineHours: 50 }), running(1, 150, 60), 'due', 0, null],
  [
    'the blade before the engine',
    plan({ everyEngineHours: 500, everyBladeHours: 20 }),
    running(1, 120, 61),
    'due',
    480,
    -1,
  ],
  ['days that are left', plan({ everyDays: 90 }), running(80, null, null), 'fine', null, null],
  ['the last week', plan({ everyDays: 90 }), running(83, null, null), 'soon', null, null],
  ['the day', plan({ everyDays: 90 }), running(90, null, null), 'due', null, null],
  ['a short interval, of which half is soon', plan({ everyDays: 4 }), running(1, null, null), 'fine', null, null],
  ['hours that nobody counted yet', plan({ everyEngineHours: 50 }), running(1, null, null), 'fine', 150, null],
])('service with %s', (_, of, now, state, engineHoursLeft, bladeHoursLeft) => {
  expect(serviceDueOf(of, begun, now)).toMatchObject({ state, engineHoursLeft, bladeHoursLeft })
})

test('the date of the next service is that of the last and the days after it', () => {
  expect(serviceDueOf(plan({ everyDays: 30 }), begun, running(3, 0, 0)).dueAt).toBe('2026-05-31T00:00:00.000Z')
})
