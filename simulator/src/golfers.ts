/**
 * Golfers for a demo: foursomes that tee off every ten minutes and report like any tracker, over HTTP with the key of
 * their cart. A program of its own; run, never imported.
 *
 * GOLFERS_FILE names a file with `{course: {holes, garage}, keys}`, GOLFERS_URL the server, SIM_SPEED how fast their
 * time runs, SIM_SEED which game they play.
 */
import { readFileSync } from 'node:fs'
import { type GolfCourse, golfRound, type Leg, placeAfter, type TeeTimes } from './golfRound.ts'
import { createRandom, gaussian } from './random.ts'

const TEE_TIME_S = 600
/** Faster golfers report more often, as far as a tracker may. */
const [REPORT_MS, LEAST_REPORT_MS] = [1_000, 50]
const REPORTED_S = 10
const NOISE_M = 1.2
const METRE_DEG = 1 / 111_320
/** Every third group is slow. */
const SLOW_EVERY = 3
const SLOWNESS = 1.35

const { GOLFERS_FILE: file, GOLFERS_URL: url, SIM_SPEED = '1', SIM_SEED = '1' } = process.env
const speed = Number(SIM_SPEED)
if (file === undefined || url === undefined || !(speed > 0)) {
  console.error('GOLFERS_FILE and GOLFERS_URL are needed, and SIM_SPEED above 0')
  process.exit(1)
}
const { course, keys } = JSON.parse(readFileSync(file, 'utf8')) as { course: GolfCourse; keys: readonly string[] }
const random = createRandom(Number(SIM_SEED))
const tees: TeeTimes = new Map()

interface Group {
  readonly key: string
  readonly slowness: number
  legs: readonly Leg[]
  /** In their own time. */
  startsAtS: number
  offEast: number
  offNorth: number
}

const groups: Group[] = keys.map((key, index) => {
  const slowness = index % SLOW_EVERY === SLOW_EVERY - 1 ? SLOWNESS : 1
  return {
    key,
    slowness,
    legs: golfRound(course, slowness, random, tees, index * TEE_TIME_S),
    startsAtS: index * TEE_TIME_S,
    offEast: 0,
    offNorth: 0,
  }
})

const startedMs = performance.now()

const report = async (group: Group): Promise<void> => {
  const nowS = ((performance.now() - startedMs) / 1_000) * speed
  const at = nowS < group.startsAtS ? course.garage : placeAfter(group.legs, nowS - group.startsAtS)
  if (at === undefined) {
    group.legs = golfRound(course, group.slowness, random, tees, nowS)
    group.startsAtS = nowS
    return
  }
  // The error of a satellite fix wanders slowly.
  group.offEast = group.offEast * 0.95 + gaussian(random) * NOISE_M * 0.1
  group.offNorth = group.offNorth * 0.95 + gaussian(random) * NOISE_M * 0.1
  const lon = at[0] + (group.offEast * METRE_DEG) / Math.cos((at[1] * Math.PI) / 180)
  const lat = at[1] + group.offNorth * METRE_DEG
  const query = new URLSearchParams({
    id: group.key,
    lat: lat.toFixed(7),
    lon: lon.toFixed(7),
    accuracy: '2.5',
    timestamp: String(Date.now()),
  })
  const answer = await fetch(`${url}/api/track/osmand?${query}`)
  await answer.arrayBuffer()
}

setInterval(
  () => {
    // A server that is away is asked again a second later, as a tracker does.
    for (const group of groups) report(group).catch(() => undefined)
  },
  Math.max(LEAST_REPORT_MS, Math.min(REPORT_MS, (REPORTED_S * 1_000) / speed)),
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))
process.on('disconnect', () => process.exit(0))
