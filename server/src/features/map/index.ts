/** The map: read whole, changed by diffs, undone, imported and exported. */

import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import type { MapEditor } from '../../shared/course/mapEditor.ts'
import type { ChangePorts } from './changeCourse.ts'
import { changeRoutes } from './changeRoutes.ts'
import { createCourseChecks } from './courseChecks.ts'
import { createExports } from './export/exports.ts'
import { historyRoutes } from './historyRoutes.ts'
import { importRoutes } from './importRoutes.ts'
import { createImports } from './imports.ts'
import { createMapEditor } from './mapEditor.ts'
import { readRoutes } from './readRoutes.ts'
import { versionRoutes } from './versionRoutes.ts'

export { forgetOldDrafts } from './importDraftStore.ts'
export { seedCourse } from './seedCourse.ts'

export const createMapFeature = (ctx: Context, course: CurrentCourse): Feature & { readonly editor: MapEditor } => {
  const checks = createCourseChecks()
  const ports: ChangePorts = { ctx, course, checks }
  const imports = createImports(ctx, course)
  const exports = createExports(ctx, course)
  return {
    editor: createMapEditor(ports),
    routes: [
      ...readRoutes(course, exports),
      ...changeRoutes(ports),
      ...importRoutes(ports, imports),
      ...historyRoutes(ports),
      ...versionRoutes(ctx, course),
    ],
    stop: async () => {
      await Promise.all([imports.close(), exports.close(), checks.close()])
    },
  }
}
