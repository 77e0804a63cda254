/** Mowers that run OpenMower, by MQTT: how each is reached, and what it reports. They follow no path of ours. */
import { id, position } from '@greensward/domain'
import { z } from 'zod'
import { brokerFormFields, brokerLinkFields, brokerMowerState, brokerTried } from './brokerMowers.ts'
import { byId, call, nothing } from './call.ts'
import { mqttTopic } from './mqttCalls.ts'

const machine = {
  /** `OM_MQTT_TOPIC_PREFIX` of the mower; empty on its own broker. */
  prefix: z.union([z.literal(''), mqttTopic]),
  /** `OM_DATUM_LONG` and `OM_DATUM_LAT`: the origin of its map. */
  datum: position,
  /** Of ours, that it mows: its start passes the pre-start checks of each. Empty where nobody chose them, so that it is not started. */
  zoneIds: z.array(id).max(100),
}

export const openMowerLink = z.strictObject({ ...brokerLinkFields, ...machine })
export type OpenMowerLink = z.infer<typeof openMowerLink>

export const openMowerForm = z.strictObject({ ...brokerFormFields, ...machine })
export type OpenMowerForm = z.infer<typeof openMowerForm>

export const openMowerCalls = {
  openMower: {
    get: call({
      method: 'GET',
      path: 'mowers/{id}/open-mower',
      who: 'operations.read',
      params: byId,
      result: z.strictObject({ link: openMowerLink.nullable(), state: brokerMowerState.nullable() }),
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
      result: brokerTried,
    }),
  },
} as const
