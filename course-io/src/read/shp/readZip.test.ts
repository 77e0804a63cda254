import { readFileSync } from 'node:fs'
import { fixture } from '@greensward/testing/fixtures'
import { unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { preview, refusal } from '../../testing/importFile.ts'

const COURSE = unzipSync(readFileSync(fixture('course/course-shapefile.zip')))

/** The course with its areas declared as another kind of shape. */
const ofKind = (kind: number): Uint8Array => {
  const areas = new Uint8Array(COURSE['areas.shp'] ?? [])
  new DataView(areas.buffer).setInt32(32, kind, true)
  return zipSync({ ...COURSE, 'areas.shp': areas })
}

test.each([31, 51, 54])('refuses shapes of kind %d: patches in space were points, and curves "damaged"', kind => {
  expect(refusal(ofKind(kind))).toMatchObject({ reason: 'shp', code: 'shpKind', params: { name: 'areas.shp', kind } })
})

test('reads areas with measures', () => {
  expect(preview(ofKind(25)).counts).toEqual(preview(ofKind(5)).counts)
})
