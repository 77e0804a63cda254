/** The service of a vehicle: after how many hours or days it is due, and what was done to it. */
import { z } from 'zod'
import { id, instant, line } from '../common/text.ts'
import { serviceDue } from './service.ts'

const hours = z.number().int().min(1).max(20_000).nullable()

/** Whichever comes first; null does not count. */
export const servicePlan = z.strictObject({
  everyEngineHours: hours,
  /** Mowers only. */
  everyBladeHours: hours,
  everyDays: z.number().int().min(1).max(3_650).nullable(),
})
export type ServicePlan = z.infer<typeof servicePlan>

export const NO_SERVICE_PLAN: ServicePlan = { everyEngineHours: null, everyBladeHours: null, everyDays: null }

export const serviceRecord = z.strictObject({
  id,
  at: instant,
  what: line(300),
  /** A person's full name. */
  by: z.string(),
  /** Running time of the vehicle by then; null if it was not counted. */
  engineHours: z.number().nullable(),
  bladeHours: z.number().nullable(),
})
export type ServiceRecord = z.infer<typeof serviceRecord>

export const vehicleService = z.strictObject({
  plan: servicePlan,
  due: serviceDue,
  /** Newest first. */
  records: z.array(serviceRecord),
})
export type VehicleService = z.infer<typeof vehicleService>
