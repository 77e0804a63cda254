import { readFileSync } from 'node:fs'

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
