/** What the planner has to reach, and what was measured of it. */
import type { FleetRow } from '../fleetRounds.ts'
import { belowLimit, largestPatchM2, type Row, sumOf, type Table } from './table.ts'
import { middle } from './timing.ts'

export interface Target {
  readonly name: string
  readonly bound: 'at least' | 'at most'
  readonly limit: number
  readonly unit: string
  /** Null where nothing that was planned has it. */
  readonly measured: number | null
  /** 0 where the target is met. */
  readonly missedBy: number | null
  /** Fields that miss it, worst first. */
  readonly fields: readonly string[]
}

/** What one run measured, by the part that a table plays. */
export interface Measured {
  readonly publicFields: readonly Table[]
  readonly drawn: readonly Table[]
  readonly smoothed: readonly Table[]
  readonly generated: readonly Table[]
  /** The public fields with the turning radius of a large machine. */
  readonly wideTurns: readonly Table[]
  /** Greens with the mower of greens. */
  readonly greens: readonly Table[]
  /** Processor time of each whole course, and of a field of 10,000 corners, milliseconds. */
  readonly courseMs: readonly { readonly name: string; readonly cpuMs: number }[]
  readonly largeMs: readonly { readonly name: string; readonly cpuMs: number }[]
  /** Rounds on whole courses. */
  readonly fleet: readonly FleetRow[]
  /** How far the predicted duration is off, per cent: of drives that a rover recorded, and of mowers after their fifth mission. */
  readonly firstMissions: readonly Value[]
  readonly laterMissions: readonly Value[]
}

export interface Value {
  readonly name: string
  readonly value: number
}

type Bound = Pick<Target, 'name' | 'bound' | 'limit' | 'unit'>

const atMost = (name: string, limit: number, unit = ''): Bound => ({ name, bound: 'at most', limit, unit })
const atLeast = (name: string, limit: number, unit = ''): Bound => ({ name, bound: 'at least', limit, unit })

const beyond = ({ bound, limit }: Bound, value: number): number =>
  Math.max(0, bound === 'at most' ? value - limit : limit - value)

const targetOf = (bound: Bound, measured: number | null, fields: readonly string[] = []): Target => ({
  ...bound,
  measured,
  missedBy: measured === null ? null : beyond(bound, measured),
  fields,
})

/** Fields beyond a bound, worst first. */
const missing = (bound: Bound, values: readonly Value[]): string[] =>
  values
    .filter(({ value }) => beyond(bound, value) > 0)
    .sort((a, b) => beyond(bound, b.value) - beyond(bound, a.value))
    .map(({ name }) => name)

/** A bound that each value has to keep: measured is the worst of them. */
const each = (bound: Bound, values: readonly Value[]): Target => {
  const sorted = values.map(({ value }) => value).sort((a, b) => a - b)
  return targetOf(bound, (bound.bound === 'at most' ? sorted.at(-1) : sorted[0]) ?? null, missing(bound, values))
}

const median = (bound: Bound, values: readonly Value[]): Target =>
  targetOf(bound, values.length === 0 ? null : middle(values.map(({ value }) => value)))

/** A sum that has to be 0, of metres or places. */
const none = (name: string, unit: string, values: readonly Value[]): Target => {
  const bound = atMost(name, 0, unit)
  return targetOf(
    bound,
    values.length === 0 ? null : values.reduce((sum, { value }) => sum + value, 0),
    missing(bound, values),
  )
}

const valuesOf = (
  tables: readonly Table[],
  of: (row: Row) => number,
  wanted: (row: Row) => boolean = () => true,
): Value[] =>
  tables.flatMap(({ name, rows }) =>
    rows.filter(wanted).map(row => ({ name: `${name}: ${row.field}`, value: of(row) })),
  )

/** The product's figures are for fields from this size on. */
export const LEAST_FIELD_M2 = 60
export const BELOW_LIMIT_POINTS = 0.6
/** An uncut spot on a green that is smaller cannot be seen. */
const GREEN_SPOT_M2 = 0.02

const isOf =
  (...classes: string[]) =>
  ({ cls }: Row): boolean =>
    classes.includes(cls)
/** Seconds of a processor for routes and order, of eight mowers of one fleet. */
const fleetSeconds = (rows: readonly FleetRow[], fleet: FleetRow['fleet'], mostZones: number): Value[] =>
  fleetValues(
    rows.filter(row => row.fleet === fleet && row.mowers === 8 && row.zones <= mostZones),
    ({ networkS, orderS }) => networkS + orderS,
  )

const fleetValues = (rows: readonly FleetRow[], of: (row: FleetRow) => number): Value[] =>
  rows.map(row => ({ name: `${row.course}, ${row.mowers} mowers, ${row.fleet}, ${row.zones} zones`, value: of(row) }))

const isWarned = ({ warnings }: Row): boolean => warnings.includes('turnRadiusNotKept')

export const targetsOf = (measured: Measured): Target[] => {
  const { publicFields, drawn, smoothed, generated, wideTurns, greens, courseMs, largeMs } = measured
  const { fleet, firstMissions, laterMissions } = measured
  const all = [...publicFields, ...drawn, ...smoothed, ...generated]
  const withBody = all.filter(({ settings: { body } }) => body !== undefined)
  const nearM = ({ body }: Row): number => (body === undefined ? 0 : sumOf(body.nearObstacleM))
  const overM = ({ body }: Row): number => (body === undefined ? 0 : sumOf(body.overEdgeM))
  const cpu = (row: Row): number => row.cpuMs ?? 0
  const ratio = (name: string, limit: number, tables: readonly Table[], wanted?: (row: Row) => boolean): Target =>
    median(
      atMost(`length ratio, median, ${name}`, limit),
      valuesOf(tables, row => row.ratio, wanted),
    )
  return [
    none('body nearer to an obstacle than its margin', 'm', valuesOf(withBody, nearM)),
    none('body farther over the edge than permitted', 'm', valuesOf(withBody, overM)),
    none(
      'legs outside of a field',
      'm',
      valuesOf(all, row => (row.legsOutsideM > 0.005 ? row.legsOutsideM : 0)),
    ),
    median(
      atLeast('coverage, median, public fields', 99.6, '%'),
      valuesOf(publicFields, row => row.coverage),
    ),
    each(
      atMost(`coverage under the limit, fields of ${LEAST_FIELD_M2} m2 and more`, BELOW_LIMIT_POINTS, 'points'),
      valuesOf(all, belowLimit, ({ areaM2 }) => areaM2 >= LEAST_FIELD_M2),
    ),
    each(atMost('largest uncut patch', 0.5, 'm2'), valuesOf(all, largestPatchM2)),
    ratio('public fields', 1.14, publicFields),
    ratio('fairways as drawn', 1.11, drawn, isOf('fairway')),
    ratio('greens as drawn', 1.2, drawn, isOf('green')),
    ratio('roughs as drawn', 1.2, drawn, isOf('rough')),
    ratio('public fields, radius 2.5 m', 1.4, wideTurns),
    none(
      'laps tighter than the radius without a warning',
      'places',
      valuesOf(all, row => (isWarned(row) ? 0 : row.bends.onLaps.length)),
    ),
    ratio('generated bands and doglegs', 1.15, generated, isOf('band', 'dogleg')),
    each(atMost('uncut spot on a green', GREEN_SPOT_M2, 'm2'), valuesOf(greens, largestPatchM2)),
    median(atMost('processor time, median, public fields', 8, 'ms'), valuesOf(publicFields, cpu)),
    each(atMost('processor time, worst field', 100, 'ms'), valuesOf([...publicFields, ...generated], cpu)),
    each(
      atMost('10,000 corners with 40 islands', 2000, 'ms'),
      largeMs.map(({ name, cpuMs }) => ({ name, value: cpuMs })),
    ),
    each(
      atMost('a whole course', 1000, 'ms'),
      courseMs.map(({ name, cpuMs }) => ({ name, value: cpuMs })),
    ),
    each(
      atMost('fleet: makespan over the fluid bound', 1.08),
      fleetValues(fleet, ({ ratio }) => ratio),
    ),
    none(
      'fleet: zones without a route though one leads there',
      'zones',
      fleetValues(fleet, ({ noWay }) => noWay),
    ),
    each(atMost('fleet: a course of up to 174 zones, 8 equal mowers', 3, 's'), fleetSeconds(fleet, 'equal', 174)),
    each(atMost('fleet: courses of up to 291 zones, 8 mowers of 4 kinds', 8, 's'), fleetSeconds(fleet, 'mixed', 291)),
    each(atMost('predicted duration off, first mission', 10, '%'), firstMissions),
    each(atMost('predicted duration off, after five missions', 5, '%'), laterMissions),
  ]
}
