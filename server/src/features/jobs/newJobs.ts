/** New jobs for people: places in the order of the holes, shared among people; and those that come again. */
import {
  addDays,
  type CourseFeature,
  type Day,
  dayOf,
  isRepeatDay,
  type JobPlace,
  type StaffJobPlan,
  type StaffJobRepeat,
  sharePlaces,
} from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import type { Reader } from '../../platform/db/database.ts'
import { refuseFields } from '../../platform/http/refusal.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { addJobs, type JobRow, readKinds, readPeople, readRepeated, readRepeats } from './jobStore.ts'

/** Repeated jobs are made this many days ahead, so that a person can change each day by hand. */
const AHEAD_DAYS = 7
/** Other places come after every hole. */
const AFTER_HOLES = 1_000_000

interface Spot {
  readonly holeId: string | null
  readonly place: string
  readonly position: number
}

/** The places on the course as it is now; undefined for a hole that is not on the map. */
const spotsOf = (places: readonly JobPlace[], features: readonly CourseFeature[]): (Spot | undefined)[] => {
  const holes = features
    .flatMap(feature => (feature.kind === 'hole' ? [feature] : []))
    .toSorted((a, b) => a.properties.sort - b.properties.sort)
  return places.map((place, index) => {
    if ('name' in place) return { holeId: null, place: place.name, position: AFTER_HOLES + index }
    const position = holes.findIndex(({ id }) => id === place.holeId)
    const hole = holes[position]
    return hole === undefined ? undefined : { holeId: hole.id, place: hole.properties.name, position }
  })
}

const keyOf = ({ holeId, place }: Pick<Spot, 'holeId' | 'place'>): string => holeId ?? `*${place}`

type Work = Pick<StaffJobPlan, 'kindId' | 'places' | 'personIds' | 'minutes' | 'note'>

/** Refuses kinds, holes and people that are not there. */
export const checkWork = async (
  reader: Reader,
  work: Work,
  features: readonly CourseFeature[],
  known: { readonly personIds: readonly number[]; readonly places: readonly JobPlace[] } | undefined,
): Promise<void> => {
  const fields: Record<string, Said> = {}
  if (!(await readKinds(reader)).some(({ id }) => id === work.kindId)) fields['body.kindId'] = said('noSuchJobKind')
  // What has vanished since it was saved does not stop a change.
  const people = new Set([...(await readPeople(reader)).map(({ id }) => id), ...(known?.personIds ?? [])])
  for (const [index, id] of work.personIds.entries()) {
    if (work.personIds.indexOf(id) < index) fields[`body.personIds.${index}`] = said('listedTwice')
    else if (!people.has(id)) fields[`body.personIds.${index}`] = said('noSuchPerson')
  }
  const old = new Set(known?.places.map(place => ('holeId' in place ? place.holeId : place.name)))
  const seen = new Set<string>()
  for (const [index, spot] of spotsOf(work.places, features).entries()) {
    const place = work.places[index]
    if (spot === undefined) {
      if (place === undefined || !('holeId' in place) || !old.has(place.holeId))
        fields[`body.places.${index}`] = said('notOnMap')
      continue
    }
    if (seen.has(keyOf(spot))) fields[`body.places.${index}`] = said('listedTwice')
    seen.add(keyOf(spot))
  }
  if (Object.keys(fields).length > 0) refuseFields(fields)
}

export interface NewJobs {
  readonly day: Day
  readonly work: Work
  readonly repeatId: string | null
  /** Those of the work that are not to be made. */
  readonly except?: ReadonlySet<string>
}

/** Adds the jobs of some work on a day. Holes and people that have vanished are left out. */
export const makeJobs = async (
  reader: Reader,
  { day, work, repeatId, except = new Set() }: NewJobs,
  features: readonly CourseFeature[],
  now: Date,
): Promise<JobRow[]> => {
  const kind = (await readKinds(reader)).find(({ id }) => id === work.kindId)
  if (kind === undefined) return []
  const everybody = new Map((await readPeople(reader)).map(person => [person.id, person]))
  const people = work.personIds.flatMap(id => everybody.get(id) ?? [])
  const spots = spotsOf(work.places, features)
    .flatMap(spot => spot ?? [])
    .toSorted((a, b) => a.position - b.position)
  const shares = sharePlaces(spots.length, people.length)
  return addJobs(
    reader,
    spots.flatMap((spot, index) => {
      if (except.has(keyOf(spot))) return []
      const share = shares[index]
      const person = share === undefined ? undefined : people[share]
      return {
        ...spot,
        day,
        kindId: kind.id,
        kind: kind.name,
        personId: person?.id ?? null,
        person: person?.fullname ?? null,
        plannedMinutes: work.minutes ?? kind.minutes,
        note: work.note,
        status: 'planned' as const,
        repeatId,
        isChangedByHand: false,
        updatedAt: now,
      }
    }),
  )
}

/** The jobs of repeats on a day that are not made yet; a day behind or far ahead gets none. */
export const makeRepeated = async (ctx: Context, course: CurrentCourse, day: Day): Promise<void> => {
  const now = ctx.clock.now()
  const today = dayOf(now, await readTimeZone(ctx.db))
  if (day < today || day > addDays(today, AHEAD_DAYS)) return
  const due: readonly StaffJobRepeat[] = (await readRepeats(ctx.db)).filter(repeat => isRepeatDay(repeat, day))
  if (due.length === 0) return
  const { features } = await course.read()
  const made = await readRepeated(ctx.db, day)
  let count = 0
  for (const { id, ...work } of due) {
    const except = new Set(made.filter(({ repeatId }) => repeatId === id).map(keyOf))
    count += (await makeJobs(ctx.db, { day, work, repeatId: id, except }, features, now)).length
  }
  if (count > 0) ctx.live.publish('settings', 'changed', { subject: 'jobs' })
}
