/** When a mission takes place: as it really ran, or as it is planned. */
import type { Mission } from '@greensward/domain'

export interface Span {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

/**
 * Undefined for a mission that has no time yet. One that works lasts at least until now; one that ended without having
 * begun (cancelled, missed) keeps its planned place.
 */
export function spanOf(
  mission: Pick<Mission, 'startsAt' | 'startedAt' | 'endedAt' | 'status' | 'slotS'> & {
    readonly stats: { readonly durationS: number }
  },
  now: number,
): Span | undefined {
  const start = mission.startedAt ?? mission.startsAt
  if (start === null) return undefined
  const from = Date.parse(start)
  const planned = from + Math.max(mission.slotS ?? 0, mission.stats.durationS) * 1_000
  if (mission.startedAt !== null && mission.endedAt !== null)
    return { from, to: Math.max(Date.parse(mission.endedAt), from) }
  return { from, to: mission.status === 'working' || mission.status === 'stopped' ? Math.max(planned, now) : planned }
}

export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to

export interface Placed<T> {
  readonly item: T
  readonly span: Span
  /** 0 is the first row of the lane; what would lie over another goes one further. */
  readonly row: number
}

/** Puts what belongs to one lane into as few rows as keep it apart; earlier first. */
export function placeInRows<T>(items: readonly { readonly item: T; readonly span: Span }[]): readonly Placed<T>[] {
  const endsOf: number[] = []
  return [...items]
    .sort((a, b) => a.span.from - b.span.from || a.span.to - b.span.to)
    .map(({ item, span }) => {
      const free = endsOf.findIndex(end => end <= span.from)
      const row = free === -1 ? endsOf.length : free
      endsOf[row] = span.to
      return { item, span, row }
    })
}
