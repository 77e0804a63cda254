import {
  type Blade,
  type CourseMap,
  type MissionPlan,
  missionGround,
  mownProgress,
  mownProgressFrom,
  targetFeature,
  type ZoneType,
} from '@greensward/domain'
import type { Context } from '../../../platform/context.ts'
import type { CurrentCourse } from '../../../shared/course/currentCourse.ts'
import { readBlade, readZoneTypes } from '../../../shared/missionLife/machinesStore.ts'
import { type MissionRow, targetOf } from '../../../shared/missionLife/missionsStore.ts'
import { apartM } from '../../../shared/missionLife/pathLength.ts'
import { groundFeatures } from '../../../shared/missionLife/planner.ts'
import type { Extent } from './progressTracker.ts'

/** Without mowing, such as on a road, the share is that of the path. */
const pathExtent = (lengthM: number, saved: string | null): Extent => {
  let drivenM = Number.parseFloat(saved ?? '') || 0
  return {
    add: (from, to) => {
      drivenM += apartM(from, to)
    },
    get share() {
      return lengthM > 0 ? Math.min(1, drivenM / lengthM) : 0
    },
    cutM2: 0,
    packed: () => drivenM.toFixed(1),
  }
}

/** What the extent of a mission depends on beside its plan. */
interface ExtentFacts {
  readonly map: CourseMap
  readonly zoneTypes: readonly ZoneType[]
  readonly blade: Pick<Blade, 'widthM'> | undefined
  readonly now: Date
}

/** Cells of the field for missions that mow, metres of the path for those that do not. */
export const extentOn = (
  { map, zoneTypes, blade, now }: ExtentFacts,
  row: MissionRow,
  plan: MissionPlan,
  saved: string | null,
): Extent => {
  const target = targetOf(row)
  const feature = targetFeature(map.features, target)
  if (feature === undefined || feature.kind === 'road' || blade === undefined)
    return pathExtent(plan.stats.lengthM, saved)
  const ground = missionGround({ features: groundFeatures(map, feature), zoneTypes, target, at: now.toISOString() })
  if (!ground.ok) return pathExtent(plan.stats.lengthM, saved)
  const { widthM } = blade
  const kept = saved === null ? undefined : mownProgressFrom(ground.value, widthM, saved)
  const progress = kept?.ok === true ? kept.value : mownProgress(ground.value, widthM)
  return {
    add: (from, to, bladeOn) => {
      if (bladeOn) progress.mow(from, to, widthM)
    },
    get share() {
      return progress.share()
    },
    get cutM2() {
      return progress.cutM2()
    },
    packed: () => progress.save(),
  }
}

/** By the map, the types of zones and the blade of now. */
export const extentOf = async (
  { ctx, course }: { readonly ctx: Context; readonly course: CurrentCourse },
  row: MissionRow,
  plan: MissionPlan,
  saved: string | null,
): Promise<Extent> => {
  const map = await course.read()
  const blade = await readBlade(ctx.db, row.bladeId)
  const zoneTypes = await readZoneTypes(ctx.db)
  return extentOn({ map, zoneTypes, blade, now: ctx.clock.now() }, row, plan, saved)
}
