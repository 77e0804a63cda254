/** Three web replicas and two gateways on one PostgreSQL and one NATS; each is killed in the middle of work. */
import { allCalls as calls } from '@greensward/contract/all'
import { MavCmd } from '@greensward/vehicle/mavlink'
import type { Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { AcknowledgedBlades, addNote, bladesOn } from '../../testing/acknowledgedEdits.ts'
import {
  byId,
  cancelOpenMissions,
  drive,
  endMission,
  isEverywhere,
  isStoppedBy,
  logOn,
  missionOn,
  sendNewKey,
  startsSent,
} from '../../testing/grownMissions.ts'
import { type GrownRig, natsServer, openGrownRig, type Replica } from '../../testing/grownRig.ts'
import { openReplicaSocket } from '../../testing/replicaSocket.ts'
import { drawHoles, HOLE_S, positionInPlay, TrackedCart } from '../../testing/trackedCart.ts'

const natsPath = natsServer()
const skipped = natsPath === undefined ? ' (skipped: no nats-server; npm test installs it)' : ''

let rig: GrownRig
const sockets: Socket[] = []
beforeAll(async () => {
  if (natsPath !== undefined) rig = await openGrownRig({ natsPath, web: 3, gateways: 2, mowers: 2, speed: 10 })
}, 400_000)
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await rig?.close()
}, 60_000)

afterEach(async () => {
  if (natsPath !== undefined) await cancelOpenMissions(rig, web(0))
}, 60_000)

const web = (index: number): Replica => rig.web[index] ?? expect.fail(`no web replica ${index}`)
const mower = (index: number) => rig.mowers[index] ?? expect.fail(`no mower ${index}`)
const holderOf = (mowerId: string): Promise<Replica> => rig.until('somebody holds it', () => rig.holder(mowerId))
const otherThan = (gateway: Replica): Replica => rig.gateways.find(each => each !== gateway) ?? expect.fail('no other')
const areHeld = async () => (await rig.holder(mower(0).id)) && rig.holder(mower(1).id)
const healths = () => Promise.all(rig.web.map(each => each.call(calls.operation.health)))

/** A socket that is closed after the tests. */
const listen: typeof openReplicaSocket = async (...given) => {
  const opened = await openReplicaSocket(...given)
  sockets.push(opened.socket)
  return opened
}

describe.skipIf(natsPath === undefined)(`replicas${skipped}`, () => {
  test('share sessions, tickets and news: a change on one reaches people on every other', async () => {
    for (const each of rig.web) expect((await each.call(calls.profile.get)).status).toBe(200)
    const { received, openAgain } = await listen(web(0), web(1))
    const again = openAgain()
    sockets.push(again)
    await new Promise(resolve => again.once('connect_error', resolve))
    const body = { name: 'Reel', widthM: 1, missionSpeedMps: 1 }
    const made = (await web(2).call(calls.blades.create, { body })).result
    await rig.until('the news of blades', async () => received.some(({ channel }) => channel === 'settings'))
    expect((await web(0).call(calls.blades.get, byId(made.id))).result).toEqual(made)
    const isReceived = (id: string) =>
      received.some(
        ({ channel, message }) => channel === 'vehicles' && (message as { id: string }[]).some(each => each.id === id),
      )
    await rig.until('positions of both mowers', async () => rig.mowers.every(({ id }) => isReceived(id)))
  }, 60_000)

  test('end a session everywhere at once, with its sockets, and forget the people who signed out', async () => {
    const headers = { 'x-api-key': await rig.openSession() }
    for (const each of rig.web) expect((await each.call(calls.profile.get, { headers })).status).toBe(200)
    const { socket } = await listen(web(0), web(2), headers)
    const gone = new Promise(resolve => socket.once('disconnect', resolve))
    expect((await web(1).call(calls.auth.logout, { headers })).status).toBe(200)
    await gone
    for (const each of rig.web) {
      expect((await each.call(calls.profile.get, { headers })).status).toBe(401)
      expect((await each.call(calls.mowers.stopAll, { headers })).status).toBe(401)
    }
  }, 60_000)

  test('know the same of a cart that jumps and stays there, as the one server does that its tracker reports to', async () => {
    const cart = await TrackedCart.create(web(0), 'Cart 7')
    const isAt = async (from: Replica, lon: number): Promise<boolean> =>
      Math.abs(((await cart.liveOn(from))?.telemetry?.position?.[0] ?? 0) - lon) < 1e-4
    for (const each of rig.web) await rig.until(`the new cart on ${each.name}`, () => cart.liveOn(each))
    const begin = Math.floor(Date.now() / 1_000) - 60
    const report = async (second: number, lon: number): Promise<void> => {
      expect(await cart.report(web(0), begin + second, [lon, 51.5])).toBe(200)
    }
    await report(0, 0.001)
    for (const each of rig.web) await rig.until(`the place of the cart on ${each.name}`, () => isAt(each, 0.001))
    // A kilometre within a second: only the third of them in a row is believed.
    for (const second of [1, 2, 3]) await report(second, 0.015)
    for (const each of rig.web) await rig.until(`where the cart stays on ${each.name}`, () => isAt(each, 0.015))
  }, 60_000)

  test('accept a tracker key that another replica made, and refuse it as soon as it is revoked there', async () => {
    const cart = await TrackedCart.create(web(0), 'Cart 9')
    const report = (to: Replica): Promise<number> => cart.report(to, Math.floor(Date.now() / 1_000), [0.001, 51.5])
    for (const each of rig.web) await rig.until(`${each.name} takes it`, async () => (await report(each)) === 200)
    expect((await web(1).call(calls.cartAccess.removeKey, byId(cart.id))).status).toBe(200)
    for (const each of rig.web) await rig.until(`${each.name} refuses it`, async () => (await report(each)) === 400)
  }, 60_000)

  test('know the same round of a cart, and another continues it when the first is killed', async () => {
    const revision = await drawHoles(web(0))
    const cart = await TrackedCart.create(web(0), 'Cart 8')
    for (const each of rig.web)
      await rig.until(`the course and the cart on ${each.name}`, async () => {
        const seen = await each.call(calls.player.ofCart, byId(cart.id))
        return seen.status === 200 && seen.result.revision === revision
      })
    const begin = Math.floor(Date.now() / 1_000) - 4 * HOLE_S
    // Of the course, whose time zone is UTC.
    const day = new Date(begin * 1_000).toISOString().slice(0, 10)
    const play = async (to: Replica, fromS: number, toS: number): Promise<void> => {
      for (let second = fromS; second < toS; second += 10)
        expect(await cart.report(to, begin + second, positionInPlay(second))).toBe(200)
    }
    /** Also as it is written down, seconds later, which is all that a server that starts then knows. */
    const isPlaying = (from: Replica, holesPlayed: number): Promise<unknown> =>
      rig.until(`a round on its hole ${holesPlayed + 1}, as ${from.name} knows it`, async () => {
        const [round, second] = await cart.roundsOn(from, day)
        if (second !== undefined || round?.finishedAt !== null) return false
        return round.pace?.holesPlayed === holesPlayed && round.holes.length === holesPlayed + 1
      })

    await play(web(0), 0, HOLE_S * 1.5)
    for (const each of rig.web) await isPlaying(each, 1)
    // A server that starts in the middle, receives no position itself and ends regularly changes nothing.
    await web(2).kill('SIGTERM')
    await web(2).start()
    await play(web(0), HOLE_S * 1.5, HOLE_S * 2.5)
    for (const each of rig.web) await isPlaying(each, 2)
    await web(2).kill('SIGTERM')
    await web(2).start()
    await isPlaying(web(2), 2)
    const [before] = await cart.roundsOn(web(1), day)
    await web(0).kill()
    await play(web(1), HOLE_S * 2.5, HOLE_S * 3 + 60)
    await web(0).start()
    for (const each of rig.web)
      await rig.until(`the end of the round on ${each.name}`, async () => {
        const [round] = await cart.roundsOn(each, day)
        return round?.id === before?.id && round?.finishedAt !== null && round?.holes.length === 3
      })
    expect(await cart.roundsOn(web(0), day)).toHaveLength(1)
  }, 120_000)

  test('start, stop and resume a mower over any of them, each once', async () => {
    rig.wire.forget()
    const started = await drive(rig, web(0), mower(0))
    expect(startsSent(rig)).toBe(1)
    await isEverywhere(rig, started.id, 'working')
    const second = (await web(1).call(calls.missions.start, byId(started.id))).error
    expect(second.kind).toBe('missionState')
    const stop = (await web(2).call(calls.mowers.stop, byId(mower(0).id))).result
    expect(stop.outcome).toBe('accepted')
    await rig.until('it is stopped', async () => (await missionOn(web(1), started.id)).status === 'stopped')
    expect((await web(1).call(calls.missions.resume, byId(started.id))).result.outcome).toBe('accepted')
    const all = (await web(2).call(calls.mowers.stopAll)).result
    expect(all.notStopped).toEqual([])
    expect(all.stopped.map(({ id }) => id).toSorted()).toEqual(rig.mowers.map(({ id }) => id).toSorted())
    // One of the start and one of the resume.
    expect(startsSent(rig)).toBe(2)
    await endMission(rig, web(0), started.id)
  }, 90_000)

  test('a gateway that is killed loses its mowers to the other within ten seconds, and nothing is sent to the mower', async () => {
    const driving = await drive(rig, web(0), mower(0))
    const holder = await holderOf(mower(0).id)
    const next = otherThan(holder)
    await rig.until('it mows', async () => ((await rig.vehicle(web(0), mower(0).id))?.progress ?? 0) > 0.02)
    const killedAt = performance.now()
    await holder.kill()
    rig.wire.forget()
    await rig.until('the other holds it', async () => (await rig.holder(mower(0).id)) === next, 10_000)
    const found = 'Found driving this mission after a restart of the server'
    await rig.until('it is found driving', async () => (await logOn(web(0), driving.id)).includes(found), 20_000)
    const tookMs = performance.now() - killedAt
    expect(rig.wire.commands()).toEqual([])
    expect(rig.wire.sent.filter(({ name }) => name === 'MISSION_COUNT' || name === 'PARAM_SET')).toEqual([])
    await isEverywhere(rig, driving.id, 'working')
    expect(tookMs).toBeLessThan(20_000)
    const stop = (await web(1).call(calls.missions.stop, byId(driving.id))).result
    expect(stop.outcome).toBe('accepted')
    await endMission(rig, web(0), driving.id)
    await holder.start()
  }, 120_000)

  test('a mower whose gateway has just been killed is stopped at once by the other, which receives it and does not hold it yet', async () => {
    const driving = await drive(rig, web(0), mower(0))
    await isEverywhere(rig, driving.id, 'working')
    const holder = await holderOf(mower(0).id)
    await holder.kill()
    rig.wire.forget()
    const askedAt = performance.now()
    const stop = (await web(1).call(calls.mowers.stop, byId(mower(0).id))).result
    expect([stop.outcome, stop.reason]).toEqual(['accepted', null])
    expect(performance.now() - askedAt).toBeLessThan(2_000)
    expect(await rig.holder(mower(0).id)).not.toBe(otherThan(holder))
    expect(new Set(rig.wire.commands())).toEqual(new Set([MavCmd.doSetRelay, MavCmd.doSetMode]))
    await rig.until('the other holds it', async () => (await rig.holder(mower(0).id)) === otherThan(holder), 10_000)
    await isEverywhere(rig, driving.id, 'stopped')
    expect(await logOn(web(0), driving.id)).toContain('Stopped by Ada Field')
    await endMission(rig, web(0), driving.id)
    await holder.start()
  }, 120_000)

  test('SAFE-1f a mower whose gateway hangs is stopped by the entrance of the other, which receives it', async () => {
    const driving = await drive(rig, web(0), mower(0))
    await isEverywhere(rig, driving.id, 'working')
    const holder = await holderOf(mower(0).id)
    const headers = { 'x-api-key': await rig.openSession() }
    // Used on a server that has no gateway at all.
    await web(2)
      .call(calls.stopEntrances.list, { headers })
      .then(answer => answer.result)
    const [entrance] = (await otherThan(holder).call(calls.stopEntrances.list)).result.items
    const ask = (path: string) => fetch(`${entrance}/${path}`, { method: 'POST', headers })
    await rig.until('the other lets it in', async () => (await ask('mowers/none/stop')).status === 404, 5_000)
    const pid = holder.pid() ?? expect.fail('it has no process')
    process.kill(pid, 'SIGSTOP')
    try {
      rig.wire.forget()
      const askedAt = performance.now()
      const response = await ask(`mowers/${mower(0).id}/stop`)
      expect(performance.now() - askedAt).toBeLessThan(1_000)
      expect(await response.json()).toMatchObject({ result: { outcome: 'accepted' } })
      expect(new Set(rig.wire.commands())).toEqual(new Set([MavCmd.doSetRelay, MavCmd.doSetMode]))
      await isEverywhere(rig, driving.id, 'stopped')
      expect(await logOn(web(0), driving.id)).toContain('Stopped by Ada Field')
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await endMission(rig, web(0), driving.id)
  }, 120_000)

  test('any of them can set and remove the key of a mower and receives it with that key; none receives another vehicle', async () => {
    const params = { id: mower(1).id }
    const isLive = async (): Promise<boolean> =>
      (await rig.vehicle(web(2), params.id))?.telemetry.link === 'live' &&
      (await web(2).call(calls.pairing.get, { params })).result.key !== null
    for (const each of [web(0), web(1)]) {
      const { key, pairing } = await sendNewKey(rig, each, params.id)
      expect(key).toMatch(/^[0-9a-f]{64}$/)
      expect((await web(2).call(calls.pairing.get, { params })).result).toEqual(pairing)
      // Messages from before it signed are forgotten after five seconds.
      await new Promise(resolve => setTimeout(resolve, 5_500))
      await rig.until('it is received with its key', isLive)
      await rig.until('it answers', () => isStoppedBy(web(0), params.id))
    }
    expect((await web(2).call(calls.pairing.removeKey, { params })).result.key).toBeNull()
    for (const each of rig.web)
      expect((await each.call(calls.pairing.unpaired)).result).toEqual({ items: [], total: 0 })
    await rig.until('it answers without a key', () => isStoppedBy(web(1), params.id))
  }, 120_000)

  test('without a gateway, a stop reports at once which mowers it did not reach', async () => {
    await Promise.all(rig.gateways.map(each => each.kill()))
    await rig.until(
      'the map shows them lost',
      async () => (await rig.vehicle(web(1), mower(0).id))?.telemetry.link === 'lost',
      15_000,
    )
    const askedAt = performance.now()
    const { stopped, notStopped } = (await web(0).call(calls.mowers.stopAll)).result
    expect(performance.now() - askedAt).toBeLessThan(6_000)
    expect(stopped).toEqual([])
    expect(notStopped.map(({ id }) => id).toSorted()).toEqual(rig.mowers.map(({ id }) => id).toSorted())
    expect(notStopped[0]?.reason).toContain('emergency stop')
    const planned = await rig.plan(web(0), mower(0))
    const start = (await web(0).call(calls.missions.start, byId(planned.id))).result
    expect(start).toMatchObject({ outcome: 'noAnswer', reason: expect.stringContaining('did not answer') })
    expect((await missionOn(web(1), planned.id)).status).toBe('planned')
    await Promise.all(rig.gateways.map(each => each.start()))
    await rig.until('both are held again', areHeld, 20_000)
    await endMission(rig, web(0), planned.id)
  }, 120_000)

  test('a replica that is killed in the middle of edits of the map and the garage loses nothing that it had acknowledged', async () => {
    const blades = new AcknowledgedBlades()
    let isKilled = false
    const editing = (async () => {
      for (let round = 0; !isKilled || round < 30; round += 1)
        await Promise.all(rig.web.map(each => blades.create(each, `${each.name}, ${round}`)))
    })()
    await rig.until('some are written', async () => blades.count > 20)
    await web(2).kill()
    isKilled = true
    await editing
    const kept = await blades.expectKept(web(0))
    await web(2).start()
    expect(await bladesOn(web(2))).toEqual(kept)
  }, 120_000)

  test('the map is edited on all of them at once: each change is there once, a conflict is reported, and all show the same', async () => {
    const { revision } = (await web(0).call(calls.map.get)).result
    const answers = await Promise.all(rig.web.map((each, index) => addNote(each, revision, `Edit ${index}`)))
    const accepted = answers.filter(status => status === 200).length
    expect(accepted).toBeGreaterThan(0)
    const maps = await Promise.all(rig.web.map(async each => (await each.call(calls.map.get)).result))
    for (const map of maps) {
      const inOrder = (features: typeof map.features) => features.toSorted((a, b) => a.id.localeCompare(b.id))
      expect(map.revision).toBe(maps[0]?.revision)
      expect(inOrder(map.features)).toEqual(inOrder(maps[0]?.features ?? []))
      expect(map.features.filter(({ kind }) => kind === 'note')).toHaveLength(accepted)
    }
  }, 60_000)

  test('a whole course that one of them plans is followed and accepted on any other, once', async () => {
    const startsAt = new Date(Date.now() + 3_600_000)
    const body = {
      title: 'Morning',
      zoneIds: [rig.zone.id],
      mowers: [{ mowerId: mower(0).id, zoneTypeIds: null }],
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + 6 * 3_600_000).toISOString(),
      turnScheme: 'oneInOne' as const,
      cleaningCycles: 1,
      startsByItself: false,
    }
    const { id } = (await web(0).call(calls.fleetPlans.course, { body })).result
    for (const each of rig.web)
      await rig.until(`the plan on ${each.name}`, async () => {
        const { state, reason } = (await each.call(calls.fleetPlans.courseJob, byId(id))).result
        expect(reason).toBeNull()
        return state === 'done'
      })
    const { items } = (await web(1).call(calls.fleetPlans.acceptCourse, byId(id))).result
    expect(items.map(({ target, mowerId }) => [target, mowerId])).toEqual([
      [{ kind: 'zone', featureId: rig.zone.id }, mower(0).id],
    ])
    for (const each of rig.web)
      await rig.until(
        `${each.name} forgets it`,
        async () => (await each.call(calls.fleetPlans.acceptCourse, byId(id))).status === 404,
      )
  }, 60_000)

  test('a mission that is due starts once, whichever of them looks', async () => {
    rig.wire.forget()
    const startsAt = new Date(Date.now() + 3_000).toISOString()
    const planned = await rig.plan(web(1), mower(0), { startsAt, startsByItself: true })
    await rig.until('it works', async () => (await missionOn(web(2), planned.id)).status === 'working', 60_000)
    expect(startsSent(rig)).toBe(1)
    expect((await logOn(web(0), planned.id)).filter(line => line.startsWith('Start requested'))).toHaveLength(1)
    await endMission(rig, web(0), planned.id)
  }, 90_000)

  test('while NATS is away mowers drive on, people write on, and a stop gets through over the database; then all is well again', async () => {
    const driving = await drive(rig, web(0), mower(0))
    await isEverywhere(rig, driving.id, 'working')
    const { socket } = await listen(web(0), web(1))
    const gone = new Promise(resolve => socket.once('disconnect', resolve))
    await rig.killNats()
    const degraded = async () => (await web(1).call(calls.operation.health)).result.degraded
    await rig.until('the loss is noticed', async () => (await degraded()).includes('nats'))
    expect((await missionOn(web(2), driving.id)).status).toBe('working')
    const body = { name: 'Written meanwhile', widthM: 1, missionSpeedMps: 1 }
    expect((await web(2).call(calls.blades.create, { body })).status).toBe(200)
    // Every other request for another server's mower answers that it did not get through.
    expect((await web(2).call(calls.missions.cancel, byId(driving.id))).result.outcome).toBe('noAnswer')
    const stopped = (await web(1).call(calls.mowers.stop, byId(mower(0).id))).result
    expect([stopped.outcome, stopped.reason]).toEqual(['accepted', null])
    await rig.until('it is written down', async () => (await missionOn(web(2), driving.id)).status === 'stopped')
    expect((await web(0).call(calls.mowers.stopAll)).result.notStopped).toEqual([])
    await rig.startNats()
    // A page that may have missed something reconnects and re-reads.
    await gone
    const isWell = async () => (await healths()).every(({ result }) => result.degraded.length === 0)
    await rig.until('nothing is degraded', isWell)
    await endMission(rig, web(0), driving.id)
  }, 120_000)

  test('a database that is killed while a mower drives and people write loses nothing, and nothing is commanded twice', async () => {
    rig.wire.forget()
    const driving = await drive(rig, web(0), mower(0))
    const blades = new AcknowledgedBlades()
    const writeOn = async (from: Replica, round: number): Promise<void> => {
      expect([200, 503]).toContain(await blades.create(from, `d${from.name}${round}`))
    }
    for (let round = 0; round < 15; round += 1) {
      if (round === 5) process.kill(rig.postgres.pid() ?? expect.fail('no database'), 'SIGKILL')
      await Promise.all(rig.web.map(each => writeOn(each, round)))
    }
    await rig.until('every replica is ready', async () => (await healths()).every(({ status }) => status === 200))
    await blades.expectKept(web(1))
    expect((await missionOn(web(2), driving.id)).status).toBe('working')
    expect(startsSent(rig)).toBe(1)
    await rig.until('the mowers are held', areHeld, 15_000)
    expect((await web(0).call(calls.mowers.stopAll)).result.notStopped).toEqual([])
    await endMission(rig, web(0), driving.id)
  }, 120_000)
})
