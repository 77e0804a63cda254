/** The tables that the bench prints, and the object of its last line. */

import type { Settings } from './options.ts'
import { peersOf } from './peers.ts'
import { belowLimit, largestPatchM2, type Row, type Summary, summaryOf, sumOf, type Table } from './table.ts'
import { BELOW_LIMIT_POINTS, LEAST_FIELD_M2, type Target } from './targets.ts'

const line = (cells: readonly string[]): void => {
  console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(44) : cell.padStart(8))).join(' '))
}

/** Heading of a column, its value, and the decimals shown. */
const COLUMNS: readonly (readonly [
  head: string,
  of: (summary: Partial<Summary>) => number | null | undefined,
  decimals: number,
])[] = [
  ['coverage', s => s.coverage, 2],
  ['least', s => s.leastCoverage, 2],
  ['below', s => s.mostBelowLimit, 2],
  ['patches', s => s.patches, 0],
  ['largest', s => s.largestPatchM2, 2],
  ['overlap', s => s.overlap, 2],
  ['transit', s => s.transit, 2],
  ['ratio', s => s.ratio, 3],
  ['legs out', s => s.legsOutsideM, 2],
  ['near', s => s.nearObstacleM && sumOf(s.nearObstacleM), 1],
  ['over', s => s.overEdgeM && sumOf(s.overEdgeM), 1],
  ['tight', s => s.tightOnLaps, 0],
  ['cpu ms', s => s.cpuMs, 1],
  ['most', s => s.mostCpuMs, 1],
  ['preview', s => s.previewMs, 1],
]

const showSummary = (name: string, summary: Partial<Summary>): void =>
  line([name, ...COLUMNS.map(([, of, decimals]) => of(summary)?.toFixed(decimals) ?? '-')])

/** What the columns mean. Shown once, above the first table. */
export const showLegend = (): void =>
  console.log(
    `Medians; coverage, overlap, transit in % of the area or the drive. least: lowest coverage. below: most points under what a disc
can cover. patches: uncut, over 0.5 m2; largest in m2. legs out: metres of legs outside of a field. near: metres of the drive on
which the body is nearer to an obstacle than its margin; over: farther over the edge than permitted. tight: places on laps that
bend tighter than the radius. cpu: of the process for one plan; preview: for the next heading of a field.`,
  )

export const settingsText = ({ widthM, overlapM, body, laps, radiusM, headings, pattern }: Settings): string =>
  `width ${widthM} m, overlap ${overlapM} m, ${
    body === undefined ? 'no body' : `body ${body.widthM} x ${body.lengthM} m, margin ${body.marginM} m`
  }, ${laps} laps, radius ${radiusM} m, ${headings === 1 ? 'the heading along the field' : `best of ${headings} headings`}${pattern === undefined ? '' : `, pattern ${pattern.join(' or ')}`}`

const classesOf = (rows: readonly Row[]): [string, Row[]][] =>
  [...new Set(rows.map(({ cls }) => cls))].sort().map(cls => [cls || 'unnamed', rows.filter(row => row.cls === cls)])

/** Fields one by one are shown up to this number of them. */
const MOST_NAMED = 40

/** The fields of a class that are farthest from the targets. */
const showWorst = (cls: string, rows: readonly Row[]): void => {
  const worst = (of: (row: Row) => number, decimals: number, among = rows): string => {
    const [row] = [...among].sort((a, b) => of(b) - of(a))
    return row === undefined ? '-' : `${row.field} ${of(row).toFixed(decimals)}`
  }
  const large = rows.filter(({ areaM2 }) => areaM2 >= LEAST_FIELD_M2)
  const missing = large.filter(row => belowLimit(row) > BELOW_LIMIT_POINTS)
  console.log(
    `  ${cls}: over ${BELOW_LIMIT_POINTS} below the limit ${missing.length} of ${large.length} of ${LEAST_FIELD_M2} m2 and more, ` +
      `${worst(belowLimit, 2, large)}; largest patch ${worst(largestPatchM2, 2)}; ratio ${worst(({ ratio }) => ratio, 3)}`,
  )
}

export const showTable = (table: Table): void => {
  const { name, settings, rows, notPlanned } = table
  console.log(`\n${name}: ${settingsText(settings)}`)
  line(['', ...COLUMNS.map(([head]) => head)])
  if (rows.length <= MOST_NAMED) for (const row of rows) showSummary(`  ${row.field}`, summaryOf([row]))
  const classes = classesOf(rows)
  for (const [cls, ours] of classes) showSummary(`${cls} (${ours.length})`, summaryOf(ours))
  const whole = summaryOf(rows)
  showSummary(`all (${rows.length})`, whole)
  for (const [planner, summary] of peersOf(table)) showSummary(`  ${planner} (${summary.fields})`, summary)
  const { lap, swath, turn, transit } = whole.overEdgeM
  const kinds = `laps ${lap.toFixed(1)}, swaths ${swath.toFixed(1)}, turns ${turn.toFixed(1)}, transits ${transit.toFixed(1)} m`
  console.log(
    `cut outside: at most ${whole.mostOutside.toFixed(4)} % of a field; gaps: at most ${whole.mostGapM.toExponential(1)} m; ` +
      `body in an obstacle: ${sumOf(whole.inObstacleM).toFixed(1)} m, least gap ${whole.leastGapM?.toFixed(2) ?? '-'} m; ` +
      `over the permitted edge: ${kinds}, farthest ${whole.farthestOverM.toFixed(2)} m; ` +
      `tight: ${whole.tightLaps} laps, ${whole.tightElsewhere} places on other legs`,
  )
  if (rows.length > MOST_NAMED) for (const [cls, ours] of classes) showWorst(cls, ours)
  if (notPlanned.length > 0) console.log(`not planned: ${notPlanned.join('; ')}`)
}

/** The same as data. */
export const tableData = (table: Table) => ({
  name: table.name,
  settings: table.settings,
  all: summaryOf(table.rows),
  classes: Object.fromEntries(classesOf(table.rows).map(([cls, ours]) => [cls, summaryOf(ours)])),
  peers: Object.fromEntries(peersOf(table)),
  notPlanned: table.notPlanned,
})

/** One line; whole numbers as they are, others to five digits. */
export const inJson = (data: unknown): string =>
  JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value,
  )

/** Fields that miss a target are named up to this number. */
const MOST_MISSING = 8

export const showTargets = (targets: readonly Target[]): void => {
  console.log('\ntargets')
  for (const { name, bound, limit, unit, measured, missedBy, fields } of targets) {
    const value = measured === null ? 'not measured' : `${Number(measured.toPrecision(4))}`
    const met = missedBy === null ? '' : missedBy === 0 ? 'met' : `missed by ${Number(missedBy.toPrecision(3))}`
    console.log(`${name.padEnd(58)} ${`${bound} ${limit} ${unit}`.padEnd(20)} ${value.padStart(12)}  ${met}`)
    const more = fields.length > MOST_MISSING ? `, and ${fields.length - MOST_MISSING} more` : ''
    if (fields.length > 0) console.log(`    ${fields.slice(0, MOST_MISSING).join(', ')}${more}`)
  }
}
