import type { LiveVehicle } from '@greensward/contract'
import { SILENT_TELEMETRY, type Telemetry } from '@greensward/domain'
import { expect, test } from 'vitest'
import { FleetView } from './fleetView.ts'
import type { ActiveMission } from './mission/activeMission.ts'

const NOW = new Date('2026-06-01T08:00:00Z')
const stop = (agoMs: number, acknowledged = false) => ({
  requestedAt: new Date(NOW.getTime() - agoMs).toISOString(),
  acknowledged,
  standingStill: false,
})

interface Seen extends Partial<Pick<LiveVehicle, 'activity' | 'foreignDrive' | 'stop'>> {
  readonly telemetry?: Partial<Telemetry>
  readonly mission?: ActiveMission['status']
}

/** Whether the mower counts as driving without a mission, where this server controls it and where another one does. */
const unplanned = ({ telemetry, mission, stop: requested = null, ...rest }: Seen): readonly boolean[] => {
  const seen: Telemetry = { ...SILENT_TELEMETRY, link: 'live', ageMs: 100, mode: 'hold', speedMps: 0, ...telemetry }
  const requestedStop = requested && {
    at: new Date(requested.requestedAt).getTime(),
    ...(requested.acknowledged ? { acknowledgedAt: NOW.getTime() } : {}),
  }
  return [true, false].map(isHere => {
    const active = mission && { status: mission }
    const here = { state: rest.foreignDrive ? 'foreignDrive' : 'idle', mission: active }
    const view = new FleetView({
      clock: { now: () => NOW },
      registry: { get: () => (isHere ? here : undefined) },
      remoteMowers: { mission: () => active, vehicle: () => ({ telemetry: seen, stop: requested, ...rest }) },
      ownership: { holds: () => isHere },
      gateway: { state: () => ({ telemetry: seen, activity: rest.activity, ...(requestedStop && { requestedStop }) }) },
    } as unknown as ConstructorParameters<typeof FleetView>[0])
    return view.drivesUnplanned('mower')
  })
}

test.each<[string, Seen]>([
  ['a person drives by hand', { telemetry: { mode: 'manual', speedMps: 0.8 } }],
  ['drives in a mode that is not known', { telemetry: { mode: null, speedMps: 0.8 } }],
  ['another ground station drives', { foreignDrive: true, telemetry: { mode: 'auto', speedMps: 1 } }],
  ['plans its own path and mows', { activity: 'mowing' }],
  ['plans its own path and reports what is not known here', { activity: 'unknown' }],
  ['drives on after a stop that did not get through', { stop: stop(4_000), telemetry: { mode: 'auto', speedMps: 1 } }],
  ['lost its link before it acknowledged its stop', { stop: stop(500), telemetry: { link: 'lost', ageMs: 9_000 } }],
  ['a pilot took from its stopped mission', { mission: 'stopped', telemetry: { mode: 'manual', speedMps: 0.8 } }],
])('SAFE-6g a mower that %s drives without a mission', (_, seen) => {
  expect(unplanned(seen)).toEqual([true, true])
})

test.each<[string, Seen]>([
  ['is at rest in HOLD', {}],
  ['is at rest in MANUAL', { telemetry: { mode: 'manual' } }],
  ['rolls out in HOLD', { telemetry: { speedMps: 0.8 } }],
  ['was never received', { activity: 'unknown', telemetry: { link: 'never', ageMs: null } }],
  ['plans its own path and charges', { activity: 'charging' }],
  ['drives its mission', { mission: 'working', telemetry: { mode: 'auto', speedMps: 1 } }],
  ['has its mission sent', { mission: 'uploading', telemetry: { mode: 'manual', speedMps: 0.8 } }],
  ['was stopped a moment ago', { stop: stop(500), telemetry: { mode: 'auto', speedMps: 1 } }],
  ['acknowledged its stop and lost its link', { stop: stop(500, true), telemetry: { link: 'lost', ageMs: 9_000 } }],
  ['lost its link so long ago that it holds', { stop: stop(500), telemetry: { link: 'lost', ageMs: 300_000 } }],
])('SAFE-6g a mower that %s does not drive without a mission', (_, seen) => {
  expect(unplanned(seen)).toEqual([false, false])
})
