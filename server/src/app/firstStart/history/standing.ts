/** How the demo course is worked: its standing plans, its tee times, and which mower takes which of the jobs of a day. */
import {
  type Blade,
  type CourseFeature,
  type Day,
  type Mower,
  momentOf,
  type StandingJob,
  type StandingPlan,
  type TeePattern,
  type TeeTime,
  WEEKDAYS,
  type Zone,
  type ZoneType,
} from '@greensward/domain'

type PlanFields = Omit<StandingPlan, 'id' | 'updatedAt'>

export interface Ground {
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly mowers: readonly Mower[]
  readonly blades: readonly Blade[]
}

/** Of every day: the first group at half past seven. */
export const TEE_PATTERN: TeePattern = {
  firstAt: '07:30',
  everyMinutes: 10,
  until: '15:00',
  holes: [1],
  weekdays: [...WEEKDAYS],
}

const PLAIN = {
  zoneTypeIds: [],
  zoneIds: [],
  exceptZoneIds: [],
  priority: 'normal',
  aheadOfPlay: false,
  direction: 'auto',
  pattern: 'auto',
  turnScheme: 'oneInOne',
  cleaningCycles: 1,
  cleanUpPass: 'everyDay',
  startsByItself: false,
  pausedUntil: null,
} as const satisfies Partial<PlanFields>

const isZone = (feature: CourseFeature): feature is Zone => feature.kind === 'zone'

/** The number of a zone's hole in the order of play; zones of no hole come last. */
const holeNumbers = (features: readonly CourseFeature[]): ((zoneId: string) => number) => {
  const holes = features
    .flatMap(feature => (feature.kind === 'hole' ? [feature] : []))
    .toSorted((a, b) => a.properties.sort - b.properties.sort)
  const numberOf = new Map(holes.map(({ id }, index) => [id, index + 1]))
  const holeOf = new Map(features.filter(isZone).map(({ id, properties }) => [id, properties.holeId]))
  return zoneId => numberOf.get(holeOf.get(zoneId) ?? '') ?? holes.length + 1
}

/** Days from one mowing to the next of what is divided into as many parts, one a day. */
const FAIRWAY_DAYS = 3
const ROUGH_DAYS = 7

/** @param firstDay days are counted from it */
export const demoStandingPlans = (
  { features, zoneTypes, mowers, blades }: Ground,
  dayAfter: (days: number) => Day,
): PlanFields[] => {
  const typeId = (name: string): string | undefined => zoneTypes.find(type => type.name === name)?.id
  /** The mowers with a cutting unit of this kind. */
  const fitted = (kind: string): PlanFields['mowers'] => {
    const suited = blades.filter(({ name }) => name.startsWith(kind)).map(({ id }) => id)
    return mowers
      .filter(({ bladeId }) => bladeId !== null && suited.includes(bladeId))
      .map(({ id }) => ({ mowerId: id, bladeId: null, zoneTypeIds: null }))
  }
  const numberOf = holeNumbers(features)
  const zonesOf = (name: string): string[] =>
    features
      .filter(isZone)
      .filter(({ properties }) => properties.zoneTypeId === typeId(name) && !properties.hiddenForMower)
      .map(({ id }) => id)
      .toSorted((a, b) => numberOf(a) - numberOf(b) || (a < b ? -1 : 1))
  /** Neighbours together, a part for each day. */
  const parts = (name: string, count: number): string[][] => {
    const zones = zonesOf(name)
    return Array.from({ length: count }, (_, part) =>
      zones.slice(Math.round((part * zones.length) / count), Math.round(((part + 1) * zones.length) / count)),
    )
  }
  const plans: PlanFields[] = [
    {
      ...PLAIN,
      name: 'Greens',
      zoneIds: zonesOf('Green'),
      repeat: { kind: 'daily', until: null },
      firstDay: dayAfter(0),
      from: '04:30',
      until: '09:30',
      mowers: fitted('Greens'),
      priority: 'high',
      aheadOfPlay: true,
    },
    {
      ...PLAIN,
      name: 'Tees',
      zoneIds: zonesOf('Tee'),
      repeat: { kind: 'everyDays', days: 3, until: null },
      firstDay: dayAfter(0),
      from: '04:45',
      until: '12:00',
      mowers: fitted('Tee'),
    },
    ...parts('Fairway', FAIRWAY_DAYS).map(
      (zoneIds, part): PlanFields => ({
        ...PLAIN,
        name: `Fairways ${part + 1}`,
        zoneIds,
        repeat: { kind: 'everyDays', days: FAIRWAY_DAYS, until: null },
        firstDay: dayAfter(part),
        from: '05:00',
        until: '12:00',
        mowers: fitted('Fairway'),
      }),
    ),
    ...parts('Rough', ROUGH_DAYS).map(
      (zoneIds, part): PlanFields => ({
        ...PLAIN,
        name: `Rough ${part + 1}`,
        zoneIds,
        repeat: { kind: 'everyDays', days: ROUGH_DAYS, until: null },
        firstDay: dayAfter(part),
        from: '05:00',
        until: '22:00',
        mowers: fitted('Rotary'),
        priority: 'low',
        direction: '12-6',
      }),
    ),
    {
      ...PLAIN,
      name: 'Practice ground',
      zoneIds: zonesOf('Practice ground'),
      repeat: { kind: 'everyDays', days: 5, until: null },
      firstDay: dayAfter(1),
      from: '13:00',
      until: '19:00',
      mowers: fitted('Fairway'),
      priority: 'low',
    },
  ]
  return plans.filter(({ zoneIds, mowers: own }) => zoneIds.length > 0 && own.length > 0)
}

/** The jobs of each mower in the order in which it does them: neighbours together, and about as much ground for each. */
export const sharedJobs = (
  jobs: readonly StandingJob[],
  features: readonly CourseFeature[],
): ReadonlyMap<string, readonly StandingJob[]> => {
  const numberOf = holeNumbers(features)
  const shared = new Map<string, StandingJob[]>()
  for (const own of Map.groupBy(jobs, ({ planId }) => planId).values()) {
    const ordered = own.toSorted(
      (a, b) => numberOf(a.featureId) - numberOf(b.featureId) || (a.featureId < b.featureId ? -1 : 1),
    )
    const areaM2 = ordered.reduce((sum, job) => sum + job.areaM2, 0)
    let beforeM2 = 0
    for (const job of ordered) {
      const share = (beforeM2 + job.areaM2 / 2) / areaM2
      const mowerId = job.mowers[Math.min(job.mowers.length - 1, Math.floor(share * job.mowers.length))]?.mowerId
      beforeM2 += job.areaM2
      if (mowerId !== undefined) shared.set(mowerId, [...(shared.get(mowerId) ?? []), job])
    }
  }
  for (const [mowerId, own] of shared)
    shared.set(
      mowerId,
      own.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)),
    )
  return shared
}

/** The groups that have booked for a day. */
export const bookedTeeTimes = (day: Day, timeZone: string, next: () => number): TeeTime[] => {
  const teeTimes: TeeTime[] = []
  for (let minute = 7 * 60 + 30; minute <= 15 * 60; minute += 10) {
    const isBooked = minute === 7 * 60 + 30 || next() < 0.7
    if (!isBooked) continue
    const at = momentOf(day, Math.floor(minute / 60), minute % 60, timeZone).toISOString()
    teeTimes.push({ at, hole: 1, players: 2 + Math.floor(next() * 3) })
  }
  return teeTimes
}
