/** The data of this cart's screen: from the server while it answers, otherwise from the tablet itself. */

import {
  type Call,
  calls,
  type PlayerNow,
  type PlayerState,
  type PlayerSubject,
  type ResultOf,
} from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import {
  type CartState,
  cartGround,
  cartLiveOf,
  followCart,
  frameAround,
  NEW_CART,
  type TechnicalNumber,
} from '@greensward/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiFailure, keyOf } from '../../../api/index.ts'
import type { RasterAccess } from '../../../map-view/index.ts'
import type { OrderSending, PlayerFix, PlayerView } from '../playerView.ts'
import { useHasNetwork, useSince } from '../useOffline.ts'
import { type Device, deviceCall } from './deviceCalls.ts'
import { type Kept, keep } from './kept.ts'
import { forgetRasters, keptRaster } from './keptRasters.ts'
import { useDeviceLive } from './useDeviceLive.ts'
import { type OwnFix, useOwnPosition } from './useOwnPosition.ts'
import { useReadMessages } from './useReadMessages.ts'

/** Without the live channel the tablet polls often; with it, rarely. */
const STATE_EVERY_MS = { live: 30_000, away: 3_000 }
const ORDERS_EVERY_MS = { live: 60_000, away: 5_000 }
const MENU_EVERY_MS = 120_000
/** Read once, and again when the server reports a change. */
const ON_CHANGE = Number.POSITIVE_INFINITY
/** After a failure of any: a cart that is in reach again does not wait for the next change. */
const AGAIN_AFTER_FAILURE_MS = 5_000
/** The tablet's own position counts for so long; then the cart's tracker may know better. */
const OWN_FOR_MS = 20_000
/** After a gap; the state says by its revision whether the course is another one. */
const AFTER_GAP: readonly PlayerSubject[] = ['state', 'menu', 'orders', 'rasters']
const RASTERS_PATH = '/api/player/rasters'
const NONE: readonly never[] = []
const NO_PHONES: readonly TechnicalNumber[] = []

type Named = keyof Kept
const isGone = (error: unknown): boolean => error instanceof ApiFailure && error.status === 401

/** The tablet's readings, kept for the next start, and the live channel that triggers new readings. */
function useReadings(token: string, kept: Kept) {
  const client = useQueryClient()
  const read = <N extends Named, C extends Call>(name: N, definition: C, everyMs: number) => ({
    queryKey: ['player', name],
    queryFn: async (): Promise<ResultOf<C>> => {
      const answer = await deviceCall(token, definition)
      await keep(name, answer as Kept[N])
      return answer
    },
    refetchInterval: ({ state }: { readonly state: { readonly status: string } }) =>
      state.status === 'error' ? Math.min(everyMs, AGAIN_AFTER_FAILURE_MS) : everyMs,
    refetchIntervalInBackground: true,
    // The interval asks again anyway, and a failure shows in time that the server does not answer.
    retry: false,
    networkMode: 'always' as const,
    initialData: kept[name] as ResultOf<C> | undefined,
    initialDataUpdatedAt: 0,
  })
  const [now, setNow] = useState<PlayerNow | null>(null)
  const invalidate = useCallback(
    (subject: PlayerSubject): void => {
      void client.invalidateQueries({ queryKey: ['player', subject] })
      // The revision of the state names the course.
      if (subject === 'course') void client.invalidateQueries({ queryKey: ['player', 'state'] })
    },
    [client],
  )
  const isLive = useDeviceLive({
    token,
    onMessage: live => (live.event === 'now' ? setNow(live.message) : invalidate(live.message.subject)),
    onConnect: () => AFTER_GAP.forEach(invalidate),
  })
  const pace = isLive ? 'live' : 'away'
  const state = useQuery(read('state', lateCalls.player.get, STATE_EVERY_MS[pace]))
  const course = useQuery(read('course', lateCalls.player.course, ON_CHANGE))
  const menu = useQuery(read('menu', lateCalls.player.menu, MENU_EVERY_MS))
  const orders = useQuery(read('orders', lateCalls.player.orders, ORDERS_EVERY_MS[pace]))
  const rasters = useQuery(read('rasters', lateCalls.player.rasters, ON_CHANGE))
  // A silent channel asks at once whether the server answers.
  const readState = state.refetch
  useEffect(() => {
    if (!isLive) void readState()
  }, [isLive, readState])
  return { state, course, menu, orders, rasters, now }
}
type Readings = ReturnType<typeof useReadings>

/** Reads the course again when the state names another revision. */
function useSameCourse(state: Readings['state'], course: Readings['course']): void {
  const newest = state.data?.revision
  const mine = course.data?.revision
  const isAnswered = state.isSuccess && !state.isError
  const { refetch } = course
  useEffect(() => {
    if (isAnswered && newest !== undefined && newest !== mine) void refetch()
  }, [isAnswered, newest, mine, refetch])
}

/** A tablet that restarts without a network shows the state at which it lost the network. */
function useKeptWhenOffline(state: PlayerState | undefined, isOffline: boolean): void {
  const last = useRef(state)
  last.current = state
  useEffect(() => {
    if (isOffline && last.current !== undefined) void keep('state', last.current)
  }, [isOffline])
}

/** The tablet's own position while it is fresh, else that of the cart's tracker. */
function useFix(state: PlayerState | undefined, own: OwnFix | null, offlineSinceMs: number | null): PlayerFix | null {
  const at = state?.at
  const telemetry = state?.telemetry
  return useMemo<PlayerFix | null>(() => {
    const ownMs = own === null ? 0 : Date.parse(own.at)
    if (own !== null && (at === undefined || Date.now() - ownMs < OWN_FOR_MS || offlineSinceMs !== null))
      return { position: own.position, headingDeg: own.headingDeg, atMs: ownMs }
    if (telemetry === undefined || telemetry.position === null || at === undefined) return null
    const { position, headingDeg, ageMs } = telemetry
    return { position, headingDeg, atMs: Date.parse(at) - (ageMs ?? 0) }
  }, [own, telemetry, at, offlineSinceMs])
}

export function useDevicePlayer(device: Device, kept: Kept, onGone: () => void): PlayerView | null {
  const client = useQueryClient()
  const { token, cart } = device
  const { state, course, menu, orders, rasters, now } = useReadings(token, kept)
  const isTakenAway = isGone(state.error)
  useEffect(() => {
    if (isTakenAway) onGone()
  }, [isTakenAway, onGone])

  useSameCourse(state, course)

  const own = useOwnPosition(
    useCallback(
      async (fixes: readonly OwnFix[]): Promise<void> => {
        await deviceCall(token, lateCalls.player.report, { body: { fixes: [...fixes] } })
      },
      [token],
    ),
  )
  const newest = useMemo(() => newer(state.data, now), [state.data, now])
  const local = useOwnRules(own, course.data, newest)
  const hasNetwork = useHasNetwork()
  const offlineSinceMs = useSince(!hasNetwork || state.isError)

  const sendOrder = useCallback(
    async ({ requestId, lines, note }: OrderSending): Promise<void> => {
      await deviceCall(token, lateCalls.player.order, { body: { requestId, lines, note }, idempotencyKey: requestId })
      await client.invalidateQueries({ queryKey: ['player', 'orders'] })
    },
    [token, client],
  )
  const { waiting: readHere, read: readMessage } = useReadMessages(
    useCallback(
      async (id: string): Promise<void> => {
        await deviceCall(token, lateCalls.player.seen, { params: { id } })
        await client.invalidateQueries({ queryKey: ['player', 'state'] })
      },
      [token, client],
    ),
    offlineSinceMs === null,
  )

  useShown(newest, readMessage)

  useKeptWhenOffline(newest, offlineSinceMs !== null)
  const fix = useFix(newest, own, offlineSinceMs)

  const access = useRasterAccess(token, rasters.data)
  usePrimedMap(course.data, newest, rasters.data)
  if (newest === undefined || course.data === undefined) return null
  const { settings, map, messages, lock, phones, mowers } = newest
  const known = newest.state
  const isOwn = local !== null && (offlineSinceMs !== null || local.holeId !== null)
  const standing = isOwn ? local : known
  const since = standing.holeId === known.holeId ? (known.onHoleSince ?? standing.onHoleSince) : standing.onHoleSince
  return {
    cart,
    access,
    features: course.data.features,
    zoneTypes: course.data.zoneTypes,
    rules: settings,
    degree: map.degree,
    defaultZoom: map.defaultZoom,
    fix,
    holeId: standing.holeId ?? (offlineSinceMs === null ? null : known.holeId),
    onHoleSinceMs: since === null ? null : Date.parse(since),
    pace: known.pace,
    mode: newest.mode,
    noGo: standing.noGo,
    // Without a network the positions of mowers are out of date.
    mowers:
      offlineSinceMs === null ? mowers.filter(({ isWorking, speedMps }) => isWorking || (speedMps ?? 0) > 0.2) : NONE,
    messages: messages.filter(({ id }) => !readHere.includes(id)),
    lock,
    phones: phones ?? NO_PHONES,
    menu: menu.data,
    orders: orders.data?.items ?? NONE,
    offlineSinceMs,
    sendOrder,
    readMessage,
  }
}

const newer = (state: PlayerState | undefined, now: PlayerNow | null): PlayerState | undefined =>
  state === undefined || now === null || Date.parse(now.at) < Date.parse(state.at) ? state : { ...state, ...now }

/** A lock and a closed area cover the screen, so showing them counts as reading them. */
function useShown(player: PlayerState | undefined, read: (id: string) => void): void {
  const messages = player?.messages
  const isInNoGo = (player?.state.noGo.length ?? 0) > 0
  useEffect(() => {
    for (const { id, kind, seenAt } of messages ?? NONE)
      if (seenAt === null && (kind === 'lock' || (kind === 'noGo' && isInNoGo))) read(id)
  }, [messages, isInNoGo, read])
}

/** Pictures of the tablet's own, kept on it; those that are there no longer are forgotten. */
function useRasterAccess(token: string, rasters: Kept['rasters']): RasterAccess {
  useEffect(() => {
    if (rasters !== undefined) void forgetRasters(rasters.items.map(({ id }) => `${RASTERS_PATH}/${id}/file`))
  }, [rasters])
  return useMemo(
    () => ({
      path: RASTERS_PATH,
      key: () => token,
      renewed: async () => undefined,
      kept: (url, give) => void keptRaster(url, token, give),
    }),
    [token],
  )
}

/** The same rules that the server has, over the tablet's own positions: hole and closed areas without a network. */
function useOwnRules(
  own: OwnFix | null,
  course: ResultOf<typeof lateCalls.player.course> | undefined,
  state: ResultOf<typeof lateCalls.player.get> | undefined,
) {
  const features = course?.features
  const isRaining = state?.map.rainMode === 'true'
  const mode = state?.mode ?? 'normal'
  const rules = state?.settings
  const ground = useMemo(() => {
    if (features === undefined) return null
    const frame = frameAround(
      features.flatMap(feature => (feature.kind === 'hole' ? feature.geometry.coordinates : [])),
    )
    return { frame, areas: cartGround(features, frame, isRaining, mode) }
  }, [features, isRaining, mode])
  const [followed, setFollowed] = useState<{ readonly fix: OwnFix | null; readonly state: CartState }>({
    fix: null,
    state: NEW_CART,
  })
  if (own !== null && own !== followed.fix && ground !== null && rules !== undefined) {
    const fix = {
      atMs: Date.parse(own.at),
      at: ground.frame.toLocal(own.position),
      accuracyM: own.accuracyM,
      speedMps: own.speedMps,
      trackDeg: own.headingDeg,
    }
    // The tablet's clock is the only one in this: it may be off without harm.
    setFollowed({ fix: own, state: followCart(followed.state, fix, ground.areas, rules, fix.atMs).state })
  }
  return followed.fix === null ? null : cartLiveOf(followed.state, Date.parse(followed.fix.at))
}

/** The map reads what it draws by calls of staff: here it finds the cart's own answers under their names. */
function usePrimedMap(
  course: ResultOf<typeof lateCalls.player.course> | undefined,
  state: ResultOf<typeof lateCalls.player.get> | undefined,
  rasters: Kept['rasters'],
): void {
  const client = useQueryClient()
  const map = state?.map
  useState(() => {
    const lists = { query: { perPage: 500 } } as const
    for (const key of [
      keyOf(calls.map.get, {}),
      keyOf(calls.zoneTypes.list, lists),
      keyOf(calls.settings.get, {}),
      keyOf(calls.carts.list, lists),
      keyOf(calls.rasters.list, {}),
    ])
      client.setQueryDefaults(key, { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY })
    client.setQueryData(keyOf(calls.carts.list, lists), { items: [], total: 0 })
    client.setQueryData(keyOf(calls.rasters.list, {}), { items: [], total: 0 })
  })
  if (rasters !== undefined && client.getQueryData(keyOf(calls.rasters.list, {})) !== rasters)
    client.setQueryData(keyOf(calls.rasters.list, {}), rasters)
  if (course !== undefined && client.getQueryData(['player', 'drawn']) !== course) {
    client.setQueryData(['player', 'drawn'], course)
    client.setQueryData(keyOf(calls.map.get, {}), { revision: course.revision, features: course.features })
    client.setQueryData(keyOf(calls.zoneTypes.list, { query: { perPage: 500 } }), {
      items: course.zoneTypes,
      total: course.zoneTypes.length,
    })
  }
  if (map !== undefined && client.getQueryData(['player', 'settings']) !== map) {
    client.setQueryData(['player', 'settings'], map)
    client.setQueryData(keyOf(calls.settings.get, {}), map)
  }
}
