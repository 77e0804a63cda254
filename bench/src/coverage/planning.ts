/** A field planned as the product plans a mission. */
import { mowingPattern, OBSTACLE_CLEARANCE_M } from '@greensward/domain'
import {
  type CoveragePlan,
  type CoverageRequest,
  type MowingPattern,
  type PolygonXY,
  planCoverage,
  rimClearanceM,
} from '@greensward/geometry'
import type { Field } from './fields.ts'
import type { JudgedMachine } from './judge/areas.ts'
import type { Settings } from './options.ts'

/** To a machine with a body the holes of a field are what it has to keep out of. */
const obstaclesOf = ({ polygon: { holes } }: Field, { body }: Settings): PolygonXY[] =>
  body === undefined ? [] : holes.map(hole => ({ outer: [...hole].reverse(), holes: [] }))

const clearanceOf = ({ body, widthM, radiusM }: Settings): number =>
  body === undefined ? 0 : rimClearanceM(body, widthM, radiusM, OBSTACLE_CLEARANCE_M)

export const machineOn = (field: Field, settings: Settings): JudgedMachine => ({
  widthM: settings.widthM,
  radiusM: settings.radiusM,
  body: settings.body,
  obstacles: obstaclesOf(field, settings),
  clearanceM: clearanceOf(settings),
})

const headingsOf = (field: Field, { headings }: Settings): number | number[] =>
  headings === 1 ? field.alongDeg : Array.from({ length: headings }, (_, i) => (i * 180) / headings)

/** A new course allows every pattern on its roughs. */
export const ROUGHS = ['rough', 'band']

const patternsOn = ({ cls }: Field, { pattern }: Settings): readonly MowingPattern[] =>
  pattern ?? (ROUGHS.includes(cls) ? mowingPattern.options : ['straight'])

/** One speed for everything, as the figures are lengths: the quickest heading is then the shortest drive. */
const SPEED_MPS = 1.5

export const requestFor = (
  field: Field,
  settings: Settings,
  headingDeg = headingsOf(field, settings),
): CoverageRequest => ({
  boundary: settings.body === undefined ? field.polygon : { outer: field.polygon.outer, holes: [] },
  obstacles: obstaclesOf(field, settings).map(polygon => ({ polygon, clearanceM: clearanceOf(settings) })),
  workingWidthM: settings.widthM,
  overlapM: settings.overlapM,
  headingDeg,
  headland: { count: settings.laps, direction: 'clockwise', when: 'before' },
  turnScheme: 'oneInOne',
  minTurnRadiusM: settings.radiusM,
  speeds: { mowingMps: SPEED_MPS, transitMps: SPEED_MPS, turningMps: SPEED_MPS },
  pattern: patternsOn(field, settings),
  ...(settings.body === undefined ? {} : { body: settings.body }),
})

export const planField = (field: Field, settings: Settings): CoveragePlan => planCoverage(requestFor(field, settings))
