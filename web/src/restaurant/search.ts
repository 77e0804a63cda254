/** Which part of the restaurant is open, as it stands in the address. */

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
