/** Other planners on the fields that they have in common with a table. */
import type { ReferenceRow } from './reference.ts'
import type { Summary, Table } from './table.ts'
import { middle } from './timing.ts'

/** @param limits of the fields, by name */
const summaryOfReference = (rows: readonly ReferenceRow[], limits: ReadonlyMap<string, number>): Partial<Summary> => {
  const cpuMs = rows.flatMap(row => row.cpuMs ?? [])
  return {
    fields: rows.length,
    coverage: middle(rows.map(r => r.coverage)),
    leastCoverage: Math.min(...rows.map(r => r.coverage)),
    mostBelowLimit: Math.max(...rows.map(r => (limits.get(r.field) ?? 100) - r.coverage)),
    overlap: middle(rows.map(r => r.overlap)),
    transit: middle(rows.map(r => r.transit)),
    ratio: middle(rows.map(r => r.ratio)),
    legsOutsideM: rows.reduce((sum, r) => sum + r.outsideM, 0),
    ...(cpuMs.length === 0 ? {} : { cpuMs: middle(cpuMs), mostCpuMs: Math.max(...cpuMs) }),
  }
}

/** By planner, with what it was configured to. */
export const peersOf = ({ peers = [], rows }: Table): [string, Partial<Summary>][] => {
  const limits = new Map(rows.map(({ field, limit }) => [field, limit]))
  const known = peers.filter(({ field }) => limits.has(field))
  return [...new Set(known.map(({ planner }) => planner))].map(planner => [
    planner,
    summaryOfReference(
      known.filter(row => row.planner === planner),
      limits,
    ),
  ])
}
