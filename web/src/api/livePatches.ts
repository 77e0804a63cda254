/** Applies live messages to the cache: missions and the map are patched, the rest is invalidated. */
import {
  type Channel,
  calls,
  type LiveMessage,
  type ResultOf,
  readyTextsReading,
  serviceReading,
} from '@greensward/contract'
import type { QueryClient } from '@tanstack/react-query'
import { live } from './live.ts'
import { type MapAnswer, patchedMap } from './patchedMap.ts'
import { invalidate, keyOf, type Reading } from './queries.ts'

type SettingsSubject = LiveMessage<'settings'>['message']['subject']

const READINGS_OF_SETTINGS: Readonly<Record<SettingsSubject, readonly Reading[]>> = {
  map: [calls.settings.get, calls.courseVersions.list],
  buggy: [calls.settings.buggy],
  zoneTypes: [calls.zoneTypes.list, calls.grass.list, calls.standingPlans.days],
  blades: [calls.blades.list, calls.garage.list],
  users: [calls.users.list, calls.jobs.people, calls.profile.get, calls.auth.access],
  technicalNumbers: [calls.technicalNumbers.list],
  restaurant: [calls.categories.list, calls.dishes.list, calls.menu.get],
  orders: [calls.orders.list],
  rasters: [calls.rasters.list],
  link: [calls.link.settings, calls.link.state],
  courseMode: [calls.courseMode.get],
  weather: [calls.weather.settings, calls.weather.state],
  standingPlans: [calls.standingPlans.list, calls.standingPlans.days],
  jobs: [calls.jobs.list, calls.jobs.mine, calls.jobs.hours, calls.jobKinds.list, calls.jobRepeats.list],
  // Their pages ask every few seconds.
  webhooks: [],
  mqtt: [],
  readyTexts: [readyTextsReading],
  teeSheet: [
    calls.teeSheets.get,
    calls.teeSheets.settings,
    calls.teeSheets.address,
    calls.missions.play,
    calls.missions.slots,
    calls.missions.margins,
    calls.missions.gate,
    calls.standingPlans.days,
  ],
}

const READINGS_OF_ROUNDS: readonly Reading[] = [
  calls.rounds.list,
  calls.rounds.history,
  calls.missions.play,
  calls.missions.margins,
]

const READINGS_OF_SUBJECT: Partial<Record<LiveMessage<'garage'>['message']['subject'], readonly Reading[]>> = {
  rounds: READINGS_OF_ROUNDS,
  shifts: [calls.shifts.list],
}

const READINGS_OF_CHANNEL: Readonly<Record<Channel, readonly Reading[]>> = {
  vehicles: [calls.live.vehicles],
  missions: [
    calls.missions.list,
    calls.missions.get,
    calls.missions.logs,
    calls.missions.gate,
    calls.missions.history,
    calls.missions.slots,
    calls.missions.margins,
    calls.missions.seriesDays,
    calls.missions.ledger,
    calls.grass.list,
    calls.garage.list,
    calls.standingPlans.days,
    calls.shifts.list,
  ],
  map: [
    calls.map.get,
    calls.standingPlans.days,
    calls.grass.list,
    calls.grass.zones,
    calls.map.changes,
    calls.mapHistory.compare,
  ],
  notifications: [calls.notifications.list],
  settings: [...new Set(Object.values(READINGS_OF_SETTINGS).flat())],
  garage: [
    calls.mowers.list,
    calls.mowers.get,
    calls.bases.list,
    calls.bases.get,
    calls.carts.list,
    calls.carts.get,
    calls.garage.list,
    calls.autopilots.get,
    ...READINGS_OF_ROUNDS,
    calls.shifts.list,
    serviceReading('mowers'),
    serviceReading('carts'),
    calls.pairing.get,
  ],
}

/** Puts in what a message says. A reading that was asked for before it must not come after it and undo it. */
function settle(client: QueryClient, key: readonly unknown[], value: unknown): void {
  void client.cancelQueries({ queryKey: key, exact: true })
  client.setQueryData(key, value)
}

function applyMap(client: QueryClient, change: LiveMessage<'map'>['message']): void {
  const key = keyOf(calls.map.get, {})
  const known = client.getQueryData<MapAnswer>(key)
  const patched = known === undefined ? undefined : patchedMap(known, change)
  if (patched === undefined) void invalidate(client, calls.map.get)
  else settle(client, key, patched)
  void invalidate(client, calls.map.changes, calls.standingPlans.days)
}

function applyMission(client: QueryClient, message: LiveMessage<'missions'>): void {
  if (message.event === 'changed') {
    const mission = message.message
    settle(client, keyOf(calls.missions.get, { params: { id: mission.id } }), mission)
    client.setQueriesData<ResultOf<typeof calls.missions.list>>({ queryKey: keyOf(calls.missions.list) }, known =>
      known?.items.some(({ id }) => id === mission.id)
        ? { ...known, items: known.items.map(item => (item.id === mission.id ? mission : item)) }
        : known,
    )
    void invalidate(client, calls.missions.logs)
  } else {
    client.removeQueries({ queryKey: keyOf(calls.missions.get, { params: { id: message.message.id } }) })
  }
}

/** The server filters and sorts lists, so they are read again, at most once in this many milliseconds. */
const LIST_PAUSE_MS = 1_500

export function followLive(client: QueryClient): () => void {
  let listTimer: number | undefined
  const readListsSoon = (): void => {
    if (listTimer !== undefined) return
    listTimer = window.setTimeout(() => {
      listTimer = undefined
      void invalidate(
        client,
        calls.missions.list,
        calls.missions.history,
        calls.missions.slots,
        calls.missions.margins,
        calls.missions.seriesDays,
        calls.garage.list,
        calls.standingPlans.days,
        calls.shifts.list,
      )
    }, LIST_PAUSE_MS)
  }
  const ends = [
    live.onGap(channel => void invalidate(client, ...READINGS_OF_CHANNEL[channel])),
    live.subscribe('map', ({ message }) => applyMap(client, message)),
    live.subscribe('missions', message => {
      applyMission(client, message)
      readListsSoon()
    }),
    live.subscribe('settings', ({ message }) => void invalidate(client, ...READINGS_OF_SETTINGS[message.subject])),
    live.subscribe(
      'garage',
      ({ message }) =>
        // Rounds and shifts change every few minutes on a busy day, and with them nothing else of the garage.
        void invalidate(client, ...(READINGS_OF_SUBJECT[message.subject] ?? READINGS_OF_CHANNEL.garage)),
    ),
    live.subscribe('notifications', () => void invalidate(client, calls.notifications.list)),
  ]
  return () => {
    window.clearTimeout(listTimer)
    for (const end of ends) end()
  }
}
