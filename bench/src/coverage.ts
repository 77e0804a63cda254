import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CoveragePlan, type CoverageRequest, planCoverage } from '@greensward/geometry'
import { type Field, readFields } from './coverageField.ts'

const { values } = parseArgs({
  options: {
    fields: { type: 'string' },
    width: { type: 'string', default: '2' },
    laps: { type: 'string', default: '2' },
    radius: { type: 'string', default: '1' },
    out: { type: 'string' },
    reference: { type: 'string' },
    course: { type: 'string' },
    runs: { type: 'string', default: '7' },
  },
})

const headings = Array.from({ length: 60 }, (_, i) => i * 3)

const requestFor = (field: Field): CoverageRequest => ({
  boundary: field.polygon,
  obstacles: [],
  workingWidthM: Number(values.width),
  overlapM: 0,
  headingDeg: headings,
  laps: { count: Number(values.laps), direction: 'clockwise', when: 'before' },
  turnScheme: 'oneInOne',
  minTurnRadiusM: Number(values.radius),
  speeds: { mowingMps: 1.5, transitMps: 1.5, turningMps: 1.5 },
})

const toJson = (field: Field, plan: CoveragePlan, ms: number) => {
  const line = (points: CoveragePlan['legs'][number]['points']) =>
    points.map(p => field.frame.toLonLat(p).map(degrees => Number(degrees.toFixed(9))))
  const lines = (wanted: (leg: CoveragePlan['legs'][number]) => boolean) =>
    plan.legs.filter(wanted).map(l => line(l.points))
  return {
    field: field.name,
    planner: 'greensward',
    config: `headings ${headings.length}, ${values.laps} laps, radius ${values.radius}`,
    width: Number(values.width),
    mow: lines(l => l.bladeOn && l.kind === 'swath'),
    rings: lines(l => l.bladeOn && l.kind !== 'swath'),
    transit: lines(l => !l.bladeOn),
    legs: plan.legs.map(l => ({ kind: l.kind, line: line(l.points) })),
    n_swaths: plan.stats.swaths,
    t_ms: { total: ms, cpu: ms },
  }
}

const fields = readFields(values.fields ?? '.')
for (const f of fields) planCoverage(requestFor(f))
for (const f of fields) planCoverage(requestFor(f))
if (values.out !== undefined) mkdirSync(values.out, { recursive: true })
for (const f of fields) {
  const times: number[] = []
  let plan = planCoverage(requestFor(f))
  for (let i = 0; i < Number(values.runs); i++) {
    const t = performance.now()
    plan = planCoverage(requestFor(f))
    times.push(performance.now() - t)
  }
  times.sort((a, b) => a - b)
  const ms = times[times.length >> 1] ?? 0
  if (values.out !== undefined) writeFileSync(join(values.out, `${f.name}.json`), JSON.stringify(toJson(f, plan, ms)))
  console.log(
    f.name,
    plan.legs.length,
    plan.headingDeg,
    ms.toFixed(1),
    plan.stats.waypoints,
    plan.warnings.map(w => w.kind).join(),
  )
}
