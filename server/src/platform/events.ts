/**
 * What features tell each other without knowing each other; listeners run after the one who emits. What changes what
 * every server holds in memory is passed on to the other servers, too.
 */
import type { Mission, MowerAutopilot, Notification, RoleSlug } from '@greensward/domain'
import type { Bus } from './bus/bus.ts'

/** A notification to be stored and shown; nobody sees it before it is stored. */
export interface Notice {
  readonly level: Notification['level']
  readonly subject: Notification['subject']
  readonly subjectId: string | null
  readonly kind: string
  readonly values: Notification['values']
  /** Absent addresses every role that may read notifications about this subject. */
  readonly roles?: readonly RoleSlug[]
  /** Other programs are called for it, and people are not notified: of what goes well in a shift they see enough. */
  readonly isForPrograms?: true
}

export interface EventMap {
  /** A mission was created or changed, after commit. */
  missionChanged: { readonly mission: Mission }
  missionDeleted: { readonly id: string }
  /** The map has a new revision, after commit. */
  mapChanged: { readonly revision: number; readonly touchedIds: readonly string[] }
  /** Mowers, their bases, carts or blades were edited, after commit. */
  garageChanged: { readonly subject: 'mowers' | 'bases' | 'carts' | 'blades' }
  /** Keys of trackers were made or withdrawn, after commit. */
  trackerKeysChanged: Record<never, never>
  /** Map settings were edited, after commit; rain mode is one of them. */
  settingsChanged: { readonly subject: 'map' | 'buggy' | 'zoneTypes' | 'courseMode' }
  /** The weather source was read. */
  weatherChanged: Record<never, never>
  /** A raster was listed that was not uploaded. */
  rasterAdded: Record<never, never>
  /** These sessions are over: their sockets end. */
  sessionsEnded: { readonly sessionIds: readonly string[] }
  /** An access token that may stop mowers was used for the first time; every gateway's own entrance lets it in by its hash. */
  stopTokenMet: {
    readonly hash: string
    readonly person: { readonly id: number; readonly fullname: string }
    readonly sessionId: string
  }
  /** A person stopped all mowers. The fleet has sent its own stops; features that control other mowers stop those. */
  stopAllAsked: { readonly user?: { readonly id: number | null; readonly fullname: string } }
  /** These tablets of carts were taken back: their sockets end. */
  tabletsEnded: { readonly deviceIds: readonly string[] }
  /** A mower drives its mission, though this server did not see its start, or its gateway has restarted since. */
  foundDriving: { readonly mowerId: string }
  /** The known state of a mower's autopilot changed. */
  autopilotChanged: { readonly autopilot: MowerAutopilot }
  /** The settings of corrections and recording changed, after commit. */
  linkChanged: Record<never, never>
  /** The settings of MQTT changed, after commit. */
  mqttChanged: Record<never, never>
  /** The settings of the maker's service of Automowers changed, after commit. */
  automowerChanged: Record<never, never>
  /** Somebody paused or parked an Automower, or all of them where its id is null: no start that was pressed before is sent any more. */
  automowerStopped: { readonly machineId: string | null; readonly action: 'pause' | 'park' | 'parkUntilNext' }
  notice: Notice
  /** Events of other servers may have been missed: everything held in memory is re-read. */
  missed: Record<never, never>
}

/** These reach the listeners of every server that listen everywhere. */
const PASSED_ON = [
  'missionChanged',
  'missionDeleted',
  'mapChanged',
  'garageChanged',
  'trackerKeysChanged',
  'settingsChanged',
  'sessionsEnded',
  'stopTokenMet',
  'tabletsEnded',
  'autopilotChanged',
  'linkChanged',
  'mqttChanged',
  'automowerChanged',
  'automowerStopped',
] as const satisfies readonly (keyof EventMap)[]

export interface Events {
  emit<K extends keyof EventMap>(name: K, payload: EventMap[K]): void
  /** Receives events emitted here: of several servers one acts on them. Returns the function that unsubscribes. */
  on<K extends keyof EventMap>(name: K, listener: (payload: EventMap[K]) => void | Promise<void>): () => void
  /** Receives events of all servers, to keep the state in memory up to date. */
  onEverywhere<K extends keyof EventMap>(name: K, listener: (payload: EventMap[K]) => void | Promise<void>): () => void
}

type Listener = (payload: unknown) => void | Promise<void>
type Listeners = Map<keyof EventMap, Set<Listener>>

const add = (listeners: Listeners, name: keyof EventMap, listener: Listener): (() => void) => {
  const known = listeners.get(name) ?? new Set()
  listeners.set(name, known)
  known.add(listener)
  return () => known.delete(listener)
}

/** @param onError a listener that fails neither stops the others nor the one who emitted */
export const createEvents = (bus: Bus, onError: (error: unknown, event: string) => void): Events => {
  const here: Listeners = new Map()
  const everywhere: Listeners = new Map()

  const run = (listeners: Listeners, name: keyof EventMap, payload: unknown): void => {
    for (const listener of listeners.get(name) ?? []) {
      queueMicrotask(() => {
        try {
          const done = listener(payload)
          if (done instanceof Promise) done.catch((error: unknown) => onError(error, name))
        } catch (error) {
          onError(error, name)
        }
      })
    }
  }

  for (const name of PASSED_ON) bus.subscribe(`event.${name}`, payload => run(everywhere, name, payload))
  bus.onGap(() => run(everywhere, 'missed', {}))

  const isPassedOn = (name: keyof EventMap): boolean => PASSED_ON.some(passed => passed === name)
  return {
    emit: (name, payload) => {
      run(here, name, payload)
      run(everywhere, name, payload)
      if (isPassedOn(name)) bus.publish(`event.${name}`, payload)
    },
    on: (name, listener) => add(here, name, listener as Listener),
    onEverywhere: (name, listener) => add(everywhere, name, listener as Listener),
  }
}
