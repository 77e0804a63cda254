/** Features of the link to real mowers besides driving: on the real server, with simulated mowers and a small real caster. */
import { createServer, type Socket } from 'node:net'
import { type BodyOf, calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { GateCheck } from '@greensward/domain'
import { MavCmd } from '@greensward/vehicle/mavlink'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../testing/fieldRig.ts'
import { at } from '../../testing/ground.ts'

let rig: FieldRig

beforeAll(async () => {
  rig = await openFieldRig({ speed: 20, mowers: 2, outgoingPrivate: true })
})
afterAll(() => rig?.close())

const mowerAt = (index: number) => {
  const mower = rig.mowers[index]
  if (mower === undefined) throw new Error(`Mower ${index} is missing`)
  return mower
}
const byId = (id: string) => ({ params: { id } })

const line = async (missionId: string, check: GateCheck) => {
  const { lines } = (await rig.call(calls.missions.gate, byId(missionId))).result
  return lines.find(each => each.check === check)
}
const logOf = async (id: string) => (await rig.call(calls.missions.logs, byId(id))).result.items.map(({ why }) => why)
const cancel = (id: string) => rig.call(calls.missions.cancel, byId(id))
const status = (id: string, wanted: string) =>
  rig.until(`the mission is ${wanted}`, async () => (await rig.mission(id)).status === wanted)
const auditOf = async (action: string) =>
  (await rig.call(lateCalls.audit.list, { query: { perPage: 100 } })).result.items.filter(
    each => each.action === action,
  )

/** The messages to the mower, in order, as words. */
const sentWords = (): string[] =>
  rig.wire.sent.flatMap(message => {
    if (message.name === 'PARAM_SET') return [`${message.fields.paramId} ${message.fields.paramValue}`]
    if (message.name === 'MISSION_COUNT' && message.fields.missionType === 1)
      return [`fence of ${message.fields.count}`]
    if (message.name === 'COMMAND_LONG' && message.fields.command === MavCmd.missionStart) return ['start']
    return []
  })

describe('failsafes', () => {
  test('are read when a mower first reports, cause a gate warning, and one press corrects and records them', async () => {
    const { id } = mowerAt(0)
    const first = await rig.until('the failsafes are read', async () => {
      const known = (await rig.call(calls.autopilots.get, byId(id))).result
      return known.report === null ? undefined : known.report
    })
    const poor = first.failsafes.filter(({ verdict }) => verdict === 'poor').map(({ name }) => name)
    expect(poor).toContain('FS_GCS_ENABLE')
    expect(first.hasFence).toBe(true)
    const mission = await rig.plan(mowerAt(0))
    expect(await line(mission.id, 'linkFailsafe')).toMatchObject({ verdict: 'warned', reason: 'off' })
    expect(await line(mission.id, 'failsafes')).toMatchObject({ verdict: 'warned', reason: 'wrong' })
    const { outcome, set, autopilot } = (await rig.call(calls.autopilots.correct, byId(id))).result
    expect(outcome.outcome).toBe('accepted')
    expect(set).toEqual(poor.filter(name => name !== 'BATT_LOW_VOLT'))
    expect(autopilot.report?.failsafes.filter(({ verdict }) => verdict === 'poor')).toEqual([])
    expect(await line(mission.id, 'linkFailsafe')).toMatchObject({ verdict: 'passed' })
    expect(await line(mission.id, 'failsafes')).toMatchObject({ verdict: 'passed' })
    const written = await rig.until('it is written down', async () => {
      const lines = await auditOf('mower.failsafe')
      return lines.length === set.length ? lines : undefined
    })
    expect(written.every(({ who, subjectId }) => who === 'Ada Field' && subjectId === id)).toBe(true)
    // A value stored on the card applies from the next start of the autopilot on.
    expect(set).toEqual(expect.arrayContaining(['BRD_SD_MISSION', 'BRD_SD_FENCE']))
    expect(autopilot.report?.isRebootDue).toBe(true)
    await cancel(mission.id)
  }, 60_000)
})

describe('the fence of a mission', () => {
  afterEach(() => rig.wire.lose())

  const setFence = (fence: 'off' | 'wanted' | 'required') =>
    rig.call(calls.autopilots.update, { ...byId(mowerAt(0).id), body: { fence } }).then(answer => answer.result)

  test('is sent, read back and switched on before the mower drives, and taken away when the mission is over', async () => {
    const mission = await rig.plan(mowerAt(0))
    expect(await line(mission.id, 'fence')).toMatchObject({ verdict: 'passed', reason: 'on' })
    rig.wire.forget()
    expect((await rig.call(calls.missions.start, byId(mission.id))).result).toMatchObject({ outcome: 'accepted' })
    const words = sentWords()
    const [sent = '', on, start] = [/^fence of [1-9]/, /^FENCE_ENABLE 1$/, /^start$/].map(
      pattern => words.find(word => pattern.test(word)) ?? '',
    )
    expect(words.indexOf(sent)).toBeLessThan(words.indexOf(on ?? ''))
    expect(words.indexOf(on ?? '')).toBeLessThan(words.indexOf(start ?? ''))
    expect(words.indexOf(sent)).toBeGreaterThanOrEqual(0)
    await rig.until('it is written down', async () =>
      (await logOf(mission.id)).includes('The fence was sent; read back and equal'),
    )
    await status(mission.id, 'working')
    // Its route leads from outside the zone into it: a fence of the zone alone would have stopped it at once.
    await rig.until('it mows', async () => ((await rig.vehicle(mowerAt(0).id)).progress ?? 0) > 0.05)
    rig.wire.forget()
    await cancel(mission.id)
    await rig.until('the fence is gone', async () => {
      const after = sentWords()
      return after.includes('FENCE_ENABLE 0') && after.includes('fence of 0')
    })
  }, 60_000)

  test('that cannot be set refuses the start where it is required, and is a line in the log where it is wanted', async () => {
    await setFence('required')
    const refused = await rig.plan(mowerAt(0))
    rig.wire.lose(
      message => message.name === 'MISSION_COUNT' && message.fields.missionType === 1 && message.fields.count > 0,
    )
    const answer = (await rig.call(calls.missions.start, byId(refused.id))).result
    expect(answer.outcome).toBe('rejected')
    expect(answer.reason).toContain('The fence could not be set.')
    await status(refused.id, 'planned')
    expect(sentWords().filter(word => word === 'start')).toEqual([])
    await setFence('wanted')
    const warned = await rig.plan(mowerAt(0))
    expect((await rig.call(calls.missions.start, byId(warned.id))).result.outcome).toBe('accepted')
    await rig.until('it is written down', async () =>
      (await logOf(warned.id)).some(why => why.includes('Starts without a fence of its own.')),
    )
    await cancel(warned.id)
  }, 90_000)

  test('is not sent where it is switched off, and the gate warns of that', async () => {
    await setFence('off')
    const mission = await rig.plan(mowerAt(0))
    expect(await line(mission.id, 'fence')).toMatchObject({ verdict: 'warned', reason: 'off' })
    rig.wire.forget()
    expect((await rig.call(calls.missions.start, byId(mission.id))).result.outcome).toBe('accepted')
    expect(sentWords().filter(word => word.startsWith('fence of'))).toEqual([])
    await cancel(mission.id)
    await setFence('wanted')
    expect((await auditOf('mower.autopilot')).length).toBeGreaterThanOrEqual(4)
  }, 60_000)
})

describe('a stopped mission', () => {
  test('of a mower that was moved drives with the blade off to where it left off, and continues there', async () => {
    const { id } = mowerAt(0)
    const mission = await rig.plan(mowerAt(0))
    expect((await rig.call(calls.missions.start, byId(mission.id))).result.outcome).toBe('accepted')
    await rig.until('some of it is cut', async () => ((await rig.vehicle(id)).progress ?? 0) > 0.2)
    await rig.call(calls.missions.stop, byId(mission.id))
    await status(mission.id, 'stopped')
    await rig.until('it stands', async () => (await rig.vehicle(id)).stop?.standingStill === true)
    const left = (await rig.vehicle(id)).telemetry.position
    rig.fault('1 jump -20 -20')
    await rig.until('it is seen elsewhere', async () => {
      const now = (await rig.vehicle(id)).telemetry.position
      return now !== null && left !== null && Math.abs(now[1] - left[1]) > 0.00015
    })
    const way = await line(mission.id, 'way')
    expect(way?.verdict).toBe('passed')
    expect(Number(way?.values.lengthM)).toBeGreaterThan(10)
    rig.wire.forget()
    expect((await rig.call(calls.missions.resume, byId(mission.id))).result).toMatchObject({ outcome: 'accepted' })
    const items = rig.wire.sent.flatMap(message =>
      message.name === 'MISSION_ITEM_INT' && message.fields.missionType === 0 && message.fields.seq > 0
        ? [message.fields]
        : [],
    )
    const takenUp = items.find(({ command }) => command === MavCmd.navWaypoint)
    expect(Math.abs((takenUp?.x ?? 0) / 1e7 - (left?.[1] ?? 0))).toBeLessThan(0.000_02)
    expect(items[0]).toMatchObject({ command: MavCmd.doSetRelay, param2: 0 })
    expect((await rig.mission(mission.id)).progress).toBeGreaterThan(0.2)
    await rig.call(calls.mowers.stop, byId(id))
    await cancel(mission.id)
    const there = (await rig.vehicle(id)).telemetry.position
    rig.fault('1 jump 0 0')
    await rig.until('it is seen at its true position again', async () => {
      const now = (await rig.vehicle(id)).telemetry.position
      return now !== null && there !== null && Math.abs(now[1] - there[1]) > 0.00015
    })
  }, 60_000)
})

describe('a command', () => {
  const start = (id: string, headers: Readonly<Record<string, string>>) =>
    rig.call(calls.missions.start, { ...byId(id), headers })

  test('that took longer than five seconds to arrive is not carried out, and reports it', async () => {
    const mission = await rig.plan(mowerAt(0))
    rig.wire.forget()
    const late = await start(mission.id, { 'x-asked-at': String(Date.now() - 6_000) })
    expect(late.error.kind).toBe('commandExpired')
    expect(late.status).toBe(409)
    expect((await start(mission.id, { 'x-asked-at': 'soon' })).error.kind).toBe('invalid')
    expect((await start(mission.id, { 'x-asked-at': String(Date.now() + 60_000) })).error.kind).toBe('invalid')
    expect(rig.wire.commands()).toEqual([])
    expect((await rig.mission(mission.id)).status).toBe('planned')
    expect((await start(mission.id, { 'x-asked-at': String(Date.now() - 1_000) })).result.outcome).toBe('accepted')
    await cancel(mission.id)
  }, 60_000)

  test('with the same key is carried out once and answered alike each time', async () => {
    const mission = await rig.plan(mowerAt(0))
    const headers = { 'idempotency-key': crypto.randomUUID() }
    rig.wire.forget()
    const answers = await Promise.all([start(mission.id, headers), start(mission.id, headers)])
    expect(answers.map(({ result }) => result)).toEqual([answers[0]?.result, answers[0]?.result])
    expect((await start(mission.id, headers)).result.outcome).toBe('accepted')
    const runs = async () => (await logOf(mission.id)).filter(why => why === 'The mower drives the mission').length
    // Events of the mowers are recorded a moment after the answer.
    await rig.until('it is written down', async () => (await runs()) > 0)
    await cancel(mission.id)
    expect(await runs()).toBe(1)
  }, 60_000)

  test('to stop that no mower answers names it with its own number to call', async () => {
    const { id } = mowerAt(1)
    await rig.call(calls.autopilots.update, { ...byId(id), body: { phone: '+44 20 7946 0123' } })
    rig.fault('2 link off')
    const { stopped, notStopped } = (await rig.call(calls.mowers.stopAll)).result
    expect(stopped.map(({ name }) => name)).toEqual(['Mower 1'])
    expect(notStopped).toMatchObject([{ name: 'Mower 2', phone: '+44 20 7946 0123' }])
    const vehicle = await rig.vehicle(id)
    expect(vehicle.stop).toMatchObject({ acknowledged: false, standingStill: false })
    rig.fault('2 link on')
    await rig.until('it is received again', async () => (await rig.vehicle(id)).telemetry.link === 'live')
  }, 60_000)
})

describe('corrections', () => {
  /** A caster that lets `gs` in with its password and then sends the given messages. */
  const openCaster = async () => {
    const sockets = new Set<Socket>()
    const asked: string[] = []
    const server = createServer(socket => {
      socket.on('error', () => undefined)
      socket.once('data', bytes => {
        const head = bytes.toString('latin1')
        asked.push(head)
        const login = Buffer.from('gs:green 7').toString('base64')
        if (!head.includes(`Authorization: Basic ${login}`)) {
          socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
          return
        }
        socket.write('ICY 200 OK\r\n\r\n')
        sockets.add(socket)
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    return {
      port: typeof address === 'object' && address !== null ? address.port : 0,
      asked,
      send: (bytes: Uint8Array) => {
        for (const socket of sockets) socket.write(bytes)
      },
      close: async () => {
        for (const socket of sockets) socket.destroy()
        await new Promise(resolve => server.close(resolve))
      },
    }
  }

  const crc24q = (bytes: Uint8Array): number => {
    let crc = 0
    for (const byte of bytes) {
      crc ^= byte << 16
      for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x800000 ? ((crc << 1) ^ 0x1864cfb) & 0xffffff : crc << 1
    }
    return crc
  }
  /** A whole RTCM 3 message of type 1005 with any content. */
  const rtcm = (length: number): Uint8Array => {
    const payload = Uint8Array.from({ length }, (_, i) => (i === 0 ? 0x3e : i === 1 ? 0xd0 : i))
    const head = Uint8Array.from([0xd3, length >> 8, length & 0xff, ...payload])
    const sum = crc24q(head)
    return Uint8Array.from([...head, sum >> 16, (sum >> 8) & 0xff, sum & 0xff])
  }
  const update = (given: { body: BodyOf<typeof calls.link.update> }) => rig.call(calls.link.update, given)
  const corrections = async () => (await rig.call(calls.link.state)).result.corrections
  const state = (wanted: string) =>
    rig.until(`corrections are ${wanted}`, async () => {
      const now = await corrections()
      return now.state === wanted ? now : undefined
    })

  test('go from the caster to every mower, with their state shown and the reason when they do not come', async () => {
    expect(await corrections()).toMatchObject({ state: 'off', ageMs: null })
    const incomplete = await update({ body: { correctionsEnabled: true } })
    expect(incomplete.status).toBe(422)
    const caster = await openCaster()
    const wrong = await update({
      body: {
        correctionsEnabled: true,
        casterHost: '127.0.0.1',
        casterPort: caster.port,
        mountpoint: 'FIELD',
        casterUser: 'gs',
        casterPassword: 'wrong',
      },
    })
    expect(wrong.result).toMatchObject({ hasPassword: true, mountpoint: 'FIELD' })
    expect(JSON.stringify(wrong.result)).not.toContain('wrong')
    expect(await state('refused')).toMatchObject({ problem: 'authRefused' })
    await update({ body: { casterPassword: 'green 7' } })
    await rig.until('the caster let it in', async () => caster.asked.length >= 2)
    rig.wire.forget()
    const messages = [rtcm(19), rtcm(400)]
    const feeding = setInterval(() => {
      for (const message of messages) caster.send(message)
    }, 200)
    try {
      const streaming = await rig.until('corrections come', async () => {
        const now = await corrections()
        return now.state === 'streaming' && now.ageMs !== null && now.bytesPerS > 0 ? now : undefined
      })
      expect(streaming).toMatchObject({ problem: null, detail: '', mowers: 2 })
      expect(streaming.ageMs).toBeLessThan(2_000)
      // Each message goes to both mowers, the longer one in three pieces.
      await rig.until(
        'they reach the mowers',
        async () => rig.wire.sent.filter(({ name }) => name === 'GPS_RTCM_DATA').length >= 8,
      )
    } finally {
      clearInterval(feeding)
    }
    const saved = (await rig.call(calls.link.settings)).result
    expect(saved).toMatchObject({ casterUser: 'gs', hasPassword: true })
    expect((await auditOf('settings.update')).every(each => !JSON.stringify(each).includes('green 7'))).toBe(true)
    // The password goes to the caster that it was typed for, and to no other.
    const other = await openCaster()
    expect((await update({ body: { casterPort: other.port } })).result.hasPassword).toBe(false)
    await rig.until('the other caster is asked', async () => other.asked.length > 0)
    expect(other.asked.join()).toContain(`Basic ${btoa('gs:')}`)
    await other.close()
    await update({ body: { casterPassword: 'green 8' } })
    await update({ body: { correctionsEnabled: false, casterPassword: '' } })
    expect(await state('off')).toMatchObject({ bytesPerS: 0 })
    expect((await rig.call(calls.link.settings)).result.hasPassword).toBe(false)
    await caster.close()
  }, 60_000)
})

describe('recording', () => {
  test('every position of a mower can be read again, at the rate it came', async () => {
    const { id } = mowerAt(0)
    const get = (from: Date, to: Date) =>
      rig.call(calls.link.telemetry, {
        ...byId(id),
        query: { from: from.toISOString(), to: to.toISOString() },
      })
    const items = await rig.until('a chunk is written', async () => {
      const to = new Date()
      const found = (await get(new Date(to.getTime() - 60_000), to)).result.items
      return found.length > 50 ? found : undefined
    })
    const times = items.map(item => Date.parse(item.at))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const [lon, lat] = at(-5, -5)
    expect(Math.hypot((items[0]?.position[0] ?? 0) - lon, (items[0]?.position[1] ?? 0) - lat)).toBeLessThan(0.01)
    expect(items.every(({ fixType }) => fixType !== null)).toBe(true)
    const now = new Date()
    expect((await get(now, new Date(now.getTime() - 1))).status).toBe(422)
    expect((await get(new Date(now.getTime() - 3_600_000), now)).status).toBe(422)
  }, 60_000)
})

describe('settings that count after a restart of the autopilot', () => {
  test('are offered with that restart, and read again after it', async () => {
    const { id } = mowerAt(0)
    expect((await rig.call(calls.autopilots.read, byId(id))).result.report?.isRebootDue).toBe(true)
    await rig.until(
      'it is disarmed',
      async () => (await rig.call(calls.mowers.disarm, byId(id))).result.outcome === 'accepted',
    )
    const restarted = (await rig.call(calls.autopilots.restart, byId(id))).result
    expect(restarted.outcome.outcome).toBe('accepted')
    expect(restarted.autopilot.report?.isRebootDue).toBeUndefined()
    expect(restarted.autopilot.report?.failsafes.find(({ name }) => name === 'BRD_SD_MISSION')).toMatchObject({
      value: 64,
      verdict: 'fine',
    })
    expect(await auditOf('mower.restartAutopilot')).toHaveLength(1)
  }, 90_000)
})
