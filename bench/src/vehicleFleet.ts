/**
 * A fleet on one gateway, measured: what a hundred mowers that mow and say ten times a second where they are cost the
 * gateway's process, and how long a stop takes from being asked for until the mower has acknowledged it.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { missionItems, type Outcome } from '@greensward/vehicle'
import { blade, openVehicleRig, until, type VehicleRig } from './vehicleRig.ts'

const { values } = parseArgs({
  options: {
    mowers: { type: 'string', default: '100' },
    hertz: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
})

/** The most that may be asked for: a bench ends. */
const within = (text: string, least: number, most: number): number => Math.min(most, Math.max(least, Number(text)))
const mowerCount = within(values.mowers, 1, 100)
const hertz = within(values.hertz, 1, 40)
const measuredS = within(values.seconds, 1, 120)
const rounds = within(values.rounds, 1, 20)

const MOST_CPU_SHARE = 0.5
const MOST_STOP_P99_MS = 150
const STOP_EVERY_MS = 40
const WAY_DEG = 0.004
const GIVE_UP_MS = 60_000

let positions = 0

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

const eachAccepted = async (ids: readonly string[], ask: (id: string) => Promise<Outcome>): Promise<void> => {
  await Promise.all(
    ids.map(async id => {
      const outcome = await ask(id)
      if (outcome.outcome !== 'accepted') throw new Error(`${id}: ${outcome.message}`)
    }),
  )
}

/** A long straight way north with the blade on, from where each is. */
const uploadAll = ({ gateway, mowerIds }: VehicleRig): Promise<void> =>
  eachAccepted(mowerIds, id => {
    const position = gateway.state(id)?.telemetry.position
    if (position === undefined || position === null) throw new Error(`${id} has no position`)
    const [lon, lat] = position
    const points = Array.from({ length: 20 }, (_, i): [number, number] => [lon, lat + (WAY_DEG * i) / 19])
    return gateway.upload(id, missionItems({ segments: [{ bladeOn: true, speedMps: 1, points }] }, blade).items)
  })

const startAll = async ({ gateway, mowerIds }: VehicleRig): Promise<void> => {
  await eachAccepted(mowerIds, id => gateway.start(id))
  const isMowing = () =>
    gateway.states().every(({ telemetry }) => telemetry.mode === 'auto' && telemetry.armed === true)
  await until('all mowers drive', isMowing, GIVE_UP_MS)
}

/** Share of one core, and positions of each mower a second. */
const measureLoad = async (): Promise<{ share: number; hertz: number }> => {
  const before = process.cpuUsage()
  const beforeMs = performance.now()
  const positionsBefore = positions
  await sleep(measuredS * 1000)
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - beforeMs) / 1000
  return {
    share: (user + system) / 1e6 / seconds,
    hertz: (positions - positionsBefore) / seconds / mowerCount,
  }
}

/** Milliseconds from asking to the acknowledgement. */
const timedStop = async ({ gateway }: VehicleRig, id: string): Promise<number> => {
  const beforeMs = performance.now()
  const outcome = await gateway.stop(id)
  if (!outcome.acknowledged) throw new Error(`${id}: ${outcome.message}`)
  return performance.now() - beforeMs
}

/** One after the other, while all the others drive on and talk. */
const stopEach = async (rig: VehicleRig): Promise<number[]> => {
  const stops: Promise<number>[] = []
  for (const id of rig.mowerIds) {
    stops.push(timedStop(rig, id))
    await sleep(STOP_EVERY_MS)
  }
  return Promise.all(stops)
}

const stopAllMs = async ({ gateway }: VehicleRig): Promise<number> => {
  const beforeMs = performance.now()
  const { notStopped } = await gateway.stopAll()
  if (notStopped.length > 0) throw new Error(`${notStopped.length} mowers did not stop`)
  return performance.now() - beforeMs
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN

const rig = await openVehicleRig({
  mowers: mowerCount,
  lossPercent: 0,
  seed: Number(values.seed),
  positionIntervalMs: 1000 / hertz,
  onEvent: event => {
    if (event.kind === 'telemetry') positions++
  },
})
try {
  await uploadAll(rig)
  await startAll(rig)
  const load = await measureLoad()
  const stops: number[] = []
  for (let round = 0; round < rounds; round++) {
    if (round > 0) await startAll(rig)
    stops.push(...(await stopEach(rig)))
  }
  await startAll(rig)
  const all = await stopAllMs(rig)
  stops.sort((a, b) => a - b)
  const ms = (value: number): string => `${value.toFixed(0)} ms`
  console.log(`${mowerCount} mowers, load average of the machine ${loadavg()[0]?.toFixed(1)}`)
  console.table({
    'positions of each mower a second': { measured: load.hertz.toFixed(1), target: String(hertz) },
    'gateway, share of a core': { measured: load.share.toFixed(2), target: `under ${MOST_CPU_SHARE}` },
    [`stop to acknowledgement, p50 of ${stops.length}`]: { measured: ms(quantile(stops, 0.5)), target: '' },
    'stop to acknowledgement, p99': { measured: ms(quantile(stops, 0.99)), target: `under ${MOST_STOP_P99_MS} ms` },
    'stop to acknowledgement, slowest': { measured: ms(stops.at(-1) ?? Number.NaN), target: '' },
    'stop all, until the last acknowledgement': { measured: ms(all), target: '' },
  })
} finally {
  await rig.close()
}
