/** The gateway in a thread of its own, on real sockets, with mowers in a process of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { join } from 'node:path'
import { firstDifference, type GatewayEvent, type MowerConfig } from '@greensward/vehicle'
import { type GatewayThread, openGatewayThread } from '@greensward/vehicle/thread'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOME } from './testing/harness.ts'
import type { TrialOrder } from './testing/harnessThread.ts'
import { relay, smallMission } from './testing/smallField.ts'

const mower: MowerConfig = { id: 'a', systemId: 1, name: 'A', blade: relay }

let gateway: GatewayThread
let program: ChildProcess
let events: GatewayEvent[] = []
let restarts: string[] = []
const notes: unknown[] = []

const until = async (done: () => boolean, seconds: number): Promise<boolean> => {
  for (const endMs = Date.now() + seconds * 1000; Date.now() < endMs; ) {
    if (done()) return true
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return done()
}
const telemetry = () => gateway.state('a')?.telemetry
const order = (given: TrialOrder): void => gateway.note(given)
/** This thread does nothing at all for so long. */
const block = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
/** Resolves when the line is with the simulator. */
const fault = (line: string): Promise<void> =>
  new Promise(resolve => program.stdin?.write(`${line}\n`, () => resolve()))

/** A thread that is started again listens at the same port. */
const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address()
      socket.close(() => resolve(port))
    })
  })

beforeEach(async () => {
  events = []
  restarts = []
  notes.length = 0
  gateway = openGatewayThread({
    links: [{ kind: 'udp', host: '127.0.0.1', port: await freePort() }],
    script: new URL('testing/harnessThread.ts', import.meta.url),
    onEvent: event => events.push(event),
    onNote: note => notes.push(note),
    onRestart: reason => restarts.push(reason),
  })
  gateway.setMowers([mower])
  await gateway.open()
  program = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      SIM_TARGET: `127.0.0.1:${gateway.ports()[0]}`,
      SIM_MOWERS: '1',
      SIM_SPEED: '1',
      SIM_EKF_READY: '1',
      SIM_HOME: `${HOME[0]},${HOME[1]},0`,
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  expect(await until(() => telemetry()?.ready === true && gateway.state('a')?.mission !== null, 30)).toBe(true)
})

afterEach(async () => {
  await gateway.close()
  const ended = new Promise(resolve => program.once('exit', resolve))
  program.kill('SIGTERM')
  await ended
})

const drive = async (): Promise<void> => {
  const sent: number[] = []
  const uploaded = await gateway.upload('a', smallMission.items, { onProgress: count => sent.push(count) })
  expect(uploaded).toEqual({ outcome: 'accepted' })
  expect(sent.length).toBeGreaterThan(0)
  // The state is up to date when an answer arrives.
  expect(gateway.state('a')?.mission).toHaveLength(smallMission.items.length)
  expect(await gateway.start('a')).toEqual({ outcome: 'accepted' })
  expect(await until(() => telemetry()?.bladeOn === true, 30)).toBe(true)
}

test('SAFE-12a a mower that loses RTK is stopped while the main thread is blocked, and the main thread sees that in order', async () => {
  await drive()
  await fault('1 fix 3')
  block(6_000)
  const freeAtMs = Date.now()
  expect(await until(() => telemetry()?.mode === 'hold' && telemetry()?.bladeOn === false, 5)).toBe(true)
  const stopped = events.findIndex(event => event.kind === 'safetyStop' && event.reason === 'rtkLost')
  expect(stopped).toBeGreaterThan(-1)
  const after = events.slice(stopped)
  const held = after.find(event => event.kind === 'telemetry' && event.state.telemetry.mode === 'hold')
  expect(held?.kind === 'telemetry' && held.atMs).toBeLessThan(freeAtMs - 1_000)
}, 60_000)

test('SAFE-12b a thread that hangs makes its mowers unknown, and a start that waited for it is not carried out late', async () => {
  expect((await gateway.upload('a', smallMission.items)).outcome).toBe('accepted')
  order({ kind: 'hang', ms: 4_500 })
  const waiting = gateway.start('a')
  expect(await until(() => telemetry()?.link === 'lost' && telemetry()?.mode === null, 4)).toBe(true)
  expect(gateway.isAlive()).toBe(false)
  expect(await gateway.start('a')).toMatchObject({ outcome: 'noAnswer' })
  expect(await waiting).toMatchObject({ outcome: 'noAnswer' })
  expect(await until(() => telemetry()?.link === 'live' && telemetry()?.mode !== null, 10)).toBe(true)
  // The thread finishes all earlier work before it answers the next request.
  await gateway.readParameter('a', 'FS_GCS_ENABLE')
  expect([telemetry()?.mode, telemetry()?.armed]).toEqual(['hold', false])
  expect(restarts).toEqual([])
  expect(await gateway.start('a')).toEqual({ outcome: 'accepted' })
}, 60_000)

test('SAFE-12b a stop that waited for a thread that hangs is sent when it runs again', async () => {
  await drive()
  order({ kind: 'hang', ms: 3_000 })
  expect(await gateway.stop('a')).toMatchObject({ acknowledged: false, reason: 'noAnswer' })
  expect(await until(() => telemetry()?.mode === 'hold' && telemetry()?.bladeOn === false, 10)).toBe(true)
}, 60_000)

test('SAFE-12c a thread that ends is started again; the mower is unknown until it is read, and no request is repeated', async () => {
  expect((await gateway.upload('a', smallMission.items)).outcome).toBe('accepted')
  order({ kind: 'end' })
  const asked = gateway.start('a')
  expect(await until(() => restarts.length === 1, 5)).toBe(true)
  expect(gateway.state('a')).toBeUndefined()
  expect(await asked).toMatchObject({ outcome: 'noAnswer' })
  expect(await until(() => gateway.state('a')?.mission?.length === smallMission.items.length, 20)).toBe(true)
  expect(firstDifference(smallMission.items, gateway.state('a')?.mission ?? [])).toBeNull()
  expect([telemetry()?.mode, telemetry()?.armed, telemetry()?.bladeOn]).toEqual(['hold', false, false])
  expect(await until(() => gateway.isAlive(), 5)).toBe(true)
}, 60_000)

test('SAFE-12d a start decided before a stop in the thread was known is refused', async () => {
  await drive()
  order({ kind: 'stop', config: mower })
  // The thread has stopped the mower long before this thread reads that it has.
  block(2_000)
  const resumed = gateway.resume('a', 3)
  expect(notes).toEqual([])
  expect(await resumed).toEqual({ outcome: 'rejected', reason: 'stopped', message: 'A stop was asked for meanwhile.' })
  expect(notes).toEqual(['stopped in the thread'])
  expect(telemetry()?.mode).toBe('hold')
  expect(await gateway.resume('a', 3)).toEqual({ outcome: 'accepted' })
}, 60_000)

test('an upload ends when its signal does', async () => {
  const ending = new AbortController()
  const uploading = gateway.upload('a', smallMission.items, { signal: ending.signal, onProgress: () => ending.abort() })
  expect(await uploading).toMatchObject({ outcome: 'rejected' })
}, 60_000)
