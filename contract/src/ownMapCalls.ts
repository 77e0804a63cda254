/** Mowers that mow what is set on them once they are asked to. `mowers.start` and `mowers.sendHome` ask for that. */
import { byId, call } from './call.ts'
import { zoneChecks } from './zoneChecks.ts'

export const ownMapCalls = {
  ownMap: {
    checks: call({
      method: 'GET',
      path: 'mowers/{id}/own-map/checks',
      who: 'mowers.operate',
      params: byId,
      result: zoneChecks,
    }),
  },
} as const
