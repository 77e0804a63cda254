/** Which mowers a start would meet before it begins, and how it waits for them, on a clock of the test's. */
import type { MissionPlan, MissionTarget, Mower, Position } from '@greensward/domain'
import { expect, test } from 'vitest'
import { at } from '../../../testing/ground.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { driveOf } from '../mission/missionDrive.ts'
import { aheadOf } from './driveAhead.ts'
import { type Beginning, startMeets, waitForClearRoute, withMeeting } from './meetings.ts'

const machine = (id: string): Mower =>
  ({ id, name: id, widthM: 2, transitSpeedMps: 2, bladeSwitch: { kind: 'relay', index: 0 } }) as unknown as Mower

const legsOf = (points: readonly Position[], bladeOn = true): MissionPlan['legs'] =>
  [{ kind: bladeOn ? 'swath' : 'transit', bladeOn, speedMps: 1.5, points }] as unknown as MissionPlan['legs']

const CELL = [at(0, 0), at(1, 0), at(1, 1), at(0, 0)]
const zone = (featureId: string, isPart = false): MissionTarget =>
  ({ kind: 'zone', featureId, ...(isPart ? { cell: CELL } : {}) }) as unknown as MissionTarget

interface Other {
  readonly here: Position | null
  readonly status?: ActiveMission['status']
  readonly rows?: readonly Position[]
  readonly target?: MissionTarget
  readonly isCleared?: boolean | undefined
  readonly isUnplanned?: boolean
  /** Before the server started; it is not received since. */
  readonly lastSeen?: Position
  readonly base?: Position
}

const missionOf = (id: string, other: Other): ActiveMission | undefined => {
  const { status, rows = [], target = zone('elsewhere'), isCleared } = other
  if (status === undefined) return undefined
  const legs = legsOf(rows)
  return {
    mowerId: id,
    status,
    target,
    plan: { legs },
    approach: [],
    from: { leg: 0, point: 0 },
    drive: driveOf({ legs }, machine(id), []),
    seq: 0,
    isInside: false,
    isCleared,
  } as unknown as ActiveMission
}

const partsWith = (others: Readonly<Record<string, Other>>) =>
  ({
    garage: {
      mowers: new Map(['mine', ...Object.keys(others)].map(id => [id, machine(id)])),
      baseOf: (id: string) => others[id]?.base && { position: others[id].base },
    },
    view: {
      missionOf: (id: string) => (others[id] === undefined ? undefined : missionOf(id, others[id])),
      telemetryOf: (id: string) => ({ position: others[id]?.here ?? null, speedMps: null }),
      drivesUnplanned: (id: string) => others[id]?.isUnplanned === true,
      lastPositionOf: (id: string) => others[id]?.here ?? others[id]?.lastSeen ?? null,
    },
  }) as unknown as FleetParts

/** From the west along the road to a lawn whose rows begin 60 m east. */
const beginning = (target = zone('lawn')): Beginning => {
  const mower = machine('mine')
  return { mower, target, ahead: aheadOf(mower, at(0, 0), legsOf([at(60, 0), at(60, 40)]), [at(0, 0), at(60, 0)]) }
}
const met = (other: Other, { target = zone('lawn'), isLastComparison = false } = {}) =>
  startMeets(partsWith({ other }), beginning(target), isLastComparison)

test.each<[string, Other, readonly string[]]>([
  [
    'one that comes towards it on its approach',
    { here: at(58, 0), status: 'working', rows: [at(58, 0), at(-40, 0)] },
    ['other'],
  ],
  [
    'one that drives the same road somewhere else',
    { here: at(58, 90), status: 'working', rows: [at(58, 90), at(-40, 90)] },
    [],
  ],
  [
    'one that is about to come towards it',
    { here: at(58, 0), status: 'uploading', rows: [at(58, 0), at(-40, 0)] },
    ['other'],
  ],
  [
    'one that crosses its approach as it is there',
    { here: at(30, -30), status: 'working', rows: [at(30, -30), at(30, 60)] },
    ['other'],
  ],
  [
    'one that has crossed its approach long before',
    { here: at(30, 25), status: 'working', rows: [at(30, 25), at(30, 60)] },
    [],
  ],
  [
    'one that mows beside its first rows',
    { here: at(61, 30), status: 'working', rows: [at(61, 30), at(61, 0)] },
    ['other'],
  ],
  ['one that stands on its approach', { here: at(30, 1) }, ['other']],
  [
    'one that was stopped on its approach',
    { here: at(30, 1), status: 'stopped', rows: [at(30, 1), at(30, 60)] },
    ['other'],
  ],
  ['one that stands on its first rows', { here: at(61, 20) }, ['other']],
  ['one at rest beside its approach', { here: at(30, 2.4) }, []],
  ['its neighbour in a narrow yard', { here: at(0, 2.1) }, []],
  ['one that drives, who knows where', { here: null, status: 'working', rows: [at(30, 90), at(30, 60)] }, ['other']],
  ['one that does not drive, who knows where', { here: null }, []],
  ['one that is dead on its approach since the server started', { here: null, lastSeen: at(30, 1) }, ['other']],
  [
    'one that drives, last seen elsewhere',
    { here: null, lastSeen: at(30, 90), status: 'working', rows: [at(30, 90), at(30, 60)] },
    ['other'],
  ],
  ['one that was never seen and parks on its approach', { here: null, base: at(30, 1) }, ['other']],
  ['one that was last seen elsewhere than at its base', { here: null, lastSeen: at(30, 90), base: at(30, 1) }, []],
])('SAFE-6g a start sees %s', (_, other, names) => {
  expect(met(other)).toEqual(names)
})

test.each<[string, MissionTarget]>([
  ['a mission', zone('lawn')],
  ['a drive', { kind: 'drive', featureId: 'base' }],
])('SAFE-6g a start of %s waits for one without a mission that could come there within half a minute', (_, target) => {
  // At 2 m/s, with 10 s of slack, from beside its approach, from the end of it, and from where it cannot come in time.
  expect(met({ here: at(30, 60), isUnplanned: true }, { target })).toEqual(['other'])
  expect(met({ here: at(60, 75), isUnplanned: true }, { target })).toEqual(['other'])
  expect(met({ here: at(60, 100), isUnplanned: true }, { target })).toEqual([])
  expect(met({ here: null, isUnplanned: true }, { target })).toEqual(['other'])
  expect(met({ here: at(30, 60) }, { target })).toEqual([])
})

test('SAFE-6g an unknown position of its own is not a clear way', () => {
  expect(startMeets(partsWith({}), { ...beginning(), ahead: null })).toBeNull()
})

test('SAFE-6g missions that start together on one zone drive off one after the other', () => {
  const target = zone('lawn', true)
  const mate: Other = { here: at(-6, 0), status: 'uploading', rows: [at(60, 3), at(60, 40)], target, isCleared: false }
  // The barrier lets both start: neither is refused for the other, which does not drive yet.
  expect(met(mate, { target })).toEqual([])
  expect(met(mate, { target, isLastComparison: true })).toEqual([])
  expect(met({ ...mate, isCleared: true }, { target, isLastComparison: true })).toEqual(['other'])
  // One in the way drives first.
  expect(met({ ...mate, here: at(20, 0) }, { target, isLastComparison: true })).toEqual(['other'])
  // Of another gateway's mower nothing says that it waits.
  expect(met({ ...mate, isCleared: undefined }, { target })).toEqual(['other'])
})

test('SAFE-6g the checks that passed a moment ago refuse by the mower that is met as the start is recorded', () => {
  const passed = { verdict: 'passed', values: {} } as const
  const lines = [
    { check: 'zoneFree', reason: 'free', ...passed },
    { check: 'rain', reason: 'noRainMode', ...passed },
  ] as const
  expect(withMeeting(lines, 'Rook 2')).toEqual([
    { check: 'zoneFree', verdict: 'refused', reason: 'onWay', values: { name: 'Rook 2' } },
    lines[1],
  ])
})

/** A start that has everything on board, at one look a second. */
const startWaits = (metAt: (seconds: number) => readonly string[] | null, endsAt = Number.POSITIVE_INFINITY) => {
  let nowMs = 0
  const said: string[] = []
  const outcome = waitForClearRoute({
    clock: { monotonicMs: () => nowMs },
    meets: () => metAt(nowMs / 1_000),
    isEnded: () => nowMs / 1_000 >= endsAt,
    onWait: other => said.push(`waits for ${other}`),
    onClear: () => said.push(`clear after ${nowMs / 1_000} s`),
    pause: async ms => {
      nowMs += ms
    },
  })
  return outcome.then(answer => ({ answer, said }))
}

test('SAFE-6g a start waits until the other one has passed, and says for whom', async () => {
  expect(await startWaits(() => [])).toEqual({ answer: { outcome: 'accepted' }, said: ['clear after 0 s'] })
  expect(await startWaits(seconds => (seconds < 20 ? ['Rook 2'] : []))).toEqual({
    answer: { outcome: 'accepted' },
    said: ['waits for Rook 2', 'clear after 20 s'],
  })
})

test('SAFE-6g a start that waits in vain is refused after a minute, and one that was stopped does not drive', async () => {
  const late = await startWaits(() => ['Rook 2'])
  expect(late.answer).toMatchObject({ outcome: 'rejected', reason: 'wouldMeet' })
  expect(late.said).toEqual(['waits for Rook 2'])
  expect((await startWaits(() => ['Rook 2'], 5)).said).toEqual(['waits for Rook 2'])
  expect((await startWaits(() => null)).answer).toMatchObject({ outcome: 'rejected' })
})
