/** What features tell each other without knowing each other. In one process; listeners run after the one who emits. */
import type { Mission, Notification, RoleSlug } from '@greensward/domain'

/** A notification to be stored and shown; nobody sees it before it is stored. */
export interface Notice {
  readonly level: Notification['level']
  readonly subject: Notification['subject']
  readonly subjectId: string | null
  readonly kind: string
  readonly values: Notification['values']
  /** Absent addresses every role that may read notifications about this subject. */
  readonly roles?: readonly RoleSlug[]
}

export interface EventMap {
  /** A mission was created or changed, after commit. */
  missionChanged: { readonly mission: Mission }
  missionDeleted: { readonly id: string }
  /** The map has a new revision, after commit. */
  mapChanged: { readonly revision: number; readonly touchedIds: readonly string[] }
  /** Mowers, carts or blades were edited, after commit. */
  garageChanged: { readonly subject: 'mowers' | 'carts' | 'blades' }
  /** Map settings were edited, after commit; rain mode is one of them. */
  settingsChanged: { readonly subject: 'map' | 'buggy' | 'zoneTypes' }
  /** The weather source was read. */
  weatherChanged: Record<never, never>
  /** A raster was listed that was not uploaded. */
  rasterAdded: Record<never, never>
  /** These sessions are over: their sockets end. */
  sessionsEnded: { readonly sessionIds: readonly string[] }
  notice: Notice
}

export interface Events {
  emit<K extends keyof EventMap>(name: K, payload: EventMap[K]): void
  /** Returns what takes the listener away again. */
  on<K extends keyof EventMap>(name: K, listener: (payload: EventMap[K]) => void | Promise<void>): () => void
}

/** @param onError a listener that fails neither stops the others nor the one who emitted */
export const createEvents = (onError: (error: unknown, event: string) => void): Events => {
  const listeners = new Map<keyof EventMap, Set<(payload: never) => void | Promise<void>>>()
  return {
    emit: (name, payload) => {
      for (const listener of listeners.get(name) ?? []) {
        queueMicrotask(() => {
          try {
            const done = (listener as (payload: unknown) => void | Promise<void>)(payload)
            if (done instanceof Promise) done.catch((error: unknown) => onError(error, name))
          } catch (error) {
            onError(error, name)
          }
        })
      }
    },
    on: (name, listener) => {
      const known = listeners.get(name) ?? new Set()
      listeners.set(name, known)
      known.add(listener)
      return () => known.delete(listener)
    },
  }
}
