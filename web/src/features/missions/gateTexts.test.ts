import { evaluateGate, type GateFacts } from '@greensward/domain'
import en from '@greensward/messages/gate/en.json' with { type: 'json' }
import { expect, test } from 'vitest'

const GOOD: GateFacts = {
  telemetryAgeMs: 600,
  fixType: 'rtkFixed',
  battery: 0.82,
  batteryEstimate: 0.41,
  batteryV: 25,
  lowBatteryV: 21,
  batteryFailsafe: false,
  autopilot: { ready: true, preArm: 'passed', preArmText: null },
  fittedBladeWidthM: 3.2,
  planBladeWidthM: 3.2,
  otherMissions: [],
  otherMowersInZone: [],
  plan: { forThisMower: true, forThisMachine: true, mapRevision: 3, violations: [] },
  mapRevision: 3,
  way: { kind: 'straight', lengthM: 70 },
  rainMode: false,
  rainModeRestricted: false,
  courseMode: 'normal',
  zoneOpen: true,
  closures: [],
  cartsInZone: [],
  expectedPlay: 'none',
  inService: false,
  linkFailsafe: true,
  wrongFailsafes: [],
  fence: { mode: 'wanted', isKnown: true },
}
const plan = (part: object) => ({
  plan: { forThisMower: true, forThisMachine: true, mapRevision: 3, violations: [], ...part },
})

const CASES: readonly Partial<GateFacts>[] = [
  {},
  ...(Object.keys(GOOD) as (keyof GateFacts)[]).map(key => ({ [key]: null })),
  { telemetryAgeMs: 9_000 },
  { fixType: 'rtkFloat' },
  { fixType: 'fix3d' },
  { battery: 0.1 },
  ...(['noBase', 'offCourse', 0.05, null] as const).flatMap(home =>
    [0.9, 0.5].flatMap(battery =>
      [0.41, 0.95].flatMap(batteryEstimate =>
        [false, true].map(isFromPerson => ({
          battery,
          batteryEstimate,
          energy: { isFromPerson, confirmedShare: battery, home, base: 'Shed', reserve: 0.15 },
        })),
      ),
    ),
  ),
  { energy: { isFromPerson: true, confirmedShare: null, home: 0.05, base: 'Shed', reserve: 0.15 } },
  { batteryV: 20 },
  { batteryFailsafe: true },
  { autopilot: { ready: false, preArm: 'failed', preArmText: null } },
  { autopilot: { ready: true, preArm: 'failed', preArmText: null } },
  { autopilot: { ready: true, preArm: 'failed', preArmText: 'Compass not healthy' } },
  { autopilot: { ready: true, preArm: 'failed', preArmText: 'vehicle outside fence' } },
  { autopilot: { ready: true, preArm: 'off', preArmText: null } },
  { fittedBladeWidthM: 'none' },
  { fittedBladeWidthM: 2 },
  { otherMissions: ['Green 11'] },
  { otherMowersInZone: ['Rook 1'] },
  { mowersBeside: ['Rook 2'] },
  { mowersTooNear: ['Rook 2'] },
  { mowersOnWay: ['Rook 2'] },
  plan({ forThisMower: false }),
  plan({ forThisMachine: false }),
  plan({ mapRevision: 2 }),
  plan({ violations: null }),
  plan({ violations: [{ title: 'Pond' }] }),
  { way: 'blocked' },
  { way: { kind: 'around', lengthM: 90 } },
  { rainMode: true },
  { rainMode: true, rainModeRestricted: true },
  { courseMode: 'frostDelay' },
  { courseMode: 'lightning' },
  { courseMode: 'tournament' },
  { zoneOpen: false },
  { closures: [{ title: '13', isNow: true, from: '07:30', until: '18:00' }] },
  { closures: [{ title: '13', isNow: false, from: '07:30', until: '18:00' }] },
  { cartsInZone: ['Cart 12'] },
  { inService: true },
  { linkFailsafe: false },
  { wrongFailsafes: ['FS_ACTION'] },
  { fence: { mode: 'off', isKnown: true } },
  { fence: { mode: 'required', isKnown: false } },
  { fence: { mode: 'wanted', isKnown: null } },
]

test.each(CASES)('every line of the gate has its sentence when the facts are %j', facts => {
  const reasons = en.reason as Readonly<Record<string, Readonly<Record<string, string>>>>
  for (const line of evaluateGate({ ...GOOD, ...facts })) {
    const sentence = reasons[line.check]?.[line.reason]
    expect(sentence, `${line.check}.${line.reason}`).toBeDefined()
    for (const [, name] of (sentence ?? '').matchAll(/\{\{(\w+)\}\}/g)) expect(line.values).toHaveProperty(name ?? '')
  }
})
