/** Plans real and generated fields as the product does, judges the plans apart from the planner, and prints others beside it. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bodyOf, swathOverlapM } from '@greensward/domain'
import { type Field, readCourse, readFields, smoothed } from './coverage/fields.ts'
import { generatedFields, largeField } from './coverage/generated.ts'
import { type Options, readOptions, type Settings, USAGE } from './coverage/options.ts'
import { planField } from './coverage/planning.ts'
import { inJson, showLegend, showTable, showTargets, tableData } from './coverage/print.ts'
import { type ReferenceRow, readReference } from './coverage/reference.ts'
import { judgeFields, type Table } from './coverage/table.ts'
import { type Measured, targetsOf, type Value } from './coverage/targets.ts'
import { cpuMsOf, middle, type Timing, timeFields } from './coverage/timing.ts'
import { planFile } from './coverage/written.ts'
import { type FleetRow, fleetCourses, fleetRow } from './fleetRounds.ts'
import { learnedTimes } from './learnedTimes.ts'
import { offPercent, timesOf } from './predictedTimes.ts'
import { readDrives } from './recordedDrive.ts'

/** The turning radius of a large machine. */
const WIDE_RADIUS_M = 2.5
/** The mower of greens of the demo course. */
const greensMower = (settings: Settings): Settings => ({
  ...settings,
  widthM: 1.5,
  overlapM: swathOverlapM(1.5),
  body: bodyOf({ widthM: 1.7 }),
  radiusM: 0.6,
})

/** Whole courses are planned this often at most. */
const MOST_COURSE_RUNS = 3

const referenceOf = ({ reference, settings }: Options, folder: string): ReferenceRow[] => {
  const file = reference ?? join(folder, 'reference.csv')
  return existsSync(file) ? readReference(file).filter(({ width }) => width === settings.widthM) : []
}

const writePlans = (folder: string, fields: readonly Field[], settings: Settings, timings: readonly Timing[]): void => {
  mkdirSync(folder, { recursive: true })
  for (const [i, field] of fields.entries())
    writeFileSync(join(folder, `${field.name}.json`), planFile(field, planField(field, settings), settings, timings[i]))
}

const coursesOf = ({ courses, data }: Options): string[] => {
  const folder = data === undefined ? undefined : join(data, 'courses')
  if (folder === undefined || !existsSync(folder)) return [...courses]
  const files = readdirSync(folder).filter(file => file.endsWith('.geojson'))
  return [...courses, ...files.sort().map(file => join(folder, file))]
}

/** Processor time of all fields of a course one after the other, once the compiler has settled. */
const courseMsOf = (fields: readonly Field[], settings: Settings, runs: number): number => {
  const planAll = (): void => {
    for (const field of fields) planField(field, settings)
  }
  planAll()
  return middle(Array.from({ length: Math.min(runs, MOST_COURSE_RUNS) }, () => cpuMsOf(planAll)))
}

const FLEET_SIZES = [3, 8]

/** Rounds of equal and of mixed mowers on all courses of a folder. */
const fleetRows = (folder: string): FleetRow[] =>
  fleetCourses(folder).flatMap(course =>
    FLEET_SIZES.flatMap(mowers => (['equal', 'mixed'] as const).map(fleet => fleetRow(course, mowers, fleet))),
  )

/** How far predictions are off, per cent, of drives that a rover recorded. */
const recordedOff = (folder: string): Value[] =>
  readDrives(folder).map(({ name, legs, ends }) => {
    const { whole } = timesOf(legs, ends)
    return { name, value: whole === undefined ? Number.POSITIVE_INFINITY : Math.abs(offPercent(whole)) }
  })

/** As many simulated mowers, slower than the model by this factor, each judged after its fifth mission. */
const LEARNING_MOWERS = 12
const SLOWNESS = 1.15

const learnedOff = (): Value[] =>
  (['speeds', 'everything'] as const).map(slowIn => ({
    name: `worst mission of ${LEARNING_MOWERS} simulated mowers that are slower in ${slowIn}`,
    value: learnedTimes(LEARNING_MOWERS, 1, SLOWNESS, slowIn).worstOffAfterFive,
  }))

type Growing = { readonly [part in keyof Measured]: Measured[part][number][] }

const run = (options: Options): void => {
  const { settings, runs, isAll } = options
  const folder = options.fields ?? (options.data === undefined ? undefined : join(options.data, 'fields'))
  const seed = options.seed ?? (isAll ? Date.now() % 1_000_000 : undefined)
  const measured: Growing = {
    publicFields: [],
    drawn: [],
    smoothed: [],
    generated: [],
    wideTurns: [],
    greens: [],
    courseMs: [],
    largeMs: [],
    fleet: [],
    firstMissions: [],
    laterMissions: [],
  }
  const tables: Table[] = []
  const add = (part: Table[], table: Table): void => {
    showTable(table)
    part.push(table)
    tables.push(table)
  }
  const addGreens = (name: string, fields: readonly Field[]): void => {
    const greens = fields.filter(({ cls }) => cls === 'green')
    if (isAll && greens.length > 0)
      add(measured.greens, judgeFields(`greens of ${name}`, greens, greensMower(settings)))
  }
  showLegend()
  if (folder !== undefined) {
    const fields = readFields(folder)
    const timings = timeFields(fields, settings, runs)
    const table = judgeFields('public fields', fields, settings, timings)
    add(measured.publicFields, { ...table, peers: referenceOf(options, folder) })
    if (options.out !== undefined) writePlans(options.out, fields, settings, timings)
    if (isAll) {
      const wide = { ...settings, radiusM: WIDE_RADIUS_M }
      add(measured.wideTurns, judgeFields('public fields, wide turns', fields, wide))
    }
    addGreens('public fields', fields)
  }
  const onCourses: Field[] = []
  for (const file of coursesOf(options)) {
    const course = basename(file, '.geojson')
    const fields = readCourse(file)
    measured.courseMs.push({ name: course, cpuMs: courseMsOf(fields, settings, runs) })
    onCourses.push(...fields.map(field => ({ ...field, name: `${course} ${field.name}` })))
  }
  if (onCourses.length > 0) {
    add(measured.drawn, judgeFields('courses as drawn', onCourses, settings))
    add(measured.smoothed, judgeFields('courses smoothed', onCourses.map(smoothed), settings))
    addGreens('courses', onCourses)
  }
  if (seed !== undefined) {
    const fields = generatedFields(seed)
    const name = `generated from ${seed}`
    add(measured.generated, judgeFields(name, fields, settings, timeFields(fields, settings, runs)))
    if (isAll) measured.largeMs.push({ name, cpuMs: cpuMsOf(() => planField(largeField(seed), settings)) })
  }
  if (isAll && options.data !== undefined) {
    const courses = join(options.data, 'courses')
    if (existsSync(courses)) measured.fleet.push(...fleetRows(courses))
    const drives = join(options.data, 'rover')
    if (existsSync(drives)) measured.firstMissions.push(...recordedOff(drives))
    measured.laterMissions.push(...learnedOff())
  }
  const targets = targetsOf(measured)
  showTargets(targets)
  const { courseMs, largeMs } = measured
  console.log(inJson({ settings, seed, tables: tables.map(tableData), courseMs, largeMs, targets }))
}

const optionsOrNothing = (): Options | undefined => {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
    process.exitCode = 2
    return undefined
  }
}

const options = optionsOrNothing()
if (options !== undefined) run(options)
