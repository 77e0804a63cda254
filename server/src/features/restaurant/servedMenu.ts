/** The menu as a golfer sees it at a moment: what is not served is left out. */

import type { Menu } from '@greensward/contract'
import { isServed } from '@greensward/domain'
import type { Reader } from '../../platform/db/database.ts'
import { readMenu, readTimeZone } from './restaurantStore.ts'

export const servedMenu = async (reader: Reader, at: Date): Promise<Menu> => {
  const timeZone = await readTimeZone(reader)
  const categories = (await readMenu(reader))
    .map(category => ({ ...category, dishes: category.dishes.filter(dish => isServed(dish, at, timeZone)) }))
    .filter(category => category.dishes.length > 0)
  return { categories }
}
