import { readFileSync } from 'node:fs'
import type { Summary } from './table.ts'
import { middle } from './timing.ts'

/** The result of another planner on a field, measured beforehand. */
export interface ReferenceRow {
  readonly field: string
  readonly cls: string
  readonly planner: string
  readonly width: number
  readonly coverage: number
  readonly overlap: number
  readonly transit: number
  readonly outsideM: number
  readonly ratio: number
  /** Null where it was not measured. */
  readonly cpuMs: number | null
}

/** Reads `reference.csv`: a header, then one line a field and planner. */
export const readReference = (file: string): ReferenceRow[] => {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  const columns = header.split(',')
  return lines.map(line => {
    const cells = line.split(',')
    const cell = (name: string): string => cells[columns.indexOf(name)] ?? ''
    return {
      field: cell('field'),
      cls: cell('cls'),
      planner: `${cell('planner')} ${cell('config')}`,
      width: Number(cell('width')),
      coverage: Number(cell('coverage_pct')),
      overlap: Number(cell('overlap_pct')),
      transit: Number(cell('transit_pct')),
      outsideM: Number(cell('transit_outside_m')),
      ratio: Number(cell('eff_len_ratio')),
      cpuMs: cell('t_cpu_ms') === '' ? null : Number(cell('t_cpu_ms')),
    }
  })
}

/** @param limits of the fields, by name */
export const summaryOfReference = (
  rows: readonly ReferenceRow[],
  limits: ReadonlyMap<string, number>,
): Partial<Summary> => {
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
