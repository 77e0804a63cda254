/**
 * The drives of the demo course, planned once and shipped in one file: planning them takes longer than all the rest of its past. A
 * plan is found by everything that it was made of, so that a drive on a changed course is planned again. `npm run demo:plans` makes
 * the file.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { type CourseFeature, type MissionPlan, type Position, stableHash } from '@greensward/domain'
import type { PlanQuestion } from '../../../shared/missionLife/planner.ts'

const FILE = new URL('./shippedPlans.json.br', import.meta.url)
/** The planner rounds degrees to this. Whole numbers, each counted from the one before, pack four times as tight. */
const STEPS_PER_DEGREE = 1e9

type Leg = MissionPlan['legs'][number]
/** East and north by turns. */
type PackedLeg = Omit<Leg, 'points'> & { readonly points: readonly number[] }
type PackedPlan = Omit<MissionPlan, 'legs'> & { readonly legs: readonly PackedLeg[] }

const packed = (points: readonly Position[]): number[] => {
  let [lastEast, lastNorth] = [0, 0]
  return points.flatMap(([lon, lat]) => {
    const [east, north] = [Math.round(lon * STEPS_PER_DEGREE), Math.round(lat * STEPS_PER_DEGREE)]
    const steps = [east - lastEast, north - lastNorth]
    ;[lastEast, lastNorth] = [east, north]
    return steps
  })
}

const unpacked = (steps: readonly number[]): Position[] => {
  const points: Position[] = []
  let [east, north] = [0, 0]
  for (let at = 0; at < steps.length; at += 2) {
    east += steps[at] ?? 0
    north += steps[at + 1] ?? 0
    points.push([east / STEPS_PER_DEGREE, north / STEPS_PER_DEGREE])
  }
  return points
}

/** When it was saved and how its grass grows change no plan. */
const settled = <T extends { readonly updatedAt: unknown }>(row: T): Omit<T, 'updatedAt' | 'growth'> => ({
  ...row,
  updatedAt: undefined,
  growth: undefined,
})

const features = new WeakMap<CourseFeature, string>()

const featureHash = (feature: CourseFeature): string => {
  const known = features.get(feature)
  if (known !== undefined) return known
  const hash = stableHash(feature)
  features.set(feature, hash)
  return hash
}

const keyOf = ({ input }: PlanQuestion): string =>
  stableHash({
    ...input,
    at: undefined,
    features: input.features.map(featureHash),
    // A type that is saved meanwhile is read last.
    zoneTypes: input.zoneTypes.map(settled).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    mower: settled(input.mower),
    blade: settled(input.blade),
  })

export class ShippedPlans {
  private readonly plans: ReadonlyMap<string, PackedPlan>

  private constructor(plans: ReadonlyMap<string, PackedPlan>) {
    this.plans = plans
  }

  static async read(): Promise<ShippedPlans> {
    const json = await promisify(brotliDecompress)(await readFile(FILE))
    return new ShippedPlans(new Map(Object.entries(JSON.parse(json.toString()))))
  }

  get size(): number {
    return this.plans.size
  }

  /** Undefined where none was made of just this. */
  planOf(question: PlanQuestion): MissionPlan | undefined {
    const plan = this.plans.get(keyOf(question))
    return plan && { ...plan, legs: plan.legs.map(leg => ({ ...leg, points: unpacked(leg.points) })) }
  }
}

/** Ships these plans and no others. @returns bytes of the file */
export const shipPlans = async (plans: Iterable<readonly [PlanQuestion, MissionPlan]>): Promise<number> => {
  const entries = [...plans].map(([question, plan]): [string, PackedPlan] => [
    keyOf(question),
    { ...plan, legs: plan.legs.map(leg => ({ ...leg, points: packed(leg.points) })) },
  ])
  const json = JSON.stringify(Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))))
  const bytes = await promisify(brotliCompress)(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  await writeFile(FILE, bytes)
  return bytes.length
}
