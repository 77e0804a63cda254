/** Settings of the course, zone types and technical numbers. */

import { buggySettings, mapSettings, role, technicalNumber, zoneType } from '@greensward/domain'
import { z } from 'zod'
import { call, crud } from './call.ts'

export const settingsCalls = {
  settings: {
    get: call({
      method: 'GET',
      path: 'settings',
      who: 'user',
      result: mapSettings,
    }),
    update: call({
      method: 'PATCH',
      path: 'settings',
      who: 'settings.rainMode',
      body: mapSettings.omit({ totalFieldArea: true }).partial(),
      result: mapSettings,
    }),
    buggy: call({
      method: 'GET',
      path: 'settings/buggy',
      who: 'course.read',
      result: buggySettings,
    }),
    updateBuggy: call({
      method: 'PATCH',
      path: 'settings/buggy',
      who: 'carts.edit',
      body: buggySettings.partial(),
      result: buggySettings,
    }),
    roles: call({
      method: 'GET',
      path: 'settings/roles',
      who: 'user',
      result: z.strictObject({ items: z.array(role) }),
    }),
  },
  zoneTypes: crud('zone-types', 'course.read', 'mowers.edit', zoneType, zoneType.omit({ id: true, updatedAt: true })),
  technicalNumbers: crud(
    'technical-numbers',
    'technicalNumbers.read',
    'technicalNumbers.edit',
    technicalNumber,
    technicalNumber.omit({ id: true, updatedAt: true }),
  ),
} as const
