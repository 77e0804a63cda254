/** The sub-sections of the settings, in the order of the specification, and who opens them. */
import type { Action } from '@greensward/domain'
import {
  IconAdjustments,
  IconAntenna,
  IconChecklist,
  IconCloudRain,
  IconDeviceTv,
  IconFlag,
  IconHistory,
  IconHomeLink,
  IconPhone,
  IconRobot,
  IconScissors,
  IconServer,
  IconSettings2,
  IconShape,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'

export const SECTIONS = [
  { name: 'zoneTypes', to: '/settings/zoneTypes', icon: IconShape, right: 'operations.read' },
  { name: 'blades', to: '/settings/blades', icon: IconScissors, right: 'operations.read' },
  { name: 'holes', to: '/settings/holes', icon: IconFlag, right: 'operations.read' },
  { name: 'jobKinds', to: '/settings/jobKinds', icon: IconChecklist, right: 'operations.read' },
  { name: 'main-settings', to: '/settings/main-settings', icon: IconAdjustments, right: 'operations.read' },
  { name: 'buggy-settings', to: '/settings/buggy-settings', icon: IconSettings2, right: 'operations.read' },
  { name: 'link', to: '/settings/link', icon: IconAntenna, right: 'operations.read' },
  { name: 'weather', to: '/settings/weather', icon: IconCloudRain, right: 'operations.read' },
  { name: 'automower', to: '/settings/automower', icon: IconRobot, right: 'operations.read' },
  { name: 'users', to: '/settings/users', icon: IconUsers, right: 'users.edit' },
  { name: 'technicalNumbers', to: '/settings/technicalNumbers', icon: IconPhone, right: 'technicalNumbers.read' },
  { name: 'wallDisplays', to: '/settings/wallDisplays', icon: IconDeviceTv, right: 'settings.edit' },
  { name: 'webhooks', to: '/settings/webhooks', icon: IconWebhook, right: 'settings.edit' },
  { name: 'mqtt', to: '/settings/mqtt', icon: IconHomeLink, right: 'settings.edit' },
  { name: 'audit', to: '/settings/audit', icon: IconHistory, right: 'audit.read' },
  { name: 'operation', to: '/settings/operation', icon: IconServer, right: 'audit.read' },
] as const satisfies readonly { readonly name: string; readonly right: Action; readonly [key: string]: unknown }[]
