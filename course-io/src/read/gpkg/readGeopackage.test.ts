import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fixture } from '@greensward/testing/fixtures'
import { expect, test } from 'vitest'
import { preview, refusal } from '../../testing/importFile.ts'

const COURSE = new Uint8Array(readFileSync(fixture('course/course.gpkg')))

/** The course after statements of a stranger. */
const changed = (...statements: readonly string[]): Uint8Array => {
  const db = new DatabaseSync(':memory:', { defensive: false })
  db.deserialize(COURSE)
  for (const statement of statements) db.exec(statement)
  const bytes = db.serialize()
  db.close()
  return bytes
}

/** Its only layer. */
const LAYER = 'course'

test.each(['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys'])(
  'refuses a view as %s: no timeout ends a query that never answers',
  table => {
    const file = changed(
      'pragma legacy_alter_table = on',
      `alter table ${table} rename to kept`,
      `create view ${table} as select * from kept`,
    )
    expect(refusal(file)).toMatchObject({ reason: 'gpkg', code: 'badGpkg' })
  },
)

test.each([1, 1_000, 3_000, 4_096, 40_000])('refuses a file that lacks its last %i bytes', missing => {
  expect(refusal(COURSE.slice(0, -missing))).toMatchObject({
    reason: 'gpkg',
    params: { why: { code: 'endsTooEarly' } },
  })
})

test('reads no virtual table that claims to be a stored one', () => {
  const file = changed(
    'create table claimed (name text)',
    "insert into gpkg_contents (table_name, data_type, srs_id) values ('claimed', 'features', 4326)",
    "insert into gpkg_geometry_columns values ('claimed', 'name', 'POINT', 4326, 0, 0)",
    'pragma writable_schema = on',
    "update sqlite_master set sql = 'CREATE VIRTUAL TABLE claimed USING dbstat(main)' where name = 'claimed'",
  )
  expect(preview(file)).toEqual(preview(COURSE))
})

test('computes no column of a stranger', () => {
  // The function fails when it is called.
  const file = changed(`alter table ${LAYER} add column bad integer as (abs(-9223372036854775808)) virtual`)
  expect(preview(file)).toEqual(preview(COURSE))
})

test('reads a layer once, however often it is listed', () => {
  const file = changed(
    'pragma foreign_keys = off',
    'create table listed as select * from gpkg_contents',
    'drop table gpkg_contents',
    'alter table listed rename to gpkg_contents',
    'insert into gpkg_contents select * from gpkg_contents',
  )
  expect(preview(file)).toEqual(preview(COURSE))
})

test('refuses rows that together are larger than any file', () => {
  // Rows from before a column was added share its default value.
  const file = changed(`alter table ${LAYER} add column padding text default '${'x'.repeat(16_000_000)}'`)
  expect(refusal(file)).toMatchObject({ reason: 'gpkg', code: 'badGpkg' })
})

test('reads a file that was copied while another program had it open', () => {
  const file = COURSE.slice()
  // The versions of the format for writing and reading: 2 is a write-ahead log.
  file.fill(2, 18, 20)
  expect(preview(file)).toEqual(preview(COURSE))
})

test('leaves out of tagged data what its tags do not name, as from GeoJSON', () => {
  const file = changed(
    `insert into ${LAYER} (geom, highway, name) select geom, 'residential', 'High Street' from ${LAYER} where golf = 'hole'`,
    `insert into ${LAYER} (geom, name) select geom, 'Somewhere' from ${LAYER} where golf = 'green'`,
  )
  const { counts, ignored } = preview(file)
  const whole = preview(COURSE)
  expect(counts).toEqual(whole.counts)
  expect(ignored).toEqual({ ...whole.ignored, 'highway=residential': 3, untagged: 3 })
})

test('reads a drawing without tags by its names and shapes', () => {
  const { counts } = preview(
    changed(`update ${LAYER} set name = coalesce(name, golf), golf = null, highway = null, leisure = null`),
  )
  expect(counts.hole).toBe(3)
  expect(counts.zone).toBe(preview(COURSE).counts.zone)
})
