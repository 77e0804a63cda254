/** The disk under the server and its database is full, on a small disk of its own. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { MavCmd } from '@greensward/vehicle/mavlink'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../testing/fieldRig.ts'

const SIZE_MB = 400
const folder = mkdtempSync(join(tmpdir(), 'greensward-disk-'))
/** Only the administrator of a machine can give a folder a disk of its own. */
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'none', folder]).status === 0
const skipped = isMounted ? '' : ' (skipped: this user cannot mount a small disk)'

let rig: FieldRig
beforeAll(async () => {
  if (!isMounted) return
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  rig = await openFieldRig({ speed: 10, mowers: 1, dataDir, hasOwnPostgres: true })
}, 200_000)
afterAll(async () => {
  await rig?.close()
  if (isMounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

const filler = join(folder, 'filler')
const fill = (): void => {
  const file = openSync(filler, 'w')
  try {
    for (const size of [1 << 20, 4_096])
      try {
        for (;;) writeSync(file, Buffer.alloc(size, 1))
      } catch {
        // It is full to within a block of this size.
      }
  } finally {
    closeSync(file)
  }
}

let count = 0
const write = async (): Promise<{
  readonly name: string
  readonly status: number
  readonly kind: string | undefined
}> => {
  count += 1
  const name = `Blade ${count}`
  const answer = await rig.call(calls.blades.create, { body: { name, widthM: 1, missionSpeedMps: 1 } })
  return { name, status: answer.status, kind: answer.status === 200 ? undefined : answer.error.kind }
}

describe.skipIf(!isMounted)(`a full disk${skipped}`, () => {
  test('refuses writes and starts with a message, still stops, and recovers without a restart once space is free', async () => {
    const [mower] = rig.mowers
    if (mower === undefined) return expect.fail('no mower')
    const driving = await rig.plan(mower)
    expect((await rig.call(calls.missions.start, { params: { id: driving.id } })).result.outcome).toBe('accepted')
    await rig.until('it mows', async () => (await rig.mission(driving.id)).status === 'working')

    fill()
    const acknowledged: string[] = []
    await rig.until('writing is refused', async () => {
      const { name, status, kind } = await write()
      if (status === 200) acknowledged.push(name)
      else expect([status, kind]).toEqual([503, 'unavailable'])
      return status === 503
    })
    rig.wire.forget()
    const all = (await rig.call(calls.mowers.stopAll)).result
    expect(all.notStopped).toEqual([])
    expect((await rig.call(calls.missions.resume, { params: { id: driving.id } })).status).toBeGreaterThanOrEqual(400)
    expect(rig.wire.commands()).not.toContain(MavCmd.missionStart)
    await rig.until('health reports it', async () =>
      (await rig.call(lateCalls.operation.health)).result.degraded.includes('disk'),
    )

    rmSync(filler)
    await rig.until('writing is possible again', async () => (await write()).status === 200, 60_000)
    await rig.until(
      'the stop is written down',
      async () => (await rig.mission(driving.id)).status === 'stopped',
      60_000,
    )
    const { items } = (await rig.call(calls.blades.list, { query: { perPage: 500 } })).result
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged))
    await rig.until('all is well', async () => {
      const { status, result } = await rig.call(lateCalls.operation.health)
      return status === 200 && !result.degraded.includes('database')
    })
  }, 180_000)
})
