/** Which mowers of the garage speak VDA 5050, and how each is reached, over HTTP. */
import type { Vda5050Details } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { BrokerMachine } from '@greensward/vehicle/broker'
import { vda5050DetailsOf } from '@greensward/vehicle/vda5050'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Seal } from '../../../platform/sealing.ts'
import {
  type BrokerRouteParts,
  brokerHandlers,
  ELSEWHERE,
  TESTS_PER_MINUTE,
  triedActivity,
} from '../broker/brokerRoutes.ts'
import { vda5050Kind } from './vda5050Kind.ts'

const shownDetails = (machine: BrokerMachine | undefined): Vda5050Details | null => {
  const details = machine && vda5050DetailsOf(machine)
  return details === undefined ? null : { ...details, errors: [...details.errors] }
}

export const vda5050Routes = (parts: BrokerRouteParts, seal: Seal): readonly Route[] => {
  const { brokerMachines } = parts
  const handlers = brokerHandlers(parts, seal, vda5050Kind)
  return [
    route(lateCalls.vda5050.get, async ({ params: { id } }) => {
      const link = await handlers.read(id)
      if (link === null) return { link, state: null }
      const state = brokerMachines.stateOf(id) ?? ELSEWHERE
      return { link, state: { ...state, details: shownDetails(brokerMachines.machine(id)) } }
    }),
    route(lateCalls.vda5050.save, ({ params: { id }, body, user, write }) => handlers.save(id, body, user, write)),
    route(lateCalls.vda5050.remove, ({ params: { id }, user, write }) => handlers.remove(id, user, write)),
    route(
      lateCalls.vda5050.test,
      async ({ params: { id }, body }) => {
        const tried = await handlers.test(id, body)
        const details = shownDetails(tried.machine)
        return { problem: tried.problem, detail: tried.detail, activity: triedActivity(tried), details }
      },
      { perMinute: TESTS_PER_MINUTE },
    ),
  ]
}
