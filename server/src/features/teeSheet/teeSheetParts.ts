/** The dependencies that the routes of tee sheets share. */
import type { Context } from '../../platform/context.ts'
import type { Seal } from '../../platform/sealing.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import type { TeeSheetReader } from './readTeeSheets.ts'
import type { AddressWatch } from './watchAddress.ts'

export interface TeeSheetParts {
  readonly ctx: Context
  readonly course: CurrentCourse
  readonly seal: Seal
  readonly reader: TeeSheetReader
  readonly watch: AddressWatch
  /** Notifies every screen that tee sheets have changed. */
  readonly changed: () => void
}
