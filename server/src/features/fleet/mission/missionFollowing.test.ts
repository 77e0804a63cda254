/** The ring that the gateway watches, from a start or a restart of the server to the plan. */
import { driveCorridor, type Mower, type Position, type Telemetry } from '@greensward/domain'
import { createGateway, type GatewayEvent } from '@greensward/vehicle'
import { encodeFrame, type Message, message } from '@greensward/vehicle/mavlink'
import { createFakeClock, createMemoryLink } from '@greensward/vehicle/testing'
import { asRemote } from '@greensward/vehicle/thread'
import { expect, test } from 'vitest'
import { at, rectangle } from '../../../testing/ground.ts'
import type { FleetParts } from '../fleetParts.ts'
import { type OwnMission, ringsOf } from './activeMission.ts'
import { isInside } from './insideRing.ts'
import { driveOf, type PlanPosition, restOfPlan } from './missionDrive.ts'
import { followPosition, forgetOnBoard, watchWay } from './missionFollowing.ts'

const mower = {
  id: 'mower',
  minTurnRadiusM: 0,
  transitSpeedMps: 2,
  bladeSwitch: { kind: 'relay', index: 0 },
} as unknown as Mower
const zone = rectangle(0, 0, 60, 20)[0] ?? []
const plan = {
  legs: [{ kind: 'swath', bladeOn: true, speedMps: 1, points: [at(5, 5), at(55, 5), at(55, 12), at(5, 12)] }],
} as unknown as OwnMission['plan']

/** A mission on the zone. @param approach driven before `from` */
const stage = (approach: readonly Position[] = [], from: PlanPosition = { leg: 0, point: 0 }) => {
  const drive = driveOf(restOfPlan(plan, from, approach.at(-1)), mower, approach)
  const waypoints = drive.items.flatMap(({ position, command }, seq) =>
    seq > 0 && command === 16 && position !== undefined ? [seq] : [],
  )
  const mission = {
    mowerId: mower.id,
    plan,
    approach,
    from,
    drive,
    boundary: zone,
    bladeOffBoundary: zone,
    progress: { note: () => undefined, interrupt: () => undefined },
    seq: 0,
    isInside: false,
  } as unknown as OwnMission
  let ring: readonly Position[] | null = null
  const parts = {
    garage: { mowers: new Map([[mower.id, mower]]) },
    gateway: {
      setBoundary: (_: string, boundary: readonly Position[] | null) => {
        ring = boundary
      },
    },
  } as unknown as FleetParts
  return {
    mission,
    start: (position: Position, waypoint?: number) => {
      mission.seq = waypoint === undefined ? 0 : (waypoints[waypoint] ?? 0)
      watchWay(parts, mission, position)
    },
    /** Drives to the waypoint of this number, counted from 0. */
    follow: (position: Position, waypoint: number) =>
      followPosition(parts, mission, {
        position,
        mode: 'auto',
        missionSeq: waypoints[waypoint],
      } as unknown as Telemetry),
    isWatched: () => (ring === zone ? 'zone' : ring === null ? 'nothing' : 'way'),
    holds: (position: Position) => ring !== null && isInside(position, ring),
  }
}

test('SAFE-6b on a straight approach the corridor from where the mower stood is watched, then its rings', () => {
  const { start, follow, isWatched, holds } = stage()
  start(at(-40, 5))
  expect([isWatched(), holds(at(-20, 5)), holds(at(-20, 8)), holds(at(-43, 5))]).toEqual(['way', true, false, false])
  // The corner of the zone that it crosses does not end the approach.
  follow(at(2, 5), 0)
  expect(isWatched()).toBe('way')
  // It rounds the first corner of its plan from outside.
  follow(at(-0.5, 5), 1)
  expect([isWatched(), holds(at(-0.5, 5))]).toEqual(['way', true])
  follow(at(6, 5), 1)
  expect(isWatched()).toBe('zone')
})

test('SAFE-6b an approach around an obstacle has a corridor of its own', () => {
  const { start, follow, isWatched, holds } = stage([at(-20, 25), at(5, 5)])
  start(at(-40, 5))
  expect([isWatched(), holds(at(-20, 25)), holds(at(-20, 5))]).toEqual(['way', true, false])
  follow(at(-20, 24), 1)
  expect(isWatched()).toBe('way')
})

test('SAFE-6b a mower past its approach that did not come inside is watched by its rings, which stop it', () => {
  const { start, follow, isWatched, holds } = stage()
  start(at(-40, 5))
  follow(at(30, 25), 2)
  expect([isWatched(), holds(at(30, 25))]).toEqual(['zone', false])
})

test('SAFE-6b a mower found outside on its plan after a restart is watched by its rings at once', () => {
  const { follow, isWatched, holds } = stage()
  follow(at(30, 25), 2)
  expect([isWatched(), holds(at(30, 25))]).toEqual(['zone', false])
})

test('SAFE-6b a mower found on its approach after a restart has the corridor from there', () => {
  const { follow, isWatched, holds } = stage()
  follow(at(-20, 5), 0)
  expect([isWatched(), holds(at(-10, 5)), holds(at(-10, 9))]).toEqual(['way', true, false])
  follow(at(6, 5), 1)
  expect(isWatched()).toBe('zone')
})

test('SAFE-6b a mission that a person resumes from outside has the corridor back to its plan', () => {
  const { start, follow, isWatched, holds } = stage()
  start(at(58, 30), 2)
  expect([isWatched(), holds(at(57, 25)), holds(at(40, 25))]).toEqual(['way', true, false])
  follow(at(57, 25), 2)
  expect(isWatched()).toBe('way')
  follow(at(55.5, 15), 2)
  expect(isWatched()).toBe('zone')
})

test('SAFE-6b a mission resumed around an obstacle has the corridor to where it continues and along its row', () => {
  const { start, follow, isWatched, holds } = stage([at(30, 40), at(30, 5)], { leg: 0, point: 1 })
  start(at(-40, 40))
  expect([isWatched(), holds(at(30, 30)), holds(at(0, 20))]).toEqual(['way', true, false])
  follow(at(31, 5), 2)
  expect([isWatched(), holds(at(40, 5)), holds(at(40, 7))]).toEqual(['way', true, false])
  follow(at(55, 6), 3)
  expect(isWatched()).toBe('zone')
})

test('SAFE-6b a gateway that starts again watches what it finds', () => {
  const { mission, start, follow, isWatched } = stage()
  start(at(-40, 5))
  forgetOnBoard(mission, false)
  follow(at(30, 25), 1)
  expect(isWatched()).toBe('zone')
})

test('SAFE-6d a mission on a road stays in the corridor around its plan', () => {
  const { boundary, bladeOffBoundary } = ringsOf({ kind: 'road', featureId: 'path' }, undefined, plan, mower)
  for (const ring of [boundary, bladeOffBoundary]) {
    expect(ring !== null && isInside(at(30, 6), ring)).toBe(true)
    expect(ring !== null && isInside(at(30, 2), ring)).toBe(false)
  }
})

test('SAFE-6d a mower is stopped when its middle leaves the corridor around its drive', async () => {
  const clock = createFakeClock()
  const link = createMemoryLink()
  const events: GatewayEvent[] = []
  const gateway = createGateway({
    links: [{ kind: 'udp', host: '127.0.0.1', port: 0 }],
    clock,
    onEvent: event => events.push(event),
    openLink: link.open,
  })
  gateway.setMowers([{ id: mower.id, systemId: 1, name: 'Mower 1', blade: mower.bladeSwitch }])
  await gateway.open()
  const place = link.peer('udp:192.0.2.7:14550', () => {})
  let seq = 0
  const say = (said: Message): void => place.say(encodeFrame(said, { systemId: 1, componentId: 1 }, seq++ & 0xff))
  const points = [at(0, 0), at(20, 0), at(20, 20)]
  const home = { legs: [{ kind: 'transit', bladeOn: false, speedMps: 2, points }] } as unknown as OwnMission['plan']
  const corridor = driveCorridor(home, mower)
  const mission = {
    ...stage().mission,
    target: { kind: 'drive' },
    plan: home,
    drive: driveOf(home, mower, []),
    boundary: corridor,
    bladeOffBoundary: corridor,
  } as OwnMission
  const parts = {
    garage: { mowers: new Map([[mower.id, mower]]) },
    gateway: asRemote(gateway),
  } as unknown as FleetParts
  /** Five positions of it on its second leg. */
  const drives = async (eastM: number, northM: number): Promise<void> => {
    say(message('HEARTBEAT', { type: 10, autopilot: 3, customMode: 10, baseMode: 129, mavlinkVersion: 3 }))
    for (let i = 0; i < 5; i += 1) {
      const [lon, lat] = at(eastM, northM).map(degrees => Math.round(degrees * 1e7))
      say(message('GPS_RAW_INT', { fixType: 6 }))
      say(message('RELAY_STATUS', { timeBootMs: clock.nowMs() % 2 ** 31, on: 0, present: 63 }))
      say(message('GLOBAL_POSITION_INT', { timeBootMs: clock.monotonicMs(), lat: lat ?? 0, lon: lon ?? 0 }))
      const telemetry = gateway.state(mower.id)?.telemetry
      if (telemetry !== undefined)
        followPosition(parts, mission, { ...telemetry, missionSeq: mission.drive.items.length - 2 })
      await clock.advance(200)
    }
  }
  const stops = () => events.flatMap(event => (event.kind === 'safetyStop' ? [event.reason] : []))
  await drives(20, 8)
  await drives(21.2, 10)
  expect(stops()).toEqual([])
  await drives(22, 11)
  expect(stops()).toEqual(['outsideBoundary'])
  await gateway.close()
})
