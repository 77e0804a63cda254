/** Plans real fields as the product does, judges the plans apart from the planner, and prints other planners beside it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFields } from './coverage/fields.ts'
import { type Options, readOptions, USAGE } from './coverage/options.ts'
import { planField } from './coverage/planning.ts'
import { inJson, showLegend, showTable, tableData } from './coverage/print.ts'
import { type ReferenceRow, readReference } from './coverage/reference.ts'
import { judgeFields, type Table } from './coverage/table.ts'
import { timeFields } from './coverage/timing.ts'
import { planFile } from './coverage/written.ts'

const referenceOf = ({ reference, settings }: Options, folder: string): ReferenceRow[] => {
  const file = reference ?? join(folder, 'reference.csv')
  return existsSync(file) ? readReference(file).filter(({ width }) => width === settings.widthM) : []
}

const benchFields = ({ settings, runs, out }: Options, folder: string): Table => {
  const fields = readFields(folder)
  const timings = timeFields(fields, settings, runs)
  if (out !== undefined) {
    mkdirSync(out, { recursive: true })
    for (const [i, field] of fields.entries())
      writeFileSync(join(out, `${field.name}.json`), planFile(field, planField(field, settings), settings, timings[i]))
  }
  return judgeFields('public fields', fields, settings, timings)
}

const run = (options: Options): void => {
  const { settings } = options
  const folder = options.fields ?? (options.data === undefined ? undefined : join(options.data, 'fields'))
  const reference = folder === undefined ? [] : referenceOf(options, folder)
  const tables: Table[] = []
  const add = (table: Table): void => {
    showTable(table, reference)
    tables.push(table)
  }
  showLegend()
  if (folder !== undefined) add(benchFields(options, folder))
  console.log(inJson({ settings, tables: tables.map(table => tableData(table, reference)) }))
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
