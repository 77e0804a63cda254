/** Mowers that speak VDA 5050, by MQTT: how each is reached, and what it reports. */
import { fieldFault, position } from '@greensward/domain'
import { z } from 'zod'
import { brokerFormFields, brokerLinkFields, brokerMowerState, brokerTried } from './brokerMowers.ts'
import { byId, call, nothing } from './call.ts'

/** A level of a topic. VDA 5050 allows these characters in it. */
const level = z
  .string()
  .max(60)
  .regex(/^[\w.:-]+$/, fieldFault('topicLevel'))

const machine = {
  /** The first level of its topics, such as `uagv`. */
  interfaceName: level,
  /** Both speak on topics of `v2`. */
  version: z.enum(['2.0.0', '2.1.0']),
  manufacturer: level,
  serialNumber: level,
  /** The map that its positions are on; one on another map is not shown. */
  mapId: z.string().trim().min(1).max(100),
  /** Where that map has 0, 0. */
  origin: position,
  /** The direction of the map's x axis, in degrees clockwise from north: 90 where x points east. */
  xAxisDeg: z.number().min(-360).max(360),
  /**
   * The type of the action by which its blade runs on an edge, such as `mow`: the mower then drives missions as orders. Empty where its own
   * control alone gives it orders.
   */
  bladeAction: z
    .string()
    .trim()
    .max(60)
    .regex(/^[\w.:-]*$/, fieldFault('topicLevel')),
}

export const vda5050Link = z.strictObject({ ...brokerLinkFields, ...machine })
export type Vda5050Link = z.infer<typeof vda5050Link>

export const vda5050Form = z.strictObject({ ...brokerFormFields, ...machine })
export type Vda5050Form = z.infer<typeof vda5050Form>

/** Why a message was not read. */
const unreadable = z.enum(['notJson', 'tooLong', 'otherVersion', 'otherMachine', 'noTime', 'late', 'incomplete'])
/** What became of a request. `sent`: the mower did not mention it yet. */
const requestStatus = z.enum(['sent', 'waiting', 'running', 'finished', 'failed'])

const details = z.strictObject({
  /** As its broker knows it; null where nothing was published. */
  connection: z.enum(['online', 'offline', 'broken']).nullable(),
  operatingMode: z.enum(['automatic', 'semiautomatic', 'manual', 'service', 'teachIn']).nullable(),
  driving: z.boolean().nullable(),
  paused: z.boolean().nullable(),
  emergencyStop: z.enum(['none', 'automatic', 'manual', 'remote']).nullable(),
  fieldViolation: z.boolean().nullable(),
  orderId: z.string().nullable(),
  /** The map of its last position. */
  mapId: z.string().nullable(),
  stateAgeMs: z.number().nonnegative().nullable(),
  /** In the mower's own words. */
  errors: z.array(z.strictObject({ type: z.string(), isFatal: z.boolean(), text: z.string() })),
  /** What became of the last stop; null before the first. */
  stop: z.strictObject({ pause: requestStatus, cancelOrder: requestStatus }).nullable(),
  /** Messages that were not read, since the connection was made. */
  unreadable: z.strictObject({
    count: z.number().int(),
    last: z.strictObject({ topic: z.string(), reason: unreadable }).nullable(),
  }),
  factsheet: z
    .strictObject({
      series: z.string(),
      maxSpeedMps: z.number().nullable(),
      widthM: z.number().nullable(),
      lengthM: z.number().nullable(),
      /** Seconds between two states at most; null where it does not say. */
      stateIntervalS: z.number().nullable(),
      /** Whether it can pause and cancel an order at once; null where it does not list its actions. */
      canPause: z.boolean().nullable(),
      canCancelOrder: z.boolean().nullable(),
    })
    .nullable(),
})
export type Vda5050Details = z.infer<typeof details>

const vda5050State = brokerMowerState.extend({ details: details.nullable() })
export type Vda5050State = z.infer<typeof vda5050State>

export const vda5050Calls = {
  vda5050: {
    get: call({
      method: 'GET',
      path: 'mowers/{id}/vda5050',
      who: 'operations.read',
      params: byId,
      result: z.strictObject({ link: vda5050Link.nullable(), state: vda5050State.nullable() }),
    }),
    save: call({
      method: 'PUT',
      path: 'mowers/{id}/vda5050',
      who: 'settings.edit',
      params: byId,
      body: vda5050Form,
      result: vda5050Link,
    }),
    remove: call({
      method: 'DELETE',
      path: 'mowers/{id}/vda5050',
      who: 'settings.edit',
      params: byId,
      result: nothing,
    }),
    test: call({
      method: 'POST',
      path: 'mowers/{id}/vda5050/test',
      who: 'settings.edit',
      params: byId,
      body: vda5050Form,
      result: brokerTried.extend({ details: details.nullable() }),
    }),
  },
} as const
