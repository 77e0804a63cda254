/** The cart that staff look at, kept in the address so that a view can be shared. */
export const playerSearch = (search: Record<string, unknown>): { readonly cart?: string } =>
  typeof search.cart === 'string' ? { cart: search.cart } : {}
