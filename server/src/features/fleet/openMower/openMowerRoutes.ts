/** Which mowers of the garage run OpenMower, and how each is reached, over HTTP. */
import { lateCalls } from '@greensward/contract/late'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Seal } from '../../../platform/sealing.ts'
import {
  type BrokerRouteParts,
  brokerHandlers,
  ELSEWHERE,
  TESTS_PER_MINUTE,
  triedActivity,
} from '../broker/brokerRoutes.ts'
import { openMowerKind } from './openMowerKind.ts'

export const openMowerRoutes = (parts: BrokerRouteParts, seal: Seal): readonly Route[] => {
  const { brokerMachines } = parts
  const handlers = brokerHandlers(parts, seal, openMowerKind)
  return [
    route(lateCalls.openMower.get, async ({ params: { id } }) => {
      const link = await handlers.read(id)
      return { link, state: link === null ? null : (brokerMachines.stateOf(id) ?? ELSEWHERE) }
    }),
    route(lateCalls.openMower.save, ({ params: { id }, body, user, write }) => handlers.save(id, body, user, write)),
    route(lateCalls.openMower.remove, ({ params: { id }, user, write }) => handlers.remove(id, user, write)),
    route(
      lateCalls.openMower.test,
      async ({ params: { id }, body }) => {
        const tried = await handlers.test(id, body)
        return { problem: tried.problem, detail: tried.detail, activity: triedActivity(tried) }
      },
      { perMinute: TESTS_PER_MINUTE },
    ),
  ]
}
