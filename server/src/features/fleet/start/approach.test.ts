import { type MissionPlan, type Mower, type Position, type WayToStart, wayToStart } from '@greensward/domain'
import { localFrame } from '@greensward/geometry'
import { expect, test } from 'vitest'
import type { FleetParts } from '../fleetParts.ts'
import { approachToBeginning, nearestOnPlan } from './approach.ts'

const frame = localFrame([9.1, 48.7])
const at = (x: number, y: number): Position => {
  const [lon, lat] = frame.toLonLat([x, y])
  return [lon, lat]
}
const plan = {
  legs: [{ kind: 'swath' as const, bladeOn: true, speedMps: 1, points: [at(0, 0), at(20, 0), at(20, 10)] }],
}

test.each<[string, Position, number, [number, number]]>([
  ['beside a swath', at(8, -0.7), 1, [8, 0]],
  ['past the end of a swath', at(20.7, -0.2), 1, [20, 0]],
  ['before the beginning of a swath', at(-0.6, 0.3), 1, [0, 0]],
  ['beside the next swath', at(20.6, 4), 2, [20, 4]],
])('a mower stopped outside %s resumes on the plan itself', (_, leftAt, point, [x, y]) => {
  const found = nearestOnPlan(plan, { leg: 0, point }, leftAt)
  const local = found === undefined ? undefined : frame.toLocal(found)
  expect(local?.[0]).toBeCloseTo(x, 2)
  expect(local?.[1]).toBeCloseTo(y, 2)
})

/** The approach to a field 60 m east, with another mower standing there. @param around what the planner finds past it */
const approachPast = async (there: Position, around: readonly Position[] | null) => {
  const machine = (id: string) => ({ id, name: id, widthM: 2, transitSpeedMps: 2 }) as unknown as Mower
  const asked: number[] = []
  const parts = {
    garage: { mowers: new Map(['mine', 'other'].map(id => [id, machine(id)])) },
    view: {
      missionOf: () => undefined,
      telemetryOf: () => ({ position: at(0, 0) }),
      lastPositionOf: () => there,
    },
    planner: {
      way: async (from: Position, to: Position, _: number, occupied: readonly unknown[] = []) => {
        asked.push(occupied.length)
        const points = occupied.length === 0 ? [from, to] : around
        return points && ({ kind: points.length > 2 ? 'around' : 'straight', points, lengthM: 60 } satisfies WayToStart)
      },
    },
  } as unknown as FleetParts
  const field = { legs: [{ points: [at(60, 0), at(60, 20)] }] } as unknown as MissionPlan
  const found = await approachToBeginning(parts, field, machine('mine'))
  return { asked, points: found?.route.points.length }
}

test('SAFE-6g an approach leads past a mower at rest in the way, where there is room', async () => {
  const detour = [at(0, 0), at(30, 6), at(60, 0)]
  expect(await approachPast(at(30, 1), detour)).toEqual({ asked: [0, 1], points: 3 })
  // Not beside it, nor as near as in the yard that it leaves.
  expect(await approachPast(at(30, 4), detour)).toEqual({ asked: [0], points: 2 })
  expect(await approachPast(at(0, 2.1), detour)).toEqual({ asked: [0], points: 2 })
  // No room: the checks wait for the other one, on the way as it would be without it.
  expect(await approachPast(at(30, 1), null)).toEqual({ asked: [0, 1], points: 2 })
  expect(await approachPast(at(30, 1), [at(0, 0), at(30, 2.5), at(60, 0)])).toEqual({ asked: [0, 1], points: 2 })
})

test('SAFE-6g an approach leads past a mower at rest also from a row of parked ones', async () => {
  const machine = (id: string) => ({ id, name: id, widthM: 2, transitSpeedMps: 2 }) as unknown as Mower
  const found = async (others: Readonly<Record<string, Position>>) => {
    const parts = {
      garage: { mowers: new Map(['mine', ...Object.keys(others)].map(id => [id, machine(id)])) },
      view: {
        missionOf: () => undefined,
        telemetryOf: () => ({ position: at(0, 0) }),
        lastPositionOf: (id: string) => others[id],
      },
      planner: {
        way: async (
          from: Position,
          to: Position,
          widthM: number,
          occupied: Parameters<typeof wayToStart>[0]['occupied'],
        ) => wayToStart({ features: [], zoneTypes: [], from, to, widthM, ...(occupied && { occupied }) }) ?? null,
      },
    } as unknown as FleetParts
    const field = { legs: [{ points: [at(60, 0), at(60, 20)] }] } as unknown as MissionPlan
    return (await approachToBeginning(parts, field, machine('mine')))?.route.kind
  }
  expect(await found({ neighbour: at(0, 2.4) })).toBe('straight')
  expect(await found({ onWay: at(30, 0) })).toBe('around')
  expect(await found({ neighbour: at(0, 2.4), onWay: at(30, 0) })).toBe('around')
  expect(await found({ left: at(0, 2.4), right: at(0, -2.4), onWay: at(30, 0.5) })).toBe('around')
})
