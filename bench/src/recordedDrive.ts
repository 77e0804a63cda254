/** A recorded drive of an ArduPilot Rover beside the plan that it drove: `NAME.csv` and `NAME.plan.json` of one folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LonLat, localFrame, type Stretch, type XY } from '@greensward/geometry'

export interface RecordedDrive {
  readonly name: string
  readonly legs: readonly (Stretch & { readonly kind: string })[]
  /** Seconds since the first point of the plan at which the rover had driven each leg; shorter than the plan where it ended early. */
  readonly ends: readonly number[]
}

interface Sample {
  readonly s: number
  readonly at: XY
  readonly speedMps: number
}

const AUTO = 10
/** The drive begins this near to the first point of the plan. */
const BEGIN_M = 1
/** How far along the plan a rover may come beyond what its speed says, from one sample to the next. */
const SLACK_M = 0.8
/** A later place of the plan is nearer only if it is nearer by this. */
const NEARER_M = 0.02

const samplesOf = (csv: string, toLocal: (at: LonLat) => XY): Sample[] =>
  csv
    .trim()
    .split('\n')
    .slice(1)
    .map(row => row.split(',').map(Number))
    .filter(row => row[7] === AUTO)
    .map(([s = 0, lat = 0, lon = 0, speedMps = 0]) => ({ s, at: toLocal([lon / 1e7, lat / 1e7]), speedMps }))

/** Metres along a line at each of its points. */
const metresOf = (line: readonly XY[]): number[] => {
  let sum = 0
  return line.map((at, i) => {
    const [x, y] = line[i - 1] ?? at
    sum += Math.hypot(at[0] - x, at[1] - y)
    return sum
  })
}

/** How far along the line the rover is at each sample: it only goes forward, no faster than it drives. */
const progressOf = (line: readonly XY[], metres: readonly number[], samples: readonly Sample[]): number[] => {
  let doneM = 0
  let leg = 1
  let lastS = samples[0]?.s ?? 0
  return samples.map(({ s, at, speedMps }) => {
    const mostM = doneM + Math.max(speedMps, 0.3) * 1.5 * (s - lastS) + SLACK_M
    lastS = s
    let best = { awayM: Number.POSITIVE_INFINITY, alongM: doneM, leg }
    for (let i = leg; i < line.length && (metres[i - 1] ?? 0) <= mostM; i++) {
      const [a, b] = [line[i - 1] ?? at, line[i] ?? at]
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
      const share = ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / Math.max(1e-12, dx * dx + dy * dy)
      const t = Math.max(0, Math.min(1, share))
      const alongM = (metres[i - 1] ?? 0) + t * Math.hypot(dx, dy)
      const awayM = Math.hypot(at[0] - a[0] - t * dx, at[1] - a[1] - t * dy)
      if (alongM >= doneM && awayM < best.awayM - NEARER_M) best = { awayM, alongM, leg: i }
    }
    doneM = best.alongM
    leg = best.leg
    return doneM
  })
}

const readDrive = (folder: string, name: string): RecordedDrive => {
  const plan = JSON.parse(readFileSync(join(folder, `${name}.plan.json`), 'utf8')) as {
    legs: readonly { kind: string; bladeOn: boolean; speedMps: number; points: readonly LonLat[] }[]
  }
  const frame = localFrame(plan.legs[0]?.points[0] ?? [0, 0])
  const legs = plan.legs.map(({ kind, speedMps, points }) => ({
    kind,
    speedMps,
    points: points.map(point => frame.toLocal(point)),
  }))
  const line = legs.flatMap(({ points }) => points)
  const metres = metresOf(line)
  const auto = samplesOf(readFileSync(join(folder, `${name}.csv`), 'utf8'), at => frame.toLocal(at))
  const begin = auto.findIndex(({ at }) => Math.hypot(...at) < BEGIN_M)
  const samples = auto.slice(Math.max(0, begin))
  const progress = progressOf(line, metres, samples)
  const firstS = samples[0]?.s ?? 0
  const ends: number[] = []
  let point = -1
  for (const { points } of legs) {
    point += points.length
    const endM = metres[point] ?? 0
    const i = progress.findIndex(alongM => alongM >= endM)
    if (i < 0) break
    const [aheadM = 0, behindM = 0] = [progress[i], progress[i - 1]]
    const [ahead, behind] = [samples[i], samples[i - 1]]
    if (ahead === undefined) break
    const share = aheadM > behindM ? (endM - behindM) / (aheadM - behindM) : 1
    ends.push((behind === undefined ? ahead.s : behind.s + (ahead.s - behind.s) * share) - firstS)
  }
  return { name, legs, ends }
}

/** All recorded drives of a folder. */
export const readDrives = (folder: string): RecordedDrive[] =>
  readdirSync(folder)
    .filter(file => file.endsWith('.plan.json'))
    .sort()
    .map(file => readDrive(folder, file.slice(0, -'.plan.json'.length)))
