import { expect, test } from 'vitest'
import { BLADE, MOWER } from '../course/course.fixture.ts'
import type { MissionPlan } from './missionPlan.ts'
import { machineHash, planHash, stableHash } from './planHash.ts'

const plan: MissionPlan = {
  headingDeg: 0,
  legs: [
    {
      kind: 'swath',
      bladeOn: true,
      speedMps: 1,
      points: [
        [0, 0],
        [0, 1e-5],
      ],
    },
  ],
  uncovered: [],
  warnings: [],
  stats: { areaM2: 1, coverage: 1, lengthM: 1, mownLengthM: 1, turns: 0, durationS: 1, waypoints: 2, battery: 0.1 },
}

/** FNV-1a as its authors write it, with whole 64-bit numbers. */
const fnv1a64 = (text: string): string => {
  let hash = 0xcbf29ce484222325n
  for (let i = 0; i < text.length; i++)
    hash = ((hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n) & 0xffffffffffffffffn
  return hash.toString(16).padStart(16, '0')
}

test('the hash is FNV-1a of 64 bits over the canonical text', () => {
  for (const value of [null, 'a', 'foobar', [1, 2, 3], { a: 1, b: [true, 'ÿ€'] }])
    expect(stableHash(value)).toBe(fnv1a64(JSON.stringify(value)))
})

test('the order of keys and absent members change nothing, values do', () => {
  expect(stableHash({ a: 1, b: { c: 2, d: 3 } })).toBe(stableHash({ b: { d: 3, c: 2 }, a: 1, e: undefined }))
  expect(stableHash({ a: 1 })).not.toBe(stableHash({ a: 2 }))
  expect(stableHash([1, 2])).not.toBe(stableHash([2, 1]))
})

test('a new name or colour leaves the machine what it is; another width, speed, switch or system id does not', () => {
  const same = machineHash({ ...MOWER, name: 'South', color: '#000000', inService: true }, { ...BLADE, name: 'x' })
  expect(same).toBe(machineHash(MOWER, BLADE))
  const others = [
    machineHash({ ...MOWER, systemId: 8 }, BLADE),
    machineHash({ ...MOWER, minTurnRadiusM: 2 }, BLADE),
    machineHash({ ...MOWER, bladeSwitch: { kind: 'relay', index: 1 } }, BLADE),
    machineHash(MOWER, { ...BLADE, widthM: 1.9 }),
    machineHash(MOWER, { ...BLADE, missionSpeedMps: 1 }),
  ]
  expect(new Set([same, ...others]).size).toBe(6)
})

test('a plan belongs to its map, its machine and its own points', () => {
  const of = { mapRevision: 3, mower: MOWER, blade: BLADE, plan }
  const hash = planHash(of)
  expect(planHash({ ...of, plan: structuredClone(plan) })).toBe(hash)
  expect(planHash({ ...of, mapRevision: 4 })).not.toBe(hash)
  expect(planHash({ ...of, mower: { ...MOWER, systemId: 9 } })).not.toBe(hash)
  const moved = plan.legs.map(leg => ({ ...leg, points: [...leg.points, [0, 2e-5] as [number, number]] }))
  expect(planHash({ ...of, plan: { ...plan, legs: moved } })).not.toBe(hash)
})
