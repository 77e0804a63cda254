/** What a machine can do, for the screens that show only that. */
import { vehicleCapabilities } from '@greensward/domain'
import { byId, call } from './call.ts'

export const capabilityCalls = {
  capabilities: {
    get: call({
      method: 'GET',
      path: 'mowers/{id}/capabilities',
      who: 'operations.read',
      params: byId,
      result: vehicleCapabilities,
    }),
  },
} as const
