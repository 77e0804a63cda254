/** Pairing on the real server with a simulated mower: a key is given, believed alone, renewed and taken back. */

import { calls } from '@greensward/contract'
import type { Mower } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'
import { seedLawns } from '../../../testing/lawn.ts'
import { startTestServer } from '../../../testing/testServer.ts'

test('a signing key is shown once, and neither the database nor the audit record can be read for it', async () => {
  const server = await startTestServer()
  try {
    const [mower] = (await seedLawns(server)).mowers
    const params = { id: mower.id }
    const body = { send: false }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    expect((await server.call('ROLE_BUGGY_ADMIN', calls.pairing.newKey, { params, body })).status).toBe(403)
    const { key, pairing } = (await server.call('ROLE_GREENKEEPER', calls.pairing.newKey, { params, body, headers }))
      .result
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(pairing.key).toMatchObject({ createdBy: 'Test Greenkeeper' })
    expect((await server.call('ROLE_TEST_USER', calls.pairing.get, { params })).result).toEqual(pairing)
    const { rows } = await server.app.ctx.db.execute(sql`
      select (select json_agg(t) from mower_keys t)::text || coalesce((select json_agg(t) from audit t)::text, '')
        || coalesce((select json_agg(t) from idempotent_answers t)::text, '') as everything`)
    expect(JSON.stringify(rows)).toContain(pairing.key?.fingerprint)
    expect(JSON.stringify(rows)).not.toContain(key)
    const second = (await server.call('ROLE_GREENKEEPER', calls.pairing.newKey, { params, body })).result
    expect(second.key).not.toBe(key)
    expect(second.pairing.key?.fingerprint).not.toBe(pairing.key?.fingerprint)
    const gone = await server.call('ROLE_GREENKEEPER', calls.pairing.removeKey, { params })
    // No gateway has received it without a key yet.
    expect(gone.result).toEqual({ systemId: 1, key: null, isProven: false, otherSender: null })
    expect((await server.call('ROLE_GREENKEEPER', calls.pairing.removeKey, { params })).status).toBe(404)
    // No gateway here receives it, so nothing can be sent to it.
    const unheard = await server.call('ROLE_GREENKEEPER', calls.pairing.newKey, { params, body: { send: true } })
    expect(unheard.error.kind).toBe('commandNoAnswer')
  } finally {
    await server.close()
  }
}, 60_000)

describe('a mower on its link', () => {
  let rig: FieldRig
  beforeAll(async () => {
    rig = await openFieldRig({ speed: 10, mowers: 1 })
  })
  afterAll(() => rig?.close())

  const mower = (): Mower => {
    const [first] = rig.mowers
    if (first === undefined) throw new Error('The rig has no mower')
    return first
  }
  const params = (): { id: string } => ({ id: mower().id })
  /** Received, and answering requests: both directions count. */
  const isPaired = (what: string) =>
    rig.until(
      what,
      async () =>
        (await rig.vehicle(mower().id)).telemetry.link === 'live' &&
        (await rig.call(calls.autopilots.read, { params: params() })).status === 200,
      40_000,
    )
  const newKey = (send: boolean) => rig.call(calls.pairing.newKey, { params: params(), body: { send } })

  test('is received and answers with its new key, over a restart, a new key, and without one again', async () => {
    expect((await newKey(true)).result.pairing.isProven).toBe(true)
    await isPaired('it is received with its key')
    await rig.killServer()
    await rig.startServer()
    await isPaired('it is received after the restart')
    await newKey(true).then(answer => answer.result)
    await isPaired('it is received with the new key')
    expect((await rig.call(calls.pairing.removeKey, { params: params() })).result).toMatchObject({
      key: null,
      isProven: true,
    })
    await isPaired('it is received without a key')
  }, 180_000)

  test('armed in HOLD is refused a key with the way out, and takes it once it was disarmed', async () => {
    const { id } = await rig.plan(mower())
    await rig.until('it starts', async () => (await rig.call(calls.missions.start, { params: { id } })).status === 200)
    expect((await rig.call(calls.mowers.disarm, { params: params() })).result).toMatchObject({ outcome: 'rejected' })
    await rig.until('it is finished', async () => (await rig.mission(id)).status === 'done', 90_000)
    // As a mission leaves it that was finished.
    await rig.until('it holds', async () => (await rig.vehicle(mower().id)).telemetry.mode === 'hold')
    expect((await rig.vehicle(mower().id)).telemetry.armed).toBe(true)
    const before = (await rig.call(calls.pairing.get, { params: params() })).result
    const refused = await newKey(true)
    expect(refused.error).toMatchObject({ kind: 'conflict', code: 'pairingArmed' })
    expect((await rig.call(calls.pairing.get, { params: params() })).result).toEqual(before)
    await rig.until(
      'it is disarmed',
      async () => (await rig.call(calls.mowers.disarm, { params: params() })).result.outcome === 'accepted',
    )
    expect((await newKey(true)).result.pairing).toMatchObject({ isProven: true })
    await isPaired('it is received with the key it was given')
    await rig.call(calls.pairing.removeKey, { params: params() }).then(answer => answer.result)
  }, 150_000)

  test('is not given another key while it is on a mission, because it must stay reachable for a stop', async () => {
    const { id } = await rig.plan(mower())
    await rig.until('it starts', async () => (await rig.call(calls.missions.start, { params: { id } })).status === 200)
    expect((await newKey(true)).error).toMatchObject({ kind: 'conflict' })
    expect((await rig.call(calls.mowers.stop, { params: params() })).result.outcome).toBe('accepted')
    expect((await newKey(false)).error).toMatchObject({ kind: 'conflict' })
    await rig.until('it is cancelled', async () => {
      await rig.call(calls.missions.cancel, { params: { id } })
      return (await rig.mission(id)).status === 'cancelled'
    })
  }, 60_000)

  test('that does not have its key yet is received and stopped as before, and not started, over a restart', async () => {
    const { id } = await rig.plan(mower())
    expect((await newKey(false)).result.pairing.isProven).toBe(false)
    await rig.killServer()
    await rig.startServer()
    await isPaired('it is received without the key')
    expect((await rig.call(calls.pairing.get, { params: params() })).result.isProven).toBe(false)
    expect((await rig.call(calls.missions.start, { params: { id } })).result).toMatchObject({
      outcome: 'rejected',
      why: { params: { reason: 'keyUnproven' } },
    })
    expect((await rig.call(calls.mowers.stop, { params: params() })).result.outcome).toBe('accepted')
    // The fence of the refused start may still be being removed.
    await rig.until('it is given a key', async () => {
      const given = await newKey(true)
      return given.status === 200 && given.result.pairing.isProven
    })
  }, 90_000)
})
