/** What was promised for a day, by type of zone: the jobs of the standing plans and the other missions, and what became of each. */
import type { PlannedDay } from '@greensward/contract'
import type { Mission } from '@greensward/domain'

export interface Promised {
  /** Null for missions on anything but the zones of a standing plan. */
  readonly zoneTypeId: string | null
  readonly total: number
  readonly kept: number
  readonly toCome: number
  /** When the last of the kept was done. */
  readonly lastAt: string | null
  /** Seconds from the end of a kept one to the first group on its hole, the least of all; null where no group is expected. */
  readonly aheadS: number | null
  readonly broken: readonly Broken[]
}

export interface Broken {
  readonly title: string
  /** The mission that did not keep it; null where nobody planned one in time. */
  readonly mission: Mission | null
}

/** Of several missions for one promise the one that says most about it. */
const RANK: Readonly<Record<Mission['status'], number>> = {
  done: 8,
  working: 7,
  uploading: 6,
  interrupted: 5,
  stopped: 4,
  planned: 3,
  failed: 2,
  missed: 1,
  cancelled: 0,
}

interface One {
  readonly zoneTypeId: string | null
  readonly title: string
  readonly mission: Mission | null
  /** By when; null without a window. */
  readonly endsAt: string | null
  readonly firstGroupAt: string | null
}

const bestOf = (missions: readonly Mission[]): Mission | null =>
  missions.toSorted((a, b) => RANK[b.status] - RANK[a.status])[0] ?? null

const onesOf = (day: PlannedDay, missions: readonly Mission[], isOfDay: (mission: Mission) => boolean): One[] => {
  const used = new Set<string>()
  const jobs = day.jobs.map(({ featureId, zoneTypeId, title, startsAt, endsAt, firstGroupAt }): One => {
    const own = missions.filter(
      mission =>
        mission.target.featureId === featureId &&
        mission.startsAt !== null &&
        (isOfDay(mission) || (mission.startsAt >= startsAt && mission.startsAt < endsAt)),
    )
    for (const { id } of own) used.add(id)
    return { zoneTypeId, title, mission: bestOf(own), endsAt, firstGroupAt }
  })
  const others = missions
    .filter(mission => mission.target.kind !== 'drive' && !used.has(mission.id) && isOfDay(mission))
    // Somebody took it back: it is not promised any more.
    .filter(({ status }) => status !== 'cancelled')
    .map((mission): One => ({ zoneTypeId: null, title: mission.title, mission, endsAt: null, firstGroupAt: null }))
  return [...jobs, ...others]
}

type State = 'kept' | 'toCome' | 'broken'

const stateOf = ({ mission, endsAt }: One, nowMs: number): State => {
  const isOver = endsAt !== null && Date.parse(endsAt) <= nowMs
  if (mission === null) return isOver ? 'broken' : 'toCome'
  if (mission.status === 'done') {
    const isLate = endsAt !== null && mission.endedAt !== null && mission.endedAt > endsAt
    return isLate ? 'broken' : 'kept'
  }
  if (RANK[mission.status] <= RANK.failed) return 'broken'
  return isOver ? 'broken' : 'toCome'
}

const sumOf = (zoneTypeId: string | null, ones: readonly One[], nowMs: number): Promised => {
  const by = Map.groupBy(ones, one => stateOf(one, nowMs))
  const kept = by.get('kept') ?? []
  const ends = kept.flatMap(({ mission }) => mission?.endedAt ?? []).toSorted()
  const margins = kept.flatMap(({ mission, firstGroupAt }) =>
    firstGroupAt === null || mission?.endedAt == null
      ? []
      : [(Date.parse(firstGroupAt) - Date.parse(mission.endedAt)) / 1_000],
  )
  return {
    zoneTypeId,
    total: ones.length,
    kept: kept.length,
    toCome: by.get('toCome')?.length ?? 0,
    lastAt: ends.at(-1) ?? null,
    aheadS: margins.length === 0 ? null : Math.min(...margins),
    broken: (by.get('broken') ?? []).map(({ title, mission }) => ({ title, mission })),
  }
}

/**
 * @param missions of the day and around it
 * @param isOfDay whether a mission begins on the day
 */
export const promisesOf = (
  day: PlannedDay | undefined,
  missions: readonly Mission[],
  isOfDay: (mission: Mission) => boolean,
  nowMs: number,
): Promised[] =>
  day === undefined
    ? []
    : [...Map.groupBy(onesOf(day, missions, isOfDay), ({ zoneTypeId }) => zoneTypeId)].map(([zoneTypeId, ones]) =>
        sumOf(zoneTypeId, ones, nowMs),
      )
