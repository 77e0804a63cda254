/** Tee sheets: entered, imported or read from an address. The schedule and the pre-start checks follow them. */
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { openSeal } from '../../platform/sealing.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { addressRoutes } from './addressRoutes.ts'
import { importRoutes } from './importRoutes.ts'
import { createTeeSheetReader } from './readTeeSheets.ts'
import type { TeeSheetParts } from './teeSheetParts.ts'
import { teeSheetRoutes } from './teeSheetRoutes.ts'
import { createAddressWatch } from './watchAddress.ts'

export const createTeeSheetFeature = (ctx: Context, course: CurrentCourse): Feature => {
  const seal = openSeal(ctx.config.sharedDir)
  const reader = createTeeSheetReader(ctx, course)
  const watch = createAddressWatch(ctx, seal, reader)
  const changed = (): void => ctx.live.publish('settings', 'changed', { subject: 'teeSheet' })
  const parts: TeeSheetParts = { ctx, course, seal, reader, watch, changed }
  return {
    routes: [...teeSheetRoutes(parts), ...importRoutes(parts), ...addressRoutes(parts)],
    start: async () => watch.start(),
    stop: async () => {
      await watch.close()
      await reader.close()
    },
  }
}
