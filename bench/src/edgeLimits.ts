/**
 * What the permitted edge costs, from outlines alone: the share of each field that a disc of the working width reaches, and what is left
 * of it where headland passes bend no tighter than keeps the body within its overhang. Then, of the turns and transits that the planner
 * leads over the edge, the metres between pieces of the field that are not connected for a body that drives straight ahead.
 * `node bench/src/edgeLimits.ts DATA`
 */
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bodyOf, swathOverlapM } from '@greensward/domain'
import {
  contains,
  difference,
  offset,
  type PolygonXY,
  type PolylineXY,
  totalAreaM2,
  union,
  type XY,
} from '@greensward/geometry'
import { type Field, readCourse, readFields } from './coverage/fields.ts'
import { judgeBody, PERMITTED_OVER_EDGE_M } from './coverage/judge/body.ts'
import type { Settings } from './coverage/options.ts'
import { machineOn, planField } from './coverage/planning.ts'
import { middle } from './coverage/timing.ts'

const WIDTH_M = 2
const BODY = { ...bodyOf({ widthM: 2.2 }), lengthM: 2.6 }
const SETTINGS: Settings = {
  widthM: WIDTH_M,
  overlapM: swathOverlapM(WIDTH_M),
  laps: 2,
  radiusM: 1,
  headings: 1,
  body: BODY,
}
const TOLERANCE_M = 0.02
/** A field that loses more than this for the sake of its edge misses the target of coverage. */
const MOST_LOST = 0.6
const STEP_M = 0.2

/** Radius of the rim of the blade in the tightest bend whose outer corner of the body stays within the overhang. */
const rimRadiusM = (): number => {
  let radiusM = 0
  const overM = (): number => Math.hypot(radiusM + BODY.widthM / 2, BODY.lengthM / 2) - radiusM - WIDTH_M / 2
  while (overM() > PERMITTED_OVER_EDGE_M + TOLERANCE_M) radiusM += 0.01
  return radiusM + WIDTH_M / 2
}

const opened = (polygons: readonly PolygonXY[], radiusM: number): PolygonXY[] =>
  offset(offset(polygons, -radiusM), radiusM)

const RIM_M = rimRadiusM()

const limitsOf = (field: Field): { readonly disc: number; readonly within: number } => {
  const solid = [{ outer: field.polygon.outer, holes: [] }]
  const { obstacles, clearanceM } = machineOn(field, SETTINGS)
  const ground = difference(solid, union(offset(obstacles, clearanceM)))
  const discM2 = totalAreaM2(opened(ground, WIDTH_M / 2))
  const lostM2 = totalAreaM2(difference(opened(solid, WIDTH_M / 2), opened(solid, RIM_M)))
  const percent = (squareM: number): number => (100 * squareM) / totalAreaM2(ground)
  return { disc: percent(discM2), within: percent(Math.max(0, discM2 - lostM2)) }
}

const show = (name: string, fields: readonly Field[]): void => {
  const limits = fields.map(limitsOf)
  const losing = limits.filter(({ disc, within }) => disc - within > MOST_LOST).length
  const [disc, within] = [middle(limits.map(limit => limit.disc)), middle(limits.map(limit => limit.within))]
  console.log(
    `${name}: disc ${disc.toFixed(2)} %, body within ${within.toFixed(2)} %, ${losing} of ${fields.length} lose more than ${MOST_LOST}`,
  )
}

const dense = (line: PolylineXY): XY[] =>
  line.flatMap((to, i) => {
    const from = line[i - 1] ?? to
    const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / STEP_M))
    return Array.from({ length: steps }, (_, k): XY => {
      const share = (k + 1) / steps
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
    })
  })

/** Metres over the edge of turns and transits: between pieces of the ground for a body that drives straight ahead, and within one. */
const overOf = (field: Field): { readonly between: number; readonly within: number } => {
  const { obstacles } = machineOn(field, SETTINGS)
  const pieces = difference(
    offset([{ outer: field.polygon.outer, holes: [] }], PERMITTED_OVER_EDGE_M - BODY.widthM / 2),
    union(offset(obstacles, BODY.widthM / 2 + BODY.marginM)),
  )
  let [between, within] = [0, 0]
  for (const leg of planField(field, SETTINGS).legs) {
    if (leg.kind !== 'turn' && leg.kind !== 'transit') continue
    const { turn, transit } = judgeBody([leg], BODY, field.polygon, []).overEdgeM
    if (turn + transit === 0) continue
    const seen = new Set(dense(leg.points).map(at => pieces.findIndex(piece => contains(piece, at))))
    seen.delete(-1)
    if (seen.size === 1) within += turn + transit
    else between += turn + transit
  }
  return { between, within }
}

const data = process.argv[2] ?? ''
const publicFields = readFields(join(data, 'fields'))
show('public fields', publicFields)
const courses = join(data, 'courses')
for (const file of existsSync(courses) ? readdirSync(courses).filter(name => name.endsWith('.geojson')) : [])
  for (const cls of ['fairway', 'green', 'rough', 'tee']) {
    const fields = readCourse(join(courses, file), [cls])
    if (fields.length > 0) show(`${basename(file, '.geojson')} ${cls}`, fields)
  }
for (const field of publicFields) {
  const { between, within } = overOf(field)
  console.log(`${field.name}: over the edge between pieces ${between.toFixed(1)} m, within one ${within.toFixed(1)} m`)
}
