// The faults of `npm run test:mutants` in shifts, energy, standing plans and tee sheets; see mutants.mjs.
const ROUTES = 'domain/src/shift/routeLife.test.ts'
const SHIFTS = 'server/src/features/fleet/shifts/shiftRules.test.ts'
const PROMISE = 'domain/src/garage/energyPromise.test.ts'
const PLANS = 'domain/src/schedule/standingJobs.test.ts'
const REPEATS = 'domain/src/schedule/repeats.test.ts'
const MARGINS = 'domain/src/schedule/playMargin.prop.test.ts'
const CALLS = 'contract/src/permissions.test.ts'

/** As in faults.mjs. */
export const faultsOfWork = [
  // The release of a shift.
  [
    'shift: a mower that the release does not name starts',
    'domain/src/shift/routeLife.ts',
    'if (release === null || !release.mowerIds.includes(route.mowerId))',
    'if (release === null)',
    [ROUTES],
  ],
  [
    'shift: a zone that the release does not name is mown',
    'domain/src/shift/routeLife.ts',
    '!release.zoneIds.includes(facts.zoneId)',
    'false',
    [ROUTES],
  ],
  [
    'shift: the release does not end',
    'domain/src/shift/routeLife.ts',
    "if (!(nowMs < Date.parse(release.until))) return pause('windowOver')",
    '',
    [ROUTES],
  ],
  [
    'shift: a server that restarted continues',
    'domain/src/shift/routeLife.ts',
    "if (!facts.isOwnRun) return pause('serverRestarted')",
    '',
    [ROUTES],
  ],
  [
    'shift: a mission that is stopped after the press resumes',
    'domain/src/shift/routeLife.ts',
    "mayResume: mission === 'stopped', ",
    'mayResume: true, ',
    [ROUTES],
  ],
  [
    'shift: a start that was decided before a stop is made',
    'server/src/features/fleet/shifts/taskStart.ts',
    'holds: () => interruptions.count(mower.id) === count && !start.isClosed()',
    'holds: () => !start.isClosed()',
    [SHIFTS],
  ],
  [
    'shift: a mower that is paused keeps its release',
    'server/src/features/fleet/shifts/shiftPresses.ts',
    'release.mowerIds.filter(id => !mowerIds.includes(id))',
    'release.mowerIds',
    [SHIFTS],
  ],
  [
    'shift: a route continues after its window',
    'server/src/features/fleet/shifts/shiftPresses.ts',
    "if (ctx.clock.now().getTime() >= Date.parse(release.until)) refuse('shiftWindowOver')",
    '',
    [SHIFTS],
  ],
  [
    'shift: a released shift is deleted',
    'server/src/features/fleet/shifts/shiftRoutes.ts',
    "if (shift.release !== null) refuse('shiftReleasedAlready', { who: shift.release.by })",
    '',
    [SHIFTS],
  ],
  [
    'shift: its mission still starts by itself',
    'server/src/features/fleet/shifts/makeShift.ts',
    '{ startsByItself: false,',
    '{',
    [SHIFTS],
  ],
  // Energy.
  [
    'energy: no reserve is kept',
    'domain/src/garage/energyPromise.ts',
    'const needs = task + home + reserve',
    'const needs = task + home',
    [PROMISE],
  ],
  [
    'energy: the way home costs nothing',
    'domain/src/garage/energyPromise.ts',
    'const home = (given.home ?? 0) * factor',
    'const home = 0',
    [PROMISE],
  ],
  [
    'energy: the reserve of a mower does not count',
    'server/src/features/fleet/energy/energyFacts.ts',
    'reserve: energyOf(mower).reserveShare',
    'reserve: 0',
    ['server/src/features/fleet/start/gate.test.ts'],
  ],
  // The days and windows of standing plans.
  [
    'plans: a paused plan mows a day late',
    'domain/src/schedule/standingJobs.ts',
    'day >= plan.pausedUntil',
    'day > plan.pausedUntil',
    [PLANS],
  ],
  [
    'plans: every third day is a day late',
    'domain/src/schedule/repeats.ts',
    'daysBetween(firstDay, day) % rule.days === 0',
    'daysBetween(firstDay, day) % rule.days === 1',
    [REPEATS],
  ],
  [
    'plans: a plan leaves out its last day',
    'domain/src/schedule/repeats.ts',
    'day > rule.until)',
    'day >= rule.until)',
    [REPEATS],
  ],
  [
    'plans: a night ends before it begins',
    'domain/src/schedule/standingJobs.ts',
    'until > from ? day : addDays(day, 1)',
    'day',
    [PLANS],
  ],
  [
    'plans: a plan that takes over from a series counts from another day',
    'server/src/features/standingPlans/fromSeries.ts',
    'firstDay: next,',
    'firstDay: from,',
    ['server/src/features/standingPlans/standingPlans.test.ts'],
  ],
  // The margin before the groups of the tee sheet.
  [
    'margin: jobs end when the first group comes',
    'server/src/shared/play/comingPlays.ts',
    'Math.min(fromMs - marginMs,',
    'Math.min(fromMs,',
    ['server/src/features/standingPlans/standingPlans.test.ts'],
  ],
  [
    'margin: a group that is on the field does not count',
    'domain/src/schedule/playMargin.ts',
    'if (group.to > from &&',
    'if (group.from > from &&',
    [MARGINS],
  ],
  [
    'margin: a short margin is none',
    'domain/src/schedule/playMargin.ts',
    '  minutes < wantedMinutes',
    '  minutes < 0',
    ['domain/src/mission/startGate.test.ts'],
  ],
  // The permissions of these calls.
  [
    'calls: the right to stop a mower releases a shift',
    'contract/src/shiftCalls.ts',
    "path: 'shifts/{id}/release',\n      who: 'mowers.operate'",
    "path: 'shifts/{id}/release',\n      who: 'mowers.stop'",
    [CALLS],
  ],
  [
    'calls: the right to stop a mower continues a shift',
    'contract/src/shiftCalls.ts',
    "path: 'shifts/{id}/continue',\n      who: 'mowers.operate'",
    "path: 'shifts/{id}/continue',\n      who: 'mowers.stop'",
    [SHIFTS],
  ],
  [
    'calls: the buggy bar may not revoke a release',
    'contract/src/shiftCalls.ts',
    "path: 'shifts/{id}/revoke',\n      who: 'mowers.stop'",
    "path: 'shifts/{id}/revoke',\n      who: 'mowers.operate'",
    [CALLS],
  ],
  [
    'calls: the right to read standing plans pauses them',
    'contract/src/standingPlanCalls.ts',
    "path: 'standing-plans/{id}/pause',\n      who: 'missions.plan'",
    "path: 'standing-plans/{id}/pause',\n      who: 'operations.read'",
    [CALLS],
  ],
  [
    'calls: the right to read a tee sheet changes it',
    'contract/src/teeSheetCalls.ts',
    "path: 'play/days/{day}',\n      who: 'missions.plan'",
    "path: 'play/days/{day}',\n      who: 'operations.read'",
    ['server/src/features/teeSheet/teeSheet.test.ts'],
  ],
  [
    'calls: the right to plan missions sets the address of tee sheets',
    'contract/src/teeSheetCalls.ts',
    "path: 'play/address',\n      who: 'settings.edit'",
    "path: 'play/address',\n      who: 'missions.plan'",
    ['server/src/features/teeSheet/teeSheetAddress.test.ts'],
  ],
  [
    'calls: the right to stop a mower says that it is full',
    'contract/src/garageCalls.ts',
    "path: 'mowers/{id}/refuelled',\n      who: 'mowers.operate'",
    "path: 'mowers/{id}/refuelled',\n      who: 'mowers.stop'",
    ['server/src/features/fleet/energy/energy.test.ts'],
  ],
]
