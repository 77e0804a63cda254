/**
 * Vehicles as they are now, outside React: the map reads them on every frame, a row of the dock hears only of its own.
 */
import { calls, type LiveVehicle, type VehiclesTold, vehiclesIn } from '@greensward/domain/contract'
import { useSyncExternalStore } from 'react'
import { call } from './call.ts'
import { live } from './live.ts'

/** A vehicle and when its state arrived here, in milliseconds since 1970; add `ageMs` to know how old its fix is. */
export interface SeenVehicle extends LiveVehicle {
  readonly receivedAt: number
}

const vehicles = new Map<string, SeenVehicle>()
const listenersOf = new Map<string, Set<() => void>>()
const listListeners = new Set<() => void>()
let all: readonly SeenVehicle[] = []
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

/** A page that cannot keep up misses messages all the time: it reads all anew this often at the most, in milliseconds. */
const REST_MS = 2_000

/** What was told while all were being read: it is newer than what comes back. */
let meanwhile: VehiclesTold[] | undefined
let readAtMs = Number.NEGATIVE_INFINITY
let isWaiting = false

function hear(told: VehiclesTold): void {
  meanwhile?.push(told)
  put(
    vehiclesIn(told, id => vehicles.get(id)),
    false,
  )
}

async function readWhole(): Promise<void> {
  const toldMeanwhile: VehiclesTold[] = []
  meanwhile = toldMeanwhile
  try {
    const { items } = await call(calls.live.vehicles)
    put(items, true)
  } catch {
    // The next message or the next connection brings them; until then each vehicle's age says how old it is.
  } finally {
    meanwhile = undefined
  }
  for (const told of toldMeanwhile) hear(told)
}

function readSoon(): void {
  if (isWaiting) return
  isWaiting = true
  const read = (): void => {
    isWaiting = false
    readAtMs = performance.now()
    if (meanwhile === undefined) void readWhole()
    else readSoon()
  }
  window.setTimeout(read, Math.max(0, readAtMs + REST_MS - performance.now()))
}

live.subscribe('vehicles', hear)
live.subscribe('garage', readSoon)
live.onGap(channel => {
  if (channel === 'vehicles') readSoon()
})

export const liveStore = {
  all: (): readonly SeenVehicle[] => all,
  get: (id: string): SeenVehicle | undefined => vehicles.get(id),
  /** Hears of every batch. */
  subscribe: (listener: () => void): (() => void) => {
    listListeners.add(listener)
    return () => listListeners.delete(listener)
  },
  /** Hears of one vehicle. */
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

/** One vehicle, rendered anew with each of its messages. */
export const useVehicle = (id: string): SeenVehicle | undefined =>
  useSyncExternalStore(
    listener => liveStore.subscribeTo(id, listener),
    () => vehicles.get(id),
  )

/** The ids only: rendered anew when a vehicle comes or goes, not when one moves. */
export const useVehicleIds = (): readonly string[] => useSyncExternalStore(liveStore.subscribe, () => ids)
