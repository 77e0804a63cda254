/** The reading of a vehicle's service, without its shapes: the first load invalidates it, and its screen loads the call. */
export const serviceReading = <const P extends 'mowers' | 'carts'>(path: P) => ({
  method: 'GET' as const,
  path: `${path}/{id}/service` as const,
})
