/** A program: how soon a replay of a day of twenty vehicles can begin, and how soon its later spans are there. */
import { lateCalls } from '@greensward/contract/late'
import { DAY_S, writeDayOfPositions } from './dayOfPositions.ts'
import { startTestServer } from './testServer.ts'

const VEHICLES = 20
/** As the map asks for it. */
const SPAN_S = 300
const ROUNDS = 15
const LIMIT_MS = 1_000
const START = Date.parse('2026-05-01T00:00:00.000Z')

const server = await startTestServer()
const fleet = Array.from({ length: VEHICLES }, () => crypto.randomUUID())
await writeDayOfPositions(server, { from: new Date(START), vehicleIds: fleet, around: [-2.8, 52.7] })

const instant = (second: number): string => new Date(START + second * 1_000).toISOString()
const measure = async (
  name: string,
  spans: readonly { from: number; to: number; stepS: number }[],
): Promise<number> => {
  const taken: number[] = []
  let bytes = 0
  for (const { from, to, stepS } of spans) {
    const startedMs = performance.now()
    const answer = await server.call('ROLE_TEST_USER', lateCalls.replay.tracks, {
      query: { from: instant(from), to: instant(to), stepS },
    })
    taken.push(performance.now() - startedMs)
    bytes = JSON.stringify(answer.result).length
    if (answer.result.tracks.length !== VEHICLES) throw new Error(`${name}: a vehicle is missing`)
  }
  taken.sort((a, b) => a - b)
  const worst = taken.at(-1) ?? 0
  const median = taken[Math.floor(taken.length / 2)] ?? 0
  console.log(
    `${name.padEnd(36)} median ${median.toFixed(0)} ms, worst ${worst.toFixed(0)} ms, ${Math.round(bytes / 1024)} KiB`,
  )
  return worst
}

console.log(`${VEHICLES} vehicles for a day, a position a second: ${VEHICLES * DAY_S} positions`)
const firsts = Array.from({ length: ROUNDS }, (_, round) => {
  const from = Math.floor((round * (DAY_S - SPAN_S)) / ROUNDS)
  return { from, to: from + SPAN_S, stepS: 1 }
})
const worst = await measure('the span a replay begins with', firsts)
await measure('an hour in steps of 4 s', [{ from: 0, to: 3_600, stepS: 4 }])
await server.close()
console.log(`worst ${worst.toFixed(0)} ms, limit ${LIMIT_MS} ms`)
process.exitCode = worst < LIMIT_MS ? 0 : 1
