/** Fields planned and judged, and what is said of all of them together. */
import type { LegKind } from '@greensward/geometry'
import type { Field } from './fields.ts'
import type { MetresByKind } from './judge/body.ts'
import { judgePlan, type Verdict } from './judge/judgePlan.ts'
import type { Settings } from './options.ts'
import { machineOn, planField } from './planning.ts'
import type { ReferenceRow } from './reference.ts'
import { middle, type Timing } from './timing.ts'

export interface Row extends Verdict, Partial<Timing> {
  readonly field: string
  readonly cls: string
  /** Codes of what the plan warns of. */
  readonly warnings: readonly string[]
}

export interface Table {
  readonly name: string
  readonly settings: Settings
  readonly rows: readonly Row[]
  /** Fields without a plan, with the codes of the reason. */
  readonly notPlanned: readonly string[]
  /** Other planners on the same fields, without overlap and body. */
  readonly peers?: readonly ReferenceRow[]
}

export const judgeFields = (
  name: string,
  fields: readonly Field[],
  settings: Settings,
  timings: readonly Timing[] = [],
): Table => {
  const rows: Row[] = []
  const notPlanned: string[] = []
  for (const [i, field] of fields.entries()) {
    const plan = planField(field, settings)
    const warnings = plan.warnings.map(({ code }) => code)
    if (plan.legs.length === 0) {
      notPlanned.push(`${field.name} (${warnings.join(', ')})`)
      continue
    }
    const verdict = judgePlan(field.polygon, plan.legs, machineOn(field, settings))
    rows.push({ field: field.name, cls: field.cls, warnings, ...timings[i], ...verdict })
  }
  return { name, settings, rows, notPlanned }
}

/** A patch that is smaller does not count. */
export const PATCH_LIMIT_M2 = 0.5

export const sumOf = (metres: MetresByKind): number => metres.lap + metres.swath + metres.turn + metres.transit

/** Points that the coverage of a field is under what a disc can cover. */
export const belowLimit = ({ limit, coverage }: Row): number => limit - coverage

export const largestPatchM2 = ({ patchesM2 }: Row): number => patchesM2[0] ?? 0

/** Shares in per cent, the middle of all fields unless the name says otherwise. */
export interface Summary {
  readonly fields: number
  readonly coverage: number
  readonly leastCoverage: number
  readonly mostBelowLimit: number
  readonly patches: number
  readonly largestPatchM2: number
  readonly overlap: number
  readonly transit: number
  readonly ratio: number
  readonly mostOutside: number
  readonly legsOutsideM: number
  readonly mostGapM: number
  readonly nearObstacleM: MetresByKind
  readonly inObstacleM: MetresByKind
  readonly leastGapM: number | null
  readonly overEdgeM: MetresByKind
  readonly farthestOverM: number
  readonly tightLaps: number
  readonly tightOnLaps: number
  readonly tightElsewhere: number
  readonly cpuMs: number | null
  readonly mostCpuMs: number | null
  readonly previewMs: number | null
}

const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0)
const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

export const summaryOf = (rows: readonly Row[]): Summary => {
  const bodies = rows.flatMap(({ body }) => (body === undefined ? [] : [body]))
  const byKind = (of: (body: (typeof bodies)[number]) => MetresByKind): MetresByKind => {
    const sum = (kind: LegKind): number => total(bodies.map(body => of(body)[kind]))
    return { lap: sum('lap'), swath: sum('swath'), turn: sum('turn'), transit: sum('transit') }
  }
  const patches = rows.flatMap(({ patchesM2 }) => patchesM2)
  const cpuMs = rows.flatMap(row => row.cpuMs ?? [])
  const previewMs = rows.flatMap(row => row.previewMs ?? [])
  const leastGapM = bodies.reduce((least, body) => Math.min(least, body.leastGapM), Number.POSITIVE_INFINITY)
  return {
    fields: rows.length,
    coverage: middle(rows.map(r => r.coverage)),
    leastCoverage: rows.reduce((least, r) => Math.min(least, r.coverage), 100),
    mostBelowLimit: most(rows.map(belowLimit)),
    patches: patches.filter(areaM2 => areaM2 > PATCH_LIMIT_M2).length,
    largestPatchM2: most(patches),
    overlap: middle(rows.map(r => r.overlap)),
    transit: middle(rows.map(r => r.transit)),
    ratio: middle(rows.map(r => r.ratio)),
    mostOutside: most(rows.map(r => r.outside)),
    legsOutsideM: total(rows.map(r => r.legsOutsideM)),
    mostGapM: most(rows.map(r => r.gapM)),
    nearObstacleM: byKind(body => body.nearObstacleM),
    inObstacleM: byKind(body => body.inObstacleM),
    leastGapM: Number.isFinite(leastGapM) ? leastGapM : null,
    overEdgeM: byKind(body => body.overEdgeM),
    farthestOverM: most(bodies.map(body => body.farthestOverM)),
    tightLaps: total(rows.map(r => r.bends.tightLaps)),
    tightOnLaps: total(rows.map(r => r.bends.onLaps.length)),
    tightElsewhere: total(rows.map(r => r.bends.elsewhere.length)),
    cpuMs: cpuMs.length === 0 ? null : middle(cpuMs),
    mostCpuMs: cpuMs.length === 0 ? null : most(cpuMs),
    previewMs: previewMs.length === 0 ? null : middle(previewMs),
  }
}
