/**
 * Greens and tees of the demo course and of course files, planned as the product does, with and without turns on the mown grass beside
 * them. `node bench/src/turnsOutside.ts [FILE.geojson ...]`
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readImport } from '@greensward/course-io'
import { demoCourse } from '@greensward/demo'
import {
  bodyOf,
  type CourseFeature,
  coverageRequestOf,
  missionGround,
  obstaclesBeside,
  type PlanInput,
  turnGroundOf,
  type ZoneType,
} from '@greensward/domain'
import { type CoveragePlan, planCoverage, rimClearanceM } from '@greensward/geometry'
import { longestExtentDeg } from './coverage/fields.ts'
import { judgePlan } from './coverage/judge/judgePlan.ts'
import { middle } from './coverage/timing.ts'

const UPDATED_AT = '2026-01-01T00:00:00.000Z'
const stamped = <T extends object>(thing: T) => ({ ...thing, updatedAt: UPDATED_AT })
const demo = demoCourse()
const insideOnly: readonly ZoneType[] = demo.zoneTypes.map(type => ({ ...stamped(type), turnsOutside: false }))
/** Both kinds, though a new course has it for greens alone. */
const zoneTypes = insideOnly.map(type => ({ ...type, turnsOutside: type.name === 'Green' || type.name === 'Tee' }))

/** A mower of greens. */
const WIDTH_M = 1.5
const BODY_WIDTH_M = 1.7
const RADIUS_M = 0.6
/** A smaller uncut spot on a green cannot be seen. */
const SPOT_M2 = 0.02
const LEAST_CLEARANCE_M = 0.1

const machine = (): Pick<PlanInput, 'mower' | 'blade'> => {
  const [mower] = demo.mowers
  const [blade] = demo.blades
  if (mower === undefined || blade === undefined) throw new Error('The demo course has no mowers')
  return {
    mower: { ...stamped(mower), widthM: BODY_WIDTH_M, minTurnRadiusM: RADIUS_M },
    blade: { ...stamped(blade), widthM: WIDTH_M, missionSpeedMps: 1.5 },
  }
}

const readCourse = (file: string): readonly CourseFeature[] => {
  let next = 0
  const { buffer, byteOffset, byteLength } = readFileSync(file)
  const read = readImport({
    bytes: new Uint8Array(buffer, byteOffset, byteLength).slice().buffer,
    options: { mapping: {} },
    zoneTypes: [...zoneTypes],
    today: [],
    noteBy: { author: 'bench', time: UPDATED_AT },
    newId: () => `00000000-0000-4000-8000-${(next++).toString(16).padStart(12, '0')}`,
  })
  if (!read.ok) throw new Error(`${file}: ${read.error.reason}`)
  return read.value.features
}

interface Judged {
  readonly hasGround: boolean
  readonly coverage: number
  readonly spotsM2: readonly number[]
  readonly durationS: number
  readonly lengthM: number
  readonly outsideM: number
  readonly isTight: boolean
  readonly isOverEdge: boolean
}

const judged = (
  features: readonly CourseFeature[],
  zone: CourseFeature,
  types: readonly ZoneType[],
): Judged | undefined => {
  const input: PlanInput = {
    features,
    zoneTypes: types,
    target: { kind: 'zone', featureId: zone.id },
    ...machine(),
    headingDeg: 0,
    turnScheme: 'oneInOne',
    cleaningCycles: 2,
  }
  const found = missionGround(input)
  if (!found.ok) return undefined
  const { boundary, obstacles } = found.value
  const turnGround = turnGroundOf(found.value, input)
  const body = bodyOf(input.mower)
  const asked = { ...coverageRequestOf(found.value, input), headingDeg: longestExtentDeg(boundary.outer), turnGround }
  const plan: CoveragePlan = planCoverage(asked)
  if (plan.legs.length === 0) return undefined
  const solid = [...obstacles, ...obstaclesBeside(found.value, input)].map(({ polygon }) => polygon)
  const verdict = judgePlan(boundary, plan.legs, {
    widthM: WIDTH_M,
    radiusM: RADIUS_M,
    body,
    obstacles: solid,
    clearanceM: rimClearanceM(body, WIDTH_M, RADIUS_M, LEAST_CLEARANCE_M),
  })
  const codes = plan.warnings.map(({ code }) => code)
  return {
    hasGround: turnGround.length > 0,
    coverage: verdict.coverage,
    spotsM2: verdict.patchesM2.filter(patchM2 => patchM2 > SPOT_M2),
    durationS: plan.stats.durationS,
    lengthM: plan.stats.lengthM,
    outsideM: verdict.legsOutsideM,
    isTight: codes.includes('turnRadiusNotKept'),
    isOverEdge: codes.includes('bodyOverEdge'),
  }
}

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
const countOf = (rows: readonly Judged[], of: (row: Judged) => boolean): number => rows.filter(of).length

const line = (name: string, rows: readonly Judged[]): string => {
  const spots = rows.flatMap(({ spotsM2 }) => spotsM2)
  return [
    name.padEnd(34),
    `${rows.length} areas, ${countOf(rows, ({ hasGround }) => hasGround)} with ground`,
    `${middle(rows.map(({ coverage }) => coverage)).toFixed(2)} %`,
    `${spots.length} spots, ${total(spots).toFixed(2)} m2, largest ${Math.max(0, ...spots).toFixed(2)}`,
    `${total(rows.map(({ durationS }) => durationS)).toFixed(0)} s`,
    `${total(rows.map(({ lengthM }) => lengthM)).toFixed(0)} m, ${total(rows.map(({ outsideM }) => outsideM)).toFixed(0)} outside`,
    `tight ${countOf(rows, ({ isTight }) => isTight)}, over edge ${countOf(rows, ({ isOverEdge }) => isOverEdge)}`,
  ].join(' | ')
}

const courses = [
  { name: 'demo', features: demo.features },
  ...process.argv.slice(2).map(file => ({ name: basename(file, '.geojson'), features: readCourse(file) })),
]
const all = new Map<string, { before: Judged; after: Judged }[]>()
for (const { name, features } of courses)
  for (const kind of ['Green', 'Tee']) {
    const typeId = zoneTypes.find(type => type.name === kind)?.id
    const zones = features.filter(feature => feature.kind === 'zone' && feature.properties.zoneTypeId === typeId)
    const pairs = zones.flatMap(zone => {
      const before = judged(features, zone, insideOnly)
      const after = judged(features, zone, zoneTypes)
      return before === undefined || after === undefined ? [] : [{ before, after }]
    })
    all.set(kind, [...(all.get(kind) ?? []), ...pairs])
    if (pairs.length === 0) continue
    console.log(
      line(
        `${name} ${kind}, inside only`,
        pairs.map(({ before }) => before),
      ),
    )
    console.log(
      line(
        `${name} ${kind}, turns outside`,
        pairs.map(({ after }) => after),
      ),
    )
  }
for (const [kind, pairs] of all) {
  const withGround = pairs.filter(({ after }) => after.hasGround)
  console.log(
    line(
      `all ${kind}s with ground, inside only`,
      withGround.map(({ before }) => before),
    ),
  )
  console.log(
    line(
      `all ${kind}s with ground, outside`,
      withGround.map(({ after }) => after),
    ),
  )
}
