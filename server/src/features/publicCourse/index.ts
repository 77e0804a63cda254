/** The course's own page, for anybody who has its address. */

import { calls } from '@greensward/contract'
import { type MapSettings, publicCourseOf } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readZoneTypes } from '../../shared/missionLife/machinesStore.ts'

export interface PublicCoursePorts {
  mapSettings(): Promise<Pick<MapSettings, 'publicCourse' | 'courseName' | 'degree'>>
}

export const createPublicCourse = (
  ctx: Context,
  course: CurrentCourse,
  { mapSettings }: PublicCoursePorts,
): Feature => ({
  routes: [
    route(
      calls.publicCourse.get,
      async () => {
        const settings = await mapSettings()
        if (!settings.publicCourse) return refuse('notFound')
        return publicCourseOf(await course.read(), await readZoneTypes(ctx.db), settings)
      },
      { perMinute: 60 },
    ),
  ],
})
