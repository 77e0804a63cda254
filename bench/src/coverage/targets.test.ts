import { describe, expect, it } from 'vitest'
import type { FleetRow } from '../fleetRounds.ts'
import type { Row, Table } from './table.ts'
import { type Measured, targetsOf } from './targets.ts'

const row = (field: string, part: Partial<Row>): Row => ({
  field,
  cls: 'fairway',
  warnings: [],
  areaM2: 1000,
  coverage: 99.9,
  limit: 100,
  overlap: 5,
  outside: 0,
  legsOutsideM: 0,
  patchesM2: [],
  cutOffM2: 0,
  transit: 5,
  ratio: 1.1,
  gapM: 0,
  bends: { tightLaps: 0, onLaps: [], elsewhere: [] },
  ...part,
})
const SETTINGS = { widthM: 2, overlapM: 0.08, body: undefined, laps: 2, radiusM: 1, headings: 60 }
const table = (name: string, rows: Row[]): Table => ({ name, settings: SETTINGS, rows, notPlanned: [] })
const NOTHING: Measured = {
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
const targetNamed = (measured: Partial<Measured>, start: string) =>
  targetsOf({ ...NOTHING, ...measured }).find(({ name }) => name.startsWith(start))

describe('targetsOf', () => {
  it('says by how much a target is missed and names the fields, worst first', () => {
    const rows = [
      row('small', { areaM2: 50, coverage: 90 }),
      row('good', {}),
      row('bad', { coverage: 99.2 }),
      row('worse', { coverage: 98.4 }),
    ]
    const target = targetNamed({ drawn: [table('course', rows)] }, 'coverage under')
    expect(target?.measured).toBeCloseTo(1.6, 6)
    expect(target?.missedBy).toBeCloseTo(1, 6)
    expect(target?.fields).toEqual(['course: worse', 'course: bad'])
  })

  it('measures the worst of the fields where all of them meet a target', () => {
    const rows = [row('fine', { patchesM2: [0.1] }), row('finer', {}), row('worst', { patchesM2: [0.4, 0.3] })]
    const target = targetNamed({ drawn: [table('course', rows)] }, 'largest uncut')
    expect(target).toMatchObject({ measured: 0.4, missedBy: 0, fields: [] })
  })

  it('counts tight laps only of plans that do not warn', () => {
    const bends = { tightLaps: 1, onLaps: [[0, 0]], elsewhere: [] } satisfies Row['bends']
    const rows = [row('warned', { bends, warnings: ['turnRadiusNotKept'] }), row('silent', { bends })]
    const target = targetNamed({ generated: [table('made', rows)] }, 'laps tighter')
    expect(target).toMatchObject({ measured: 1, missedBy: 1, fields: ['made: silent'] })
  })

  it('judges the seconds of a fleet on courses of the size that the target is for', () => {
    const rounds = {
      course: 'a',
      fleet: 'equal',
      mowers: 8,
      zones: 150,
      corners: 0,
      networkS: 1,
      orderS: 1.5,
      makespanH: 3,
      boundH: 2.9,
      ratio: 1.03,
      noWay: 0,
      enclosed: 5,
      left: 0,
    } satisfies FleetRow
    const fleet = [
      rounds,
      { ...rounds, course: 'b', zones: 291, orderS: 9 },
      { ...rounds, fleet: 'mixed', orderS: 8 } as const,
    ]
    expect(targetNamed({ fleet }, 'fleet: a course of up to 174')).toMatchObject({ measured: 2.5, missedBy: 0 })
    expect(targetNamed({ fleet }, 'fleet: courses of up to 291')).toMatchObject({ measured: 9, missedBy: 1 })
    expect(targetNamed({ fleet }, 'fleet: zones without')).toMatchObject({ measured: 0, missedBy: 0 })
  })

  it('measures nothing where nothing was planned', () => {
    for (const { measured, missedBy } of targetsOf(NOTHING)) expect([measured, missedBy]).toEqual([null, null])
  })
})
