/** The weather: where it is read, what it says, and what it proposes. */
import {
  rainProposal,
  weatherRole,
  weatherSettings,
  weatherSettingsChange,
  weatherState,
  weatherTrial,
} from '@greensward/domain'
import { z } from 'zod'
import { byId, call, nothing } from './call.ts'

const pushKey = z.strictObject({ key: z.string().max(200) })
/** The fields are those of the station's protocol. */
const anyQuery = z.looseObject({})

export const weatherCalls = {
  weather: {
    settings: call({
      method: 'GET',
      path: 'settings/weather',
      who: 'operations.read',
      result: weatherSettings,
    }),
    update: call({
      method: 'PATCH',
      path: 'settings/weather',
      who: 'settings.edit',
      body: weatherSettingsChange,
      result: weatherSettings,
    }),
    state: call({
      method: 'GET',
      path: 'weather',
      who: 'operations.read',
      result: weatherState,
    }),
    read: call({
      method: 'POST',
      path: 'weather/read',
      who: 'settings.edit',
      result: weatherState,
    }),
    test: call({
      method: 'POST',
      path: 'weather/test',
      who: 'settings.edit',
      body: weatherSettingsChange.extend({ role: weatherRole }),
      result: weatherTrial,
    }),
    newPushKey: call({
      method: 'POST',
      path: 'weather/push-key',
      who: 'settings.edit',
      result: z.strictObject({ key: z.string() }),
    }),
    removePushKey: call({
      method: 'DELETE',
      path: 'weather/push-key',
      who: 'settings.edit',
      result: nothing,
    }),
    push: call({
      method: 'POST',
      path: 'track/weather/{key}',
      who: 'anyone',
      params: pushKey,
      query: anyQuery,
      body: z.unknown(),
      result: z.unknown(),
    }),
    pushGet: call({
      method: 'GET',
      path: 'track/weather/{key}',
      who: 'anyone',
      params: pushKey,
      query: anyQuery,
      result: z.unknown(),
    }),
    accept: call({
      method: 'POST',
      path: 'weather/proposals/{id}/accept',
      who: 'settings.rainMode',
      params: byId,
      result: rainProposal,
    }),
    decline: call({
      method: 'POST',
      path: 'weather/proposals/{id}/decline',
      who: 'settings.rainMode',
      params: byId,
      result: rainProposal,
    }),
  },
} as const
