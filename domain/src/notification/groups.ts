/** Several notifications of one kind within minutes are one: "Three missions were stopped" instead of three lines. */
import type { Notification } from './notification.ts'

/** From the first of them on. Mail waits so long, and then has all of them. */
export const GROUP_MS = 3 * 60_000

/** More are counted and not named. */
const MOST_NAMED = 8
const MORE = '…'
/** More are counted and not linked to: an address is no longer than this allows. */
const MOST_LINKED = 50

/** The value that names the thing each of them is about. An alarm stays alone: somebody has to acknowledge it. */
const NAMED_BY = {
  missionStarted: 'mission',
  missionResumed: 'mission',
  missionDone: 'mission',
  missionStopped: 'mission',
  missionFailed: 'mission',
  missionNotStarted: 'mission',
  missionMissed: 'mission',
  missionDue: 'mission',
  missionMovedForRain: 'mission',
  missionMissedGround: 'mission',
  routePaused: 'mower',
  linkLost: 'mower',
  linkBack: 'mower',
  mowerRestarted: 'mower',
} as const satisfies Readonly<Record<string, string>>

type Grouped = keyof typeof NAMED_BY
type Said = Pick<Notification, 'level' | 'kind' | 'values'>
type About = Said & Pick<Notification, 'subjectId'>

const isGrouped = (kind: string): kind is Grouped => Object.hasOwn(NAMED_BY, kind)

/** The kind of a group of notifications; undefined for a kind that stays alone. */
export const groupKind = ({ level, kind }: Pick<Said, 'level' | 'kind'>): string | undefined =>
  level !== 'alarm' && isGrouped(kind) ? `${kind}Many` : undefined

/** What the notifications of a group are about, the first first; empty for one that is alone. */
export const groupedIds = ({ ids }: Notification['values']): readonly string[] =>
  typeof ids === 'string' && ids !== '' ? ids.split(',') : []

/** A database keeps the keys of an object in an order of its own. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([key, part]) => [key, inOrder(part)])
}

const sameReason = (a: Notification['values'], b: Notification['values']): boolean =>
  JSON.stringify(inOrder(a.reason ?? null)) === JSON.stringify(inOrder(b.reason ?? null))

/**
 * A notification with another one of its kind put to it; undefined where they have not the same reason, and are two.
 * @param before the one that is stored, alone or a group
 */
export const groupedWith = (
  before: About,
  { level, kind, values, subjectId }: About,
): Pick<Said, 'kind' | 'values'> | undefined => {
  const many = groupKind({ level, kind })
  if (many === undefined || !isGrouped(kind) || before.level !== level) return undefined
  if ((before.kind !== kind && before.kind !== many) || !sameReason(before.values, values)) return undefined
  const name = values[NAMED_BY[kind]]
  const first = before.kind === many ? before.values.names : before.values[NAMED_BY[kind]]
  if (typeof name !== 'string' || typeof first !== 'string') return undefined
  const names = first.split(', ')
  // The same thing twice is one.
  if (names.includes(name)) return { kind: before.kind, values: before.values }
  const count = (typeof before.values.count === 'number' ? before.values.count : 1) + 1
  const shown = count <= MOST_NAMED ? [...names, name] : names.at(-1) === MORE ? names : [...names, MORE]
  const known = before.kind === many ? groupedIds(before.values) : before.subjectId === null ? [] : [before.subjectId]
  return {
    kind: many,
    values: {
      count,
      names: shown.join(', '),
      ids: [...known, ...(subjectId === null ? [] : [subjectId])].slice(0, MOST_LINKED).join(','),
      ...(values.reason === undefined ? {} : { reason: values.reason }),
    },
  }
}
