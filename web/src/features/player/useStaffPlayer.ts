import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { Cart, Position } from '@greensward/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { callOnce, invalidate, liveStore, useCall, useCan, useVehicle, type VehicleView } from '../../api/index.ts'
import { useNow } from '../../ui/index.ts'
import type { OrderSending, PlayerMower, PlayerView } from './playerView.ts'
import { useOfflineSince } from './useOffline.ts'
import { metresBetween } from './usePlace.ts'

const NONE: readonly never[] = []
const WHOLE = { query: { perPage: 500 } } as const
/** A slower mower without a mission is not moving. */
const MOVES_ABOVE_MPS = 0.2
/** Orders of a round, not those of yesterday. */
const SHOWN_MS = 12 * 3_600_000
/** Messages to the cart are read here, not sent. */
const READ_EVERY_MS = 5_000

/** The mowers at work, and how far each is from the cart. */
export const mowersNear = (vehicles: readonly VehicleView[], cart: Position | null): readonly PlayerMower[] =>
  vehicles.flatMap(({ id, kind, missionId, telemetry: { position, speedMps } }) =>
    kind !== 'mower' || position === null || (missionId === null && (speedMps ?? 0) < MOVES_ABOVE_MPS)
      ? []
      : [{ id, position, distanceM: cart === null ? null : metresBetween(cart, position) }],
  )

export interface StaffHole {
  readonly holeId: string | null
  readonly onHoleSinceMs: number | null
}

/** The hole by the rules of the server. */
export const staffHole = (vehicle: VehicleView | undefined): StaffHole => ({
  holeId: vehicle?.cart?.holeId ?? null,
  onHoleSinceMs: vehicle?.cart?.onHoleSince == null ? null : Date.parse(vehicle.cart.onHoleSince),
})

/** The screen of one cart, read as staff: from the course, the live channel and the lists. */
export function useStaffPlayer(cart: Cart): {
  readonly view: PlayerView | null
  readonly error: Error | null
  readonly readAgain: () => void
} {
  const client = useQueryClient()
  const map = useCall(calls.map.get)
  const types = useCall(calls.zoneTypes.list, WHOLE)
  const rules = useCall(calls.settings.buggy)
  const settings = useCall(calls.settings.get)
  const phones = useCall(calls.technicalNumbers.list, WHOLE, { enabled: useCan('technicalNumbers.read') })
  const mayRead = useCan('restaurant.read')
  const mayOrder = useCan('restaurant.edit')
  const menu = useCall(calls.menu.get, {}, { enabled: mayRead })
  const orders = useCall(calls.orders.list, { query: { perPage: 100 } }, { enabled: mayRead })
  const vehicle = useVehicle(cart.id)
  const now = useNow(1_000).getTime()
  const offlineSinceMs = useOfflineSince()
  const features = map.data?.features ?? NONE
  const { holeId, onHoleSinceMs } = staffHole(vehicle)
  const notices = useCall(
    lateCalls.player.ofCart,
    { params: { id: cart.id } },
    { enabled: useCan('operations.read'), refetchInterval: READ_EVERY_MS },
  )
  const fix = useMemo(() => {
    if (vehicle === undefined || vehicle.telemetry.position === null) return null
    const { position, headingDeg, ageMs } = vehicle.telemetry
    return { position, headingDeg, atMs: vehicle.receivedAt - (ageMs ?? 0) }
  }, [vehicle])

  const sendOrder = useCallback(
    async ({ requestId, lines, note }: OrderSending): Promise<void> => {
      await callOnce(calls.orders.create, { body: { cartId: cart.id, lines, note } }, requestId)
      await invalidate(client, calls.orders.list)
    },
    [cart.id, client],
  )

  const needed = [map, types, rules, settings]
  const error = needed.find(query => query.data === undefined && query.error !== null)?.error ?? null
  const readAgain = (): void => {
    for (const query of needed) void query.refetch()
  }
  if (map.data === undefined || types.data === undefined || rules.data === undefined || settings.data === undefined)
    return { view: null, error, readAgain }
  return {
    error: null,
    readAgain,
    view: {
      cart,
      features,
      zoneTypes: types.data.items,
      rules: rules.data,
      degree: settings.data.degree,
      defaultZoom: settings.data.defaultZoom,
      fix,
      holeId,
      onHoleSinceMs,
      pace: vehicle?.cart?.pace ?? null,
      mode: notices.data?.mode ?? 'normal',
      noGo: vehicle?.cart?.noGo ?? NONE,
      mowers: mowersNear(liveStore.all(), fix?.position ?? null),
      messages: notices.data?.messages ?? NONE,
      lock: notices.data?.lock ?? null,
      phones: phones.data?.items ?? NONE,
      menu: menu.data,
      orders: (orders.data?.items ?? NONE).filter(
        ({ cartId, createdAt }) => cartId === cart.id && now - Date.parse(createdAt) < SHOWN_MS,
      ),
      offlineSinceMs,
      sendOrder: mayOrder ? sendOrder : null,
      readMessage: null,
    },
  }
}
