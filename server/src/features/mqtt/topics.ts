/** The topics that Greensward publishes and reads; docs/exchange.md lists them. */
export const ONLINE = 'online'
export const OFFLINE = 'offline'

export const topicsOf = (prefix: string) => ({
  /** Whether Greensward is connected; the broker itself sets it to `offline` once we are gone. */
  status: `${prefix}/status`,
  course: `${prefix}/course`,
  stopAll: `${prefix}/stop`,
  /** Of a test of the connection. */
  test: `${prefix}/test`,
  state: (id: string) => `${prefix}/mower/${id}/state`,
  availability: (id: string) => `${prefix}/mower/${id}/availability`,
  position: (id: string) => `${prefix}/mower/${id}/position`,
  command: (id: string) => `${prefix}/mower/${id}/command`,
  stop: (id: string) => `${prefix}/mower/${id}/stop`,
  result: (id: string) => `${prefix}/mower/${id}/result`,
})
export type Topics = ReturnType<typeof topicsOf>
