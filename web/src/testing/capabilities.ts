/** What the mowers of most tests can do. */
import { lateCalls } from '@greensward/contract/late'
import type { VehicleCapabilities } from '@greensward/domain'
import type { Wire } from './wire.ts'

export const FOLLOWS_PATHS: VehicleCapabilities = {
  followsPath: true,
  mowsWorkArea: false,
  positionRateHz: 5,
  stopLatency: { via: 'directLink', withinS: 2.7 },
  blade: 'switched',
  charge: 'atBase',
  returnToBase: 'alongPath',
  fence: true,
  signing: true,
}

export const able = (wire: Wire, change: Partial<VehicleCapabilities> = {}): void =>
  wire.answer(lateCalls.capabilities.get, { ...FOLLOWS_PATHS, ...change })
