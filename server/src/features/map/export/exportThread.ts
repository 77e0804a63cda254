import type { ExportFormat } from '@greensward/contract'
import { courseNames } from '@greensward/course-io/columns'
import { writeCourse } from '@greensward/course-io/write'
import type { CourseFeature, ZoneType } from '@greensward/domain'
import { serveThread } from '../../../platform/threads/serveThread.ts'

export interface ExportInput {
  readonly format: ExportFormat
  /** JSON of a list of features: copying them as they are holds the event loop up. */
  readonly featuresJson: string
  /** Features that are not exported may still be named: the holes of zones. */
  readonly course: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly courseName: string
  readonly changedAt: string
}

serveThread<ExportInput, Uint8Array>(({ featuresJson, ...input }) => {
  const features: readonly CourseFeature[] = JSON.parse(featuresJson)
  return writeCourse({ ...input, features }, courseNames(input.course, input.zoneTypes))
})
