/** Places shared among people, and how far a day's jobs are. */
import type { Day } from '../common/zonedTime.ts'
import { repeatDays } from '../schedule/repeats.ts'
import type { StaffJob, StaffJobRepeat } from './staffJob.ts'

/**
 * Who does which place: each person gets places that follow each other, so that nobody crosses the course twice, and
 * one more than another at most.
 * @returns the index of the person of each place; undefined for all where there is nobody
 */
export const sharePlaces = (places: number, people: number): (number | undefined)[] =>
  Array.from({ length: places }, (_, index) => (people === 0 ? undefined : Math.floor((index * people) / places)))

export interface KindProgress {
  readonly kind: string
  readonly done: number
  readonly notDone: number
  readonly total: number
}

/** How far each kind is, in the order in which the kinds come first. */
export const jobProgress = (jobs: readonly Pick<StaffJob, 'kind' | 'status'>[]): KindProgress[] =>
  [...Map.groupBy(jobs, ({ kind }) => kind)].map(([kind, own]) => ({
    kind,
    done: own.filter(({ status }) => status === 'done').length,
    notDone: own.filter(({ status }) => status === 'notDone').length,
    total: own.length,
  }))

/** Whether repeated jobs come on a day. */
export const isRepeatDay = (
  { repeat, firstDay, pausedUntil }: Pick<StaffJobRepeat, 'repeat' | 'firstDay' | 'pausedUntil'>,
  day: Day,
): boolean => (pausedUntil === null || day >= pausedUntil) && repeatDays(repeat, firstDay, day, day).length > 0

/** Jobs of one kind that one person does, all in the same state. */
export interface JobRun<J> {
  /** Of the first job: the same while the others change. */
  readonly id: string
  readonly jobs: readonly [J, ...J[]]
}

type RunJob = Pick<StaffJob, 'id' | 'kind' | 'person' | 'status' | 'position' | 'place' | 'holeId'>

/** Puts together what is read in one line, such as the cups of a person that are still to be done; in the order of the jobs. */
export const jobRuns = <J extends RunJob>(jobs: readonly J[]): JobRun<J>[] =>
  [...Map.groupBy(jobs, job => JSON.stringify([job.kind, job.person, job.status])).values()].flatMap(own => {
    const [first, ...others] = own
    return first === undefined ? [] : [{ id: first.id, jobs: [first, ...others] as const }]
  })

/** Numbered holes that follow each other, by the numbers of the first and the last; or another place by its name alone. */
export interface PlaceRange {
  readonly isHole: boolean
  readonly from: string
  readonly to: string
}

/** A course calls its holes 7 or Hole 7; those of several loops have names such as Red 7, which stay as they are. */
const HOLE_NUMBER = /^(?:(?:hole|loch|hoyo)\s*)?(\d+)$/i

/** In English, for files and the audit log. */
export const placeName = ({ holeId, place }: Pick<StaffJob, 'holeId' | 'place'>): string =>
  holeId !== null && /^\d+$/.test(place) ? `Hole ${place}` : place

/** 1, 2, 3, 7 become 1 to 3 and 7. */
export const placeRanges = (jobs: readonly Pick<StaffJob, 'position' | 'place' | 'holeId'>[]): PlaceRange[] => {
  const ranges: (PlaceRange & { readonly last: number })[] = []
  for (const { position, place, holeId } of jobs.toSorted((a, b) => a.position - b.position)) {
    const before = ranges.at(-1)
    const number = holeId === null ? undefined : HOLE_NUMBER.exec(place.trim())?.[1]
    const isHole = number !== undefined
    const name = number ?? place
    const isNext = isHole && before?.isHole === true && position <= before.last + 1
    if (isNext) ranges[ranges.length - 1] = { ...before, to: name, last: position }
    else ranges.push({ isHole, from: name, to: name, last: position })
  }
  return ranges.map(({ isHole, from, to }) => ({ isHole, from, to }))
}
