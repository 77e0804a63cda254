/** Watches the carts of golfers near the mowers of this server: warns people, or stops the mower where set to. */
import { roadOfDrive, targetFeature } from '@greensward/domain'
import { why } from '../../../shared/missionLife/why.ts'
import type { FleetParts } from '../fleetParts.ts'
import { notifyOfMower } from '../mower/mowerEvents.ts'
import { createGolferWatch, type WatchedMission } from './golferWatch.ts'

/** @returns what looks once; called every second */
export const createCartWatch = (
  parts: Pick<FleetParts, 'ctx' | 'course' | 'garage' | 'registry'>,
  holdsForCarts: () => boolean,
): (() => void) => {
  const { ctx, course, garage, registry } = parts
  return createGolferWatch({
    missions: () => {
      const features = course.last?.features
      if (features === undefined) return []
      return registry.all().flatMap(({ id: mowerId, mission }): WatchedMission[] => {
        if (mission?.status !== 'working' || mission.isUnconfirmed) return []
        const target =
          mission.target.kind === 'drive'
            ? roadOfDrive(mission.target, mission.plan)
            : targetFeature(features, mission.target)
        return target === undefined ? [] : [{ missionId: mission.id, mowerId, target }]
      })
    },
    vehicles: () => ctx.live.vehicles(),
    holdsForCarts,
    warn: ({ mowerId }, cartId) =>
      notifyOfMower(parts, mowerId, 'warning', 'cartNearMower', { cart: garage.cartName(cartId) }),
    hold: ({ mowerId }, cartId) => {
      const cart = garage.carts.get(cartId)?.name ?? 'a cart'
      registry.get(mowerId)?.holdNow(why('cartThere', { cart }))
      notifyOfMower(parts, mowerId, 'alarm', 'mowerHeldForCart', { cart: garage.cartName(cartId) })
    },
    nowMs: () => ctx.clock.monotonicMs(),
  })
}
