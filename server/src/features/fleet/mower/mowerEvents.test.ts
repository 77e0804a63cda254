/** Two mowers that come near each other: each that drives or is about to is stopped, also one of another gateway. */
import { type MissionPlan, type Mower, type Position, SILENT_TELEMETRY, type Telemetry } from '@greensward/domain'
import type { GatewayEvent } from '@greensward/vehicle'
import { expect, test } from 'vitest'
import type { Actor } from '../../../shared/missionLife/moveMission.ts'
import { at } from '../../../testing/ground.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { driveOf } from '../mission/missionDrive.ts'
import { type FollowedMower, MowerEvents } from './mowerEvents.ts'

const machine = (id: string): Mower =>
  ({ id, name: id, widthM: 2, transitSpeedMps: 2, bladeSwitch: { kind: 'relay', index: 0 } }) as unknown as Mower

const missionOf = (id: string, status: ActiveMission['status'], from: Position, to: Position): ActiveMission => {
  const legs = [{ kind: 'transit', bladeOn: false, speedMps: 2, points: [from, to] }] as unknown as MissionPlan['legs']
  return {
    mowerId: id,
    status,
    target: { kind: 'drive', featureId: `to ${id}` },
    plan: { legs },
    approach: [],
    from: { leg: 0, point: 0 },
    drive: driveOf({ legs }, machine(id), []),
    seq: 0,
    isInside: false,
  } as unknown as ActiveMission
}

const live = (position: Position, mode: Telemetry['mode']): Telemetry => ({
  ...SILENT_TELEMETRY,
  position,
  mode,
  armed: true,
  link: 'live',
})

interface Other {
  /** Of the other mower, ten metres ahead. */
  readonly status?: ActiveMission['status']
  readonly mode: Telemetry['mode']
  readonly isElsewhere: boolean
}

/** The first drives towards the second. @returns what was done */
const near = ({ status, mode, isElsewhere }: Other): readonly string[] => {
  const done: string[] = []
  const mower = (id: string): FollowedMower =>
    ({
      id,
      isDriving: true,
      onPosition: () => undefined,
      holdNow: () => {
        done.push(`hold ${id}`)
        return true
      },
    }) as unknown as FollowedMower
  const seen: Readonly<Record<string, Telemetry>> = { first: live(at(0, 0), 'auto'), second: live(at(10, 0), mode) }
  const missions: Readonly<Record<string, ActiveMission | undefined>> = {
    first: missionOf('first', 'working', at(0, 0), at(100, 0)),
    second: status === undefined ? undefined : missionOf('second', status, at(10, 0), at(-60, 0)),
  }
  const parts = {
    ctx: {
      events: {
        emit: (_: string, { kind, subjectId }: { kind: string; subjectId: string }) =>
          done.push(`${kind} ${subjectId}`),
      },
    },
    garage: {
      mowers: new Map(['first', 'second'].map(id => [id, machine(id)])),
      nameOf: (id: string) => id,
      baseOf: () => undefined,
    },
    view: {
      missionOf: (id: string) => missions[id],
      missions: () => Object.values(missions).flatMap(each => each ?? []),
      telemetryOf: (id: string) => seen[id],
      lastPositionOf: (id: string) => seen[id]?.position ?? null,
      drivesUnplanned: () => false,
    },
    registry: { get: (id: string) => (id === 'second' && isElsewhere ? undefined : mower(id)) },
    energyPromises: { follow: () => undefined },
    stopAnywhere: async (id: string, { user }: Actor) => {
      done.push(`stop ${id} by ${user?.fullname ?? 'the system'}`)
    },
  } as unknown as FleetParts
  const watched = { ...mower('first'), mission: missions.first } as FollowedMower
  const [telemetry] = Object.values(seen)
  new MowerEvents(watched, parts).receive({
    kind: 'telemetry',
    mowerId: 'first',
    atMs: 0,
    state: { telemetry },
  } as unknown as GatewayEvent)
  return done
}

test('SAFE-6f two mowers of this gateway that came near each other are both held', () => {
  expect(near({ status: 'working', mode: 'auto', isElsewhere: false })).toEqual([
    'hold first',
    'mowersNear first',
    'hold second',
    'mowersNear second',
  ])
})

test.each([
  ['drives its mission', 'working', 'auto'],
  ['starts', 'uploading', 'hold'],
  ['drives in AUTO without a mission', undefined, 'auto'],
] as const)('SAFE-6f a mower of another gateway that %s is stopped over that gateway', (_, status, mode) => {
  expect(near({ mode, isElsewhere: true, ...(status === undefined ? {} : { status }) })).toEqual([
    'hold first',
    'mowersNear first',
    'stop second by the system',
    'mowersNear second',
  ])
})

test('SAFE-6f a mower of another gateway that stands is sent nothing', () => {
  expect(near({ mode: 'hold', isElsewhere: true })).toEqual(['hold first', 'mowersNear first'])
})
