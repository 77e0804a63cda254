/** A report as a table for spreadsheets: numbers as numbers, each unit in its column's title. */
import type { Report, ReportFigures } from '@greensward/contract'
import { type CsvCell, csvFile, direction, hasRates } from '@greensward/domain'

interface Column {
  readonly title: string
  readonly digits: number
  readonly value: (figures: ReportFigures) => number | null
}

const COLUMNS: readonly Column[] = [
  { title: 'Missions', digits: 0, value: f => f.missions },
  { title: 'Done', digits: 0, value: f => f.done },
  { title: 'Area (ha)', digits: 4, value: f => f.areaM2 / 10_000 },
  { title: 'Working time (h)', digits: 3, value: f => f.workS / 3_600 },
  { title: 'Driven (m)', digits: 1, value: f => f.drivenM },
  { title: 'Mown (m)', digits: 1, value: f => f.mownM },
  { title: "People's jobs (h)", digits: 3, value: f => (f.peopleS === null ? null : f.peopleS / 3_600) },
  { title: 'Energy (kWh)', digits: 3, value: f => f.kWh },
  { title: 'Fuel (l)', digits: 3, value: f => f.litres },
  { title: 'Cuts', digits: 2, value: f => f.cuts },
  { title: 'Target cuts', digits: 2, value: f => f.targetCuts },
  { title: 'Target cuts by growth', digits: 2, value: f => f.growthCuts },
  ...direction.options.map(
    (name): Column => ({
      title: `Direction ${name} (% of the area cut)`,
      digits: 1,
      value: ({ directions }) => {
        const knownM2 = directions.reduce((sum, { areaM2 }) => sum + areaM2, 0)
        const areaM2 = directions.find(each => each.direction === name)?.areaM2 ?? 0
        return knownM2 === 0 ? null : (100 * areaM2) / knownM2
      },
    }),
  ),
  { title: 'Planned time of done missions (h)', digits: 3, value: f => f.plannedS / 3_600 },
  { title: 'Working time of done missions (h)', digits: 3, value: f => f.actualS / 3_600 },
  { title: 'Interruptions', digits: 0, value: f => f.interruptions },
  { title: 'Ahead of play', digits: 0, value: f => f.aheadOfPlay },
  { title: 'Behind the first group', digits: 0, value: f => f.behindPlay },
]

const NAMES = { none: 'Other', jobs: "People's jobs" } as const

export interface ReportTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly CsvCell[])[]
  /** Decimals of each column of numbers, in the order of the head after its first column. */
  readonly digits: readonly number[]
}

/** @param title of the first column */
export const reportTable = ({ rows, total, rates }: Report, title: string): ReportTable => {
  const columns = hasRates(rates)
    ? [...COLUMNS, { title: `Cost (${rates.currency})`, digits: 2, value: (f: ReportFigures) => f.cost }]
    : COLUMNS
  const cells = (name: string, figures: ReportFigures): CsvCell[] => [
    name,
    ...columns.map(({ digits, value }) => {
      const number = value(figures)
      return number === null ? null : Number(number.toFixed(digits))
    }),
  ]
  return {
    head: [title, ...columns.map(column => column.title)],
    rows: [
      ...rows.map(({ kind, name, figures }) => cells(name ?? (kind === 'item' ? 'Unknown' : NAMES[kind]), figures)),
      cells('Total', total),
    ],
    digits: columns.map(({ digits }) => digits),
  }
}

export const reportCsv = ({ head, rows }: ReportTable): string => csvFile([head, ...rows])
