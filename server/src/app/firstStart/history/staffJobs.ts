/** What people did by hand on the demo course in these weeks, and have to do today. */
import { chance } from '@greensward/demo'
import {
  addDays,
  type CourseFeature,
  type Day,
  daysBetween,
  isRepeatDay,
  type JobPlace,
  momentOf,
  type StaffJobRepeat,
} from '@greensward/domain'
import { countKinds, type JobRow, jobKindStore, jobRepeatStore, saveProgress } from '../../../features/jobs/jobStore.ts'
import { makeJobs } from '../../../features/jobs/newJobs.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Person } from '../../../shared/missionLife/changeMission.ts'

const MINUTE_MS = 60_000
/** From one place to the next. */
const WALK_MS = 2 * MINUTE_MS
const BEGINS_HOUR = 6
/** Bunkers that stayed as they were, and why. */
const WET = {
  kind: 'Rake bunkers',
  position: 11,
  daysAgo: [4, 5, 6],
  reason: 'The bunker is under water after the rain',
}

interface Work {
  readonly kind: string
  /** For one place. */
  readonly minutes: number
  readonly repeat: StaffJobRepeat['repeat']
  readonly places: (holes: readonly JobPlace[]) => readonly JobPlace[]
  readonly by: 'keeper' | 'cartPerson' | 'whoStarts'
}

const everyDay = { kind: 'daily', until: null } as const
const WORK: readonly Work[] = [
  { kind: 'Change cups', minutes: 6, repeat: everyDay, places: holes => holes, by: 'keeper' },
  {
    kind: 'Rake bunkers',
    minutes: 9,
    repeat: { kind: 'weekdays', days: ['mon', 'wed', 'fri'], until: null },
    places: holes => holes,
    by: 'whoStarts',
  },
  {
    kind: 'Empty bins',
    minutes: 4,
    repeat: everyDay,
    places: holes => [...holes.filter((_, index) => index % 3 === 0), { name: 'Driving range' }, { name: 'Clubhouse' }],
    by: 'cartPerson',
  },
  {
    kind: 'Fill divots',
    minutes: 15,
    repeat: { kind: 'weekdays', days: ['tue', 'thu'], until: null },
    places: holes => [...holes.slice(0, 6), { name: 'Range tee' }],
    by: 'whoStarts',
  },
]

interface StaffDays {
  readonly features: readonly CourseFeature[]
  readonly today: Day
  readonly pastDays: number
  readonly timeZone: string
  readonly now: Date
  readonly keeper: Person
  readonly cartPerson: Person
}

/** One after the other from six in the morning, each about as long as planned. Those that are ahead stay planned. @returns the others */
const workedOff = (rows: readonly JobRow[], day: Day, { timeZone, now, keeper, today }: StaffDays): JobRow[] => {
  const ended: JobRow[] = []
  const next = chance(`people ${day}`)
  const freeMs = new Map<number, number>()
  for (const row of rows) {
    const person = row.personId === null ? keeper : { id: row.personId, fullname: row.person ?? '' }
    const minutes = Math.max(1, Math.round(row.plannedMinutes * (0.8 + 0.5 * next())))
    const fromMs = freeMs.get(person.id) ?? momentOf(day, BEGINS_HOUR, 0, timeZone).getTime()
    const startedAt = new Date(fromMs)
    const endedAt = new Date(fromMs + minutes * MINUTE_MS)
    freeMs.set(person.id, endedAt.getTime() + WALK_MS)
    // Nobody is at work on a course that has just been started.
    if (endedAt > now) continue
    const isWet =
      row.kind === WET.kind && row.position === WET.position && WET.daysAgo.includes(daysBetween(day, today))
    ended.push({
      ...row,
      ...(isWet ? { status: 'notDone', minutes: null, reason: WET.reason } : { status: 'done', minutes }),
      personId: person.id,
      person: person.fullname,
      startedAt,
      endedAt,
      steppedAt: endedAt,
      isChangedByHand: true,
      updatedAt: endedAt,
    })
  }
  return ended
}

/** All or nothing; nothing where people have made kinds of their own by now. */
export const writeStaffJobs = async (tx: Tx, days: StaffDays): Promise<void> => {
  if ((await countKinds(tx)) > 0) return
  const { features, today, pastDays, timeZone, keeper, cartPerson } = days
  const holes = features
    .flatMap(feature => (feature.kind === 'hole' ? [feature] : []))
    .toSorted((a, b) => a.properties.sort - b.properties.sort)
    .map(({ id }) => ({ holeId: id }))
  const first = addDays(today, -pastDays)
  const at = momentOf(addDays(first, -1), 16, 30, timeZone)
  const repeats: StaffJobRepeat[] = []
  for (const { kind, minutes, repeat, places, by } of WORK) {
    const { id: kindId } = await jobKindStore.add(tx, { name: kind, minutes }, at)
    const personIds = by === 'whoStarts' ? [] : [(by === 'keeper' ? keeper : cartPerson).id]
    const fields = { kindId: String(kindId), places: [...places(holes)], personIds, minutes: null, note: '', repeat }
    const item = await jobRepeatStore.add(tx, { ...fields, firstDay: first, pausedUntil: null }, at)
    repeats.push(item as unknown as StaffJobRepeat)
  }
  for (let day = first; day <= today; day = addDays(day, 1)) {
    const rows: JobRow[] = []
    for (const repeat of repeats.filter(one => isRepeatDay(one, day)))
      rows.push(...(await makeJobs(tx, { day, work: repeat, repeatId: repeat.id }, features, at)))
    await saveProgress(tx, workedOff(rows, day, days))
  }
}
