/** Makes the rows of a report of the sums that the database added up. Pure. */
import type { ReportBy, ReportFigures, ReportRow } from '@greensward/contract'
import {
  type CostRates,
  type CourseFeature,
  compareNames,
  costOf,
  type Day,
  type DayMean,
  energyOf,
  featureTitle,
  frameAround,
  type Mower,
  polygonXY,
  shareUsed,
  type WantedCuts,
  wantedCuts,
  type Zone,
  type ZoneType,
} from '@greensward/domain'
import { areaM2 } from '@greensward/geometry'
import type { DirectionSum, PeopleSum, WorkKeys, WorkSum } from './reportStore.ts'

export interface ReportFacts {
  readonly by: ReportBy
  readonly sums: readonly WorkSum[]
  readonly directions: readonly DirectionSum[]
  readonly people: readonly PeopleSum[]
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly mowers: readonly Mower[]
  readonly rates: CostRates
  /** Days of the span that have begun. */
  readonly days: readonly Day[]
  /** The weather by which grass grew; see `wantedCuts`. */
  readonly means: readonly DayMean[]
}

type Open = { -readonly [K in keyof ReportFigures]: ReportFigures[K] }
type DirectionArea = ReportFigures['directions'][number]

const nothing = (): Open => ({
  missions: 0,
  done: 0,
  areaM2: 0,
  drivenM: 0,
  mownM: 0,
  workS: 0,
  peopleS: null,
  kWh: null,
  litres: null,
  cost: null,
  cuts: null,
  targetCuts: null,
  growthCuts: null,
  directions: [],
  plannedS: 0,
  actualS: 0,
  interruptions: 0,
  aheadOfPlay: 0,
  behindPlay: 0,
})

/** Null is not known: it takes nothing from what is. */
const plus = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b)

const SUMMED = [
  'missions',
  'done',
  'areaM2',
  'drivenM',
  'mownM',
  'workS',
  'plannedS',
  'actualS',
  'interruptions',
  'aheadOfPlay',
  'behindPlay',
] as const satisfies readonly (keyof WorkSum & keyof ReportFigures)[]

/** A zone that wants to be cut, by growth or at an interval of days. */
interface WantedZone {
  readonly zone: Zone
  readonly wanted: WantedCuts
}

const addTarget = (figures: Open, { cuts, byGrowth }: WantedCuts): void => {
  figures.cuts ??= 0
  figures.targetCuts = plus(figures.targetCuts, cuts)
  figures.growthCuts = plus(figures.growthCuts, byGrowth)
}

const addArea = (figures: Open, { direction, areaM2 }: DirectionArea): void => {
  const known = figures.directions.find(each => each.direction === direction)
  if (known === undefined) figures.directions.push({ direction, areaM2 })
  else known.areaM2 += areaM2
}

/** Largest first. */
const sortAreas = ({ directions }: Open): void =>
  void directions.sort((a, b) => b.areaM2 - a.areaM2 || a.direction.localeCompare(b.direction))

const zoneArea = ({ geometry }: Zone): number => areaM2(polygonXY(frameAround(geometry.coordinates[0] ?? []), geometry))

interface Group {
  readonly kind: ReportRow['kind']
  readonly key: string
  name: string | null
  readonly figures: Open
}

class Folding {
  private readonly facts: ReportFacts
  private readonly groups = new Map<string, Group>()
  private readonly features: ReadonlyMap<string, CourseFeature>
  private readonly types: ReadonlyMap<string, ZoneType>
  private readonly mowers: ReadonlyMap<string, Mower>
  private readonly wanted: ReadonlyMap<string, WantedZone>
  /** Of the zones that were asked for so far. */
  private readonly areasM2 = new Map<string, number>()

  constructor(facts: ReportFacts) {
    this.facts = facts
    this.features = new Map(facts.features.map(feature => [feature.id, feature]))
    this.types = new Map(facts.zoneTypes.map(type => [type.id, type]))
    this.mowers = new Map(facts.mowers.map(mower => [mower.id, mower]))
    const { days, means } = facts
    const byType = new Map(
      facts.zoneTypes.map(({ id, mowable, growth = null, intervalDays = null }) => [
        id,
        mowable ? wantedCuts({ settings: growth, intervalDays }, days, means) : undefined,
      ]),
    )
    this.wanted = new Map(
      facts.features.flatMap(feature => {
        if (feature.kind !== 'zone' || feature.properties.hiddenForMower) return []
        const wanted = byType.get(feature.properties.zoneTypeId)
        return wanted === undefined ? [] : [[feature.id, { zone: feature, wanted }] as const]
      }),
    )
  }

  rows(): ReportRow[] {
    for (const sum of this.facts.sums) this.addWork(sum)
    for (const sum of this.facts.directions) this.addDirection(sum)
    if (this.facts.by === 'zoneType')
      for (const { key, figures } of this.groups.values())
        for (const direction of this.types.get(key)?.directions ?? []) addArea(figures, { direction, areaM2: 0 })
    if (this.facts.by === 'zoneType' || this.facts.by === 'hole')
      for (const { zone, wanted } of this.wanted.values()) addTarget(this.groupOfZone(zone).figures, wanted)
    for (const sum of this.facts.people) {
      const { figures } = this.groupOfPeople(sum)
      figures.peopleS = plus(figures.peopleS, sum.seconds)
    }
    for (const { figures } of this.groups.values()) {
      figures.cost = this.cost(figures)
      sortAreas(figures)
    }
    const order = { item: 0, none: 1, jobs: 2 }
    return [...this.groups.values()].toSorted(
      (a, b) =>
        order[a.kind] - order[b.kind] ||
        compareNames(a.name ?? '\uffff', b.name ?? '\uffff') ||
        a.key.localeCompare(b.key),
    )
  }

  /** The sums of all rows; the cuts are those of the whole course for every kind of rows. */
  total(rows: readonly ReportRow[]): ReportFigures {
    const total = nothing()
    for (const { figures } of rows) {
      for (const name of SUMMED) total[name] += figures[name]
      for (const name of ['peopleS', 'kWh', 'litres'] as const) total[name] = plus(total[name], figures[name])
      for (const area of figures.directions) if (area.areaM2 > 0) addArea(total, area)
    }
    sortAreas(total)
    for (const sum of this.facts.sums) total.cuts = plus(total.cuts, this.cutsOf(sum))
    for (const { wanted } of this.wanted.values()) addTarget(total, wanted)
    total.cost = this.cost(total)
    return total
  }

  private cost({ workS, kWh, litres, peopleS }: ReportFigures): number | null {
    return costOf(this.facts.rates, { mowerH: workS / 3_600, kWh, litres, personH: (peopleS ?? 0) / 3_600 })
  }

  private addWork(sum: WorkSum): void {
    const { figures } = this.groupOfWork(sum)
    for (const name of SUMMED) figures[name] += sum[name]
    const mower = this.mowers.get(sum.mowerId)
    const { source, capacity } = mower === undefined ? { source: 'battery', capacity: null } : energyOf(mower)
    if (mower !== undefined && capacity !== null) {
      const used = shareUsed(mower, { lengthM: sum.drivenM, mownLengthM: sum.mownM }) * capacity
      const name = source === 'tank' ? 'litres' : 'kWh'
      figures[name] = plus(figures[name], used)
    }
    if (this.facts.by === 'zoneType' || this.facts.by === 'hole') figures.cuts = plus(figures.cuts, this.cutsOf(sum))
  }

  /** What is not on the map any more has no area. */
  private addDirection({ featureId, direction, share, ...keys }: DirectionSum): void {
    const zone = this.features.get(featureId)
    if (zone?.kind !== 'zone') return
    addArea(this.groupOfWork(keys).figures, { direction, areaM2: share * this.areaOf(zone) })
  }

  private areaOf(zone: Zone): number {
    const areaM2 = this.areasM2.get(zone.id) ?? zoneArea(zone)
    this.areasM2.set(zone.id, areaM2)
    return areaM2
  }

  /** Null where nothing says how often. */
  private cutsOf({ targetKind, targetId, wholeCuts, sharedM2 }: WorkSum): number | null {
    const wanted = targetKind === 'zone' ? this.wanted.get(targetId) : undefined
    if (wanted === undefined) return null
    return wholeCuts + (sharedM2 === 0 ? 0 : sharedM2 / this.areaOf(wanted.zone))
  }

  private group(kind: ReportRow['kind'], key: string, name: string | null): Group {
    const known = this.groups.get(`${kind} ${key}`)
    if (known !== undefined) {
      known.name ??= name
      return known
    }
    const fresh = { kind, key, name, figures: nothing() }
    this.groups.set(`${kind} ${key}`, fresh)
    return fresh
  }

  private groupOfWork({ mowerId, targetId, createdById, createdBy }: Omit<WorkKeys, 'targetKind'>): Group {
    const { by } = this.facts
    if (by === 'mower') return this.group('item', mowerId, this.mowers.get(mowerId)?.name ?? null)
    if (by === 'person')
      return createdById === null ? this.group('none', '0', null) : this.group('item', String(createdById), createdBy)
    const feature = this.features.get(targetId)
    if (feature?.kind === 'zone') return this.groupOfZone(feature)
    if (by === 'hole' && feature?.kind === 'missionArea') return this.groupOfHole(feature.properties.holeId)
    return this.group('none', 'none', null)
  }

  private groupOfZone({ properties }: Zone): Group {
    if (this.facts.by === 'hole') return this.groupOfHole(properties.holeId)
    return this.group('item', properties.zoneTypeId, this.types.get(properties.zoneTypeId)?.name ?? null)
  }

  private groupOfHole(holeId: string | null): Group {
    if (holeId === null) return this.group('none', 'none', null)
    const hole = this.features.get(holeId)
    return this.group('item', holeId, hole === undefined ? null : featureTitle(hole))
  }

  private groupOfPeople({ holeId, personId, person }: PeopleSum): Group {
    const { by } = this.facts
    if (by === 'person' && personId !== null) return this.group('item', String(personId), person)
    if (by === 'hole' && holeId !== null) return this.groupOfHole(holeId)
    return this.group('jobs', 'jobs', null)
  }
}

export const foldReport = (facts: ReportFacts): { readonly rows: ReportRow[]; readonly total: ReportFigures } => {
  const folding = new Folding(facts)
  const rows = folding.rows()
  return { rows, total: folding.total(rows) }
}
