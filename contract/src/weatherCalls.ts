/** The weather: where it is read, what it says, and what it proposes. */
import { rainProposal, weatherSettings, weatherSettingsChange, weatherState } from '@greensward/domain'
import { byId, call } from './call.ts'

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
      summary: 'What the source said last, and what is proposed',
      result: weatherState,
    }),
    read: call({
      method: 'POST',
      path: 'weather/read',
      who: 'settings.edit',
      summary: 'Ask the source now',
      result: weatherState,
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
