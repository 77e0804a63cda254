/** Prints the rounds of fleets of several sizes on each course of a folder; the last line is one JSON object. */
import { parseArgs } from 'node:util'
import { type FleetRow, fleetCourses, fleetRow } from './fleetRounds.ts'

const USAGE = 'usage: npm run bench:rounds -- --courses DIR [--course NAME] [--mowers 1,3,8]'

const { values } = parseArgs({
  options: {
    courses: { type: 'string' },
    course: { type: 'string' },
    mowers: { type: 'string', default: '1,3,8' },
  },
})

const show = (cells: readonly (string | number)[]): void => {
  console.log(cells.map((cell, i) => (i < 2 ? String(cell).padEnd(20) : String(cell).padStart(10))).join(' '))
}

const bench = (folder: string): void => {
  const rows: FleetRow[] = []
  show([
    'course',
    'fleet',
    'mowers',
    'zones',
    'corners',
    'network s',
    'order s',
    'hours',
    'bound',
    'ratio',
    'no way',
    'enclosed',
    'left',
  ])
  for (const course of fleetCourses(folder, values.course)) {
    for (const fleet of ['equal', 'mixed'] as const)
      for (const mowers of values.mowers.split(',').map(Number)) {
        const row = fleetRow(course, mowers, fleet)
        rows.push(row)
        show([
          row.course,
          row.fleet,
          row.mowers,
          row.zones,
          row.corners,
          row.networkS.toFixed(2),
          row.orderS.toFixed(2),
          row.makespanH.toFixed(2),
          row.boundH.toFixed(2),
          row.ratio.toFixed(3),
          row.noWay,
          row.enclosed,
          row.left,
        ])
      }
  }
  console.log(JSON.stringify({ bench: 'rounds', rows }))
}

if (values.courses === undefined) {
  console.error(USAGE)
  process.exitCode = 2
} else bench(values.courses)
