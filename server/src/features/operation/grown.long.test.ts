/** Three web replicas and two gateways on one PostgreSQL and one NATS; each is killed in the middle of work. */
import type { Mission } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { MavCmd } from '@greensward/vehicle/mavlink'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../testing/ground.ts'
import { type GrownRig, natsServer, openGrownRig, type Replica } from '../../testing/grownRig.ts'

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
  if (natsPath === undefined) return
  const { items } = (await web(0).call(calls.missions.list, { query: { perPage: 100 } })).result
  for (const { id, status } of items)
    if (OPEN.includes(status))
      await rig.until(
        'it is cancelled',
        async () =>
          (await web(0).call(calls.missions.cancel, byId(id))).status !== 200 ||
          !OPEN.includes((await missionOn(web(0), id)).status),
      )
}, 60_000)

const OPEN: readonly string[] = ['planned', 'uploading', 'working', 'stopped']
const web = (index: number): Replica => rig.web[index] ?? expect.fail(`no web replica ${index}`)
const mower = (index: number) => rig.mowers[index] ?? expect.fail(`no mower ${index}`)
const byId = (id: string) => ({ params: { id } })
const missionOn = async (from: Replica, id: string): Promise<Mission> =>
  (await from.call(calls.missions.get, byId(id))).result
const logOf = async (id: string) =>
  (await web(0).call(calls.missions.logs, byId(id))).result.items.map(line => line.why)
const holderOf = (mowerId: string): Promise<Replica> => rig.until('somebody holds it', () => rig.holder(mowerId))
const otherThan = (gateway: Replica): Replica => rig.gateways.find(each => each !== gateway) ?? expect.fail('no other')
const starts = (): number => rig.wire.commands().filter(command => command === MavCmd.missionStart).length

/** Opens a socket on one replica with a ticket that another gave. */
const listen = async (ticketFrom: Replica, on: Replica, headers: Record<string, string> = {}) => {
  const { token, channels } = (await ticketFrom.call(calls.live.config, { headers })).result
  const open = (): Socket =>
    io(on.url, { query: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
  const socket = open()
  sockets.push(socket)
  const received: { channel: string; message: unknown }[] = []
  for (const channel of channels)
    socket.on(channel, (envelope: { message: unknown }) => received.push({ channel, message: envelope.message }))
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(undefined))
    socket.once('connect_error', reject)
  })
  return { socket, received, openAgain: open }
}

/** A mission that works, started over one of the web replicas. */
const drive = async (from: Replica, index = 0): Promise<Mission> => {
  const planned = await rig.plan(from, mower(index))
  const { outcome, reason } = (await from.call(calls.missions.start, byId(planned.id))).result
  expect([outcome, reason]).toEqual(['accepted', null])
  return planned
}

/** Events of the mowers are recorded a moment after the answer. */
const isEverywhere = async (id: string, status: Mission['status']): Promise<void> => {
  for (const each of rig.web)
    await rig.until(`it is ${status} on ${each.name}`, async () => (await missionOn(each, id)).status === status)
}

const endMission = async (id: string): Promise<void> => {
  await web(0).call(calls.missions.cancel, byId(id))
  await rig.until(
    'the mission is over',
    async () => !['working', 'stopped', 'uploading'].includes((await missionOn(web(0), id)).status),
  )
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
    const made = (await web(0).call(calls.carts.create, { body: { name: 'Cart 7', inService: true, home: null } }))
      .result
    const { key } = (await web(0).call(calls.cartAccess.newKey, byId(made.id))).result
    const cartOn = async (from: Replica) =>
      (await from.call(calls.live.vehicles)).result.items.find(({ id }) => id === made.id)
    const isAt = async (from: Replica, lon: number): Promise<boolean> =>
      Math.abs(((await cartOn(from))?.telemetry?.position?.[0] ?? 0) - lon) < 1e-4
    for (const each of rig.web) await rig.until(`the new cart on ${each.name}`, () => cartOn(each))
    const begin = Math.floor(Date.now() / 1_000) - 60
    const report = async (second: number, lon: number): Promise<void> => {
      const place = `lat=51.5&lon=${lon}&timestamp=${begin + second}&accuracy=3`
      expect((await fetch(`${web(0).url}/api/track/osmand?id=${key}&${place}`)).status).toBe(200)
    }
    await report(0, 0.001)
    for (const each of rig.web) await rig.until(`the place of the cart on ${each.name}`, () => isAt(each, 0.001))
    // A kilometre within a second: only the third of them in a row is believed.
    for (const second of [1, 2, 3]) await report(second, 0.015)
    for (const each of rig.web) await rig.until(`where the cart stays on ${each.name}`, () => isAt(each, 0.015))
  }, 60_000)

  test('accept a tracker key that another replica made, and refuse it as soon as it is revoked there', async () => {
    const made = (await web(0).call(calls.carts.create, { body: { name: 'Cart 9', inService: true, home: null } }))
      .result
    const { key } = (await web(0).call(calls.cartAccess.newKey, byId(made.id))).result
    const report = async (to: Replica): Promise<number> => {
      const place = `lat=51.5&lon=0.001&timestamp=${Math.floor(Date.now() / 1_000)}&accuracy=3`
      return (await fetch(`${to.url}/api/track/osmand?id=${key}&${place}`)).status
    }
    for (const each of rig.web) await rig.until(`${each.name} takes it`, async () => (await report(each)) === 200)
    expect((await web(1).call(calls.cartAccess.removeKey, byId(made.id))).status).toBe(200)
    for (const each of rig.web) await rig.until(`${each.name} refuses it`, async () => (await report(each)) === 400)
  }, 60_000)

  test('know the same round of a cart, and another continues it when the first is killed', async () => {
    const PASS_MINUTES = 4
    const HOLE_S = PASS_MINUTES * 60
    const { revision } = (await web(0).call(calls.map.get)).result
    const holes = [0, 1, 2].map(n => ({
      type: 'Feature' as const,
      id: crypto.randomUUID(),
      kind: 'hole' as const,
      geometry: { type: 'LineString' as const, coordinates: [at(n * 100, 1_000), at(n * 100, 1_300)] },
      properties: {
        name: `${n + 1}`,
        baseAngle: 0,
        par: 4,
        rating: 1,
        pass: PASS_MINUTES,
        sort: n,
        isActive: true,
        view: null,
      },
    }))
    const label = 'Three holes'
    const edit = { baseRevision: revision, label, added: holes, updated: [], removed: [] }
    expect((await web(0).call(calls.map.change, { body: edit })).status).toBe(200)
    const made = (await web(0).call(calls.carts.create, { body: { name: 'Cart 8', inService: true, home: null } }))
      .result
    const { key } = (await web(0).call(calls.cartAccess.newKey, byId(made.id))).result
    for (const each of rig.web)
      await rig.until(`the course and the cart on ${each.name}`, async () => {
        const seen = await each.call(calls.player.ofCart, byId(made.id))
        return seen.status === 200 && seen.result.revision === revision + 1
      })
    const begin = Math.floor(Date.now() / 1_000) - 4 * HOLE_S
    // Of the course, whose time zone is UTC.
    const day = new Date(begin * 1_000).toISOString().slice(0, 10)
    /** The position of the group this number of seconds after it began; beyond the last hole it is off the course. */
    const report = async (to: Replica, second: number): Promise<void> => {
      const hole = Math.floor(second / HOLE_S)
      const [lon, lat] = hole > 2 ? at(900, 900) : at(hole * 100 + 8, 1_000 + ((second % HOLE_S) / HOLE_S) * 300)
      const place = `lat=${lat}&lon=${lon}&timestamp=${begin + second}&accuracy=3`
      expect((await fetch(`${to.url}/api/track/osmand?id=${key}&${place}`)).status).toBe(200)
    }
    const play = async (to: Replica, fromS: number, toS: number): Promise<void> => {
      for (let second = fromS; second < toS; second += 10) await report(to, second)
    }
    const roundsOn = async (from: Replica) =>
      (await from.call(calls.rounds.list, { query: { cartId: made.id, day } })).result.items
    /** Also as it is written down, seconds later, which is all that a server that starts then knows. */
    const isPlaying = (from: Replica, holesPlayed: number): Promise<unknown> =>
      rig.until(`a round on its hole ${holesPlayed + 1}, as ${from.name} knows it`, async () => {
        const [round, second] = await roundsOn(from)
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
    const [before] = await roundsOn(web(1))
    await web(0).kill()
    await play(web(1), HOLE_S * 2.5, HOLE_S * 3 + 60)
    await web(0).start()
    for (const each of rig.web)
      await rig.until(`the end of the round on ${each.name}`, async () => {
        const [round] = await roundsOn(each)
        return round?.id === before?.id && round?.finishedAt !== null && round?.holes.length === 3
      })
    expect(await roundsOn(web(0))).toHaveLength(1)
  }, 120_000)

  test('start, stop and resume a mower over any of them, each once', async () => {
    rig.wire.forget()
    const started = await drive(web(0))
    expect(starts()).toBe(1)
    await isEverywhere(started.id, 'working')
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
    expect(starts()).toBe(2)
    await endMission(started.id)
  }, 90_000)

  test('a gateway that is killed loses its mowers to the other within ten seconds, and nothing is sent to the mower', async () => {
    const driving = await drive(web(0))
    const holder = await holderOf(mower(0).id)
    const next = otherThan(holder)
    await rig.until('it mows', async () => ((await rig.vehicle(web(0), mower(0).id))?.progress ?? 0) > 0.02)
    const killedAt = performance.now()
    await holder.kill()
    rig.wire.forget()
    await rig.until('the other holds it', async () => (await rig.holder(mower(0).id)) === next, 10_000)
    const found = 'Found driving this mission after a restart of the server'
    await rig.until('it is found driving', async () => (await logOf(driving.id)).includes(found), 20_000)
    const tookMs = performance.now() - killedAt
    expect(rig.wire.commands()).toEqual([])
    expect(rig.wire.sent.filter(({ name }) => name === 'MISSION_COUNT' || name === 'PARAM_SET')).toEqual([])
    await isEverywhere(driving.id, 'working')
    expect(tookMs).toBeLessThan(20_000)
    const stop = (await web(1).call(calls.missions.stop, byId(driving.id))).result
    expect(stop.outcome).toBe('accepted')
    await endMission(driving.id)
    await holder.start()
  }, 120_000)

  test('a mower whose gateway has just been killed is stopped at once by the other, which receives it and does not hold it yet', async () => {
    const driving = await drive(web(0))
    await isEverywhere(driving.id, 'working')
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
    await isEverywhere(driving.id, 'stopped')
    expect(await logOf(driving.id)).toContain('Stopped by Ada Field')
    await endMission(driving.id)
    await holder.start()
  }, 120_000)

  test('SAFE-1f a mower whose gateway hangs is stopped by the entrance of the other, which receives it', async () => {
    const driving = await drive(web(0))
    await isEverywhere(driving.id, 'working')
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
      await isEverywhere(driving.id, 'stopped')
      expect(await logOf(driving.id)).toContain('Stopped by Ada Field')
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await endMission(driving.id)
  }, 120_000)

  test('any of them can set and remove the key of a mower and receives it with that key; none receives another vehicle', async () => {
    const params = { id: mower(1).id }
    const isLive = async (): Promise<boolean> =>
      (await rig.vehicle(web(2), params.id))?.telemetry.link === 'live' &&
      (await web(2).call(calls.pairing.get, { params })).result.key !== null
    for (const each of [web(0), web(1)]) {
      const { key, pairing } = (await each.call(calls.pairing.newKey, { params, body: { send: true } })).result
      expect(key).toMatch(/^[0-9a-f]{64}$/)
      expect((await web(2).call(calls.pairing.get, { params })).result).toEqual(pairing)
      // Messages from before it signed are forgotten after five seconds.
      await new Promise(resolve => setTimeout(resolve, 5_500))
      await rig.until('it is received with its key', isLive)
      await rig.until(
        'it answers',
        async () => (await web(0).call(calls.mowers.stop, { params })).result.outcome === 'accepted',
      )
    }
    expect((await web(2).call(calls.pairing.removeKey, { params })).result.key).toBeNull()
    for (const each of rig.web)
      expect((await each.call(calls.pairing.unpaired)).result).toEqual({ items: [], total: 0 })
    await rig.until(
      'it answers without a key',
      async () => (await web(1).call(calls.mowers.stop, { params })).result.outcome === 'accepted',
    )
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
    await rig.until(
      'both are held again',
      async () => (await rig.holder(mower(0).id)) && rig.holder(mower(1).id),
      20_000,
    )
    await endMission(planned.id)
  }, 120_000)

  test('a replica that is killed in the middle of edits of the map and the garage loses nothing that it had acknowledged', async () => {
    const acknowledged: string[] = []
    let isKilled = false
    const write = async (from: Replica, name: string): Promise<void> => {
      const body = { name, widthM: 1, missionSpeedMps: 1 }
      const answer = await from.call(calls.blades.create, { body }).catch(() => undefined)
      if (answer?.status === 200) acknowledged.push(name)
    }
    const editing = (async () => {
      for (let round = 0; !isKilled || round < 30; round += 1)
        await Promise.all([write(web(0), `a${round}`), write(web(1), `b${round}`), write(web(2), `c${round}`)])
    })()
    await rig.until('some are written', async () => acknowledged.length > 20)
    await web(2).kill()
    isKilled = true
    await editing
    const { items } = (await web(0).call(calls.blades.list, { query: { perPage: 500 } })).result
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged))
    await web(2).start()
    expect((await web(2).call(calls.blades.list, { query: { perPage: 500 } })).result.items).toEqual(items)
  }, 120_000)

  test('the map is edited on all of them at once: each change is there once, a conflict is reported, and all show the same', async () => {
    const { revision } = (await web(0).call(calls.map.get)).result
    const note = (title: string) => ({
      type: 'Feature' as const,
      id: crypto.randomUUID(),
      kind: 'note' as const,
      geometry: { type: 'Point' as const, coordinates: [9.001, 48.001] as [number, number] },
      properties: { label: title, author: 'Ada', time: '2026-01-01T00:00:00.000Z' },
    })
    const answers = await Promise.all(
      rig.web.map((each, index) =>
        each.call(calls.map.change, {
          body: {
            baseRevision: revision,
            label: `Edit ${index}`,
            added: [note(`n${index}`)],
            updated: [],
            removed: [],
          },
        }),
      ),
    )
    const accepted = answers.filter(({ status }) => status === 200).length
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
    expect(starts()).toBe(1)
    expect((await logOf(planned.id)).filter(line => line.startsWith('Start requested'))).toHaveLength(1)
    await endMission(planned.id)
  }, 90_000)

  test('while NATS is away mowers drive on, people write on, and a stop gets through over the database; then all is well again', async () => {
    const driving = await drive(web(0))
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
    await rig.until('nothing is degraded', async () => {
      const healths = await Promise.all(rig.web.map(each => each.call(calls.operation.health)))
      return healths.every(({ result }) => result.degraded.length === 0)
    })
    await endMission(driving.id)
  }, 120_000)

  test('a database that is killed while a mower drives and people write loses nothing, and nothing is commanded twice', async () => {
    rig.wire.forget()
    const driving = await drive(web(0))
    const acknowledged: string[] = []
    const writeOn = async (from: Replica, round: number): Promise<void> => {
      const body = { name: `d${from.name}${round}`, widthM: 1, missionSpeedMps: 1 }
      const answer = await from.call(calls.blades.create, { body })
      expect([200, 503]).toContain(answer.status)
      if (answer.status === 200) acknowledged.push(body.name)
    }
    for (let round = 0; round < 15; round += 1) {
      if (round === 5) process.kill(rig.postgres.pid() ?? expect.fail('no database'), 'SIGKILL')
      await Promise.all(rig.web.map(each => writeOn(each, round)))
    }
    await rig.until('every replica is ready', async () => {
      const healths = await Promise.all(rig.web.map(each => each.call(calls.operation.health)))
      return healths.every(({ status }) => status === 200)
    })
    const { items } = (await web(1).call(calls.blades.list, { query: { perPage: 500 } })).result
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged))
    expect((await missionOn(web(2), driving.id)).status).toBe('working')
    expect(starts()).toBe(1)
    await rig.until(
      'the mowers are held',
      async () => (await rig.holder(mower(0).id)) && rig.holder(mower(1).id),
      15_000,
    )
    expect((await web(0).call(calls.mowers.stopAll)).result.notStopped).toEqual([])
    await endMission(driving.id)
  }, 120_000)
})
