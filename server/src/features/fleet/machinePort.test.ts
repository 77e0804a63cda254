/** Commands of other programs: what they may do less than a person. */
import { expect, test } from 'vitest'
import { Refusal } from '../../platform/http/refusal.ts'
import { createTestClock } from '../../testing/testServer.ts'
import type { Commands } from './commands/commands.ts'
import type { Drives } from './commands/drives.ts'
import type { FleetParts } from './fleetParts.ts'
import { createMachinePort } from './machinePort.ts'

const clock = createTestClock()
const at = (agoMs: number): number => clock.now().getTime() - agoMs

/** A mower whose mission has this status, and each command that comes to it. */
const stage = (status: string | undefined) => {
  const asked: string[] = []
  const note = (name: string) => async () => {
    asked.push(name)
    return { outcome: 'accepted', reason: null, why: null, standingStill: null }
  }
  const parts = {
    ctx: { clock },
    garage: { mowers: new Map([['m1', { id: 'm1', name: 'Rook' }]]) },
    view: { missionOf: () => (status === undefined ? undefined : { status }) },
  } as unknown as FleetParts
  const commands = { start: note('start'), startNext: note('startNext'), stop: note('stop') } as unknown as Commands
  const drives = { sendHome: note('sendHome') } as unknown as Drives
  return { port: createMachinePort(parts, commands, drives), asked }
}
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Refusal ? error.said.code : String(error)),
  )

test('SAFE-14c a program resumes no stopped mission, and starts none beside another', async () => {
  for (const status of ['stopped', 'working', 'uploading']) {
    const { port, asked } = stage(status)
    expect([status, await codeOf(port.start('m1', {}, at(0)))]).toEqual([status, 'onMissionAlready'])
    expect(asked).toEqual([])
  }
})

test('SAFE-14b a command that took too long, or comes from the future, reaches no mower', async () => {
  const { port, asked } = stage(undefined)
  expect(await codeOf(port.start('m1', {}, at(5_001)))).toBe('commandExpired')
  expect(await codeOf(port.dock('m1', {}, at(60_000)))).toBe('commandExpired')
  expect(await codeOf(port.dock('m1', {}, at(-60_000)))).toBe('invalid')
  expect(await codeOf(port.dock('m1', {}, Number.NaN))).toBe('invalid')
  expect(await codeOf(port.dock('unknown', {}, at(0)))).toBe('notFound')
  expect(asked).toEqual([])
  expect(await codeOf(port.dock('m1', {}, at(4_000)))).toBe('accepted')
  expect(await codeOf(port.stop('m1', {}))).toBe('accepted')
  expect(asked).toEqual(['sendHome', 'stop'])
})
