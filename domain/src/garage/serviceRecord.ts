/** The service of a vehicle: after how many hours or days it is due, what is done then, and what was done to it. */
import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'
import { id, instant, line } from '../common/text.ts'
import { serviceDue } from './service.ts'

const hours = z.number().int().min(1).max(20_000).nullable()

/** More is a book, and nobody ticks that beside a machine. */
export const MOST_CHECKLIST_ITEMS = 30
const MOST_PARTS = 30

const checklistItem = line(120)

/** What a person ticks when a service is recorded; each item once. */
export const serviceChecklist = z
  .array(checklistItem)
  .max(MOST_CHECKLIST_ITEMS)
  .superRefine((items, context) => {
    for (const [i, item] of items.entries())
      if (items.indexOf(item) < i) context.addIssue({ code: 'custom', path: [i], message: fieldFault('listedTwice') })
  })

/** Whichever comes first; null does not count. */
export const servicePlan = z.strictObject({
  everyEngineHours: hours,
  /** Mowers only. */
  everyBladeHours: hours,
  everyDays: z.number().int().min(1).max(3_650).nullable(),
  checklist: serviceChecklist,
})
export type ServicePlan = z.infer<typeof servicePlan>

export const NO_SERVICE_PLAN: ServicePlan = {
  everyEngineHours: null,
  everyBladeHours: null,
  everyDays: null,
  checklist: [],
}

/** A plan as it is set; a checklist that is left out stays as it is. */
export const servicePlanChange = servicePlan.partial({ checklist: true })
export type ServicePlanChange = z.infer<typeof servicePlanChange>

/** A part that a service used. */
export const servicePart = z.strictObject({
  name: line(120),
  count: z.number().int().min(1).max(1_000),
  /** Of all of them, in the currency of the rates; absent or null where nobody entered it. */
  cost: z.number().min(0).max(1_000_000).nullable().optional(),
})
export type ServicePart = z.infer<typeof servicePart>

export const serviceRecord = z.strictObject({
  id,
  at: instant,
  what: line(300),
  /** A person's full name. */
  by: z.string(),
  /** Running time of the vehicle by then; null if it was not counted. */
  engineHours: z.number().nullable(),
  bladeHours: z.number().nullable(),
  /** The checklist as it was then, with what was done of it. */
  checklist: z.array(z.strictObject({ item: z.string(), isDone: z.boolean() })),
  parts: z.array(servicePart),
})
export type ServiceRecord = z.infer<typeof serviceRecord>

/** A service that is recorded now. */
export const serviceEntry = serviceRecord.pick({ what: true }).extend({
  /** Items of the checklist; left out is none of them. */
  done: z.array(checklistItem).max(MOST_CHECKLIST_ITEMS).optional(),
  parts: z.array(servicePart).max(MOST_PARTS).optional(),
})
export type ServiceEntry = z.infer<typeof serviceEntry>

export const vehicleService = z.strictObject({
  plan: servicePlan,
  due: serviceDue,
  /** Newest first. */
  records: z.array(serviceRecord),
  /** Of the costs of parts: that of the rates. */
  currency: z.string(),
})
export type VehicleService = z.infer<typeof vehicleService>
