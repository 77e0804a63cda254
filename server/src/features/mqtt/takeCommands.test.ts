/** A pause by MQTT is a stop: what keeps a mower from moving on an old or repeated message keeps no pause from it. */
import { expect, test } from 'vitest'
import type { MachinePort } from '../../shared/missionLife/ports.ts'
import { createTestClock } from '../../testing/testServer.ts'
import type { StoredMqtt } from './mqttStore.ts'
import { createTakeCommand } from './takeCommands.ts'

const clock = createTestClock()
const at = (): string => clock.now().toISOString()

/** One mower, the commands that reach it, and the answers. */
const stage = (commands: StoredMqtt['commands'] = ['start', 'pause', 'dock']) => {
  const reached: string[] = []
  const answers: unknown[] = []
  const note = (name: string) => async () => {
    reached.push(name)
    return { outcome: 'accepted', reason: null, why: null, standingStill: null }
  }
  const take = createTakeCommand({
    ctx: { clock, log: { info: () => undefined, warn: () => undefined, error: () => undefined } as never },
    settings: { prefix: 'course', actorName: 'Home Assistant', commands } as unknown as StoredMqtt,
    machines: {
      mowers: () => [{ id: 'm1' }],
      start: note('start'),
      dock: note('dock'),
      stop: note('stop'),
    } as unknown as MachinePort,
    publish: (_, payload) => answers.push(JSON.parse(payload === '' ? '{}' : payload)),
  })
  const send = async (payload: object, isRetained = false): Promise<void> => {
    take({ topic: 'course/mower/m1/command', payload: JSON.stringify(payload), isRetained })
    await new Promise(done => setImmediate(done))
  }
  return { send, reached, answers }
}

test('SAFE-14b a pause stops the mower without a moment, with an old one, and with the same one again', async () => {
  const { send, reached, answers } = stage()
  await send({ command: 'pause' })
  const again = { command: 'pause', at: at() }
  await send(again)
  await send(again)
  await send({ command: 'pause', at: '2020-01-01T00:00:00Z' })
  expect(reached).toEqual(['stop', 'stop', 'stop', 'stop'])
  expect(answers).toEqual(Array(4).fill(expect.objectContaining({ command: 'pause', outcome: 'accepted' })))
})

test('a pause is taken after too many other commands of a minute', async () => {
  const { send, reached } = stage()
  for (let i = 0; i < 40; i += 1) await send({ command: 'start' })
  await send({ command: 'pause', at: at() })
  expect(reached).toEqual(['stop'])
})

test('a pause that the broker kept, or that is not switched on, reaches no mower', async () => {
  const kept = stage()
  await kept.send({ command: 'pause', at: at() }, true)
  expect([kept.reached, kept.answers.at(-1)]).toMatchObject([[], { outcome: 'refused', reason: 'retained' }])
  const off = stage(['start'])
  await off.send({ command: 'pause', at: at() })
  expect([off.reached, off.answers.at(-1)]).toMatchObject([[], { outcome: 'refused', reason: 'switchedOff' }])
})
