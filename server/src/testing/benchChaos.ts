/**
 * Kills one part of a grown deployment after another in the middle of work, and asks afterwards for everything that was
 * acknowledged: three web replicas, two gateways, PostgreSQL, NATS and the mowers themselves. Right after each kill all
 * mowers are stopped over a server that lives.
 */
import { parseArgs } from 'node:util'
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { MavCmd } from '@greensward/vehicle/mavlink'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../platform/db/database.ts'
import { startWork, type Work } from './chaosWork.ts'
import { type GrownRig, natsServer, openGrownRig, type Replica } from './grownRig.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
})
const rounds = Math.min(1_000, Math.max(1, Number(values.rounds)))
const RECOVERY_MS = 60_000
const FRESH_MS = 1_000
const VICTIMS = ['web replica', 'gateway', 'database', 'NATS', 'mowers'] as const
type Victim = (typeof VICTIMS)[number]

/** Park and Miller's generator: the same kills at the same moments for the same seed. */
const randomFrom = (seed: number) => {
  let state = (Math.floor(seed) % 2_147_483_646) + 1
  return (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

interface Round {
  readonly victim: Victim
  readonly recoveredMs: number
  readonly stopMs: number
  /** Mowers that the stop did not reach, of those that it had to reach. */
  readonly unstopped: readonly string[]
  /** The answer of the stop about the first mower that it did not reach. */
  readonly why: string
}

const isAnswering = async (web: Replica): Promise<boolean> => {
  const health = await web.call(lateCalls.operation.health).catch(() => undefined)
  return health?.status === 200 && !health.result.degraded.some(reason => reason === 'nats' || reason === 'mowers')
}

const isWhole = async (rig: GrownRig): Promise<boolean> => {
  const [first] = rig.web
  if (first === undefined || !(await Promise.all(rig.web.map(isAnswering))).every(Boolean)) return false
  for (const { id } of rig.mowers) {
    const vehicle = await rig.vehicle(first, id).catch(() => undefined)
    // Positions from before a kill count as live for some seconds after it.
    if (
      (vehicle?.telemetry.ageMs ?? Number.POSITIVE_INFINITY) > FRESH_MS ||
      (await rig.holder(id).catch(() => undefined)) === undefined
    )
      return false
  }
  return true
}

/** @returns the part's name, the mowers that a stop must still reach, and how to restart it */
const kill = async (rig: GrownRig, victim: Victim, random: () => number) => {
  const pick = (from: readonly Replica[]): Replica => {
    const picked = from[Math.floor(random() * from.length)]
    if (picked === undefined) throw new Error('There is nobody to kill')
    return picked
  }
  const all = new Set(rig.mowers.map(({ id }) => id))
  switch (victim) {
    case 'web replica':
    case 'gateway': {
      const replica = pick(victim === 'gateway' ? rig.gateways : rig.web)
      await replica.kill()
      // The other gateway receives the mowers of the one that is gone.
      return { reachable: all, killed: replica, restart: () => replica.start() }
    }
    case 'database': {
      const pid = rig.postgres.pid()
      if (pid === undefined) throw new Error('No database to kill')
      process.kill(pid, 'SIGKILL')
      // The embedded one is restarted by the server that started it.
      return { reachable: all, killed: undefined, restart: async () => undefined }
    }
    case 'NATS':
      await rig.killNats()
      return { reachable: all, killed: undefined, restart: () => rig.startNats() }
    case 'mowers':
      await rig.killSimulator()
      return { reachable: new Set<string>(), killed: undefined, restart: async () => rig.startSimulator() }
  }
}

const runRound = async (rig: GrownRig, victim: Victim, random: () => number): Promise<Round> => {
  await new Promise(resolve => setTimeout(resolve, 500 + random() * 3_000))
  const killedAt = performance.now()
  const { reachable, killed, restart } = await kill(rig, victim, random)
  const alive = rig.web.find(web => web !== killed)
  const askedAt = performance.now()
  const stop = await alive?.call(calls.mowers.stopAll).catch(() => undefined)
  const stopMs = performance.now() - askedAt
  const stopped = new Set(stop?.status === 200 ? stop.result.stopped.map(({ id }) => id) : [])
  const unstopped = [...reachable].filter(id => !stopped.has(id))
  const why = stop?.status === 200 ? (stop.result.notStopped[0]?.reason ?? '') : `answered with ${stop?.status}`
  await restart()
  await rig.until(`all is well after the end of the ${victim}`, () => isWhole(rig), RECOVERY_MS)
  return { victim, recoveredMs: performance.now() - killedAt, stopMs, unstopped, why }
}

/** Acknowledged changes that are missing or there twice. */
const missing = async (rig: GrownRig, work: Work): Promise<readonly string[]> => {
  const { db, close } = openDatabase(rig.postgres.url, () => undefined, 1)
  try {
    const column = async (query: ReturnType<typeof sql>): Promise<readonly unknown[]> =>
      (await db.execute<{ value: unknown }>(query)).rows.map(({ value }) => value)
    const stored = {
      blade: await column(sql`select name as value from blades`),
      order: await column(sql`select note as value from orders`),
    }
    const wrong = (what: string, acknowledged: readonly string[], there: readonly unknown[]): readonly string[] => {
      const counts = new Map<unknown, number>()
      for (const value of there) counts.set(value, (counts.get(value) ?? 0) + 1)
      return acknowledged.flatMap(value => {
        const count = counts.get(value) ?? 0
        return count === 1 ? [] : [`${what} ${value} is there ${count} times`]
      })
    }
    const onMaps = await Promise.all(
      rig.web.map(async web => {
        const { features } = (await web.call(calls.map.get)).result
        return wrong(
          `on ${web.name} note`,
          work.notes,
          features.map(({ id }) => id),
        )
      }),
    )
    return [
      ...wrong('blade', work.blades, stored.blade),
      ...wrong('order', work.orders, stored.order),
      ...onMaps.flat(),
    ]
  } finally {
    await close()
  }
}

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
const seconds = (ms: number): string => (ms / 1_000).toFixed(1).padStart(8)

const table = (done: readonly Round[]): string =>
  [
    'killed with -9    rounds   well again: median / most s   stop all: median / most s   not reached',
    ...VICTIMS.flatMap(victim => {
      const of = done.filter(round => round.victim === victim)
      if (of.length === 0) return []
      const recovered = of.map(({ recoveredMs }) => recoveredMs)
      const stops = of.map(({ stopMs }) => stopMs)
      return [
        `${victim.padEnd(16)} ${String(of.length).padStart(7)}   ${seconds(median(recovered))} / ${seconds(Math.max(...recovered))}        ${seconds(median(stops))} / ${seconds(Math.max(...stops))}     ${String(of.flatMap(({ unstopped }) => unstopped).length).padStart(8)}`,
      ]
    }),
  ].join('\n')

const natsPath = natsServer()
if (natsPath === undefined) throw new Error('No nats-server: NATS_SERVER_PATH names one')
const rig = await openGrownRig({ natsPath, web: 3, gateways: 2, mowers: 2, speed: 10 })
const random = randomFrom(Number(values.seed))
const done: Round[] = []
let lost: readonly string[] = []
try {
  const work = await startWork(rig)
  for (let index = 0; index < rounds; index += 1) {
    const victim = VICTIMS[Math.floor(random() * VICTIMS.length)] ?? 'database'
    const round = await runRound(rig, victim, random)
    done.push(round)
    console.log(
      `${index + 1}/${rounds} ${victim}: well again after ${seconds(round.recoveredMs).trim()} s${round.unstopped.length === 0 ? '' : `, ${round.unstopped.length} not stopped${round.why === '' ? '' : `: ${round.why}`}`}`,
    )
  }
  await work.pause()
  await work.end()
  lost = await missing(rig, work)
  const departed = rig.wire.sent.filter(
    ({ name, fields }) =>
      name === 'COMMAND_LONG' && fields.command === MavCmd.missionStart && fields.confirmation === 0,
  ).length
  const unstopped = done.flatMap(round => round.unstopped).length
  console.log(table(done))
  console.log(
    `acknowledged: ${work.blades.length} blades, ${work.notes.length} changes of the map, ${work.orders.length} orders; lost or doubled: ${lost.length}`,
  )
  console.log(`departures asked for: ${work.departures}; sent to a mower: ${departed}`)
  console.log(`answers that were faults: ${work.faults.length}`)
  for (const line of [...lost, ...work.faults].slice(0, 20)) console.log(`  ${line}`)
  if (lost.length > 0 || work.faults.length > 0 || departed > work.departures || unstopped > 0) process.exitCode = 1
} finally {
  await rig.close()
}
