/** The course as a file, written in a thread of its own. */

import type { ExportFormat } from '@greensward/contract'
import type { CourseFeature, FeatureKind } from '@greensward/domain'
import type { Context } from '../../../platform/context.ts'
import { jsonInSlices } from '../../../platform/threads/jsonInSlices.ts'
import { createThreadPool } from '../../../platform/threads/threadPool.ts'
import { readCourseName } from '../../../shared/course/courseStore.ts'
import type { CurrentCourse } from '../../../shared/course/currentCourse.ts'
import { readZoneTypes } from '../../../shared/missionLife/machinesStore.ts'
import type { ExportInput } from './exportThread.ts'

export interface CourseFile {
  readonly bytes: Buffer
  readonly fileName: string
  readonly mediaType: string
}

export interface Exports {
  write(format: ExportFormat, kinds: readonly FeatureKind[] | undefined): Promise<CourseFile>
  close(): Promise<void>
}

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  geojson: 'application/geo+json; charset=utf-8',
  kml: 'application/vnd.google-earth.kml+xml; charset=utf-8',
  gpx: 'application/gpx+xml; charset=utf-8',
  gpkg: 'application/geopackage+sqlite3',
  shapefile: 'application/zip',
  dxf: 'application/zip',
}

/** Several files in one. */
const ZIPPED: readonly ExportFormat[] = ['shapefile', 'dxf']

export const createExports = (ctx: Context, course: CurrentCourse): Exports => {
  const pool = createThreadPool<ExportInput, Uint8Array>({
    script: new URL('./exportThread.ts', import.meta.url),
    size: 1,
    timeoutMs: 60_000,
    maxMemoryMb: 1_024,
  })
  return {
    write: async (format, kinds) => {
      const { revision, features } = await course.read()
      const isWanted = ({ kind }: CourseFeature): boolean => kinds === undefined || kinds.includes(kind)
      const bytes = await pool.run({
        format,
        featuresJson: await jsonInSlices(features.filter(isWanted)),
        course: features.filter(({ kind }) => kind === 'hole'),
        zoneTypes: await readZoneTypes(ctx.db),
        courseName: await readCourseName(ctx.db),
        changedAt: ctx.clock.now().toISOString(),
      })
      return {
        bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        fileName: `course-${revision}.${ZIPPED.includes(format) ? `${format}.zip` : format}`,
        mediaType: MEDIA_TYPES[format],
      }
    },
    close: () => pool.close(),
  }
}
