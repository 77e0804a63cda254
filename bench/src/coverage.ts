import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type CoveragePlan,
  type CoverageRequest,
  createFieldCache,
  type Leg,
  type PolygonXY,
  planCoverage,
  rimClearanceM,
} from '@greensward/geometry'
import { type Field, readCourse, readFields } from './coverageField.ts'
import { type JudgedMachine, judgePlan, type Verdict } from './coverageJudge.ts'
import { type ReferenceRow, readReference } from './coverageReference.ts'

const USAGE = `usage: npm run bench:coverage -- --fields DIR [--out DIR] [--course FILE] [--reference FILE]
                                [--width 2] [--body 2.2x2.6] [--overlap 0] [--laps 2] [--radius 1] [--runs 5] [--headings 60]`

const { values } = parseArgs({
  options: {
    fields: { type: 'string' },
    course: { type: 'string' },
    reference: { type: 'string' },
    out: { type: 'string' },
    width: { type: 'string', default: '2' },
    overlap: { type: 'string', default: '0' },
    body: { type: 'string' },
    laps: { type: 'string', default: '2' },
    radius: { type: 'string', default: '1' },
    runs: { type: 'string', default: '5' },
    headings: { type: 'string', default: '60' },
  },
})
const widthM = Number(values.width)
const [bodyWidthM, bodyLengthM] = (values.body ?? '').split('x').map(Number)
/** How far a real skid rover was off its line, 95 times in a hundred. */
const MARGIN_M = 0.35
const body =
  bodyWidthM === undefined || bodyLengthM === undefined
    ? undefined
    : { widthM: bodyWidthM, lengthM: bodyLengthM, marginM: MARGIN_M }
const headingCount = Number(values.headings)

/** The rim of the blade never comes nearer to an obstacle than this. */
const LEAST_CLEARANCE_M = 0.1
const clearanceM = body === undefined ? 0 : rimClearanceM(body, widthM, Number(values.radius), LEAST_CLEARANCE_M)
/** To a machine with a body the holes of a field are what it has to keep out of. */
const obstaclesOf = ({ polygon: { holes } }: Field): PolygonXY[] =>
  body === undefined ? [] : holes.map(hole => ({ outer: [...hole].reverse(), holes: [] }))
const machineOn = (field: Field): JudgedMachine => ({ widthM, body, obstacles: obstaclesOf(field), clearanceM })

// One speed for everything, as the figures are lengths: the quickest heading is then the shortest drive.
const requestFor = (field: Field, headingDeg: number | number[]): CoverageRequest => ({
  boundary: body === undefined ? field.polygon : { outer: field.polygon.outer, holes: [] },
  obstacles: obstaclesOf(field).map(polygon => ({ polygon, clearanceM })),
  workingWidthM: widthM,
  overlapM: Number(values.overlap),
  headingDeg,
  headland: { count: Number(values.laps), direction: 'clockwise', when: 'before' },
  turnScheme: 'oneInOne',
  minTurnRadiusM: Number(values.radius),
  speeds: { mowingMps: 1.5, transitMps: 1.5, turningMps: 1.5 },
  ...(body === undefined ? {} : { body }),
})
const anyHeading = Array.from({ length: headingCount }, (_, i) => (i * 180) / headingCount)

const middle = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
}

/** Milliseconds on the clock, on the processor by the thread that plans, and by the whole process with its collector and compiler. */
interface Times {
  readonly total: number
  readonly cpu: number
  readonly process: number
}

const timedOnce = (run: () => unknown): Times => {
  const whole = process.cpuUsage()
  const thread = process.threadCpuUsage()
  const start = performance.now()
  run()
  const total = performance.now() - start
  const ofThread = process.threadCpuUsage(thread)
  const ofWhole = process.cpuUsage(whole)
  return {
    total,
    cpu: (ofThread.user + ofThread.system) / 1000,
    process: (ofWhole.user + ofWhole.system) / 1000,
  }
}

const middleOf = (times: readonly Times[]): Times => ({
  total: middle(times.map(t => t.total)),
  cpu: middle(times.map(t => t.cpu)),
  process: middle(times.map(t => t.process)),
})

const RUNS = Math.max(1, Number(values.runs))

const toJson = (field: Field, plan: CoveragePlan, ms: Times) => {
  const line = ({ points }: Leg): number[][] =>
    points.map(point => field.frame.toLonLat(point).map(degrees => Number(degrees.toFixed(9))))
  const lines = (wanted: (leg: Leg) => boolean) => plan.legs.filter(wanted).map(line)
  return {
    field: field.name,
    planner: 'greensward',
    config: `best of ${headingCount} headings, ${values.laps} laps, radius ${values.radius} m`,
    width: widthM,
    mow: lines(leg => leg.bladeOn && leg.kind === 'swath'),
    rings: lines(leg => leg.bladeOn && leg.kind !== 'swath'),
    transit: lines(leg => !leg.bladeOn),
    legs: plan.legs.map(leg => ({ kind: leg.kind, bladeOn: leg.bladeOn, line: line(leg) })),
    n_swaths: plan.stats.swaths,
    t_ms: ms,
  }
}

interface Row extends Verdict {
  readonly field: string
  readonly cls: string
  readonly wallMs: number
  /** Of the thread that plans: the target says one thread. */
  readonly cpuMs: number
  /** Of the whole process: the engine collects and compiles in threads of its own. */
  readonly processMs: number
  /** A preview with the heading given: on the clock, because that is what a hand at the slider feels. */
  readonly previewMs: number
}

const show = (cells: readonly (string | number)[]): void => {
  console.log(cells.map((cell, i) => (i === 0 ? String(cell).padEnd(44) : String(cell).padStart(9))).join(' '))
}
const HEAD = [
  'coverage',
  'below max',
  'overlap',
  'transit',
  'ratio',
  'out m',
  'cpu ms',
  'cpu max',
  'process',
  'wall ms',
  'preview',
] as const

const showRows = (name: string, rows: readonly Row[]): void => {
  if (rows.length === 0) return
  show([
    `${name} (${rows.length})`,
    middle(rows.map(r => r.coverage)).toFixed(2),
    Math.max(...rows.map(r => r.limit - r.coverage)).toFixed(2),
    middle(rows.map(r => r.overlap)).toFixed(2),
    middle(rows.map(r => r.transit)).toFixed(2),
    middle(rows.map(r => r.ratio)).toFixed(3),
    rows.reduce((sum, r) => sum + r.legsOutsideM, 0).toFixed(2),
    middle(rows.map(r => r.cpuMs)).toFixed(1),
    Math.max(...rows.map(r => r.cpuMs)).toFixed(1),
    middle(rows.map(r => r.processMs)).toFixed(1),
    middle(rows.map(r => r.wallMs)).toFixed(1),
    middle(rows.map(r => r.previewMs)).toFixed(1),
  ])
}

/** Rounds over all fields before anything is timed: the compiler has settled by then. */
const WARM_ROUNDS = 20

interface Timing {
  readonly whole: Times[]
  readonly preview: Times[]
}

/** Times all fields before any is judged, for what the judge leaves behind would be collected on the planner's account. */
const timeFields = (fields: readonly Field[], plans: readonly CoveragePlan[]): Timing[] => {
  const timings = fields.map((): Timing => ({ whole: [], preview: [] }))
  for (let round = 0; round < WARM_ROUNDS + RUNS; round++)
    for (const [i, field] of fields.entries()) {
      const request = requestFor(field, anyHeading)
      const whole = timedOnce(() => planCoverage(request))
      // As the form's worker does while its angle moves: the ground is known from the angle before.
      const memory = createFieldCache()
      const headingDeg = plans[i]?.headingDeg ?? 0
      planCoverage(requestFor(field, headingDeg + 1), memory)
      const turned = requestFor(field, headingDeg)
      const preview = timedOnce(() => planCoverage(turned, memory))
      if (round < WARM_ROUNDS) continue
      timings[i]?.whole.push(whole)
      timings[i]?.preview.push(preview)
    }
  return timings
}

const benchFields = (folder: string): void => {
  const fields = readFields(folder)
  if (values.out !== undefined) mkdirSync(values.out, { recursive: true })
  const plans = fields.map(field => planCoverage(requestFor(field, anyHeading)))
  const timings = timeFields(fields, plans)
  const rows = fields.flatMap((field, i): Row[] => {
    const plan = plans[i]
    const timing = timings[i]
    if (plan === undefined || timing === undefined) return []
    const ms = middleOf(timing.whole)
    if (values.out !== undefined)
      writeFileSync(join(values.out, `${field.name}.json`), JSON.stringify(toJson(field, plan, ms)))
    return [
      {
        field: field.name,
        cls: field.cls,
        wallMs: ms.total,
        cpuMs: ms.cpu,
        processMs: ms.process,
        previewMs: middleOf(timing.preview).total,
        ...judgePlan(field.polygon, plan, machineOn(field)),
      },
    ]
  })
  show([`width ${values.width} m, ${values.laps} laps, radius ${values.radius} m`, ...HEAD])
  for (const r of rows)
    show([
      `  ${r.field}`,
      r.coverage.toFixed(2),
      (r.limit - r.coverage).toFixed(2),
      r.overlap.toFixed(2),
      r.transit.toFixed(2),
      r.ratio.toFixed(3),
      r.legsOutsideM.toFixed(2),
      r.cpuMs.toFixed(1),
      '',
      r.processMs.toFixed(1),
      r.wallMs.toFixed(1),
      r.previewMs.toFixed(1),
    ])
  const file = values.reference ?? join(folder, 'reference.csv')
  const reference = existsSync(file) ? readReference(file).filter(r => r.width === widthM) : []
  const classes = [...new Set(rows.map(r => r.cls))].sort()
  for (const cls of classes) {
    const ours = rows.filter(r => r.cls === cls)
    showRows(cls || 'unnamed', ours)
    showReference(reference, ours)
  }
  showRows('all fields', rows)
  showReference(reference, rows)
  showPatches(rows)
  console.log(
    `blade beyond the edge: at most ${Math.max(...rows.map(r => r.outside)).toFixed(4)} % of a field; gaps: at most ${Math.max(...rows.map(r => r.gapM)).toExponential(1)} m; preview of a fairway with the heading given: middle ${middle(rows.filter(r => r.cls === 'fairway').map(r => r.previewMs)).toFixed(1)} ms, longest ${Math.max(0, ...rows.filter(r => r.cls === 'fairway').map(r => r.previewMs)).toFixed(1)} ms`,
  )
}

const PATCH_LIMIT_M2 = 2

const showPatches = (verdicts: readonly (Verdict & { readonly field: string })[]): void => {
  const large = verdicts.flatMap(({ field, patchesM2 }) =>
    patchesM2.filter(areaM2 => areaM2 > PATCH_LIMIT_M2).map(areaM2 => `${field} ${areaM2.toFixed(1)} m2`),
  )
  const largest = Math.max(0, ...verdicts.flatMap(({ patchesM2 }) => patchesM2))
  console.log(
    `uncut patches over ${PATCH_LIMIT_M2} m2: ${large.length}, largest patch ${largest.toFixed(2)} m2${large.length === 0 ? '' : ` (${large.join(', ')})`}; ` +
      `cut off by obstacles: ${verdicts.reduce((sum, { cutOffM2 }) => sum + cutOffM2, 0).toFixed(0)} m2; ` +
      `body in an obstacle: at most ${Math.max(0, ...verdicts.map(({ bodyInObstacleM }) => bodyInObstacleM)).toFixed(2)} m`,
  )
}

/** The medians of other planners on the same fields. */
const showReference = (reference: readonly ReferenceRow[], rows: readonly Row[]): void => {
  const names = new Set(rows.map(r => r.field))
  const known = reference.filter(r => names.has(r.field))
  const ours = new Map(rows.map(r => [r.field, r]))
  for (const planner of [...new Set(known.map(r => r.planner))]) {
    const theirs = known.filter(r => r.planner === planner)
    const below = theirs.map(r => (ours.get(r.field)?.limit ?? 100) - r.coverage)
    show([
      `    ${planner} (${theirs.length})`,
      middle(theirs.map(r => r.coverage)).toFixed(2),
      Math.max(...below).toFixed(2),
      middle(theirs.map(r => r.overlap)).toFixed(2),
      middle(theirs.map(r => r.transit)).toFixed(2),
      middle(theirs.map(r => r.ratio)).toFixed(3),
      theirs.reduce((sum, r) => sum + r.outsideM, 0).toFixed(2),
      middle(theirs.map(r => r.cpuMs)).toFixed(1),
      Math.max(...theirs.map(r => r.cpuMs)).toFixed(1),
    ])
  }
}

const benchCourse = (file: string): void => {
  const fields = readCourse(file)
  const run = (): number => fields.filter(field => planCoverage(requestFor(field, anyHeading)).legs.length > 0).length
  run()
  const planned = run()
  const ms = middleOf(Array.from({ length: RUNS }, () => timedOnce(run)))
  console.log(
    `whole course: ${planned} of ${fields.length} fairways, greens and tees in ${ms.total.toFixed(0)} ms (${ms.cpu.toFixed(0)} ms of the thread, ${ms.process.toFixed(0)} ms of the process)`,
  )
  showPatches(
    fields.map(field => ({
      field: field.name,
      ...judgePlan(field.polygon, planCoverage(requestFor(field, anyHeading)), machineOn(field)),
    })),
  )
}

if (values.fields === undefined && values.course === undefined) {
  console.error(USAGE)
  process.exitCode = 2
}
if (values.fields !== undefined) benchFields(values.fields)
if (values.course !== undefined) benchCourse(values.course)
