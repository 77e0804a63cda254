/** The program itself, over real sockets: the whole way of a mission at a link that loses one message in twenty. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGateway, type Gateway, type GatewayEvent, systemClock } from '@greensward/vehicle'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { HOME } from './testing/harness.ts'
import { smallMission } from './testing/smallField.ts'

const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
const stateFile = join(folder, 'mowers.json')
let gateway: Gateway
let program: ChildProcess
const lines: string[] = []
const events: GatewayEvent[] = []

const until = async (done: () => boolean, seconds: number): Promise<boolean> => {
  for (const endMs = Date.now() + seconds * 1000; Date.now() < endMs; ) {
    if (done()) return true
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return done()
}

const run = (port: number, more: Record<string, string> = {}): void => {
  program = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      SIM_TARGET: `127.0.0.1:${port}`,
      SIM_MOWERS: '3',
      // A command that is lost is sent again after a second and a half: the drive must still be under way then.
      SIM_SPEED: '6',
      SIM_LOSS: '5',
      SIM_EKF_READY: '2',
      SIM_HOME: `${HOME[0]},${HOME[1]},0`,
      SIM_STATE_FILE: stateFile,
      ...more,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  program.stdout?.on('data', (text: Buffer) => lines.push(...text.toString().split('\n').filter(Boolean)))
}

const endProgram = async (): Promise<void> => {
  if (program.exitCode !== null) return
  const ended = new Promise(resolve => program.once('exit', resolve))
  program.kill('SIGTERM')
  await ended
}

beforeAll(async () => {
  gateway = createGateway({
    links: [{ kind: 'udp', host: '127.0.0.1', port: 0 }],
    clock: systemClock,
    onEvent: event => events.push(event),
  })
  gateway.setMowers([
    { id: 'a', systemId: 1, name: 'A', blade: { kind: 'relay', index: 0 } },
    { id: 'b', systemId: 2, name: 'B', blade: { kind: 'relay', index: 0 } },
  ])
  await gateway.open()
})

afterEach(endProgram)

afterAll(async () => {
  await gateway.close()
  rmSync(folder, { recursive: true })
})

test('a mission is uploaded, driven, stopped, resumed and finished over UDP with 5 % loss', async () => {
  run(gateway.ports()[0] ?? 0)
  const a = () => gateway.state('a')
  expect(await until(() => a()?.telemetry.ready === true && gateway.unknownVehicles().length === 1, 15)).toBe(true)
  expect(await gateway.upload('a', smallMission.items)).toEqual({ outcome: 'accepted' })
  expect(await gateway.start('a')).toEqual({ outcome: 'accepted' })
  expect(await until(() => a()?.telemetry.bladeOn === true && (a()?.telemetry.speedMps ?? 0) > 1, 15)).toBe(true)
  expect(await gateway.stop('a')).toMatchObject({ acknowledged: true })
  expect(await until(() => a()?.requestedStop?.standingAt !== undefined && a()?.telemetry.bladeOn === false, 5)).toBe(
    true,
  )
  const seq = a()?.telemetry.missionSeq ?? 0
  expect(await gateway.resume('a', seq)).toEqual({ outcome: 'accepted' })
  expect(await until(() => events.some(({ kind }) => kind === 'missionEnded'), 40)).toBe(true)
  expect(await until(() => a()?.telemetry.mode === 'hold' && a()?.telemetry.bladeOn === false, 5)).toBe(true)
  expect(gateway.unknownVehicles()).toMatchObject([{ systemId: 3 }])

  program.stdin?.write('2 link off\n2 nonsense\n')
  expect(await until(() => gateway.state('b')?.telemetry.link === 'lost', 8)).toBe(true)
  expect(lines).toEqual(expect.arrayContaining(['ok', 'not understood: 2 nonsense']))
})

test('keeps its missions after a restart, and is followed at its new address once a person accepts it', async () => {
  expect(await until(() => gateway.state('a')?.telemetry.link === 'lost', 8)).toBe(true)
  run(gateway.ports()[0] ?? 0)
  // It was armed when it fell silent, so nothing takes the place of its own link by itself.
  expect(await until(() => gateway.state('a')?.otherSender !== null, 15)).toBe(true)
  expect(await gateway.acceptSender('a')).toEqual({ outcome: 'accepted' })
  expect(await until(() => gateway.state('a')?.telemetry.link === 'live', 15)).toBe(true)
  const back = await gateway.download('a')
  expect(back).toMatchObject({ ok: true, value: { length: smallMission.items.length } })
})

test('a mower is given a signing key, and from then on sends and accepts signed messages only', async () => {
  const key = randomBytes(32)
  const signed = createGateway({
    links: [{ kind: 'udp', host: '127.0.0.1', port: 0 }],
    clock: systemClock,
    onEvent: () => {},
  })
  const mower = { id: 'c', systemId: 1, name: 'C', blade: { kind: 'relay', index: 0 } } as const
  signed.setMowers([mower])
  await signed.open()
  try {
    run(signed.ports()[0] ?? 0, { SIM_LOSS: '0' })
    const c = () => signed.state('c')
    expect(await until(() => c()?.telemetry.link === 'live', 10)).toBe(true)
    signed.setMowers([{ ...mower, signingKey: key, formerKeys: [null] }])
    expect(await until(() => c()?.telemetry.armed === false, 5)).toBe(true)
    expect(await signed.giveSigningKey('c')).toEqual({ outcome: 'accepted' })
    expect(c()?.telemetry.link).toBe('live')
    expect(await signed.readParameter('c', 'WP_SPEED')).toEqual({ ok: true, value: 2 })
    expect(await signed.upload('c', smallMission.items)).toEqual({ outcome: 'accepted' })
  } finally {
    await signed.close()
  }
})
