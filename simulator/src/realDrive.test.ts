/** The simulated rover drives the plans that a real ArduPilot Rover drove, and is compared with what that one recorded. */
import { existsSync, readFileSync } from 'node:fs'
import { driveS, type LonLat, localFrame, type XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import { type Body, drive, skidLimits } from './dynamics.ts'

interface PlanLeg {
  readonly bladeOn: boolean
  readonly speedMps: number
  readonly points: readonly XY[]
}

interface Sample {
  readonly at: XY
  readonly speedMps: number
  readonly bladeOn: boolean
}

interface Stop {
  readonly at: XY
  readonly speedMps: number
  readonly bladeOn: boolean
}

const STEP_S = 0.05

const stopsOf = (legs: readonly PlanLeg[]): readonly Stop[] => {
  const stops: Stop[] = []
  for (const { points, speedMps, bladeOn } of legs)
    for (const at of points) {
      const last = stops.at(-1)?.at
      if (last === undefined || Math.hypot(at[0] - last[0], at[1] - last[1]) > 1e-3)
        stops.push({ at, speedMps, bladeOn })
    }
  return stops
}

/** Drives a plan from its first point; a sample each second. */
const simulated = (stops: readonly Stop[]): { readonly seconds: number; readonly samples: readonly Sample[] } => {
  const [start = [0, 0], second = [0, 1]] = stops.map(({ at }) => at)
  const heading = Math.atan2(second[0] - start[0], second[1] - start[1])
  const body: Body = { x: start[0], y: start[1], heading, speedMps: 0, yawRate: 0 }
  const samples: Sample[] = []
  let steps = 0
  stops.slice(1).forEach(({ at: to, speedMps, bladeOn }, i) => {
    const leg = { from: stops[i]?.at ?? start, to, next: stops[i + 2]?.at ?? null }
    for (let reached = false; !reached && steps * STEP_S < 10_000; steps++) {
      reached = drive(body, leg, speedMps, skidLimits, STEP_S)
      if (steps % 20 === 0) samples.push({ at: [body.x, body.y], speedMps: body.speedMps, bladeOn })
    }
  })
  return { seconds: steps * STEP_S, samples }
}

const distanceM = (at: XY, a: XY, b: XY): number => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const share = ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / (dx * dx + dy * dy)
  const t = Math.max(0, Math.min(1, share))
  return Math.hypot(at[0] - a[0] - t * dx, at[1] - a[1] - t * dy)
}

/** Metres beside the plan, with the blade on, sorted. The nearest leg not far ahead of the last one counts. */
const besideM = (stops: readonly Stop[], samples: readonly Sample[]): readonly number[] => {
  const found: number[] = []
  let leg = 1
  for (const { at, bladeOn } of samples) {
    let least = Number.POSITIVE_INFINITY
    let nearest = leg
    for (let i = leg; i < Math.min(stops.length, leg + 8); i++) {
      const beside = distanceM(at, stops[i - 1]?.at ?? at, stops[i]?.at ?? at)
      if (beside < least - 0.02) {
        least = beside
        nearest = i
      }
    }
    leg = nearest
    if (bladeOn) found.push(least)
  }
  return found.sort((a, b) => a - b)
}

const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

/** Share of the samples in each 0.5 m/s. */
const speedsOf = (samples: readonly Sample[]): readonly number[] => {
  const counts = Array.from({ length: 7 }, () => 0)
  for (const { speedMps } of samples) {
    const slot = Math.min(6, Math.floor(speedMps / 0.5))
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  return counts.map(count => count / Math.max(1, samples.length))
}

const figuresOf = (stops: readonly Stop[], samples: readonly Sample[]) => {
  const sorted = besideM(stops, samples)
  return {
    medianM: share(sorted, 0.5),
    p95M: share(sorted, 0.95),
    mostM: sorted.at(-1) ?? 0,
    speeds: speedsOf(samples),
  }
}

const folder = new URL('../../../shared/data/rover/', import.meta.url)
const hasDrives = existsSync(folder)
const AUTO = 10

/** A recorded drive, from where it reaches the plan's first point. */
const recorded = (name: string) => {
  const { legs } = JSON.parse(readFileSync(new URL(`${name}.plan.json`, folder), 'utf8')) as {
    legs: readonly { bladeOn: boolean; speedMps: number; points: readonly LonLat[] }[]
  }
  const frame = localFrame(legs[0]?.points[0] ?? [0, 0])
  const local = legs.map(leg => ({ ...leg, points: leg.points.map(point => frame.toLocal(point)) }))
  const rows = readFileSync(new URL(`${name}.csv`, folder), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  const auto = rows
    .map(row => row.split(',').map(Number))
    .filter(row => row[7] === AUTO)
    .map(([t = 0, lat = 0, lon = 0, speedMps = 0, , , blade = 0]) => ({
      t,
      sample: { at: frame.toLocal([lon / 1e7, lat / 1e7]), speedMps, bladeOn: blade === 1 },
    }))
  const begin = auto.findIndex(({ sample }) => Math.hypot(...sample.at) < 1)
  const driven = auto.slice(Math.max(0, begin))
  return {
    legs: local,
    seconds: (driven.at(-1)?.t ?? 0) - (driven[0]?.t ?? 0),
    samples: driven.map(({ sample }) => sample),
  }
}

describe.skipIf(!hasDrives)('the recorded drives of a real rover (absent without ../shared/data/rover)', () => {
  test.each(['fairway-skid', 'long-window-skid'])('%s: time, speeds and error beside the line', name => {
    const real = recorded(name)
    const stops = stopsOf(real.legs)
    const ours = simulated(stops)
    const plannedS = driveS(real.legs)
    const [a, b] = [figuresOf(stops, real.samples), figuresOf(stops, ours.samples)]
    expect(Math.abs(plannedS / real.seconds - 1)).toBeLessThan(0.1)
    expect(Math.abs(ours.seconds / real.seconds - 1)).toBeLessThan(0.1)
    expect(Math.abs(plannedS / ours.seconds - 1)).toBeLessThan(0.1)
    for (const [slot, part] of b.speeds.entries()) expect(Math.abs(part - (a.speeds[slot] ?? 0))).toBeLessThan(0.12)
    expect(Math.abs(b.medianM - a.medianM)).toBeLessThan(0.1)
    expect(Math.abs(b.p95M - a.p95M)).toBeLessThan(0.1)
    expect(b.mostM).toBeLessThan(0.75)
    expect(b.mostM).toBeGreaterThan(0.7 * a.mostM)
  })
})

/** A lap with rounded corners, as an outline is offset, and swaths with round turns. */
const invented = (): readonly PlanLeg[] => {
  const lap: XY[] = []
  for (let corner = 0; corner < 24; corner++)
    for (const degrees of [0, 5, 10]) {
      const angle = ((corner * 15 + degrees) * Math.PI) / 180
      const side = 2 * corner
      lap.push([9 * Math.sin(angle) + side * 0.001, 9 * Math.cos(angle)])
    }
  const swath = (x: number, up: boolean): PlanLeg => ({
    bladeOn: true,
    speedMps: 2.4,
    points: up
      ? [
          [x, -20],
          [x, 30],
        ]
      : [
          [x, 30],
          [x, -20],
        ],
  })
  const turn = (x: number, up: boolean): PlanLeg => ({
    bladeOn: false,
    speedMps: 0.9,
    points: Array.from({ length: 12 }, (_, i): XY => {
      const angle = (i * Math.PI) / 11
      return [x + 1.6 - 1.6 * Math.cos(angle), up ? 30 + 1.6 * Math.sin(angle) : -20 - 1.6 * Math.sin(angle)]
    }),
  })
  const rows = [0, 1, 2, 3].flatMap(row => [swath(20 + row * 3.2, row % 2 === 0), turn(20 + row * 3.2, row % 2 === 0)])
  return [
    { bladeOn: true, speedMps: 2.4, points: lap },
    { bladeOn: false, speedMps: 3, points: [lap.at(-1) ?? [0, 0], [20, -20]] },
    ...rows.slice(0, -1),
  ]
}

test('drives our plan like the real rover drove its own: slow in short legs, and beside the line after turns', () => {
  const legs = invented()
  const stops = stopsOf(legs)
  const { seconds, samples } = simulated(stops)
  const { medianM, p95M, mostM } = figuresOf(stops, samples)
  expect(Math.abs(driveS(legs) / seconds - 1)).toBeLessThan(0.1)
  // At the speeds that were set it would take far less.
  const setS = stops.slice(1).reduce((sum, stop, i) => {
    const from = stops[i]?.at ?? stop.at
    return sum + Math.hypot(stop.at[0] - from[0], stop.at[1] - from[1]) / stop.speedMps
  }, 0)
  expect(seconds / setS).toBeGreaterThan(1.4)
  expect(medianM).toBeGreaterThan(0.05)
  expect(medianM).toBeLessThan(0.25)
  expect(p95M).toBeGreaterThan(0.15)
  expect(p95M).toBeLessThan(0.5)
  expect(mostM).toBeLessThan(0.75)
})
