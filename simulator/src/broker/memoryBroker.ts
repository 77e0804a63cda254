/** A broker in memory on the clock of a test: it keeps retained messages, and delivers in order and a moment later. */
import type { Clock } from '@greensward/vehicle'

export interface MemoryClient {
  publish(topic: string, payload: string, isRetained: boolean): void
  /** Also gets what the broker has kept, marked as that. */
  subscribe(topics: readonly string[], receive: (topic: string, payload: string, isRetained: boolean) => void): void
  /** Nothing gets through in either direction while it is false. */
  isConnected: boolean
}

const DELAY_MS = 20

export const createMemoryBroker = (clock: Clock): { connect(): MemoryClient } => {
  const kept = new Map<string, string>()
  const deliveries: ((topic: string, payload: string) => void)[] = []
  return {
    connect: () => {
      const client: MemoryClient = {
        isConnected: true,
        publish: (topic, payload, isRetained) => {
          if (!client.isConnected) return
          if (isRetained) kept.set(topic, payload)
          for (const deliver of deliveries) deliver(topic, payload)
        },
        subscribe: (topics, receive) => {
          const later = (topic: string, payload: string, isRetained: boolean): void => {
            if (client.isConnected) clock.setTimeout(() => receive(topic, payload, isRetained), DELAY_MS)
          }
          for (const topic of topics) {
            const payload = kept.get(topic)
            if (payload !== undefined) later(topic, payload, true)
          }
          deliveries.push((topic, payload) => {
            if (topics.includes(topic)) later(topic, payload, false)
          })
        },
      }
      return client
    },
  }
}
