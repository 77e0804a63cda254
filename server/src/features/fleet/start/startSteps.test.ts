import type { Mower } from '@greensward/domain'
import { mavlinkCapabilities } from '@greensward/vehicle'
import { expect, test } from 'vitest'
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { why } from '../../../shared/missionLife/why.ts'
import { at } from '../../../testing/ground.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { OwnMission } from '../mission/activeMission.ts'
import type { MowerFence } from '../mower/mowerFence.ts'
import { aheadOf } from './driveAhead.ts'
import type { Gate } from './gate.ts'
import { recordStart } from './recordStart.ts'
import { type Start, takeSteps } from './startSteps.ts'

const mission = { id: 'mission', mowerId: 'mower', drive: { items: [] } } as unknown as OwnMission
const fence = { removed: () => Promise.resolve() } as unknown as MowerFence

/** A start of a shift whose right ends at the step of this name, with what was sent. */
const startInterruptedAt = async (step: 'nothing' | 'upload') => {
  const sent: string[] = []
  let holds = step !== 'nothing'
  const parts = {
    ctx: { log: { error: (fault: unknown) => sent.push(String(fault)) } },
    journal: { enter: () => Promise.resolve() },
    capabilitiesOf: () => mavlinkCapabilities(),
    garage: { baseOf: () => undefined },
    gateway: {
      setBoundary: () => undefined,
      state: () => undefined,
      upload: async () => {
        sent.push('upload')
        holds = false
        return { outcome: 'accepted' }
      },
    },
  } as unknown as FleetParts
  const start: Start = {
    how: 'start',
    actor: SYSTEM,
    right: { why: why('startAsked'), holds: () => holds, take: () => Promise.resolve() },
    ending: new AbortController(),
    turn: { ready: () => Promise.resolve(), leave: () => undefined },
  }
  return { outcome: await takeSteps(parts, mission, start, fence, undefined), sent }
}

test('SAFE-13f an interruption other than a stop ends a start of a shift before its next step', async () => {
  expect(await startInterruptedAt('nothing')).toMatchObject({ outcome: { reason: 'stopped' }, sent: [] })
  expect(await startInterruptedAt('upload')).toMatchObject({ outcome: { reason: 'stopped' }, sent: ['upload'] })
})

test('SAFE-6g a start that would meet another one by now is refused before anything is recorded', async () => {
  const machine = (id: string) => ({ id, name: id, widthM: 2, transitSpeedMps: 2 }) as unknown as Mower
  let there = at(30, 40)
  const happened: string[] = []
  const parts = {
    garage: { mowers: new Map(['mine', 'Rook 2'].map(id => [id, machine(id)])) },
    view: {
      missionOf: () => undefined,
      telemetryOf: () => ({ position: there, mode: 'hold' }),
      lastPositionOf: () => there,
      drivesUnplanned: () => false,
    },
    journal: {
      settled: async () => {
        happened.push('recorded')
        throw new Error('the test ends here')
      },
    },
  } as unknown as FleetParts
  const mower = machine('mine')
  const legs = [{ kind: 'swath' as const, bladeOn: true, speedMps: 1, points: [at(60, 0), at(60, 40)] }]
  const gate: Gate = {
    lines: [{ check: 'zoneFree', verdict: 'passed', reason: 'free', values: {} }],
    approach: null,
    beginning: {
      mower,
      target: { kind: 'zone', featureId: 'lawn' },
      ahead: aheadOf(mower, at(0, 0), legs, [at(0, 0), at(60, 0)]),
    },
  }
  const record = () =>
    recordStart(
      parts,
      { row: { mowerId: 'mine' }, gate } as unknown as Parameters<typeof recordStart>[1],
      () => undefined,
    ).catch((error: unknown) => error)
  expect([await record(), happened]).toEqual([new Error('the test ends here'), ['recorded']])
  // It came onto the way since the pre-start checks.
  there = at(30, 0)
  const lines = [{ check: 'zoneFree', verdict: 'refused', reason: 'onWay', values: { name: 'Rook 2' } }]
  expect(await record()).toMatchObject({ kind: 'gateRefused', extras: { details: { lines } } })
  expect(happened).toEqual(['recorded'])
})
