/** The link to the vehicles: corrections and recording, what a mower's autopilot does by itself, and every recorded position. */

import {
  fenceMode,
  instant,
  linkSettings,
  linkSettingsChange,
  mowerAutopilot,
  telemetrySample,
  vehicleLinkState,
} from '@greensward/domain'
import { z } from 'zod'
import { byId, call } from './call.ts'
import { commandOutcome } from './command.ts'

export const linkCalls = {
  link: {
    settings: call({
      method: 'GET',
      path: 'settings/link',
      who: 'operations.read',
      result: linkSettings,
    }),
    update: call({
      method: 'PATCH',
      path: 'settings/link',
      who: 'settings.edit',
      body: linkSettingsChange,
      result: linkSettings,
    }),
    state: call({
      method: 'GET',
      path: 'link',
      who: 'operations.read',
      result: vehicleLinkState,
    }),
    /** Of one vehicle, at most ten minutes at once. */
    telemetry: call({
      method: 'GET',
      path: 'vehicles/{id}/telemetry',
      who: 'operations.read',
      params: byId,
      query: z.strictObject({ from: instant, to: instant }),
      result: z.strictObject({ items: z.array(telemetrySample) }),
    }),
  },
  autopilots: {
    get: call({
      method: 'GET',
      path: 'mowers/{id}/autopilot',
      who: 'operations.read',
      params: byId,
      result: mowerAutopilot,
    }),
    update: call({
      method: 'PATCH',
      path: 'mowers/{id}/autopilot',
      who: 'mowers.edit',
      params: byId,
      body: z.strictObject({ fence: fenceMode, phone: mowerAutopilot.shape.phone }).partial(),
      result: mowerAutopilot,
    }),
    read: call({
      method: 'POST',
      path: 'mowers/{id}/autopilot/read',
      who: 'mowers.operate',
      params: byId,
      result: mowerAutopilot,
    }),
    correct: call({
      method: 'POST',
      path: 'mowers/{id}/autopilot/correct',
      who: 'mowers.edit',
      params: byId,
      result: z.strictObject({
        outcome: commandOutcome,
        set: z.array(z.string()),
        autopilot: mowerAutopilot,
      }),
    }),
    restart: call({
      method: 'POST',
      path: 'mowers/{id}/autopilot/restart',
      who: 'mowers.edit',
      params: byId,
      result: z.strictObject({ outcome: commandOutcome, autopilot: mowerAutopilot }),
    }),
  },
} as const
