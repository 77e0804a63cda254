/** Everything a fresh deployment is filled with: course, machines, clubhouse. */
import type { CostRates, CourseFeature, Position } from '@greensward/domain'
import {
  CATEGORIES,
  type DemoCategory,
  type DemoDish,
  type DemoTechnicalNumber,
  DISHES,
  TECHNICAL_NUMBERS,
} from './course/clubhouse.ts'
import { courseFeatures } from './course/features.ts'
import {
  BASES,
  BLADES,
  CARTS,
  COST_RATES,
  type DemoBase,
  type DemoBlade,
  type DemoCart,
  type DemoMower,
  MOWERS,
} from './course/fleet.ts'
import { type Bounds, CENTRE, COURSE_NAME, siteBounds, TIME_ZONE } from './course/site.ts'
import { type DemoZoneType, ZONE_TYPES } from './course/zoneTypes.ts'

export interface DemoCourse {
  readonly name: string
  /** IANA name. */
  readonly timeZone: string
  readonly centre: Position
  readonly bounds: Bounds
  readonly zoneTypes: readonly DemoZoneType[]
  readonly blades: readonly DemoBlade[]
  readonly mowers: readonly DemoMower[]
  readonly bases: readonly DemoBase[]
  readonly carts: readonly DemoCart[]
  readonly costRates: CostRates
  readonly features: readonly CourseFeature[]
  readonly technicalNumbers: readonly DemoTechnicalNumber[]
  readonly categories: readonly DemoCategory[]
  readonly dishes: readonly DemoDish[]
}

/** The same at every call, identities included. */
export const demoCourse = (): DemoCourse => ({
  name: COURSE_NAME,
  timeZone: TIME_ZONE,
  centre: [CENTRE[0], CENTRE[1]],
  bounds: siteBounds(),
  zoneTypes: Object.values(ZONE_TYPES),
  blades: BLADES,
  mowers: MOWERS,
  bases: BASES,
  carts: CARTS,
  costRates: COST_RATES,
  // Drawing them takes a second: only for those who ask for them.
  get features() {
    return courseFeatures()
  },
  technicalNumbers: TECHNICAL_NUMBERS,
  categories: CATEGORIES,
  dishes: DISHES,
})
