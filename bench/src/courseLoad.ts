/**
 * A whole course at once on one server: mowers that say ten times a second where they are, carts once a second, pages that
 * listen to all of it, and people who edit. The load comes from this process and the simulator's, which share the
 * machine's cores with the server and its database. With `--grow` the same at several sizes, drawn as a plot.
 */
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { calls, type LiveVehicle } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import {
  addMower,
  type CourseServer,
  freePort,
  type Person,
  quantile,
  ROOT,
  sleep,
  startCourseServer,
  startMowers,
  until,
} from './courseServer.ts'
import { startEditors } from './load/editors.ts'
import { openListeners } from './load/listeners.ts'
import type { Measured, Size } from './load/measured.ts'
import { type Phones, startPhones } from './load/phones.ts'
import { drawGrowth } from './load/plot.ts'
import { nowMs, openRelay } from './relay.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    mowers: { type: 'string', default: '100' },
    carts: { type: 'string', default: '500' },
    pages: { type: 'string', default: '200' },
    editors: { type: 'string', default: '10' },
    grow: { type: 'boolean', default: false },
  },
})
const within = (text: string, least: number, most: number): number => Math.min(most, Math.max(least, Number(text)))

const WARM_MS = 10_000
const LOOK_MS = 5_000
/** The simulator has no more system ids. */
const MOST_MOWERS = 100
/** Making more of them one by one takes longer than everything else: the server re-reads all of them each time. */
const MOST_CARTS = 2_500
const SESSIONS_OF = 20
const MOST_API_P99_MS = 200
const MOST_POSITION_P99_MS = 250
/** A size whose calls take longer is more than the machine carries; larger ones would show nothing new. */
const OVERLOADED_MS = 1_000
/** Of memory, between the second quarter of the time and the last. */
const MOST_GROWTH = 0.1

const median = (list: readonly number[]): number =>
  quantile(
    list.toSorted((a, b) => a - b),
    0.5,
  )
/** Infinite where nothing was answered. */
const p99 = (list: readonly number[]): number =>
  list.length === 0
    ? Number.POSITIVE_INFINITY
    : quantile(
        list.toSorted((a, b) => a - b),
        0.99,
      )

/** Sixty zones of a hundred corners, so that the map is a course's. */
const drawCourse = async ({ admin }: CourseServer): Promise<void> => {
  const type = await admin.call(calls.zoneTypes.create, {
    body: { name: 'Lawn', color: '#17A73F', directions: ['12-6'], allowsIntersection: false, mowable: true },
  })
  const ring = (n: number): [number, number][] =>
    Array.from({ length: 101 }, (_, corner) => {
      const angle = (2 * Math.PI * (corner % 100)) / 100
      const [lon, lat] = [0.002 * (n % 8), 51 + 0.0012 * Math.floor(n / 8)]
      return [lon + 0.0006 * Math.cos(angle), lat + 0.0004 * Math.sin(angle)]
    })
  const zone = (n: number) => ({
    type: 'Feature' as const,
    id: crypto.randomUUID(),
    kind: 'zone' as const,
    geometry: { type: 'Polygon' as const, coordinates: [ring(n)] },
    properties: {
      title: `Zone ${n}`,
      zoneTypeId: type.id,
      holeId: null,
      hiddenForMower: false,
      hiddenForBuggy: false,
      rainModeRestricted: false,
    },
  })
  await admin.call(calls.map.change, {
    body: {
      baseRevision: 0,
      label: 'Course',
      added: Array.from({ length: 60 }, (_, n) => zone(n)),
      updated: [],
      removed: [],
    },
  })
}

/** Getting ready takes minutes for a large course. */
const say = (what: string): void => {
  process.stderr.write(`  ${new Date().toISOString().slice(11, 19)} ${what}\n`)
}

const measure = async (size: Size, seconds: number): Promise<Measured> => {
  const udpPort = await freePort()
  const relay = await openRelay(udpPort, size.mowers)
  const server = await startCourseServer({ MAVLINK_UDP: `127.0.0.1:${udpPort}`, MAVLINK_HZ: '10', TRUST_PROXY: '1' })
  const { admin, url } = server
  const ending: (() => void | Promise<void>)[] = [() => server.close(), () => relay.close()]
  try {
    await drawCourse(server)
    const systemIds = new Map<string, number>()
    for (let systemId = 1; systemId <= size.mowers; systemId += 1)
      systemIds.set(await addMower(admin, systemId), systemId)
    say('people and carts')
    const people: Person[] = []
    for (let n = 0; n < Math.max(size.editors, Math.ceil(size.pages / SESSIONS_OF)); n += 1) {
      await server.addPerson(`person${n}`)
      people.push(await server.signIn(`person${n}`, `10.2.0.${n + 1}`))
    }
    const carts: { id: string; key: string }[] = []
    for (let n = 1; n <= size.carts; n += 1) {
      // In turns: one address may not ask for as much as all these together.
      const by = people[n % people.length] ?? admin
      const { id } = await by.call(calls.carts.create, { body: { name: `Cart ${n}`, inService: false, home: null } })
      carts.push({ id, key: (await by.call(lateCalls.cartAccess.newKey, { params: { id } })).key })
    }
    say('mowers')
    const mowers = startMowers(size.mowers, relay.port)
    ending.push(() => mowers.stop())
    await until('all mowers are live', async () => {
      const { items } = await admin.call(calls.live.vehicles)
      return items.filter(({ telemetry }) => telemetry.link === 'live').length >= size.mowers ? true : undefined
    })

    const took: { mower: number[]; cart: number[] } = { mower: [], cart: [] }
    const seenBefore = new Map<string, string>()
    let phones: Phones | undefined
    const onVehicles = (vehicles: readonly LiveVehicle[]): void => {
      const atMs = nowMs()
      for (const { id, kind, telemetry } of vehicles) {
        if (telemetry.position === null) continue
        const [lon, lat] = telemetry.position
        const place = `${lon} ${lat}`
        // A repeated report, sent because nothing newer came, was measured when it was new.
        if (seenBefore.get(id) === place) continue
        seenBefore.set(id, place)
        const sentMs = kind === 'cart' ? phones?.sentMs(id, lat) : relay.passedMs(systemIds.get(id) ?? 0, lon, lat)
        if (sentMs !== undefined) took[kind === 'cart' ? 'cart' : 'mower'].push(atMs - sentMs)
      }
    }
    say('pages')
    const tickets: string[] = []
    for (let n = 0; n < size.pages; n += 1) {
      const person = people[Math.floor(n / SESSIONS_OF)]
      if (person !== undefined) tickets.push((await person.call(calls.live.config)).token)
    }
    const pages = await openListeners(url, tickets, onVehicles)
    ending.push(() => pages.close())
    say('the carts')
    const sending = startPhones(url, carts, nowMs)
    phones = sending
    ending.push(() => sending.stop())
    const editors = startEditors(people.slice(0, size.editors))
    say('warming up')
    await sleep(WARM_MS)
    say(`measuring for ${seconds} s`)
    for (const list of [took.mower, took.cart]) list.length = 0
    editors.forget()
    const lag = monitorEventLoopDelay({ resolution: 5 })
    lag.enable()
    const [cpuBefore, bytesBefore, refusedBefore, startedMs] = [
      server.cpuSeconds(),
      pages.bytes,
      sending.refused,
      performance.now(),
    ]
    const residentMb: number[] = []
    while (performance.now() - startedMs < seconds * 1_000) {
      await sleep(LOOK_MS)
      residentMb.push(server.residentBytes() / 1e6)
    }
    const passedS = (performance.now() - startedMs) / 1_000
    const core = (server.cpuSeconds() - cpuBefore) / passedS
    lag.disable()
    const megabytesASecond = (pages.bytes - bytesBefore) / passedS / 1e6
    const api = [...editors.tookMs]
    await editors.stop()
    await sleep(1_000)
    for (const line of new Set(editors.refused)) console.log(`  refused: ${line}`)
    return {
      ...size,
      core,
      apiP99Ms: p99(api),
      mowerP99Ms: p99(took.mower),
      cartP99Ms: p99(took.cart),
      ownP99Ms: lag.percentile(99) / 1e6,
      residentMb,
      lostEvents: pages.lost() + (size.pages - pages.open),
      refused: sending.refused - refusedBefore + editors.refused.length,
      changes: editors.changes,
      megabytesASecond,
    }
  } finally {
    for (const end of ending.toReversed()) await end()
  }
}

/** Memory at the end beside what it was once everything was warm. */
const growth = ({ residentMb }: Measured): number => {
  const quarter = Math.max(1, Math.floor(residentMb.length / 4))
  return median(residentMb.slice(-quarter)) / median(residentMb.slice(quarter, 2 * quarter)) - 1
}

const ms = (value: number): string => (Number.isFinite(value) ? `${value.toFixed(0)} ms` : 'none answered')
const size: Size = {
  mowers: within(values.mowers, 1, MOST_MOWERS),
  carts: within(values.carts, 0, MOST_CARTS),
  pages: within(values.pages, 1, 2_000),
  editors: within(values.editors, 1, 100),
}
console.log(`${cpus().length} cores, load average before ${loadavg()[0]?.toFixed(1)}`)
if (values.grow) {
  const rows: Measured[] = []
  const file = join(ROOT, 'docs/load.svg')
  for (const factor of [0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10]) {
    const scaled: Size = {
      mowers: Math.max(1, Math.min(MOST_MOWERS, Math.round(size.mowers * factor))),
      carts: Math.min(MOST_CARTS, Math.round(size.carts * factor)),
      pages: Math.max(1, Math.round(size.pages * factor)),
      editors: size.editors,
    }
    const row = await measure(scaled, within(values.seconds, 5, 60))
    rows.push(row)
    // Written after each size, so that a run that is interrupted keeps its figures.
    writeFileSync(file, drawGrowth(rows))
    console.log(
      `${scaled.mowers} mowers, ${scaled.carts} carts, ${scaled.pages} pages: ${(row.core * 100).toFixed(0)} % of a core, ${row.megabytesASecond.toFixed(0)} MB/s, p99 API ${ms(row.apiP99Ms)}, mower ${ms(row.mowerP99Ms)}, cart ${ms(row.cartP99Ms)}; lost ${row.lostEvents}`,
    )
    if (row.apiP99Ms > OVERLOADED_MS) break
  }
  console.log(`drawn: docs/load.svg`)
} else {
  const row = await measure(size, within(values.seconds, 10, 3_600))
  console.table({
    'answers of the API, p99': { measured: ms(row.apiP99Ms), target: `under ${MOST_API_P99_MS} ms` },
    "mower's packet to a page, p99": { measured: ms(row.mowerP99Ms), target: `under ${MOST_POSITION_P99_MS} ms` },
    "cart's position to a page, p99": { measured: ms(row.cartP99Ms), target: `under ${MOST_POSITION_P99_MS} ms` },
    'of that, this process is late itself, p99': { measured: ms(row.ownP99Ms), target: '' },
    'server, share of a core': { measured: row.core.toFixed(2), target: '' },
    'to all pages': { measured: `${row.megabytesASecond.toFixed(1)} MB/s`, target: '' },
    'events lost, or pages': { measured: String(row.lostEvents), target: '0' },
    'calls refused': { measured: String(row.refused), target: '0' },
    'changes of the map, acknowledged': { measured: String(row.changes), target: '' },
    'memory in the end': { measured: `${row.residentMb.at(-1)?.toFixed(0)} MB`, target: '' },
    'memory, its growth since it was warm': {
      measured: `${(growth(row) * 100).toFixed(1)} %`,
      target: `at most ${MOST_GROWTH * 100} %`,
    },
  })
  const isHeld =
    row.apiP99Ms < MOST_API_P99_MS &&
    Math.max(row.mowerP99Ms, row.cartP99Ms) < MOST_POSITION_P99_MS &&
    row.lostEvents === 0 &&
    row.refused === 0 &&
    growth(row) <= MOST_GROWTH
  if (!isHeld) process.exitCode = 1
}
