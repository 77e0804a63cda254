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
      summary: 'Where the weather is read, and what is made of it',
      result: weatherSettings,
    }),
    update: call({
      method: 'PATCH',
      path: 'settings/weather',
      who: 'settings.edit',
      summary: 'Change where the weather is read, and what is made of it',
      body: weatherSettingsChange,
      result: weatherSettings,
    }),
    state: call({
      method: 'GET',
      path: 'weather',
      who: 'operations.read',
      summary: 'What the sources said last, each figure with its source, and what is proposed',
      result: weatherState,
    }),
    read: call({
      method: 'POST',
      path: 'weather/read',
      who: 'settings.edit',
      summary: 'Ask the sources now, unless a service does not allow it yet',
      result: weatherState,
    }),
    test: call({
      method: 'POST',
      path: 'weather/test',
      who: 'settings.edit',
      summary: 'Ask a source by the stored settings with these changes, and store nothing',
      body: weatherSettingsChange.extend({ role: weatherRole }),
      result: weatherTrial,
    }),
    newPushKey: call({
      method: 'POST',
      path: 'weather/push-key',
      who: 'settings.edit',
      summary: 'A new secret address for a station that sends by itself, shown this once; an earlier one ends',
      result: z.strictObject({ key: z.string() }),
    }),
    removePushKey: call({
      method: 'DELETE',
      path: 'weather/push-key',
      who: 'settings.edit',
      summary: 'End the secret address of the station',
      result: nothing,
    }),
    push: call({
      method: 'POST',
      path: 'track/weather/{key}',
      who: 'anyone',
      summary: 'What a station measures, as a form of the protocol of Ecowitt. Answers plain text',
      params: pushKey,
      query: anyQuery,
      body: z.unknown(),
      result: z.unknown(),
    }),
    pushGet: call({
      method: 'GET',
      path: 'track/weather/{key}',
      who: 'anyone',
      summary: 'The same in the query, by the protocol of Weather Underground',
      params: pushKey,
      query: anyQuery,
      result: z.unknown(),
    }),
    accept: call({
      method: 'POST',
      path: 'weather/proposals/{id}/accept',
      who: 'settings.rainMode',
      summary: 'Switch rain mode as it is proposed',
      params: byId,
      result: rainProposal,
    }),
    decline: call({
      method: 'POST',
      path: 'weather/proposals/{id}/decline',
      who: 'settings.rainMode',
      summary: 'Leave rain mode as it is; the same is not proposed again before the weather has changed',
      params: byId,
      result: rainProposal,
    }),
  },
} as const
