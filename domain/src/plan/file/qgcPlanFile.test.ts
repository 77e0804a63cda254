import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { englishText } from '@greensward/messages/english'
import { fixture } from '@greensward/testing/fixtures'
import { describe, expect, test } from 'vitest'
import { BLADE, box, FAIRWAY, frame, MOWER, radius, ZONE_TYPES, zone } from '../../course/course.fixture.ts'
import type { CourseFeature, Position } from '../../course/course.ts'
import { missionGround } from '../missionGround.ts'
import { planMission } from '../planMission.ts'
import { planFromFile } from './planFromFile.ts'
import { qgcPlan } from './qgcPlan.ts'
import { readQgcPlan } from './qgcPlanFile.ts'

const fairway = zone(1, FAIRWAY, box(0, 0, 40, 30))
const features: readonly CourseFeature[] = [fairway, radius(2, [20, 15], 2)]
const target = { kind: 'zone', featureId: fairway.id } as const
const input = { features, zoneTypes: ZONE_TYPES, target, mower: MOWER, blade: BLADE, headingDeg: 90 }

const ownPlan = () => {
  const planned = planMission({ ...input, turnScheme: 'oneInOne', cleaningCycles: 1 })
  const ground = missionGround(input)
  if (!planned.ok || !ground.ok) throw new Error('The fixture cannot be planned')
  const meta = { title: 'T', ground: ground.value }
  return { plan: planned.value, file: qgcPlan(planned.value, meta, MOWER) }
}

type Editable = { mission: { items: Record<string, unknown>[] } & Record<string, unknown> } & Record<string, unknown>
const edited = (change: (file: Editable) => void): unknown => {
  const file = JSON.parse(JSON.stringify(ownPlan().file)) as Editable
  change(file)
  return file
}
const waypoint = (lat: number, lon: number) => ({
  type: 'SimpleItem',
  autoContinue: true,
  command: 16,
  doJumpId: 1,
  frame: 3,
  params: [0, 0, 0, null, lat, lon, 0],
})
const order = (command: number, ...params: (number | null)[]) => ({
  ...waypoint(0, 0),
  command,
  frame: 2,
  params: [...params, ...Array.from({ length: 7 - params.length }, () => 0)],
})

describe('a file of our own', () => {
  test('comes back as the same drive, with the same figures', () => {
    const { plan, file } = ownPlan()
    const read = planFromFile(input, JSON.parse(JSON.stringify(file)))
    if (!read.ok) throw new Error(read.error.code)
    const { stats, warnings } = read.value
    expect(warnings).toEqual([])
    expect(stats.lengthM).toBeCloseTo(plan.stats.lengthM, 1)
    expect(stats.mownLengthM).toBeCloseTo(plan.stats.mownLengthM, 1)
    const cutM2 = ({ areaM2, coverage }: typeof stats): number => areaM2 * coverage
    expect(Math.abs(cutM2(stats) / cutM2(plan.stats) - 1)).toBeLessThan(0.005)
    expect(Math.abs(stats.durationS / plan.stats.durationS - 1)).toBeLessThan(0.25)
  })

  test.each<[string, (file: Editable) => void, string]>([
    [
      'an obstacle that it crosses',
      file =>
        file.mission.items.splice(0, 999, order(181, 0, 1), waypoint(53.432145, -6.1233), waypoint(53.43232, -6.12288)),
      'outside',
    ],
    ['a place outside', file => file.mission.items.push(waypoint(53.5, -6.1)), 'outside'],
    ['a take-off', file => file.mission.items.unshift(order(22)), 'notForMower'],
    ['a jump', file => file.mission.items.push(order(177, 1, 3)), 'notForMower'],
    ['another relay', file => file.mission.items.push(order(181, 3, 1)), 'notForMower'],
    ['a servo', file => file.mission.items.push(order(183, 5, 1900)), 'notForMower'],
    ['too great a speed', file => file.mission.items.push(order(178, 1, 9)), 'notForMower'],
    [
      'a waypoint that is nowhere',
      file => file.mission.items.push({ ...waypoint(0, 0), params: [0, 0, 0, 0, null, null, 0] }),
      'notForMower',
    ],
    ['a multicopter', file => (file.mission.vehicleType = 2), 'notForMower'],
    ['nothing to drive', file => (file.mission.items = []), 'notForMower'],
    ['another file type', file => (file.fileType = 'Mission'), 'notAPlan'],
    ['another version', file => (file.version = '1'), 'notAPlan'],
    ['no fence', file => delete file.geoFence, 'notAPlan'],
    ['no rally points', file => delete file.rallyPoints, 'notAPlan'],
    ['no mission', file => delete (file as Record<string, unknown>).mission, 'notAPlan'],
    ['items that are not a list', file => ((file.mission as Record<string, unknown>).items = {}), 'notAPlan'],
    ['six parameters', file => file.mission.items.push({ ...waypoint(0, 0), params: [0, 0, 0, 0, 0, 0] }), 'notAPlan'],
    [
      'words for numbers',
      file => file.mission.items.push({ ...waypoint(0, 0), params: ['0', 0, 0, 0, 0, 0, 0] }),
      'notAPlan',
    ],
    ['an unknown type of item', file => file.mission.items.push({ type: 'Item' }), 'notAPlan'],
  ])('is refused for %s', (_, change, kind) => {
    const read = planFromFile(input, edited(change))
    expect(read.ok ? 'taken' : read.error.kind).toBe(kind)
    if (!read.ok) expect(englishText(read.error)).toMatch(/^\S+ [^{}]+$/)
  })
})

test.each([null, 1, 'plan', [], {}])('%j is refused and never throws', file => {
  expect(readQgcPlan(file, { mower: MOWER, blade: BLADE }).ok).toBe(false)
})

test('a file that never switches the blade says so', () => {
  const file = edited(({ mission }) => (mission.items = mission.items.filter(({ command }) => command !== 181)))
  const read = planFromFile(input, file)
  expect(read.ok && read.value.warnings.map(({ code }) => code)).toEqual(['bladeNeverOn'])
  expect(read.ok && read.value.stats.coverage).toBe(0)
})

const ownFile = (name: string): unknown => JSON.parse(readFileSync(fixture(`plans/${name}.plan`), 'utf8'))
/** Three rows of 36 m, 2 m apart, as every plan of this folder drives them. */
const ROWS_M = 3 * 36 + 2 * 2

describe('files in the form of QGroundControl', () => {
  test.each<[name: string, bladeOn: readonly boolean[], warnings: readonly string[]]>([
    ['zigzag', [true], []],
    ['survey', [true], ['leftOut', 'leftOut']],
    ['corridor', [true], []],
    ['fence-and-rally', [true], []],
    ['camera-section', [true], ['leftOut']],
    ['waypoints-of-old', [false], ['bladeNeverOn']],
  ])('%s is read as the drive that it draws', (name, bladeOn, warnings) => {
    const read = readQgcPlan(ownFile(name), { mower: MOWER, blade: BLADE })
    if (!read.ok) throw new Error(read.error.code)
    expect(read.value.legs.map(leg => leg.bladeOn)).toEqual(bladeOn)
    expect(read.value.warnings.map(({ code }) => code)).toEqual(warnings)
    const points = read.value.legs.flatMap(leg => leg.points).map(position => frame.toLocal(position))
    const rounded = points.map(([x, y]) => [Math.round(x * 100) / 100, Math.round(y * 100) / 100])
    expect(rounded).toEqual([
      [2, 4],
      [38, 4],
      [38, 6],
      [2, 6],
      [2, 8],
      [38, 8],
    ])
  })

  test('zigzag keeps the speed that the file sets, and is driven in its fairway', () => {
    const planned = planFromFile(input, ownFile('zigzag'))
    if (!planned.ok) throw new Error(planned.error.code)
    expect(planned.value.legs.map(({ speedMps }) => speedMps)).toEqual([1.5])
    expect(planned.value.stats.lengthM).toBeCloseTo(ROWS_M, 1)
    expect(planned.value.stats.mownLengthM).toBeCloseTo(ROWS_M, 1)
    expect(planned.value.stats.waypoints).toBe(6)
  })

  test('zigzag is refused where it leaves its area', () => {
    const small = zone(1, FAIRWAY, box(0, 0, 40, 7))
    const planned = planFromFile({ ...input, features: [small] }, ownFile('zigzag'))
    expect(planned.ok ? 'taken' : planned.error).toMatchObject({
      code: expect.stringMatching(/^driveLeaves/),
      params: { title: 'Fairway 1' },
    })
  })

  test('survey names what a mower goes without', () => {
    const read = readQgcPlan(ownFile('survey'), { mower: MOWER, blade: BLADE })
    expect(read.ok && read.value.warnings).toEqual([
      { code: 'leftOut', params: { commands: 'camera' } },
      { code: 'leftOut', params: { commands: 'returnToLaunch' } },
    ])
  })

  test.each([
    ['survey-multicopter', 'notForMower', 'planForOtherVehicle', { type: 2 }],
    ['structure-scan', 'notForMower', 'itemNotDriven', { item: '2', kind: 'StructureScan' }],
    ['gimbal-section', 'notForMower', 'itemNotDone', { item: '2', kind: 'gimbal control, 205' }],
    ['survey-without-items', 'notAPlan', 'planPartMissing', { path: 'Item 1: Items' }],
    ['fence-of-version-3', 'notAPlan', 'planPartWrong', { path: 'geoFence.version', expected: 2 }],
    ['rally-without-points', 'notAPlan', 'planPartMissing', { path: 'rallyPoints.points' }],
  ])('%s is refused as %s: %s', (name, kind, code, params) => {
    const read = readQgcPlan(ownFile(name), { mower: MOWER, blade: BLADE })
    expect(read.ok ? read.value : read.error).toEqual({ kind, code, params })
  })
})

const PLANS = resolve(import.meta.dirname, '../../../../../shared/data/plans')

describe('files that others wrote', () => {
  const names = existsSync(PLANS) ? readdirSync(PLANS).filter(name => name.endsWith('.plan')) : []

  test.skipIf(names.length === 0)(
    'are driven or refused with the reason (skipped where ../shared/data/plans is absent)',
    () => {
      const verdicts: Record<string, string> = {}
      for (const name of names) {
        const read = readQgcPlan(JSON.parse(readFileSync(join(PLANS, name), 'utf8')), { mower: MOWER, blade: BLADE })
        verdicts[name] = read.ok ? `${read.value.legs.length} legs` : `${read.error.kind}: ${englishText(read.error)}`
      }
      expect(verdicts).toEqual({
        'ardupilot-aeroboat-zigzag-rover.plan': '1 legs',
        'mavros-fence-rally.plan': expect.stringMatching(/^notForMower: .*multi|^notForMower: .*MAV_TYPE 2/),
        'mavsdk-python-rally.plan': expect.stringContaining('MAV_TYPE 2'),
        'mavsdk-sample.plan': expect.stringContaining('MAV_TYPE 2'),
        'mavsdk-survey.plan': expect.stringContaining('MAV_TYPE 2'),
        'mavsdk-survey_missing_items.plan': expect.stringMatching(/^notAPlan: /),
        'qgc-sectiontest-camera-sections.plan': expect.stringMatching(/^not/),
      })
    },
  )

  test.skipIf(!names.includes('ardupilot-aeroboat-zigzag-rover.plan'))(
    "the rover's zigzag is driven inside an area drawn round it, and refused elsewhere (skipped where it is absent)",
    () => {
      const file: unknown = JSON.parse(readFileSync(join(PLANS, 'ardupilot-aeroboat-zigzag-rover.plan'), 'utf8'))
      const read = readQgcPlan(file, { mower: MOWER, blade: BLADE })
      if (!read.ok) throw new Error(read.error.code)
      const places = read.value.legs.flatMap(({ points }) => points)
      const [west, east] = [Math.min(...places.map(([lon]) => lon)), Math.max(...places.map(([lon]) => lon))]
      const [south, north] = [Math.min(...places.map(([, lat]) => lat)), Math.max(...places.map(([, lat]) => lat))]
      const pad = 0.0002
      const ring: Position[] = [
        [west - pad, south - pad],
        [east + pad, south - pad],
        [east + pad, north + pad],
        [west - pad, north + pad],
        [west - pad, south - pad],
      ]
      const area: CourseFeature = {
        type: 'Feature',
        id: '00000000-0000-4000-8000-0000000000aa',
        kind: 'missionArea',
        geometry: { type: 'Polygon', coordinates: [ring] },
        properties: { title: 'Bay', holeId: null },
      }
      const there = { ...input, features: [area], target: { kind: 'missionArea', featureId: area.id } as const }
      const planned = planFromFile(there, file)
      expect(planned.ok && planned.value.stats.waypoints).toBe(places.length)
      expect(planned.ok && planned.value.stats.lengthM).toBeGreaterThan(100)
      const elsewhere = planFromFile(input, file)
      expect(elsewhere.ok ? 'taken' : elsewhere.error).toMatchObject({
        code: expect.stringMatching(/^driveLeaves/),
        params: { title: 'Fairway 1' },
      })
    },
  )
})
