/** What mowers on brokers have in common, whichever protocol they speak there. */
import { machineActivity } from '@greensward/domain'
import { z } from 'zod'
import { mqttAddress, mqttAuthority, mqttProblem, mqttText } from './mqttCalls.ts'

export const brokerFields = {
  /** The course's broker, or the mower's own. */
  address: mqttAddress,
  user: mqttText.max(200),
  authority: mqttAuthority,
}

/** The password itself goes in and never comes out. */
export const brokerLinkFields = { ...brokerFields, hasPassword: z.boolean() }

/** A password that is left out stays as it is; an empty one is removed, and so is one for another broker or user. */
export const brokerFormFields = { ...brokerFields, password: mqttText.max(500).optional() }

export const brokerMowerState = z.strictObject({
  /** `elsewhere`: another server of the course has the connection. */
  connection: z.enum(['connecting', 'connected', 'failing', 'elsewhere']),
  problem: mqttProblem.nullable(),
  /** In English, for the operator of the server. */
  detail: z.string(),
  activity: machineActivity,
  /** Milliseconds since its last report; null where none came yet. */
  reportAgeMs: z.number().nonnegative().nullable(),
})
export type BrokerMowerState = z.infer<typeof brokerMowerState>

/** Of a try before saving. */
export const brokerTried = z.strictObject({
  problem: mqttProblem.nullable(),
  detail: z.string(),
  /** What the mower reported meanwhile; null where it reported nothing. */
  activity: machineActivity.nullable(),
})
