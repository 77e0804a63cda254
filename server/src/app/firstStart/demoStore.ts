/** Fills an empty database with the demo course. */
import type { DemoCourse } from '@greensward/demo'
import type { Mower, Position } from '@greensward/domain'
import { DEFAULT_MAP_SETTINGS, type StoredMapSettings } from '../../features/settings/index.ts'
import type { Tx } from '../../platform/db/database.ts'
import {
  bases,
  blades,
  carts,
  categories,
  dishes,
  mowers,
  settings,
  technicalNumbers,
  zoneTypes,
} from '../../platform/db/schema/index.ts'
import { RATES } from '../../shared/missionLife/ratesStore.ts'

const settingsOf = ({ name, timeZone, centre, bounds }: DemoCourse): StoredMapSettings => ({
  ...DEFAULT_MAP_SETTINGS,
  courseName: name,
  timeZone,
  centerLon: centre[0],
  centerLat: centre[1],
  topLeftLon: bounds.west,
  topLeftLat: bounds.north,
  bottomRightLon: bounds.east,
  bottomRightLat: bounds.south,
  minZoom: 14,
  defaultZoom: 16,
})

type DemoMower = Omit<Mower, 'updatedAt'> & { readonly home: Position; readonly headingDeg: number }

/** Everything but the map, which is written through the map's own interface. */
export const addDemoCourse = async (
  tx: Tx,
  course: DemoCourse,
  fleet: readonly DemoMower[],
  updatedAt: Date,
): Promise<void> => {
  await tx.insert(settings).values([
    { name: 'map', value: settingsOf(course), updatedAt },
    { name: RATES, value: course.costRates, updatedAt },
  ])
  await tx
    .insert(zoneTypes)
    .values(course.zoneTypes.map(type => ({ ...type, directions: [...type.directions], updatedAt })))
  await tx.insert(blades).values(course.blades.map(blade => ({ ...blade, updatedAt })))
  await tx.insert(mowers).values(fleet.map(({ home: _, headingDeg: __, ...mower }) => ({ ...mower, updatedAt })))
  const parked = new Set(fleet.map(({ id }) => id))
  await tx.insert(bases).values(
    course.bases.map(base => ({
      ...base,
      approach: [...base.approach],
      mowerId: base.mowerId !== null && parked.has(base.mowerId) ? base.mowerId : null,
      updatedAt,
    })),
  )
  await tx.insert(carts).values(course.carts.map(cart => ({ ...cart, updatedAt })))
  await tx.insert(technicalNumbers).values(course.technicalNumbers.map(number => ({ ...number, updatedAt })))
  await tx.insert(categories).values(course.categories.map(category => ({ ...category, updatedAt })))
  await tx.insert(dishes).values(course.dishes.map(dish => ({ ...dish, updatedAt })))
}
