import { expect, test } from 'vitest'
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { why } from '../../../shared/missionLife/why.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { OwnMission } from '../mission/activeMission.ts'
import type { MowerFence } from '../mower/mowerFence.ts'
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
