/** People save while the server is killed: what was acknowledged is there afterwards, and nothing is there by half. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import { type Call, calls, type ResultOf } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { FeatureOf } from '@greensward/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at } from '../testing/ground.ts'
import { freePort } from '../testing/serverProcess.ts'
import { tea } from '../testing/tea.ts'
import { startTestServer } from '../testing/testServer.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const KILLS = 2
const HOLES = 6

let dataDir: string
let program: { readonly child: ChildProcess; readonly ended: Promise<unknown> } | undefined
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'greensward-mid-save-'))
})
afterAll(async () => {
  program?.child.kill('SIGTERM')
  await program?.ended
  rmSync(dataDir, { recursive: true, force: true })
})

/** A picture of noise, another for each number, and too many bytes for one row of the database. */
const pictureOf = (number: number): Buffer => {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const side = 200
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 8
  const rows = Buffer.alloc(side * (side + 1))
  // The first byte of a row is its filter.
  for (const [index] of rows.entries())
    rows[index] = index % (side + 1) === 0 ? 0 : (index * index * (number + 3)) >>> 7
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const hashOf = (data: Uint8Array): string => createHash('sha256').update(data).digest('base64url').slice(0, 22)

const holeAt = (number: number): FeatureOf<'hole'> => ({
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'hole',
  geometry: { type: 'LineString', coordinates: [at(number * 50, 0), at(number * 50, 300)] },
  properties: {
    name: String(number),
    baseAngle: 0,
    par: 4,
    rating: number,
    pass: 12,
    sort: (number % HOLES) + 1,
    isActive: true,
    view: null,
  },
})

/** Four fields that belong together. */
const settingsOf = (number: number) => ({
  courseName: `Course ${number}`,
  centerLon: number / 1_000,
  centerLat: number / 1_000,
  rainMode: number % 2 === 0 ? ('true' as const) : ('false' as const),
})

it('saves are stored completely or not at all, and every acknowledged one, though the server is killed meanwhile', async () => {
  const server = await startTestServer({ dataDir, hasOwnPostgres: true })
  const category = { name: 'Drinks', translations: {}, sort: 1 }
  const { id: categoryId } = (await server.call('ROLE_ADMIN', calls.categories.create, { body: category })).result
  const { id: dishId } = (await server.call('ROLE_ADMIN', calls.dishes.create, { body: tea(categoryId) })).result
  const added = Array.from({ length: HOLES }, (_, index) => holeAt(index + 1))
  const course = { baseRevision: 0, label: 'Holes', added, updated: [], removed: [] }
  await server.call('ROLE_ADMIN', calls.map.change, { body: course }).then(answer => answer.result)
  // The first change of a map lays the centre on it.
  await server.call('ROLE_ADMIN', calls.settings.update, { body: settingsOf(0) }).then(answer => answer.result)
  const headers = { 'x-api-key': server.tokens.ROLE_ADMIN }
  await server.close()

  const port = await freePort('tcp')
  const url = `http://127.0.0.1:${port}/api`
  const start = (): void => {
    const child = spawn(process.execPath, [MAIN], {
      env: {
        PATH: process.env.PATH ?? '',
        DATA_DIR: dataDir,
        PORT: String(port),
        STOP_PORT: '0',
        DEMO: 'off',
        SIMULATOR: 'off',
        MAVLINK_UDP: 'off',
      },
      stdio: 'ignore',
    })
    program = { child, ended: new Promise(resolve => child.once('exit', resolve)) }
  }

  /** Undefined while nobody answers, or only that the database is away; throws where it is refused. */
  const asked = async (method: string, path: string, body?: unknown): Promise<Response | undefined> => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}/${path}`, {
      method,
      headers: { ...headers, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    }).catch(() => undefined)
    if (answer === undefined || answer.status === 503) return undefined
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer
  }
  const read = async <C extends Call>(call: C, query = ''): Promise<ResultOf<C>> => {
    for (;;) {
      const answer = await asked('GET', `${call.path}${query}`)
      if (answer !== undefined) return ((await answer.json()) as { result: ResultOf<C> }).result
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }

  const isHole = (feature: { readonly kind: string }): feature is FeatureOf<'hole'> => feature.kind === 'hole'
  const readHoles = async () => {
    const { revision, features } = await read(calls.map.get)
    return { revision, holes: features.filter(isHole).sort((a, b) => a.properties.rating - b.properties.rating) }
  }

  /** One kind of save: each save has a number, and is looked up by it. */
  interface Saving {
    readonly save: (number: number) => Promise<boolean>
    /** The number of the save that is stored; throws where it is stored incompletely. */
    readonly standing: () => Promise<number>
  }
  /** The numbers of people asked for, in case each has to be there and not the last alone. */
  const acknowledgedPeople: number[] = []
  let map = { revision: 1, holes: added }

  const savings: Readonly<Record<string, Saving>> = {
    settings: {
      save: async number => (await asked('PATCH', 'settings', settingsOf(number))) !== undefined,
      standing: async () => {
        const settings = await read(calls.settings.get)
        const number = Math.round(settings.centerLon * 1_000)
        expect(settings).toMatchObject(settingsOf(number))
        return number
      },
    },
    users: {
      save: async number => {
        const person = {
          login: `person${number}`,
          fullname: `Person ${number}`,
          phone: '',
          email: `person${number}@example.org`,
        }
        const body = { ...person, role: 'ROLE_GREENKEEPER', password: 'nine quiet greens' }
        const isDone = (await asked('POST', 'users', body)) !== undefined
        if (isDone) acknowledgedPeople.push(number)
        return isDone
      },
      standing: async () => {
        const { items } = await read(calls.users.list, '?perPage=500&search=person')
        const numbers = items.map(({ login }) => Number(login.replace('person', '')))
        expect(numbers).toEqual(expect.arrayContaining(acknowledgedPeople))
        // Every person has a record of who let them in, and the record names nobody who is missing.
        const recorded = (await read(lateCalls.audit.list, '?perPage=500&subject=user')).items.map(
          line => line.subjectId,
        )
        expect(recorded.toSorted()).toEqual(items.map(({ id }) => String(id)).toSorted())
        return Math.max(0, ...numbers)
      },
    },
    photo: {
      save: async number => {
        const form = new FormData()
        form.append('file', new Blob([new Uint8Array(pictureOf(number))], { type: 'image/png' }), 'tea.png')
        return (await asked('PUT', `dishes/${dishId}/photo`, form)) !== undefined
      },
      standing: async () => {
        const { photo } =
          (await read(calls.dishes.list)).items.find(({ id }) => id === dishId) ?? expect.fail('no dish')
        if (photo === null) return 0
        const answer = await asked('GET', `dishes/${dishId}/photo`)
        const data = answer === undefined ? Buffer.alloc(0) : Buffer.from(await answer.arrayBuffer())
        expect(hashOf(data)).toBe(photo)
        for (let number = 1; ; number += 1) if (pictureOf(number).equals(data)) return number
      },
    },
    // As a drag of the first to the end does it: all of them change, in one change of the map.
    'order of holes': {
      save: async number => {
        const turned = map.holes.map(hole => {
          const sort = ((hole.properties.rating + number) % HOLES) + 1
          return { ...hole, properties: { ...hole.properties, sort } }
        })
        const updated = map.holes.map((hole, index) => [hole, turned[index]])
        const body = { baseRevision: map.revision, label: `Order ${number}`, added: [], updated, removed: [] }
        const answer = await asked('POST', 'map/changes', body)
        if (answer !== undefined) map = { revision: map.revision + 1, holes: turned }
        return answer !== undefined
      },
      standing: async () => {
        map = await readHoles()
        const number = map.revision - 1
        const order = map.holes.map(({ properties: { sort, rating } }) => [rating, sort])
        expect(order).toEqual(map.holes.map(({ properties: { rating } }) => [rating, ((rating + number) % HOLES) + 1]))
        return number
      },
    },
  }

  const acknowledged = new Map(Object.keys(savings).map(kind => [kind, 0]))
  start()
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (const [kind, { standing }] of Object.entries(savings)) acknowledged.set(kind, await standing())
    const isDone = new Set<string>()
    // Each keeps saving until it is interrupted, so that the kill hits all of them at it.
    const saved = Object.entries(savings).map(async ([kind, { save }]) => {
      for (let number = (acknowledged.get(kind) ?? 0) + 1; await save(number); number += 1) {
        acknowledged.set(kind, number)
        isDone.add(kind)
        if (isDone.size === acknowledged.size) program?.child.kill('SIGKILL')
      }
    })
    await Promise.all(saved)
    await program?.ended
    start()
    for (const [kind, { standing }] of Object.entries(savings)) {
      const number = await standing()
      // An unacknowledged save may be there, and nothing that was acknowledged is missing.
      expect([kind, number - (acknowledged.get(kind) ?? 0)]).toSatisfy(([, more]) => more === 0 || more === 1)
    }
  }
}, 240_000)
