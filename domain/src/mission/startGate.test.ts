import { describe, expect, test } from 'vitest'
import { fixType } from '../garage/telemetry.ts'
import type { EnergyFacts, GateFacts } from './gateFacts.ts'
import { evaluateGate, type GateCheck, gateCheck, gateLine, gateOpen } from './startGate.ts'

const READY: GateFacts = {
  telemetryAgeMs: 400,
  ownState: 'ready',
  fixType: 'rtkFixed',
  battery: 0.8,
  batteryEstimate: 0.5,
  batteryV: 25,
  lowBatteryV: 21,
  batteryFailsafe: false,
  autopilot: { ready: true, preArm: 'passed', preArmText: null },
  fittedBladeWidthM: 2,
  planBladeWidthM: 2,
  otherMissions: [],
  otherMowersInZone: [],
  plan: { forThisMower: true, forThisMachine: true, mapRevision: 12, violations: [] },
  mapRevision: 12,
  way: { kind: 'straight', lengthM: 33.4 },
  rainMode: false,
  rainModeRestricted: true,
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

const ENERGY: EnergyFacts = { isFromPerson: false, confirmedShare: null, home: 0.08, base: 'Shed', reserve: 0.15 }

const lineOf = (facts: GateFacts, check: GateCheck) => evaluateGate(facts).find(line => line.check === check)

describe('evaluateGate', () => {
  test('a mower that is ready passes every line, in the order of the list, as the contract writes them', () => {
    const lines = evaluateGate(READY)
    expect(lines.map(({ check }) => check)).toEqual(gateCheck.options)
    expect(lines.filter(({ verdict }) => verdict !== 'passed')).toEqual([])
    expect(gateOpen(lines)).toBe(true)
    for (const line of lines) expect(gateLine.parse(line)).toEqual(line)
  })

  test('the line of the battery names what the mower has, what it needs and for what', () => {
    const facts = { ...READY, battery: 0.48, batteryEstimate: 0.41, energy: { ...ENERGY, home: 0.06 } }
    expect(lineOf(facts, 'battery')).toEqual({
      check: 'battery',
      verdict: 'refused',
      reason: 'shortHome',
      values: {
        havePercent: 48,
        neededPercent: 62,
        missionPercent: 41,
        homePercent: 6,
        reservePercent: 15,
        chargePercent: 62,
      },
    })
  })

  const group = (minutes: number, isFirst: boolean): GateFacts['expectedPlay'] => ({
    fieldTitle: 'Green 7',
    done: '06:12',
    group: '07:03',
    isFirst,
    minutes,
    wantedMinutes: 20,
  })

  const table: readonly (readonly [GateCheck, Partial<GateFacts>, 'passed' | 'warned' | 'refused', string])[] = [
    ['telemetry', { telemetryAgeMs: 0 }, 'passed', 'fresh'],
    ['telemetry', { telemetryAgeMs: 2_999 }, 'passed', 'fresh'],
    ['telemetry', { telemetryAgeMs: 3_000 }, 'refused', 'stale'],
    ['telemetry', { telemetryAgeMs: -1 }, 'refused', 'unknown'],
    ['telemetry', { telemetryAgeMs: Number.NaN }, 'refused', 'unknown'],
    ['fix', { fixType: 'rtkFixed' }, 'passed', 'rtkFixed'],
    ['fix', { fixType: 'rtkFloat' }, 'warned', 'rtkFloat'],
    ['fix', { fixType: 'dgps' }, 'refused', 'fixTooPoor'],
    ['fix', { fixType: 'fix3d' }, 'refused', 'fixTooPoor'],
    ['fix', { fixType: 'noFix' }, 'refused', 'noFix'],
    ['fix', { fixType: 'noGps' }, 'refused', 'noGps'],
    ['fix', { telemetryAgeMs: 3_100 }, 'refused', 'unknown'],
    ['battery', { battery: 0.6, batteryEstimate: 0.5 }, 'passed', 'enough'],
    ['battery', { battery: 0.59, batteryEstimate: 0.5 }, 'refused', 'tooLow'],
    ['battery', { battery: 1, batteryEstimate: 0.9 }, 'refused', 'tooLow'],
    ['battery', { battery: Number.NaN }, 'refused', 'unknown'],
    ['battery', { telemetryAgeMs: null }, 'refused', 'unknown'],
    ['battery', { energy: ENERGY }, 'passed', 'fitsHome'],
    ['battery', { energy: ENERGY, battery: 0.7 }, 'refused', 'shortHome'],
    ['battery', { energy: { ...ENERGY, home: 'noBase' }, battery: 0.7 }, 'passed', 'fits'],
    ['battery', { energy: { ...ENERGY, home: 'noBase' }, battery: 0.6 }, 'refused', 'short'],
    ['battery', { energy: { ...ENERGY, home: null } }, 'refused', 'noWayHome'],
    ['battery', { energy: { ...ENERGY, home: 'offCourse' } }, 'warned', 'baseOffCourse'],
    ['battery', { energy: { ...ENERGY, home: 'offCourse' }, battery: 0.6 }, 'refused', 'short'],
    ['battery', { energy: ENERGY, batteryEstimate: 0.9, battery: 1 }, 'refused', 'tooLongHome'],
    ['battery', { energy: { ...ENERGY, home: 'noBase' }, batteryEstimate: 0.9, battery: 1 }, 'refused', 'tooLong'],
    // Where the rule of a fifth more asks for more than the reserve, it holds.
    ['battery', { energy: { ...ENERGY, home: 'noBase', reserve: 0 }, battery: 0.59 }, 'refused', 'tooLow'],
    ['battery', { energy: ENERGY, battery: null }, 'refused', 'unknown'],
    ['battery', { energy: ENERGY, batteryEstimate: null }, 'refused', 'unknown'],
    ['battery', { energy: { ...ENERGY, isFromPerson: true }, battery: null }, 'refused', 'askFull'],
    ['battery', { energy: { ...ENERGY, isFromPerson: true, confirmedShare: 1 }, battery: null }, 'passed', 'wordHome'],
    [
      'battery',
      { energy: { ...ENERGY, isFromPerson: true, confirmedShare: 1, home: 'noBase' }, battery: 0.1 },
      'passed',
      'word',
    ],
    [
      'battery',
      { energy: { ...ENERGY, isFromPerson: true, confirmedShare: 0.6 }, battery: null },
      'refused',
      'askAgain',
    ],
    [
      'battery',
      { energy: { ...ENERGY, isFromPerson: true, confirmedShare: 1 }, telemetryAgeMs: 4_000 },
      'refused',
      'unknown',
    ],
    [
      'battery',
      { energy: { ...ENERGY, isFromPerson: true, confirmedShare: 1 }, batteryFailsafe: true },
      'refused',
      'failsafeActed',
    ],
    [
      'battery',
      { energy: { ...ENERGY, isFromPerson: true, confirmedShare: 1 }, batteryV: 20 },
      'refused',
      'lowVoltage',
    ],
    ['battery', { batteryV: 20.99 }, 'refused', 'lowVoltage'],
    ['battery', { batteryV: 21 }, 'passed', 'enough'],
    ['battery', { batteryV: 10, lowBatteryV: 0 }, 'passed', 'enough'],
    ['battery', { batteryV: null, lowBatteryV: 0 }, 'passed', 'enough'],
    ['battery', { batteryV: null }, 'refused', 'unknown'],
    ['battery', { batteryFailsafe: true }, 'refused', 'failsafeActed'],
    ['battery', { batteryFailsafe: true, batteryV: 25, battery: 1 }, 'refused', 'failsafeActed'],
    ['autopilot', { autopilot: { ready: false, preArm: 'passed', preArmText: null } }, 'refused', 'notReady'],
    ['autopilot', { autopilot: { ready: null, preArm: 'passed', preArmText: null } }, 'refused', 'unknown'],
    ['autopilot', { autopilot: { ready: true, preArm: null, preArmText: null } }, 'refused', 'unknown'],
    ['autopilot', { autopilot: { ready: true, preArm: 'off', preArmText: null } }, 'warned', 'checksOff'],
    ['autopilot', { autopilot: { ready: true, preArm: 'failed', preArmText: null } }, 'refused', 'checksFailed'],
    [
      'autopilot',
      { autopilot: { ready: true, preArm: 'failed', preArmText: 'Battery 1 low voltage failsafe' } },
      'refused',
      'checkFailed',
    ],
    [
      'autopilot',
      { autopilot: { ready: true, preArm: 'failed', preArmText: 'vehicle outside fence' } },
      'warned',
      'checkEnds',
    ],
    [
      'autopilot',
      { autopilot: { ready: true, preArm: 'failed', preArmText: 'vehicle outside fence / Compass not healthy' } },
      'refused',
      'checkFailed',
    ],
    ['autopilot', { telemetryAgeMs: 3_100 }, 'refused', 'unknown'],
    ['blade', { fittedBladeWidthM: 2.0005 }, 'passed', 'sameWidth'],
    ['blade', { fittedBladeWidthM: 1.9 }, 'refused', 'otherWidth'],
    ['blade', { fittedBladeWidthM: 'none' }, 'refused', 'noBlade'],
    ['mowerFree', { otherMissions: ['Green 4'] }, 'refused', 'busy'],
    ['mowerFree', { isInOtherHand: true }, 'refused', 'inOtherHand'],
    ['zoneFree', { otherMowersInZone: ['South'] }, 'refused', 'otherMower'],
    ['zoneFree', { mowersOnWay: ['South'] }, 'refused', 'onWay'],
    [
      'planFits',
      { plan: { forThisMower: false, forThisMachine: true, mapRevision: 12, violations: [] } },
      'refused',
      'otherMower',
    ],
    [
      'planFits',
      { plan: { forThisMower: true, forThisMachine: false, mapRevision: 12, violations: [] } },
      'refused',
      'machineChanged',
    ],
    ['failsafes', { wrongFailsafes: ['FS_ACTION', 'FS_EKF_ACTION'] }, 'warned', 'wrong'],
    ['failsafes', { wrongFailsafes: null }, 'refused', 'unknown'],
    ['fence', { fence: { mode: 'required', isKnown: true } }, 'passed', 'on'],
    ['fence', { fence: { mode: 'required', isKnown: false } }, 'refused', 'notKnown'],
    ['fence', { fence: { mode: 'required', isKnown: null } }, 'refused', 'notKnown'],
    ['fence', { fence: { mode: 'wanted', isKnown: null } }, 'warned', 'notKnown'],
    ['fence', { fence: { mode: 'off', isKnown: true } }, 'warned', 'off'],
    ['fence', { fence: { mode: 'wanted', isKnown: true, fits: false } }, 'warned', 'tooLarge'],
    ['fence', { fence: { mode: 'required', isKnown: true, fits: false } }, 'refused', 'tooLarge'],
    ['fence', { fence: { mode: 'wanted', isKnown: true, fits: true, wasRefused: true } }, 'warned', 'notSet'],
    ['fence', { fence: { mode: 'wanted', isKnown: true, fits: true, wasRefused: false } }, 'passed', 'on'],
    ['fence', { fence: null }, 'refused', 'unknown'],
    ['planFits', { mapRevision: 13 }, 'refused', 'mapChanged'],
    [
      'planFits',
      { plan: { forThisMower: true, forThisMachine: true, mapRevision: 12, violations: null } },
      'refused',
      'notChecked',
    ],
    [
      'planFits',
      { plan: { forThisMower: true, forThisMachine: true, mapRevision: 12, violations: [{ title: 'Pond' }] } },
      'refused',
      'unsafe',
    ],
    [
      'planFits',
      {
        plan: {
          forThisMower: true,
          forThisMachine: true,
          mapRevision: 12,
          violations: [{ kind: 'bodyInObstacle', title: 'Pond' }],
        },
      },
      'refused',
      'bodyInObstacle',
    ],
    [
      'planFits',
      { plan: { forThisMower: true, forThisMachine: true, mapRevision: 12, violations: [], bodyOverEdge: true } },
      'warned',
      'bodyOverEdge',
    ],
    ['way', { way: { kind: 'around', lengthM: 80 } }, 'passed', 'around'],
    ['way', { way: 'blocked' }, 'refused', 'blocked'],
    ['way', { telemetryAgeMs: 9_000 }, 'refused', 'unknown'],
    ['rain', { rainMode: true }, 'refused', 'rainModeRestricted'],
    ['rain', { rainMode: true, rainModeRestricted: false }, 'passed', 'allowedInRain'],
    ['rain', { rainMode: false }, 'passed', 'noRainMode'],
    ['courseMode', { courseMode: 'frostDelay' }, 'refused', 'frostDelay'],
    ['courseMode', { courseMode: 'closed' }, 'passed', 'mowersMayWork'],
    ['zoneOpen', { zoneOpen: false }, 'refused', 'closed'],
    ['zoneOpen', { closures: [{ title: '13', isNow: true, from: '07:30', until: '18:00' }] }, 'refused', 'closedNow'],
    ['zoneOpen', { closures: [{ title: '13', isNow: false, from: '07:30', until: '18:00' }] }, 'warned', 'closesSoon'],
    ['carts', { cartsInZone: ['Cart 3', 'Cart 4'] }, 'warned', 'cartInZone'],
    ['expectedPlay', { expectedPlay: group(51, true) }, 'passed', 'aheadOfFirst'],
    ['expectedPlay', { expectedPlay: group(20, false) }, 'passed', 'aheadOfNext'],
    ['expectedPlay', { expectedPlay: group(19, true) }, 'warned', 'closeToFirst'],
    ['expectedPlay', { expectedPlay: group(0, false) }, 'warned', 'closeToNext'],
    ['expectedPlay', { expectedPlay: group(-1, true) }, 'warned', 'firstMeanwhile'],
    ['expectedPlay', { expectedPlay: group(-40, false) }, 'warned', 'nextMeanwhile'],
    ['expectedPlay', { expectedPlay: null }, 'warned', 'unknown'],
    ['expectedPlay', { keepsMargin: true, expectedPlay: group(20, false) }, 'passed', 'aheadOfNext'],
    ['expectedPlay', { keepsMargin: true, expectedPlay: group(19, true) }, 'refused', 'notBeforeFirst'],
    ['expectedPlay', { keepsMargin: true, expectedPlay: group(-40, false) }, 'refused', 'notBeforeNext'],
    ['expectedPlay', { keepsMargin: true, expectedPlay: null }, 'refused', 'unknown'],
    ['telemetry', { telemetryAgeMs: 599_000, telemetryLimitMs: 600_000 }, 'passed', 'fresh'],
    ['telemetry', { telemetryAgeMs: 600_000, telemetryLimitMs: 600_000 }, 'refused', 'stale'],
    ['ownState', { ownState: 'stopped' }, 'refused', 'stopped'],
    ['ownState', { telemetryAgeMs: 3_000 }, 'refused', 'unknown'],
    ['service', { inService: true }, 'refused', 'inService'],
    ['linkFailsafe', { linkFailsafe: false }, 'warned', 'off'],
  ]
  test.each(table)('%s with %j is %s: %s', (check, facts, verdict, reason) => {
    expect(lineOf({ ...READY, ...facts }, check)).toMatchObject({ verdict, reason })
  })

  const unknown: readonly (readonly [keyof GateFacts, GateCheck])[] = [
    ['telemetryAgeMs', 'telemetry'],
    ['ownState', 'ownState'],
    ['fixType', 'fix'],
    ['battery', 'battery'],
    ['batteryEstimate', 'battery'],
    ['fittedBladeWidthM', 'blade'],
    ['planBladeWidthM', 'blade'],
    ['otherMissions', 'mowerFree'],
    ['otherMowersInZone', 'zoneFree'],
    ['plan', 'planFits'],
    ['mapRevision', 'planFits'],
    ['way', 'way'],
    ['rainMode', 'rain'],
    ['rainModeRestricted', 'rain'],
    ['courseMode', 'courseMode'],
    ['zoneOpen', 'zoneOpen'],
    ['closures', 'zoneOpen'],
    ['cartsInZone', 'carts'],
    ['inService', 'service'],
    ['linkFailsafe', 'linkFailsafe'],
    ['wrongFailsafes', 'failsafes'],
    ['batteryV', 'battery'],
    ['lowBatteryV', 'battery'],
    ['batteryFailsafe', 'battery'],
    ['autopilot', 'autopilot'],
    ['fence', 'fence'],
  ]
  test.each(unknown)('without knowing %s the line %s is refused and the start with it', (fact, check) => {
    const lines = evaluateGate({ ...READY, [fact]: null })
    expect(lines.find(line => line.check === check)).toEqual({
      check,
      verdict: 'refused',
      reason: 'unknown',
      values: {},
    })
    expect(gateOpen(lines)).toBe(false)
  })

  test('every fact is asked for by some line', () => {
    // Golfers are waited for, known or not.
    expect([...unknown.map(([fact]) => fact), 'expectedPlay'].sort()).toEqual(Object.keys(READY).sort())
  })

  test('only warnings leave the gate open; a single refusal shuts it; an empty list does not open it', () => {
    const worried: GateFacts = { ...READY, fixType: 'rtkFloat', cartsInZone: ['Cart 1'], linkFailsafe: false }
    expect(evaluateGate(worried).filter(({ verdict }) => verdict === 'warned')).toHaveLength(3)
    expect(gateOpen(evaluateGate(worried))).toBe(true)
    expect(gateOpen(evaluateGate({ ...worried, inService: true }))).toBe(false)
    expect(gateOpen([])).toBe(false)
  })

  test('of all fix types only the two of RTK open the gate', () => {
    const open = fixType.options.filter(fix => gateOpen(evaluateGate({ ...READY, fixType: fix })))
    expect(open).toEqual(['rtkFloat', 'rtkFixed'])
  })
})
