/** Every step on the real stack: server program, its database, gateway, UDP, simulated mowers. */
import { readdirSync, readFileSync } from 'node:fs'
import { calls } from '@greensward/contract'
import { MavCmd } from '@greensward/vehicle/mavlink'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../testing/fieldRig.ts'

let rig: FieldRig

beforeAll(async () => {
  rig = await openFieldRig({ speed: 50, mowers: 2, hasOwnPostgres: true })
})

afterAll(() => rig?.close())

/** Ends the missions of a failed test, so that the next test finds a free mower and a whole wire. */
afterEach(async () => {
  rig.wire.lose()
  rig.wire.cut(false)
  const unended = (await rig.call(calls.missions.list, { query: { status: 'planned,uploading,working,stopped' } }))
    .result
  for (const { id } of unended.items) await rig.call(calls.missions.cancel, { params: { id } })
})

const mowerAt = (index: number) => {
  const mower = rig.mowers[index]
  if (mower === undefined) throw new Error(`Mower ${index} is missing`)
  return mower
}

const status = (id: string, wanted: string) =>
  rig.until(`the mission is ${wanted}`, async () => {
    const mission = await rig.mission(id)
    return mission.status === wanted ? mission : undefined
  })

const bladeRuns = (mowerId: string) =>
  rig.until('the blade runs', async () => (await rig.vehicle(mowerId)).telemetry.bladeOn === true)

const garageStatus = async (mowerId: string) =>
  (await rig.call(calls.garage.list)).result.items.find(({ id }) => id === mowerId)?.status

const start = async (id: string): Promise<void> => {
  const answer = await rig.call(calls.missions.start, { params: { id } })
  expect(answer.result).toMatchObject({ outcome: 'accepted', reason: null })
}

const logOf = async (id: string) =>
  (await rig.call(calls.missions.logs, { params: { id } })).result.items.map(line => `${line.status}: ${line.why}`)

const cancel = (id: string) => rig.call(calls.missions.cancel, { params: { id } })

const commandsOf = (mowerIndex: number) =>
  rig.wire.sent.flatMap(message =>
    message.name === 'COMMAND_LONG' && message.fields.targetSystem === mowerAt(mowerIndex).systemId
      ? [message.fields]
      : [],
  )

describe('a mission on the course', () => {
  test('is started, stopped, resumed where it stopped, and done, with every step in its log', async () => {
    const mower = mowerAt(0)
    const mission = await rig.plan(mower)
    const gate = (await rig.call(calls.missions.gate, { params: { id: mission.id } })).result
    expect(gate.lines.filter(line => line.verdict === 'refused')).toEqual([])
    await start(mission.id)
    await status(mission.id, 'working')
    await bladeRuns(mower.id)
    await rig.until('some of it is cut', async () => ((await rig.vehicle(mower.id)).progress ?? 0) > 0.1)
    expect(await garageStatus(mower.id)).toBe('working')
    const stop = (await rig.call(calls.missions.stop, { params: { id: mission.id } })).result
    expect(stop.outcome).toBe('accepted')
    const stopped = await status(mission.id, 'stopped')
    expect(stopped.statusReason).toMatch(/^Stopped by /)
    const standing = await rig.until('it stands', async () => {
      const vehicle = await rig.vehicle(mower.id)
      return vehicle.stop?.standingStill === true && vehicle.telemetry.bladeOn === false ? vehicle : undefined
    })
    expect(standing.telemetry.mode).toBe('hold')
    expect(await garageStatus(mower.id)).toBe('idle')
    const seq = standing.telemetry.missionSeq ?? 0
    expect(seq).toBeGreaterThan(1)
    rig.wire.forget()
    expect((await rig.call(calls.missions.resume, { params: { id: mission.id } })).result.outcome).toBe('accepted')
    const jump = commandsOf(0).find(({ command }) => command === MavCmd.doSetMissionCurrent)
    // It may have reached one more waypoint while it came to a stand: that stretch is driven again. One that has rolled on
    // farther than the tolerance for standing where it stopped gets a full upload, with the way back in front.
    expect([seq, seq - 1, 1]).toContain(jump?.param1)
    const done = await rig.until(
      'it is done',
      async () => {
        const now = await rig.mission(mission.id)
        return now.status === 'done' ? now : undefined
      },
      60_000,
    )
    expect(done.progress).toBeGreaterThan(0.8)
    expect(done.startedAt).not.toBeNull()
    expect(done.endedAt).not.toBeNull()
    const after = await rig.until('it holds with the blade off', async () => {
      const vehicle = await rig.vehicle(mower.id)
      return vehicle.telemetry.mode === 'hold' && vehicle.telemetry.bladeOn === false ? vehicle : undefined
    })
    expect(after.missionId).toBeNull()
    const log = await logOf(mission.id)
    expect(log[0]).toBe('planned: Planned')
    expect(log).toContainEqual(expect.stringMatching(/^uploading: Sent \d+ items; read back and equal$/))
    expect(log).toContainEqual('uploading: Every segment read back is inside the boundary and clear of obstacles')
    expect(log.at(-1)).toBe('done: The mower has driven its last item')
    expect(done.logLines).toBe(log.length)
    const track = (await rig.call(calls.missions.track, { params: { id: mission.id } })).result
    expect(track.stretches.some(({ bladeOn }) => bladeOn)).toBe(true)
    const ledger = (await rig.call(calls.missions.ledger, { params: { id: rig.zone.id } })).result.items
    expect(ledger[0]).toMatchObject({ missionId: mission.id, direction: mission.resolvedDirection })
    // A notification is stored after its cause.
    await expect
      .poll(async () => (await rig.call(calls.notifications.list)).result.items.map(({ kind }) => kind), {
        timeout: 10_000,
      })
      .toEqual(expect.arrayContaining(['missionStarted', 'missionDone']))
  }, 120_000)

  test('changes direction the next time when the ledger chooses it', async () => {
    const ledger = (await rig.call(calls.missions.ledger, { params: { id: rig.zone.id } })).result.items
    const mission = await rig.plan(mowerAt(0))
    expect(mission.resolvedDirection).not.toBe(ledger[0]?.direction)
    expect((await cancel(mission.id)).result.outcome).toBe('accepted')
  })

  test('is refused by its gate without RTK, and nothing is sent', async () => {
    const mission = await rig.plan(mowerAt(0))
    rig.fault('1 fix 3')
    await rig.until('the fix is poor', async () => (await rig.vehicle(mowerAt(0).id)).telemetry.fixType === 'fix3d')
    rig.wire.forget()
    const refused = (await rig.call(calls.missions.start, { params: { id: mission.id } })).error
    expect(refused.kind).toBe('gateRefused')
    expect(refused.details).toMatchObject({
      lines: expect.arrayContaining([expect.objectContaining({ check: 'fix', verdict: 'refused' })]),
    })
    expect(rig.wire.commands()).toEqual([])
    expect((await rig.mission(mission.id)).status).toBe('planned')
    rig.fault('1 fix 6')
    await rig.until('the fix is fine', async () => (await rig.vehicle(mowerAt(0).id)).telemetry.fixType === 'rtkFixed')
    await cancel(mission.id)
  })

  test('refuses a second mission on its mower and a second mower on its zone while it works', async () => {
    const first = await rig.plan(mowerAt(0))
    const sameMower = await rig.plan(mowerAt(0))
    const sameZone = await rig.plan(mowerAt(1))
    await start(first.id)
    const checks = async (id: string) =>
      (await rig.call(calls.missions.gate, { params: { id } })).result.lines
        .filter(line => line.verdict === 'refused')
        .map(line => line.check)
    expect(await checks(sameMower.id)).toContain('mowerFree')
    expect(await checks(sameZone.id)).toContain('zoneFree')
    expect((await rig.call(calls.missions.start, { params: { id: sameMower.id } })).error.kind).toBe('gateRefused')
    expect((await rig.call(calls.missions.remove, { params: { id: first.id } })).error.kind).toBe('missionState')
    const { features, revision } = (await rig.call(calls.map.get)).result
    const zone = features.find(({ id }) => id === rig.zone.id)
    if (zone === undefined) throw new Error('The zone is gone')
    const edit = await rig.call(calls.map.change, {
      body: { baseRevision: revision, label: 'No lawn', added: [], updated: [], removed: [zone] },
    })
    expect(edit.error).toMatchObject({
      kind: 'zoneBusyDelete',
      message: 'Delete zone prohibited while mission is working',
    })
    for (const { id } of [first, sameMower, sameZone]) expect((await cancel(id)).result.outcome).toBe('accepted')
  }, 60_000)

  test('is erased from the mower by stop and clear, which cancels it', async () => {
    const mower = mowerAt(0)
    const mission = await rig.plan(mower)
    await start(mission.id)
    const cleared = (await rig.call(calls.mowers.clear, { params: { id: mower.id } })).result
    expect(cleared.outcome).toBe('accepted')
    expect((await status(mission.id, 'cancelled')).statusReason).toMatch(/^Stopped and cleared by /)
    await rig.until('nothing is on board', async () => (await rig.vehicle(mower.id)).telemetry.missionCount === 0)
    expect((await rig.vehicle(mower.id)).missionId).toBeNull()
  }, 60_000)

  test('is stopped while it is being sent, never drives, and resumes by being sent again', async () => {
    const mower = mowerAt(0)
    const mission = await rig.plan(mower)
    // No item arrives before the stop: on a fast machine the whole upload is over between two looks at its status.
    rig.wire.lose(({ name }) => name === 'MISSION_ITEM_INT')
    const starting = rig.call(calls.missions.start, { params: { id: mission.id } })
    await status(mission.id, 'uploading')
    expect((await rig.call(calls.missions.stop, { params: { id: mission.id } })).result.outcome).toBe('accepted')
    rig.wire.lose()
    expect((await starting).result).toMatchObject({
      outcome: 'rejected',
      reason: 'A stop was requested in the meantime.',
    })
    expect((await status(mission.id, 'stopped')).startedAt).toBeNull()
    expect((await rig.vehicle(mower.id)).telemetry.mode).toBe('hold')
    expect((await rig.call(calls.missions.resume, { params: { id: mission.id } })).result.outcome).toBe('accepted')
    await bladeRuns(mower.id)
    await status(mission.id, 'working')
    await cancel(mission.id)
  }, 60_000)

  test('is stopped by the system with the blade off when RTK is lost, with an alarm', async () => {
    const mower = mowerAt(0)
    const mission = await rig.plan(mower)
    await start(mission.id)
    await bladeRuns(mower.id)
    rig.fault('1 fix 4')
    const stopped = await status(mission.id, 'stopped')
    expect(stopped.statusReason).toBe('Stopped by the system: RTK was lost')
    await rig.until('the blade is off', async () => (await rig.vehicle(mower.id)).telemetry.bladeOn === false)
    rig.fault('1 fix 6')
    await rig.until('the fix is fine', async () => (await rig.vehicle(mower.id)).telemetry.fixType === 'rtkFixed')
    await rig.until('the alarm is stored', async () =>
      (await rig.call(calls.notifications.list, { query: { level: 'alarm' } })).result.items.some(
        ({ kind, subjectId }) => kind === 'rtkLost' && subjectId === mower.id,
      ),
    )
    await cancel(mission.id)
  }, 60_000)

  test('is stopped when the link is lost, and does not resume by itself when the link is back', async () => {
    const mower = mowerAt(0)
    const mission = await rig.plan(mower)
    await start(mission.id)
    await bladeRuns(mower.id)
    rig.wire.cut(true)
    const stopped = await status(mission.id, 'stopped')
    expect(stopped.statusReason).toContain('link was lost')
    expect((await rig.vehicle(mower.id)).telemetry.link).toBe('lost')
    rig.wire.cut(false)
    await rig.until('the mower holds', async () => {
      const { telemetry } = await rig.vehicle(mower.id)
      return telemetry.link === 'live' && telemetry.mode === 'hold' && telemetry.bladeOn === false
    })
    expect((await rig.mission(mission.id)).status).toBe('stopped')
    await cancel(mission.id)
  }, 60_000)
})

describe('a mode of the course that holds missions', () => {
  test('stops a driving mower and prevents starts; neither its end nor its undo resumes a mission', async () => {
    const mower = mowerAt(0)
    const mission = await rig.plan(mower)
    await start(mission.id)
    await bladeRuns(mower.id)
    const { now, notStopped } = (await rig.call(calls.courseMode.change, { body: { mode: 'frostDelay' } })).result
    expect(now.mode).toBe('frostDelay')
    expect(notStopped).toEqual([])
    await status(mission.id, 'stopped')
    const refused = await rig.call(calls.missions.resume, { params: { id: mission.id } })
    expect(refused.error.kind).toBe('gateRefused')
    const { lines } = (await rig.call(calls.missions.gate, { params: { id: mission.id } })).result
    expect(lines.find(({ check }) => check === 'courseMode')).toMatchObject({
      verdict: 'refused',
      reason: 'frostDelay',
    })
    rig.wire.forget()
    await rig.call(calls.courseMode.undo, {})
    const after = (await rig.call(calls.missions.gate, { params: { id: mission.id } })).result
    expect(after.lines.find(({ check }) => check === 'courseMode')?.verdict).toBe('passed')
    expect((await rig.mission(mission.id)).status).toBe('stopped')
    expect((await rig.vehicle(mower.id)).telemetry.mode).toBe('hold')
    await cancel(mission.id)
  }, 60_000)
})

describe('stop all', () => {
  test('stops every mower and names each', async () => {
    const missions = [await rig.plan(mowerAt(0))]
    for (const { id } of missions) await start(id)
    const { stopped, notStopped } = (await rig.call(calls.mowers.stopAll)).result
    expect(stopped.map(({ name }) => name)).toEqual(['Mower 1', 'Mower 2'])
    expect(notStopped).toEqual([])
    for (const { id } of missions) await status(id, 'stopped')
    for (const { id } of missions) await cancel(id)
  }, 60_000)
})

describe('without its database', () => {
  test('a stop is sent, acknowledged and answered, and written down when the database is back', async () => {
    const mower = mowerAt(0)
    const mission = await rig.plan(mower)
    await start(mission.id)
    await bladeRuns(mower.id)
    const pid = rig.postgresPid()
    // Frozen, not ended: nothing answers and nothing refuses, which is the worse of the two.
    const frozen = [pid, ...backendsOf(pid)]
    for (const process_ of frozen) process.kill(process_, 'SIGSTOP')
    try {
      rig.wire.forget()
      const began = performance.now()
      const stop = (await rig.call(calls.mowers.stop, { params: { id: mower.id } })).result
      expect(stop.outcome).toBe('accepted')
      expect(performance.now() - began).toBeLessThan(2_000)
      expect(commandsOf(0)).toContainEqual(expect.objectContaining({ command: MavCmd.doSetMode, param2: 4 }))
      expect(commandsOf(0)).toContainEqual(expect.objectContaining({ command: MavCmd.doSetRelay, param2: 0 }))
    } finally {
      for (const process_ of frozen) process.kill(process_, 'SIGCONT')
    }
    expect((await status(mission.id, 'stopped')).statusReason).toMatch(/^Stopped by /)
    await cancel(mission.id)
  }, 60_000)
})

describe('after the server was killed', () => {
  test('a mower that drives on is shown driving, one that holds is shown stopped, and nothing is sent to either', async () => {
    const driving = await rig.plan(mowerAt(0))
    await start(driving.id)
    await bladeRuns(mowerAt(0).id)
    // Its wheels turn and it does not move: so it still drives its mission when the server is back.
    rig.fault('1 stuck on')
    await rig.killServer()
    rig.wire.forget()
    await rig.startServer()
    const shown = await rig.until('the mower is shown', async () => {
      const vehicle = await rig.vehicle(mowerAt(0).id)
      return vehicle.telemetry.link === 'live' && vehicle.telemetry.missionCount !== null ? vehicle : undefined
    })
    expect(shown.missionId).toBe(driving.id)
    await rig.until('it is found', async () =>
      (await logOf(driving.id)).some(line => line.includes('after a restart of the server')),
    )
    await status(driving.id, 'working')
    const really = await rig.vehicle(mowerAt(0).id)
    expect(really.telemetry).toMatchObject({ mode: 'auto', armed: true })
    const sent = commandsOf(0).filter(({ command }) => command !== MavCmd.setMessageInterval)
    expect(sent.filter(({ command, param2 }) => !(command === MavCmd.doSetRelay && param2 === 0))).toEqual([])
    await rig.call(calls.mowers.stopAll)
    await status(driving.id, 'stopped')
    await rig.killServer()
    rig.wire.forget()
    await rig.startServer()
    await rig.until('the mower is known', async () => {
      const { telemetry } = await rig.vehicle(mowerAt(0).id)
      return telemetry.fixType === 'rtkFixed' && telemetry.battery !== null && telemetry.missionCount !== null
    })
    expect((await rig.mission(driving.id)).status).toBe('stopped')
    expect((await rig.vehicle(mowerAt(0).id)).missionId).toBe(driving.id)
    rig.fault('1 stuck off')
    expect((await rig.call(calls.missions.resume, { params: { id: driving.id } })).result.outcome).toBe('accepted')
    await status(driving.id, 'working')
    await cancel(driving.id)
  }, 120_000)
})

/** The processes of the embedded database besides its first one. */
const backendsOf = (postmaster: number): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) === postmaster
      } catch {
        return false
      }
    })
