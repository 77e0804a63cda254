/** Mowers that run OpenMower, by MQTT: how each is reached, and what it reports. They are shown and stopped, not started. */
import { machineActivity, position } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, nothing } from './call.ts'
import { mqttAddress, mqttAuthority, mqttProblem, mqttText, mqttTopic } from './mqttCalls.ts'

const link = {
  /** The course's broker, or the mower's own. */
  address: mqttAddress,
  user: mqttText.max(200),
  authority: mqttAuthority,
  /** `OM_MQTT_TOPIC_PREFIX` of the mower; empty on its own broker. */
  prefix: z.union([z.literal(''), mqttTopic]),
  /** `OM_DATUM_LONG` and `OM_DATUM_LAT`: the origin of its map. */
  datum: position,
}

export const openMowerLink = z.strictObject({
  ...link,
  /** The password itself goes in and never comes out. */
  hasPassword: z.boolean(),
})
export type OpenMowerLink = z.infer<typeof openMowerLink>

/** A password that is left out stays as it is; an empty one is removed, and so is one for another broker or user. */
export const openMowerForm = z.strictObject({ ...link, password: mqttText.max(500).optional() })
export type OpenMowerForm = z.infer<typeof openMowerForm>

const openMowerState = z.strictObject({
  /** `elsewhere`: another server of the course has the connection. */
  connection: z.enum(['connecting', 'connected', 'failing', 'elsewhere']),
  problem: mqttProblem.nullable(),
  /** In English, for the operator of the server. */
  detail: z.string(),
  activity: machineActivity,
  /** Milliseconds since its last report; null where none came yet. */
  reportAgeMs: z.number().nonnegative().nullable(),
})
export type OpenMowerState = z.infer<typeof openMowerState>

export const openMowerCalls = {
  openMower: {
    get: call({
      method: 'GET',
      path: 'mowers/{id}/open-mower',
      who: 'operations.read',
      params: byId,
      result: z.strictObject({ link: openMowerLink.nullable(), state: openMowerState.nullable() }),
    }),
    save: call({
      method: 'PUT',
      path: 'mowers/{id}/open-mower',
      who: 'settings.edit',
      params: byId,
      body: openMowerForm,
      result: openMowerLink,
    }),
    remove: call({
      method: 'DELETE',
      path: 'mowers/{id}/open-mower',
      who: 'settings.edit',
      params: byId,
      result: nothing,
    }),
    test: call({
      method: 'POST',
      path: 'mowers/{id}/open-mower/test',
      who: 'settings.edit',
      params: byId,
      body: openMowerForm,
      result: z.strictObject({
        problem: mqttProblem.nullable(),
        detail: z.string(),
        /** What the mower reported meanwhile; null where it reported nothing. */
        activity: machineActivity.nullable(),
      }),
    }),
  },
} as const
