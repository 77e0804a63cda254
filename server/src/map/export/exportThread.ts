import type { CourseFeature, ZoneType } from '@greensward/domain'
import type { ExportFormat } from '@greensward/domain/contract'
import { courseNames } from '../../course/flatFeature.ts'
import { serveThread } from '../../threads/serveThread.ts'
import { writeCourse } from './writeCourse.ts'

export interface ExportInput {
  readonly format: ExportFormat
  readonly features: readonly CourseFeature[]
  /** What is not exported may still be named: the holes of zones. */
  readonly course: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly courseName: string
  readonly changedAt: string
}

serveThread<ExportInput, Uint8Array>(input => writeCourse(input, courseNames(input.course, input.zoneTypes)))
