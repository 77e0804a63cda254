/** What becomes of a stopped drive on Continue, on a clock of the test's. */
import type { GateLine, ShiftTask } from '@greensward/domain'
import { expect, test } from 'vitest'
import { refuse } from '../../../platform/http/refusal.ts'
import type { Drives } from '../commands/drives.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ControlledMower, StartArguments } from '../mower/controlledMower.ts'
import type { LiveRoute } from './shiftStore.ts'
import { startTask } from './taskStart.ts'

const ACCEPTED = { outcome: 'accepted', reason: null, why: null, standingStill: null } as const
const task = { id: 'home', kind: 'returnToBase', state: 'planned', missionId: 'stopped drive' } as unknown as ShiftTask

const line = (check: GateLine['check'], reason: string): GateLine => ({ check, verdict: 'refused', reason, values: {} })

/** Continues the route where the resume is refused by these lines. @param endsRight a stop comes while the old drive is erased */
const resume = async (lines: readonly GateLine[], { endsRight = false } = {}) => {
  const happened: string[] = []
  let count = 0
  const parts = {
    ctx: { clock: { now: () => new Date(0), monotonicMs: () => 0 } },
    interruptions: { count: () => count },
  } as unknown as FleetParts
  const mower = {
    id: 'mower',
    resume: async (...[missionId]: StartArguments) => {
      happened.push(`resumes ${missionId}`)
      return lines.length === 0 ? ACCEPTED : refuse('gateShut', { lines: [] }, { details: { lines } })
    },
    replaceDrive: async (missionId: string) => {
      happened.push(`erases ${missionId}`)
      if (endsRight) count += 1
    },
    start: async (...[missionId, , , right]: StartArguments) => {
      happened.push(`starts ${missionId}${right?.holds() === true ? '' : ' without a right'}`)
      return ACCEPTED
    },
  } as unknown as ControlledMower
  const drives = {
    sendHome: async (...[, , , start]: Parameters<Drives['sendHome']>) => start?.('new drive') ?? ACCEPTED,
  } as Drives
  const live = { shift: { name: 'Morning', release: null }, route: { tasks: [task] } } as unknown as LiveRoute
  const step = { kind: 'begin', task, how: 'resume' } as const
  const error = await startTask(parts, drives, mower, { live, step, count: 0, isClosed: () => false }).then(
    () => null,
    (fault: { said?: { code: string } }) => fault.said?.code,
  )
  return { happened, error }
}

test('SAFE-6h a stopped drive is resumed where its rest is clear', async () => {
  expect(await resume([])).toEqual({ happened: ['resumes stopped drive'], error: null })
})

test('SAFE-6h a stopped drive with another mower in its rest is planned again, by the same right', async () => {
  expect(await resume([line('planFits', 'bodyInObstacle')])).toEqual({
    happened: ['resumes stopped drive', 'erases stopped drive', 'starts new drive'],
    error: null,
  })
})

test('SAFE-6h a stopped drive that would meet a mower that drives, or is refused for another reason, stays', async () => {
  for (const lines of [
    [line('zoneFree', 'otherMower')],
    [line('planFits', 'bodyInObstacle'), line('fix', 'fixTooPoor')],
  ])
    expect(await resume(lines)).toEqual({ happened: ['resumes stopped drive'], error: 'gateShut' })
})

test('SAFE-13c the right to start ends with the release, and the mission learns when that is', async () => {
  let nowMs = 0
  const parts = {
    ctx: { clock: { now: () => new Date(5_000 + nowMs), monotonicMs: () => nowMs } },
    interruptions: { count: () => 0 },
  } as unknown as FleetParts
  const given: StartArguments[3][] = []
  const mower = {
    id: 'mower',
    start: async (...[, , , right]: StartArguments) => {
      given.push(right)
      return ACCEPTED
    },
  } as unknown as ControlledMower
  const mow = { id: 'mow', kind: 'mow', state: 'planned', missionId: 'mission' } as unknown as ShiftTask
  const release = { by: 'Ada Field', until: new Date(65_000).toISOString() }
  const live = { shift: { name: 'Morning', release }, route: { tasks: [mow] } } as unknown as LiveRoute
  const step = { kind: 'begin', task: mow, how: 'start' } as const
  await startTask(parts, {} as Drives, mower, { live, step, count: 0, isClosed: () => false })
  expect(given[0]).toMatchObject({ endsAtMs: 60_000 })
  nowMs = 59_999
  expect(given[0]?.holds()).toBe(true)
  nowMs = 60_000
  expect(given[0]?.holds()).toBe(false)
})

test('SAFE-6h a stop while the old drive is erased ends the right to drive', async () => {
  expect(await resume([line('planFits', 'bodyInObstacle')], { endsRight: true })).toEqual({
    happened: ['resumes stopped drive', 'erases stopped drive'],
    error: 'stopRequested',
  })
})
