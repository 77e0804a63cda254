/**
 * Vehicles as they are now, outside React: the map reads them on every frame, a row of the dock follows only its own.
 */
import { calls, type LiveVehicle } from '@greensward/contract'
import { useSyncExternalStore } from 'react'
import { call } from './call.ts'
import { followVehicles } from './followVehicles.ts'
import { live } from './live.ts'

/** A vehicle and when its state arrived here, in milliseconds since 1970; add `ageMs` to know how old its fix is. */
export interface VehicleView extends LiveVehicle {
  readonly receivedAt: number
}

const vehicles = new Map<string, VehicleView>()
const listenersOf = new Map<string, Set<() => void>>()
const listListeners = new Set<() => void>()
let all: readonly VehicleView[] = []
let ids: readonly string[] = []

function put(seen: readonly LiveVehicle[], whole: boolean): void {
  const receivedAt = Date.now()
  if (whole) {
    const kept = new Set(seen.map(vehicle => vehicle.id))
    for (const id of vehicles.keys()) if (!kept.has(id)) vehicles.delete(id)
  }
  for (const vehicle of seen) vehicles.set(vehicle.id, { ...vehicle, receivedAt })
  all = [...vehicles.values()]
  if (ids.length !== all.length || all.some((vehicle, index) => vehicle.id !== ids[index]))
    ids = all.map(vehicle => vehicle.id)
  for (const vehicle of seen) for (const listener of listenersOf.get(vehicle.id) ?? []) listener()
  for (const listener of listListeners) listener()
}

const following = followVehicles({
  read: async () => (await call(calls.live.vehicles)).items,
  known: id => vehicles.get(id),
  put,
  monotonicMs: () => performance.now(),
  later: (run, ms) => window.setTimeout(run, ms),
})

live.subscribe('vehicles', following.receive)
live.subscribe('garage', following.readSoon)
live.onGap(channel => {
  if (channel === 'vehicles') following.readSoon()
})

export const liveStore = {
  all: (): readonly VehicleView[] => all,
  get: (id: string): VehicleView | undefined => vehicles.get(id),
  /** Called after every batch. */
  subscribe: (listener: () => void): (() => void) => {
    listListeners.add(listener)
    return () => listListeners.delete(listener)
  },
  /** Called after each change of one vehicle. */
  subscribeTo: (id: string, listener: () => void): (() => void) => {
    const set = listenersOf.get(id) ?? new Set()
    listenersOf.set(id, set)
    set.add(listener)
    return () => set.delete(listener)
  },
  clear: (): void => {
    vehicles.clear()
    all = []
    ids = []
    for (const listener of listListeners) listener()
  },
}

/** One vehicle; renders with each of its messages. */
export const useVehicle = (id: string): VehicleView | undefined =>
  useSyncExternalStore(
    listener => liveStore.subscribeTo(id, listener),
    () => vehicles.get(id),
  )

/** Whether this page has no connection to the server: then silence says nothing about a vehicle. */
export const useIsCut = (): boolean => useSyncExternalStore(live.onState, () => live.state().status !== 'live')

/** One value of a vehicle; renders when it changes and not with each of its many messages. */
export const useVehicleValue = <T extends string | number | boolean | null>(
  id: string,
  pick: (vehicle: VehicleView | undefined) => T,
): T =>
  useSyncExternalStore(
    listener => liveStore.subscribeTo(id, listener),
    () => pick(vehicles.get(id)),
  )

const statesOf = (): string =>
  all
    .map(({ id, telemetry, missionId, foreignDrive, activity }) =>
      [id, telemetry.link, telemetry.charging, missionId, foreignDrive, activity].join(' '),
    )
    .join(', ')

/** The states of all vehicles as one word that changes with a state, but not with a position. */
export const useStatesOfVehicles = (): string => useSyncExternalStore(liveStore.subscribe, statesOf)

/** The ids only: renders when a vehicle comes or goes, not when one moves. */
export const useVehicleIds = (): readonly string[] => useSyncExternalStore(liveStore.subscribe, () => ids)
