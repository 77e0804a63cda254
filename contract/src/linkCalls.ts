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
      summary: 'Corrections and recording as they are set',
      result: linkSettings,
    }),
    update: call({
      method: 'PATCH',
      path: 'settings/link',
      who: 'settings.edit',
      summary: 'Change corrections and recording',
      body: linkSettingsChange,
      result: linkSettings,
    }),
    state: call({
      method: 'GET',
      path: 'link',
      who: 'operations.read',
      summary: 'How corrections and recording go at this moment',
      result: vehicleLinkState,
    }),
    /** Of one vehicle, at most ten minutes at once. */
    telemetry: call({
      method: 'GET',
      path: 'vehicles/{id}/telemetry',
      who: 'operations.read',
      summary: 'Every recorded position of a vehicle in a span of time',
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
      summary: 'The failsafes of a mower as last read, its fence and whom to call',
      params: byId,
      result: mowerAutopilot,
    }),
    update: call({
      method: 'PATCH',
      path: 'mowers/{id}/autopilot',
      who: 'mowers.edit',
      summary: 'Change whether a mower is fenced and whom to call',
      params: byId,
      body: z.strictObject({ fence: fenceMode, phone: mowerAutopilot.shape.phone }).partial(),
      result: mowerAutopilot,
    }),
    read: call({
      method: 'POST',
      path: 'mowers/{id}/autopilot/read',
      who: 'mowers.operate',
      summary: 'Read the failsafes of a mower again',
      params: byId,
      result: mowerAutopilot,
    }),
    correct: call({
      method: 'POST',
      path: 'mowers/{id}/autopilot/correct',
      who: 'mowers.edit',
      summary: 'Set the failsafes that are wrong to what they should be, and read them back',
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
      summary: 'Restart the autopilot of a disarmed mower that stands, and read its settings again',
      params: byId,
      result: z.strictObject({ outcome: commandOutcome, autopilot: mowerAutopilot }),
    }),
  },
} as const
