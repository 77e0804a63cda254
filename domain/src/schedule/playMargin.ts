/** The minutes between the end of a mission and the next group on its field. */
import { z } from 'zod'
import { instant } from '../common/text.ts'
import type { TimeSpan } from './timetable.ts'

/** Where nobody has chosen another one. */
export const DEFAULT_MARGIN_MINUTES = 20
export const MOST_MARGIN_MINUTES = 240
/** A group that comes later is not one that a mission has to be ahead of. */
export const MARGIN_LOOKS_AHEAD_MS = 12 * 3_600_000

export const playMargin = z.strictObject({
  /** The field of the mission. */
  fieldTitle: z.string(),
  doneAt: instant,
  /** When the next group is expected there. */
  groupAt: instant,
  /** Nobody plays there before that group on its day. */
  isFirst: z.boolean(),
  /** Whole minutes; negative where the group comes before the mission is done. */
  minutes: z.number().int(),
  wantedMinutes: z.number().int(),
})
export type PlayMargin = z.infer<typeof playMargin>

/** A group on one field. */
export interface GroupOnField extends TimeSpan {
  readonly isFirst: boolean
}

/** Whether a mission ends later than a margin before the next group. */
export const isShort = ({ minutes, wantedMinutes }: Pick<PlayMargin, 'minutes' | 'wantedMinutes'>): boolean =>
  minutes < wantedMinutes

/** What the margin means: the reason of the pre-start check, which every screen says in the same words. */
export const marginReason = ({
  minutes,
  wantedMinutes,
  isFirst,
}: Omit<PlayMargin, 'fieldTitle' | 'doneAt' | 'groupAt'>) => {
  if (minutes < 0) return isFirst ? 'firstMeanwhile' : 'nextMeanwhile'
  if (isShort({ minutes, wantedMinutes })) return isFirst ? 'closeToFirst' : 'closeToNext'
  return isFirst ? 'aheadOfFirst' : 'aheadOfNext'
}

/**
 * The margin of a mission before the next group on its field: the earliest that has not left when the mission begins.
 * @returns undefined where none is expected within twelve hours of its end
 */
export const playMarginOf = (
  { title, from, to, wantedMinutes }: TimeSpan & { readonly title: string; readonly wantedMinutes: number },
  groups: readonly GroupOnField[],
): PlayMargin | undefined => {
  let next: GroupOnField | undefined
  for (const group of groups) if (group.to > from && (next === undefined || group.from < next.from)) next = group
  if (next === undefined || next.from - to > MARGIN_LOOKS_AHEAD_MS) return undefined
  return {
    fieldTitle: title,
    doneAt: new Date(to).toISOString(),
    groupAt: new Date(next.from).toISOString(),
    isFirst: next.isFirst,
    minutes: Math.floor((next.from - to) / 60_000),
    wantedMinutes,
  }
}

/** Whether it would take its field from golfers: it ends too late before the first group, or drives while a later one is there. */
const cutsIn = (margin: PlayMargin | undefined): boolean =>
  margin !== undefined && (margin.isFirst ? isShort(margin) : margin.minutes < 0)

/** What a mission that the server starts by itself would mean for the groups on its field. */
export type PlayAhead =
  | { readonly kind: 'clear' }
  /** Its field is free from this moment on, milliseconds since 1970. */
  | { readonly kind: 'later'; readonly fromMs: number }
  | { readonly kind: 'cutsIn'; readonly margin: PlayMargin }

/**
 * A mission that would start now. It is ahead of the first group with the wanted margin, and fits between later ones.
 * @param mostWaitMs how long it may wait for a group to leave
 */
export const playAheadOf = (
  { from, to, ...field }: TimeSpan & { readonly title: string; readonly wantedMinutes: number },
  groups: readonly GroupOnField[],
  mostWaitMs: number,
): PlayAhead => {
  const at = (startMs: number) => playMarginOf({ ...field, from: startMs, to: startMs + to - from }, groups)
  const margin = at(from)
  if (margin === undefined || !cutsIn(margin)) return { kind: 'clear' }
  const free = groups
    .map(group => group.to)
    .filter(end => end > from && end <= from + mostWaitMs && !cutsIn(at(end)))
    .toSorted((a, b) => a - b)
  const [fromMs] = free
  return fromMs === undefined ? { kind: 'cutsIn', margin } : { kind: 'later', fromMs }
}
