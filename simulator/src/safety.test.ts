import { message, RoverMode } from '@greensward/vehicle/mavlink'
import { afterEach, describe, expect, test } from 'vitest'
import {
  begin,
  closeTrial,
  id,
  keepBack,
  kinds,
  mowing,
  radio,
  ready,
  rover,
  safetyReasons,
  spyOnCommands,
  stands,
  telemetry,
  trial,
} from './testing/safetyHarness.ts'
import { at, smallMission } from './testing/smallField.ts'

afterEach(closeTrial)

describe('start', () => {
  test('SAFE-3 a start is refused without ready position, RTK, mission or fresh telemetry', async () => {
    await ready()
    expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ outcome: 'rejected', reason: 'noMission' })
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    rover().faults.fixType = 4
    await trial.pass(1)
    expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ outcome: 'rejected', reason: 'noRtk' })
    rover().faults.fixType = 2
    await trial.pass(2)
    expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ outcome: 'rejected', reason: 'notReady' })
    rover().faults.fixType = 6
    await trial.pass(2)
    radio().on = false
    await trial.pass(4)
    expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ outcome: 'rejected', reason: 'stale' })
    await trial.pass(2)
    expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ outcome: 'rejected', reason: 'linkLost' })
    expect(rover().armed).toBe(false)
  })

  test.each(['GLOBAL_POSITION_INT', 'GPS_RAW_INT', 'EKF_STATUS_REPORT', 'BATTERY_STATUS', 'SYS_STATUS', 'HEARTBEAT'])(
    'SAFE-3 a start is refused when the last %s is older than 3 s, while all else comes',
    async name => {
      await ready()
      await trial.finish(trial.gateway.upload(id, smallMission.items))
      keepBack(name)
      await trial.pass(3.1)
      expect(telemetry()?.link).toBe('live')
      expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ outcome: 'rejected', reason: 'stale' })
      expect(rover().armed).toBe(false)
    },
  )

  test('SAFE-3 evidence that is late is waited for a moment, not done without', async () => {
    await ready()
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    const letThrough = keepBack('BATTERY_STATUS')
    await trial.pass(3.1)
    const starting = trial.gateway.start(id)
    await trial.pass(0.1)
    expect(rover().armed).toBe(false)
    letThrough()
    expect(await trial.finish(starting)).toEqual({ outcome: 'accepted' })
  })

  test('SAFE-4a a start that is asked for while a stop is on its way is refused at once, also when evidence is late', async () => {
    await ready()
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    radio().on = false
    await trial.pass(3.2)
    const stopping = trial.gateway.stop(id)
    const starting = trial.gateway.start(id)
    await trial.pass(0.1)
    radio().on = true
    expect(await trial.finish(starting)).toMatchObject({ outcome: 'rejected', reason: 'stopping' })
    expect(await trial.finish(stopping)).toMatchObject({ acknowledged: true })
    await trial.pass(5)
    expect(stands()).toBe(true)
  })

  test('SAFE-3 evidence that grows old while the mower is made ready to start keeps it from driving', async () => {
    await ready({ delayMs: 300 })
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    keepBack('GPS_RAW_INT')
    await trial.pass(2)
    const starting = trial.gateway.start(id)
    expect(await trial.until(() => rover().armed, 3)).toBe(true)
    expect(await trial.finish(starting)).toMatchObject({ outcome: 'rejected', reason: 'stale' })
    expect(rover().armed).toBe(false)
    expect(rover().body.speedMps).toBe(0)
    expect(rover().mode).toBe(RoverMode.hold)
  })

  test('SAFE-8c a second request is refused as busy while one runs', async () => {
    await ready()
    const upload = trial.gateway.upload(id, smallMission.items)
    expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ outcome: 'rejected', reason: 'busy' })
    expect(await trial.finish(upload)).toEqual({ outcome: 'accepted' })
  })

  test('an upload is refused while the mower drives', async () => {
    await mowing()
    const upload = trial.gateway.upload(id, smallMission.items)
    expect(await trial.finish(upload)).toMatchObject({ outcome: 'rejected', reason: 'driving' })
    expect(rover().mode).toBe(RoverMode.auto)
    expect(rover().body.speedMps).toBeGreaterThan(1)
  })

  test('SAFE-4b a command that is not answered is given up within 5 s and does nothing when the link returns', async () => {
    await ready()
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    radio().backOn = false
    const beforeMs = trial.clock.monotonicMs()
    const arming = trial.gateway.start(id)
    expect(await trial.finish(arming)).toMatchObject({ outcome: 'noAnswer' })
    expect(trial.clock.monotonicMs() - beforeMs).toBeLessThan(5_200)
    radio().backOn = true
    await trial.pass(20)
    expect(rover().armed).toBe(false)
    expect(rover().body.speedMps).toBe(0)
  })
})

describe('telemetry', () => {
  test('SAFE-5 telemetry grows stale and lost by the clock that only rises', async () => {
    await begin()
    radio().on = false
    await trial.pass(1)
    expect(telemetry()).toMatchObject({ link: 'never', position: null, battery: null, mode: null, bladeOn: null })
    radio().on = true
    await trial.until(() => telemetry()?.link === 'live', 10)
    radio().on = false
    await trial.pass(3.3)
    expect(telemetry()?.link).toBe('live')
    await trial.pass(0.5)
    expect(telemetry()?.link).toBe('stale')
    await trial.pass(1.5)
    expect(telemetry()?.link).toBe('lost')
    // Reported at the next check of the watch, twice a second.
    await trial.pass(0.5)
    expect(kinds()).toContain('linkLost')
  })

  test.each([
    ['HEARTBEAT', 9],
    ['GPS_RAW_INT', 6],
    ['RELAY_STATUS', 6],
  ])('SAFE-5 a mower whose %s stops coming while it mows is stopped within %i s', async (name, withinS) => {
    await mowing()
    keepBack(name)
    await trial.pass(4.5)
    expect(safetyReasons()).toEqual([])
    expect(await trial.until(() => safetyReasons().length > 0, withinS - 4.5)).toBe(true)
    expect(await trial.until(stands, 5)).toBe(true)
    expect(telemetry()?.link).toBe('live')
    await trial.pass(30)
    expect(safetyReasons()).toEqual(['reportsMissing'])
    expect(stands()).toBe(true)
  })

  test.each([1, 2, 3])('SAFE-5 with every fifth packet lost, seed %i, no mower is stopped for it', async seed => {
    await ready({ seed })
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
    radio().lossPercent = 20
    await trial.until(() => kinds().includes('missionEnded'), 240)
    expect(safetyReasons()).toEqual([])
  })

  test('SAFE-10 a jump is refused and reported, and a driving mower stopped', async () => {
    await mowing()
    const before = telemetry()?.position
    rover().faults.jump = [300, 0]
    await trial.pass(0.3)
    expect(kinds().filter(kind => kind === 'positionJump')).toHaveLength(1)
    expect(safetyReasons()).toEqual(['positionJump'])
    const after = telemetry()?.position
    expect(Math.abs((after?.[0] ?? 0) - (before?.[0] ?? 0))).toBeLessThan(1e-4)
    expect(await trial.until(stands, 5)).toBe(true)
  })
})

describe('blade', () => {
  test('SAFE-7c a blade switched on in hold by someone else goes off', async () => {
    await ready()
    const on = message('COMMAND_LONG', { command: 181, param1: 0, param2: 1, targetSystem: 1, targetComponent: 1 })
    rover().receive(on, { systemId: 250, componentId: 1 })
    await trial.pass(0.05)
    expect(rover().bladeOn).toBe(true)
    expect(await trial.until(() => !rover().bladeOn, 2)).toBe(true)
  })

  test('SAFE-7c a blade that stays on is reported after three tries, and switched off when the mower receives again', async () => {
    await ready()
    const obeying = rover().receive
    const on = message('COMMAND_LONG', { command: 181, param1: 0, param2: 1, targetSystem: 1, targetComponent: 1 })
    rover().receive(on, { systemId: 250, componentId: 1 })
    Object.assign(rover(), { receive: () => {} })
    expect(await trial.until(() => kinds().includes('bladeStopFailed'), 6)).toBe(true)
    Object.assign(rover(), { receive: obeying })
    expect(await trial.until(() => !rover().bladeOn, 4)).toBe(true)
  })

  test('SAFE-7d lost RTK switches the blade off and holds', async () => {
    await mowing()
    rover().faults.fixType = 3
    expect(await trial.until(stands, 4)).toBe(true)
    expect(safetyReasons()).toEqual(['rtkLost'])
    rover().faults.fixType = 6
    await trial.pass(30)
    expect(stands()).toBe(true)
  })

  test('SAFE-7e SAFE-4a a mower that drove on alone is stopped when its link returns, and does not continue', async () => {
    await mowing()
    radio().on = false
    await trial.pass(8)
    expect(rover().mode).toBe(RoverMode.auto)
    expect(rover().bladeOn).toBe(true)
    radio().on = true
    expect(await trial.until(stands, 6)).toBe(true)
    expect(safetyReasons()).toEqual(['linkLost', 'linkReturned'])
    await trial.pass(30)
    expect(stands()).toBe(true)
  })

  test('SAFE-7e a mower whose messages are lost, but that receives, is stopped without feedback', async () => {
    await mowing()
    radio().backOn = false
    expect(await trial.until(stands, 9)).toBe(true)
  })

  test('SAFE-7e the failsafe of the mower leaves the blade on, and the gateway switches it off when it can', async () => {
    await ready()
    expect(await trial.finish(trial.gateway.setParameter(id, 'FS_GCS_ENABLE', 1))).toEqual({ outcome: 'accepted' })
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    await trial.finish(trial.gateway.start(id))
    await trial.until(() => telemetry()?.bladeOn === true, 60)
    radio().on = false
    await trial.pass(8)
    expect(rover().mode).toBe(RoverMode.hold)
    expect(rover().bladeOn).toBe(true)
    radio().on = true
    expect(await trial.until(stands, 4)).toBe(true)
  })

  test('SAFE-7f a resume whose blade command fails stops the mower', async () => {
    await mowing()
    await trial.finish(trial.gateway.stop(id))
    await trial.pass(3)
    const seq = telemetry()?.missionSeq ?? 0
    const receive = rover().receive
    // The relay answers nothing any more.
    Object.assign(rover(), {
      receive: (...[received, from]: Parameters<typeof receive>) => {
        if (received.name !== 'COMMAND_LONG' || received.fields.command !== 181 || received.fields.param2 === 0)
          receive(received, from)
      },
    })
    expect(await trial.finish(trial.gateway.resume(id, seq))).toMatchObject({ outcome: 'noAnswer' })
    expect(await trial.until(stands, 5)).toBe(true)
    expect(safetyReasons()).toEqual(['startFailed'])
  })

  test('SAFE-7g the blade cannot be switched on in hold', async () => {
    await ready()
    expect(await trial.finish(trial.gateway.setBlade(id, true))).toMatchObject({
      outcome: 'rejected',
      reason: 'bladeForbidden',
    })
    expect(await trial.finish(trial.gateway.setBlade(id, false))).toEqual({ outcome: 'accepted' })
  })

  test('SAFE-6b a mower that leaves its ring is stopped', async () => {
    await ready()
    trial.gateway.setBoundary(id, [at(-5, -5), at(20, -5), at(20, 15), at(-5, 15)])
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    await trial.finish(trial.gateway.start(id))
    expect(await trial.until(() => safetyReasons().length > 0, 60)).toBe(true)
    expect(safetyReasons()).toEqual(['outsideBoundary'])
    expect(await trial.until(stands, 5)).toBe(true)
  })

  test('SAFE-6b outside the narrow ring it drives on with the blade off and is stopped with the blade on', async () => {
    await ready()
    const elsewhere = [at(-90, -90), at(-80, -90), at(-80, -80), at(-90, -80)]
    trial.gateway.setBoundary(id, elsewhere, [at(-50, -50), at(90, -50), at(90, 90), at(-50, 90)])
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    await trial.finish(trial.gateway.start(id))
    let bladeWasOn = false
    trial.onStep = () => {
      bladeWasOn ||= telemetry()?.bladeOn === true
      if (!bladeWasOn) expect(safetyReasons()).toEqual([])
    }
    expect(await trial.until(() => safetyReasons().length > 0, 60)).toBe(true)
    expect(bladeWasOn).toBe(true)
    expect(safetyReasons()).toEqual(['outsideBoundary'])
    expect(await trial.until(() => stands() && telemetry()?.bladeOn === false, 5)).toBe(true)
  })
})

describe('old reports', () => {
  test('SAFE-6b the wider ring does not count once the blade has not been reported for 3.5 s', async () => {
    await ready()
    const elsewhere = [at(-90, -90), at(-80, -90), at(-80, -80), at(-90, -80)]
    trial.gateway.setBoundary(id, elsewhere, [at(-50, -50), at(90, -50), at(90, 90), at(-50, 90)])
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    await trial.finish(trial.gateway.start(id))
    await trial.pass(0.5)
    expect(telemetry()?.bladeOn).toBe(false)
    keepBack('RELAY_STATUS')
    await trial.pass(3)
    expect(safetyReasons()).toEqual([])
    await trial.pass(1)
    expect(safetyReasons()).toEqual(['outsideBoundary'])
  })
})

describe('restarts and bugs', () => {
  test('SAFE-4a a mower that reboots while mowing stays stopped, and is not started again', async () => {
    await mowing()
    rover().reboot()
    await trial.pass(30)
    expect(kinds()).toContain('rebooted')
    expect(rover().armed).toBe(false)
    expect(stands()).toBe(true)
    expect(telemetry()).toMatchObject({ armed: false, mode: 'hold', link: 'live' })
  })

  test('SAFE-11 after a restart the gateway reads the state of the mower and sends no command', async () => {
    await mowing()
    const commands = spyOnCommands()
    await trial.restartGateway()
    const known = () => trial.gateway.state(id)?.mission !== null && telemetry()?.bladeOn !== null
    expect(await trial.until(() => known() && telemetry()?.missionSeq !== null, 10)).toBe(true)
    expect(trial.gateway.state(id)).toMatchObject({
      telemetry: { mode: 'auto', armed: true, bladeOn: true, missionSeq: rover().missionIndex },
      parameters: { FS_GCS_ENABLE: 0 },
    })
    expect(trial.gateway.state(id)?.mission).toHaveLength(smallMission.items.length)
    expect(new Set(commands.map(([command]) => command))).toEqual(new Set([511]))
    expect(rover().mode).toBe(RoverMode.auto)
    // It is in charge again all the same.
    expect(await trial.finish(trial.gateway.stop(id))).toMatchObject({ acknowledged: true })
  })

  test('SAFE-9 a listener that throws does not prevent a stop from being sent', async () => {
    await mowing()
    const bugs: unknown[] = []
    const caught = (bug: unknown): void => {
      bugs.push(bug)
    }
    const before = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.on('uncaughtException', caught)
    const push = trial.events.push
    trial.events.push = () => {
      throw new Error('the audit log is full')
    }
    try {
      const stopping = trial.gateway.stop(id)
      expect(await trial.finish(stopping)).toMatchObject({ acknowledged: true })
      expect(await trial.until(stands, 5)).toBe(true)
    } finally {
      trial.events.push = push
      await trial.pass(0)
      process.removeListener('uncaughtException', caught)
      for (const listener of before) process.on('uncaughtException', listener)
    }
    expect(bugs.length).toBeGreaterThan(0)
  })
})
