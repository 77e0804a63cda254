/** The open part of the restaurant, as the address has it. */

const VIEWS = ['menu', 'orders', 'preview'] as const
export type RestaurantView = (typeof VIEWS)[number]
export const RESTAURANT_VIEWS: readonly RestaurantView[] = VIEWS

export interface RestaurantSearch {
  readonly view?: RestaurantView
}

export function restaurantSearch(search: Record<string, unknown>): RestaurantSearch {
  const view = VIEWS.find(name => name === search.view)
  return view === undefined ? {} : { view }
}
