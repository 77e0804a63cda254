/** Prints the rounds and the shifts of fleets of several sizes on each course of a folder; the last line is one JSON object. */
import { parseArgs } from 'node:util'
import type { BenchCourse } from './fleetCourse.ts'
import { type FleetRow, fleetCourses, fleetRow } from './fleetRounds.ts'
import { type ShiftRow, shiftRow } from './fleetShifts.ts'

const USAGE = 'usage: npm run bench:rounds -- --courses DIR [--course NAME] [--mowers 1,3,8] [--only rounds|shifts]'

const { values } = parseArgs({
  options: {
    courses: { type: 'string' },
    course: { type: 'string' },
    mowers: { type: 'string', default: '1,3,8' },
    only: { type: 'string' },
  },
})

const show = (cells: readonly (string | number)[]): void => {
  console.log(cells.map((cell, i) => (i < 2 ? String(cell).padEnd(20) : String(cell).padStart(10))).join(' '))
}

const FLEETS = ['equal', 'mixed'] as const
const SIZES = values.mowers.split(',').map(Number)

const showRounds = (courses: readonly BenchCourse[]): FleetRow[] => {
  const names = 'course,fleet,mowers,zones,corners,network s,order s,hours,bound,ratio,no way,enclosed,left'
  show(names.split(','))
  return courses.flatMap(course =>
    FLEETS.flatMap(fleet =>
      SIZES.map(mowers => {
        const row = fleetRow(course, mowers, fleet)
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
        return row
      }),
    ),
  )
}

const showShifts = (courses: readonly BenchCourse[]): ShiftRow[] => {
  show('course,fleet,mowers,missions,charges,drive h,plan s,again s,hours,bound,ratio,left'.split(','))
  return courses.flatMap(course =>
    FLEETS.flatMap(fleet =>
      SIZES.map(mowers => {
        const row = shiftRow(course, mowers, fleet)
        show([
          row.course,
          row.fleet,
          row.mowers,
          row.missions,
          row.charges,
          row.driveH.toFixed(2),
          row.planS.toFixed(2),
          row.againS.toFixed(2),
          row.makespanH.toFixed(2),
          row.boundH.toFixed(2),
          row.ratio.toFixed(3),
          row.left,
        ])
        return row
      }),
    ),
  )
}

const bench = (folder: string): void => {
  const courses = fleetCourses(folder, values.course)
  const rows = values.only === 'shifts' ? [] : showRounds(courses)
  const shifts = values.only === 'rounds' ? [] : showShifts(courses)
  console.log(JSON.stringify({ bench: 'rounds', rows, shifts }))
}

if (values.courses === undefined) {
  console.error(USAGE)
  process.exitCode = 2
} else bench(values.courses)
