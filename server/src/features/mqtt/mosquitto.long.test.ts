/** The connections to brokers on Mosquitto: what its retained messages, wills, logins, rules, TLS and restarts do to them. */
import type { BodyOf } from '@greensward/contract'
import { lateCalls as calls } from '@greensward/contract/late'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mqtt } from '../../platform/db/schema/index.ts'
import { as, brokerMowerStageOn } from '../../testing/brokerMowerStage.ts'
import { ownAuthority } from '../../testing/certificate.ts'
import { at } from '../../testing/ground.ts'
import { dynamicSecurityPath, type Mosquitto, mosquittoPath, openMosquitto } from '../../testing/mosquitto.ts'
import { type Listener, listenTo } from '../../testing/mqttBroker.ts'
import { openMowerOnBroker } from '../../testing/openMowerOnBroker.ts'
import { openSlowLink } from '../../testing/slowLink.ts'
import { VDA5050_IDENTITY, vda5050OnBroker } from '../../testing/vda5050OnBroker.ts'

const WAIT = { timeout: 60_000, interval: 100 }
const COURSE = { user: 'course', password: 'a secret of the course' }
const GUEST = { user: 'guest', password: 'a secret of a guest' }
const asUser = ({ user, password }: typeof COURSE) => ({ username: user, password })

const isAbsent = mosquittoPath() === undefined
const skipped = isAbsent ? ' (skipped: Mosquitto is not installed)' : ''
const withoutPlugin = dynamicSecurityPath() === undefined
const noPlugin = withoutPlugin ? ' (skipped: Mosquitto has no plugin for dynamic security)' : ''

describe.skipIf(isAbsent)(`on Mosquitto${skipped}`, () => {
  const stage = brokerMowerStageOn(() => openMosquitto())
  const { broker, call, id, params, vehicle, isLive } = stage
  /** Closed after the test, the newest first. */
  let opened: { close(): Promise<void> }[] = []
  const keep = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
    const one = await opening
    opened.push(one)
    return one
  }
  const open = (options: Parameters<typeof openMosquitto>[0]) => keep(openMosquitto(options))
  const listen = (...on: Parameters<typeof listenTo>) => keep(listenTo(...on))

  const change = (body: BodyOf<typeof calls.mqtt.update>) => call(as, calls.mqtt.update, { body })
  const switchOn = async (body: BodyOf<typeof calls.mqtt.update> = {}): Promise<void> => {
    const answer = await change({ address: broker().address, enabled: true, prefix: 'course', commands: [], ...body })
    expect(answer.status).toBe(200)
  }
  const state = async () => (await call(as, calls.mqtt.state)).result
  const isConnected = () => expect.poll(async () => (await state()).state, WAIT).toBe('connected')
  const isOnline = (listener: Listener) =>
    expect.poll(() => listener.messages.get('course/status'), WAIT).toBe('online')
  /** Only ten are allowed in a minute. */
  const tryOut = async (body: BodyOf<typeof calls.mqtt.test>) =>
    (await call(as, calls.mqtt.test, { body: { prefix: 'course', user: '', authority: '', ...body } })).result.problem
  const kept = ({ messages }: Listener): readonly string[] => [...messages.keys()].sort()
  const results = ({ all }: Listener): readonly unknown[] =>
    all.filter(({ topic }) => topic.endsWith('/result')).map(({ payload }) => JSON.parse(payload))
  /** As they came, without what the broker had kept before. */
  const statuses = ({ all }: Listener): readonly string[] =>
    all.filter(({ topic, isRetained }) => topic === 'course/status' && !isRetained).map(({ payload }) => payload)
  const denies = ({ lines }: Mosquitto, topic: string) =>
    expect
      .poll(() => lines.some(line => line.includes('Denied PUBLISH') && line.includes(`'${topic}'`)), WAIT)
      .toBe(true)

  beforeEach(() => {
    opened = []
  })
  afterEach(async () => {
    await change({ enabled: false })
    await expect.poll(async () => (await state()).state, WAIT).toBe('off')
    await stage.server().app.ctx.db.delete(mqtt)
    for (const one of opened.reverse()) await one.close()
  })

  test('what is published is kept for those who come later, and withdrawn at the end', async () => {
    const listener = await listen(broker().address)
    await switchOn({ homeAssistant: true })
    await isOnline(listener)
    await expect.poll(() => kept(listener).filter(topic => topic.startsWith('homeassistant/')).length, WAIT).toBe(11)
    const later = await listen(broker().address)
    await expect.poll(() => kept(later), WAIT).toEqual(kept(listener))
    expect(later.all.every(({ isRetained }) => isRetained)).toBe(true)
    await change({ enabled: false })
    await expect.poll(() => kept(listener), WAIT).toEqual([])
  }, 120_000)

  test('the will is published once the connection is cut', async () => {
    const listener = await listen(broker().address)
    const wire = await keep(openSlowLink(broker().port, { latencyMs: 0, bytesPerS: Number.POSITIVE_INFINITY }))
    await switchOn({ address: `mqtt://127.0.0.1:${wire.port}` })
    await isOnline(listener)
    wire.cut()
    await expect.poll(() => statuses(listener), WAIT).toEqual(['online', 'offline'])
    await expect.poll(() => statuses(listener), WAIT).toEqual(['online', 'offline', 'online'])
    await isConnected()
  }, 120_000)

  test('no will is published after a goodbye', async () => {
    const listener = await listen(broker().address)
    await switchOn()
    await isOnline(listener)
    await change({ enabled: false })
    await expect.poll(async () => (await state()).state, WAIT).toBe('off')
    const { lines } = broker()
    const ours = () => lines.findLast(line => /Received DISCONNECT from greensward/.test(line))
    await expect.poll(ours, WAIT).toBeDefined()
    // What the broker had to say by then has come before this.
    await listener.client.publishAsync('end', 'end', { qos: 1 })
    await expect.poll(() => listener.messages.get('end'), WAIT).toBe('end')
    expect(statuses(listener)).toEqual(['online', ''])
  }, 120_000)

  test('the right login is taken, and a wrong password and no user are refused', async () => {
    const guarded = await open({ logins: [COURSE] })
    const { address } = guarded
    expect(await tryOut({ address, ...COURSE })).toBe(null)
    expect(await tryOut({ address, user: COURSE.user, password: 'wrong' })).toBe('loginRefused')
    expect(await tryOut({ address })).toBe('loginRefused')
    await switchOn({ address, user: COURSE.user, password: 'wrong' })
    await expect.poll(state, WAIT).toMatchObject({ state: 'failing', problem: 'loginRefused' })
    await switchOn({ address, ...COURSE })
    await isOnline(await listen(address, asUser(COURSE)))
  }, 120_000)

  test.skipIf(withoutPlugin)(
    `topics that its plugin refuses are reported${noPlugin}`,
    async () => {
      const closed = await open({ logins: [COURSE], refusesSubscriptions: true })
      await switchOn({ address: closed.address, ...COURSE })
      await expect.poll(state, WAIT).toMatchObject({ state: 'failing', problem: 'topicsRefused' })
    },
    120_000,
  )

  test('its rules let no guest stop a mower, and what they do not let us publish is reported by the test', async () => {
    const rules = [`user ${COURSE.user}`, 'topic readwrite course/#', `user ${GUEST.user}`, 'topic read #']
    const ruled = await open({ logins: [COURSE, GUEST], rules })
    const guest = await listen(ruled.address, asUser(GUEST))
    await switchOn({ address: ruled.address, ...COURSE })
    await isOnline(guest)
    const topic = `course/mower/${id()}/stop`
    await guest.client.publishAsync(topic, 'stop', { qos: 1 })
    await denies(ruled, topic)
    const owner = await listen(ruled.address, asUser(COURSE))
    await owner.client.publishAsync(topic, 'stop', { qos: 1 })
    // Nothing receives this mower.
    await expect.poll(() => results(guest), WAIT).toMatchObject([{ command: 'stop', outcome: 'noAnswer' }])
    expect(await tryOut({ address: ruled.address, ...COURSE })).toBe(null)
    expect(await tryOut({ address: ruled.address, ...COURSE, prefix: 'other' })).toBe('topicsRefused')
    // By MQTT 3.1.1 the broker does not say what it drops: the link itself does not learn of it.
    await switchOn({ address: ruled.address, ...COURSE, prefix: 'other' })
    await denies(ruled, 'other/status')
    await isConnected()
    expect(kept(guest).filter(each => each.startsWith('other/'))).toEqual([])
  }, 120_000)

  test('TLS by an authority of the course is trusted where it is entered, and for its own name alone', async () => {
    const authority = ownAuthority()
    const secure = await open({ logins: [COURSE], tls: authority.issue('localhost') })
    const { address } = secure
    const misnamed = await open({ tls: authority.issue('broker.example.org') })
    expect(await tryOut({ address, ...COURSE })).toBe('untrusted')
    expect(await tryOut({ address, ...COURSE, authority: ownAuthority().cert })).toBe('untrusted')
    expect(await tryOut({ address: misnamed.address, authority: authority.cert })).toBe('untrusted')
    expect(await tryOut({ address, ...COURSE, authority: authority.cert })).toBe(null)
    await switchOn({ address, ...COURSE, authority: authority.cert })
    await isOnline(await listen(address, { ...asUser(COURSE), ca: authority.cert }))
  }, 120_000)

  test.each([
    ['lost', false],
    ['kept', true],
  ] as const)(
    'a broker that restarts and has %s its messages has all of them again',
    async (_, keepsRetained) => {
      const restarted = await open({ keepsRetained })
      const before = await listen(restarted.address, { reconnectPeriod: 0 })
      await switchOn({ address: restarted.address, homeAssistant: true })
      await isOnline(before)
      await expect.poll(async () => (await state()).topics, WAIT).toBe(kept(before).length)
      await restarted.stop()
      await expect.poll(state, WAIT).toMatchObject({ state: 'failing', problem: 'lost' })
      await restarted.start()
      await isConnected()
      const after = await listen(restarted.address)
      await expect.poll(() => kept(after), WAIT).toEqual(kept(before))
      expect(after.messages.get('course/status')).toBe('online')
    },
    180_000,
  )

  test('SAFE-14a a command that it kept moves no mower, and is taken away', async () => {
    const listener = await listen(broker().address)
    const payload = JSON.stringify({ command: 'start', at: stage.server().clock.now().toISOString() })
    const topic = `course/mower/${id()}/command`
    await listener.client.publishAsync(topic, payload, { qos: 1, retain: true })
    await expect.poll(() => listener.messages.get(topic), WAIT).toBe(payload)
    await switchOn({ commands: ['start'] })
    await expect.poll(() => results(listener), WAIT).toMatchObject([{ outcome: 'refused', reason: 'retained' }])
    await expect.poll(() => listener.messages.has(topic), WAIT).toBe(false)
  }, 120_000)

  test('SAFE-16d a mower of VDA 5050 is shown and stopped, and its will is a lost link', async () => {
    const machine = await keep(vda5050OnBroker(broker().address))
    const body = {
      ...{ address: broker().address, user: '', authority: '', version: '2.1.0' as const, ...VDA5050_IDENTITY },
      ...{ origin: at(0, 0), xAxisDeg: 90, bladeAction: '' },
    }
    const details = async () => (await call(as, calls.vda5050.get, { params: params() })).result.state?.details
    try {
      expect((await call(as, calls.vda5050.save, { params: params(), body })).status).toBe(200)
      await isLive()
      await expect.poll(async () => (await details())?.factsheet?.series, WAIT).toBe('Meadow 3')
      machine.mower.order('rows')
      await expect.poll(() => machine.mower.isDriving, WAIT).toBe(true)
      expect(await stage.stop()).toMatchObject({ outcome: 'accepted' })
      expect(machine.mower.isDriving).toBe(false)
      await machine.breakOff()
      await expect.poll(async () => (await details())?.connection, WAIT).toBe('broken')
      expect((await vehicle()).telemetry.link).toBe('lost')
    } finally {
      await call(as, calls.vda5050.remove, { params: params() })
      await stage.isGone()
    }
  }, 120_000)

  test('SAFE-15b a mower that runs OpenMower is shown and stopped', async () => {
    const robot = await keep(openMowerOnBroker(broker().address, 'lawn/one', 5))
    const body = {
      ...{ address: broker().address, user: '', authority: '', prefix: 'lawn/one' },
      ...{ datum: at(0, 0), zoneIds: [] },
    }
    try {
      expect((await call(as, calls.openMower.save, { params: params(), body })).status).toBe(200)
      await isLive()
      await robot.act('mower_logic:idle/start_mowing')
      await expect.poll(async () => (await vehicle()).activity, WAIT).toBe('mowing')
      expect(await stage.stop()).toMatchObject({ outcome: 'accepted' })
      expect(robot.mower.isDriving).toBe(false)
    } finally {
      await call(as, calls.openMower.remove, { params: params() })
      await stage.isGone()
    }
  }, 120_000)
})
