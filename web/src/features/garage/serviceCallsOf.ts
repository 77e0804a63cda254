import { lateCalls } from '@greensward/contract/late'
import type { GarageRow } from '@greensward/domain'

/** The calls of a vehicle's service: mowers and carts have the same, at addresses of their own. */
export const serviceCallsOf = ({ vehicleType }: Pick<GarageRow, 'vehicleType'>) =>
  vehicleType === 'mower' ? lateCalls.mowerService : lateCalls.cartService

export type ServiceCalls = ReturnType<typeof serviceCallsOf>
