/**
 * What the length of a drive consists of: the parts that the outline alone asks for at the settings of the product, without a planner,
 * beside what the planner drives. All figures are ratios: metres times the working width over the area to mow.
 * `node bench/src/lengthLimits.ts DATA`
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bodyOf, swathOverlapM } from '@greensward/domain'
import { difference, offset, type PolygonXY, type Ring, totalAreaM2, union } from '@greensward/geometry'
import { type Field, readCourse, readFields } from './coverage/fields.ts'
import { lengthM } from './coverage/judge/length.ts'
import type { Settings } from './coverage/options.ts'
import { machineOn, planField, ROUGHS } from './coverage/planning.ts'
import { middle } from './coverage/timing.ts'

const WIDTH_M = 2
const SETTINGS: Settings = {
  widthM: WIDTH_M,
  overlapM: swathOverlapM(WIDTH_M),
  laps: 2,
  radiusM: 1,
  headings: 1,
  body: { ...bodyOf({ widthM: 2.2 }), lengthM: 2.6 },
}
const PITCH_M = SETTINGS.widthM - SETTINGS.overlapM
const RADIUS_M = SETTINGS.radiusM

/** Parts that any drive with these passes and rows needs. */
interface Least {
  /** The headland passes, their corners rounded to the turning radius. */
  readonly passes: number
  /** Rows one pitch apart on what the passes leave. */
  readonly rows: number
  /** One half turn from each row to the next, less what it mows of both. */
  readonly turns: number
  /** Changes from pass to pass and from the last one to the rows, along each edge. */
  readonly lanes: number
}

/** Of rows with flat ends at slanted edges: an estimate, as turns may mow a part of what they leave. */
interface Limits extends Least {
  readonly slanted: number
  readonly least: number
}

const ringsOf = (polygons: readonly PolygonXY[]): Ring[] => polygons.flatMap(({ outer, holes }) => [outer, ...holes])

const edgesOf = (polygons: readonly PolygonXY[]) =>
  ringsOf(polygons).flatMap(ring => ring.map((a, i) => ({ a, b: ring[(i + 1) % ring.length] ?? a })))

const roundedTo = (polygons: readonly PolygonXY[], radiusM: number): PolygonXY[] =>
  offset(offset(polygons, -radiusM), radiusM)

/** A half turn between two rows first swerves outwards by this angle, as they are nearer than two radii. */
const SWERVE_RAD = Math.acos(Math.min(1, (2 * RADIUS_M + PITCH_M) / (4 * RADIUS_M)))

/** Beyond this share of the distance to the outer rim of the two rows, a turn may leave a corner uncut. */
const RIM_SHARE = 0.85

/** Metres of a half turn less those of the two rows that it mows, at edges square to the rows. */
const turnM = (): number => {
  const reachM = Math.sqrt(Math.max(0, (RADIUS_M + WIDTH_M / 2) ** 2 - (RIM_SHARE * PITCH_M) ** 2))
  const drivenM = RADIUS_M * (Math.PI + 4 * SWERVE_RAD)
  return Math.max(0, drivenM - 2 * (reachM + 2 * RADIUS_M * Math.sin(SWERVE_RAD)))
}

/** Two arcs lead from a line to the one beside it. */
const LANE_M = 2 * RADIUS_M * Math.acos(1 - PITCH_M / (2 * RADIUS_M))

/** Radius of the largest disc in a polygon. */
const inradiusM = (polygon: PolygonXY): number => {
  let [low, high] = [0, Math.sqrt(totalAreaM2([polygon]) / Math.PI)]
  while (high - low > PRECISE_M) {
    const half = (low + high) / 2
    if (offset([polygon], -half).length > 0) low = half
    else high = half
  }
  return low
}

const PRECISE_M = 0.05

/** Of all boundary together, metres along and across the heading. */
const extentM = (
  polygons: readonly PolygonXY[],
  headingDeg: number,
): { readonly along: number; readonly across: number } => {
  const heading = (headingDeg * Math.PI) / 180
  const [x, y] = [Math.sin(heading), Math.cos(heading)]
  let [along, across] = [0, 0]
  for (const { a, b } of edgesOf(polygons)) {
    along += Math.abs((b[0] - a[0]) * x + (b[1] - a[1]) * y)
    across += Math.abs((b[0] - a[0]) * y - (b[1] - a[1]) * x)
  }
  return { along, across }
}

const limitsOf = (field: Field): { readonly limits: Limits; readonly areaM2: number } => {
  const { obstacles, clearanceM } = machineOn(field, SETTINGS)
  const ground = difference([{ outer: field.polygon.outer, holes: [] }], union(offset(obstacles, clearanceM)))
  const areaM2 = totalAreaM2(ground)
  const ratio = (metres: number): number => (metres * WIDTH_M) / areaM2
  let passesM = 0
  let edges = 0
  let inner: PolygonXY[] = ground
  for (let level = 0; level < SETTINGS.laps; level++) {
    const centre = roundedTo(offset(ground, -(WIDTH_M / 2 + level * PITCH_M)), RADIUS_M)
    const rings = ringsOf(centre)
    edges += rings.length
    passesM += rings.reduce((sum, ring) => sum + lengthM([...ring, ...ring.slice(0, 1)]), 0)
    inner = offset(centre, -WIDTH_M / 2)
  }
  const isFree = ROUGHS.includes(field.cls)
  const { along, across } = extentM(inner, field.alongDeg)
  // Rows in any direction pass the largest disc of each part side by side.
  const rowCount = isFree ? inner.reduce((sum, part) => sum + (2 * inradiusM(part)) / PITCH_M, 0) : across / 2 / PITCH_M
  const least = {
    passes: ratio(passesM),
    rows: ratio(totalAreaM2(inner) / PITCH_M),
    turns: ratio(turnM() * rowCount),
    lanes: ratio(LANE_M * edges),
  }
  return {
    areaM2,
    limits: {
      ...least,
      slanted: isFree ? 0 : ratio(along / 2),
      least: least.passes + least.rows + least.turns + least.lanes,
    },
  }
}

/** Ratios of what the planner drives. */
interface Driven {
  readonly laps: number
  readonly swaths: number
  readonly turnsOn: number
  readonly turnsOff: number
  readonly transits: number
  readonly ratio: number
}

const drivenOf = (field: Field, areaM2: number): Driven => {
  const { legs } = planField(field, SETTINGS)
  const ratioOf = (wanted: (leg: (typeof legs)[number]) => boolean): number =>
    (legs.filter(wanted).reduce((sum, { points }) => sum + lengthM(points), 0) * WIDTH_M) / areaM2
  return {
    laps: ratioOf(({ kind }) => kind === 'lap'),
    swaths: ratioOf(({ kind }) => kind === 'swath'),
    turnsOn: ratioOf(({ kind, bladeOn }) => kind === 'turn' && bladeOn),
    turnsOff: ratioOf(({ kind, bladeOn }) => kind === 'turn' && !bladeOn),
    transits: ratioOf(({ kind }) => kind === 'transit'),
    ratio: ratioOf(() => true),
  }
}

const LIMITS = ['passes', 'rows', 'turns', 'lanes', 'least', 'slanted'] as const
const DRIVEN = ['laps', 'swaths', 'turnsOn', 'turnsOff', 'transits', 'ratio'] as const

const HEADER = ['fields', ...LIMITS, ...DRIVEN]

const show = (name: string, fields: readonly Field[]): void => {
  const rows = fields.map(field => {
    const { limits, areaM2 } = limitsOf(field)
    return { ...limits, ...drivenOf(field, areaM2) }
  })
  const cells = [...LIMITS, ...DRIVEN].map(part => middle(rows.map(row => row[part])).toFixed(3))
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}

const data = process.argv[2] ?? ''
const publicFields = readFields(join(data, 'fields'))
const courses = join(data, 'courses')
const drawn = (existsSync(courses) ? readdirSync(courses) : [])
  .filter(name => name.endsWith('.geojson'))
  .sort()
  .flatMap(name => readCourse(join(courses, name)))
console.log(`| ${HEADER.join(' | ')} |\n| ${HEADER.map(() => '---').join(' | ')} |`)
for (const field of publicFields) show(field.name, [field])
show('public fields, median', publicFields)
for (const [of, fields] of [
  ['public', publicFields],
  ['drawn', drawn],
] as const)
  for (const cls of ['fairway', 'green', 'rough', 'tee']) {
    const wanted = fields.filter(field => field.cls === cls)
    if (wanted.length > 0) show(`${cls}, ${of}, median of ${wanted.length}`, wanted)
  }
