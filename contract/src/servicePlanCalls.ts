/** The service of mowers and carts: when it is due, and what was done. */

import type { Action } from '@greensward/domain'
import { id, serviceEntry, servicePlanChange, vehicleService } from '@greensward/domain'
import { z } from 'zod'
import { byId, call } from './call.ts'
import { serviceReading } from './serviceReading.ts'

const serviceOf = <const P extends 'mowers' | 'carts'>(path: P, edit: Action) => ({
  get: call({
    ...serviceReading(path),
    who: 'operations.read',
    params: byId,
    result: vehicleService,
  }),
  plan: call({
    method: 'PUT',
    path: `${path}/{id}/service/plan` as const,
    who: edit,
    params: byId,
    body: servicePlanChange,
    result: vehicleService,
  }),
  record: call({
    method: 'POST',
    path: `${path}/{id}/service/records` as const,
    who: edit,
    params: byId,
    body: serviceEntry,
    result: vehicleService,
  }),
  removeRecord: call({
    method: 'DELETE',
    path: `${path}/{id}/service/records/{recordId}` as const,
    who: edit,
    params: z.strictObject({ id, recordId: id }),
    result: vehicleService,
  }),
})

export const servicePlanCalls = {
  mowerService: serviceOf('mowers', 'mowers.edit'),
  cartService: serviceOf('carts', 'carts.edit'),
} as const
