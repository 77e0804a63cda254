import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterStep, type JobState, stepsOf, takenMinutes } from './jobLife.ts'
import { isRepeatDay, jobProgress, jobRuns, placeName, placeRanges, sharePlaces } from './shareJobs.ts'
import { type StaffJobStep, staffJobStatus, staffJobStep } from './staffJob.ts'

const AT = '2030-01-01T06:00:00.000Z'
const later = (minutes: number): string => new Date(Date.parse(AT) + minutes * 60_000).toISOString()
const PLANNED: JobState = { status: 'planned', startedAt: null, endedAt: null, minutes: null, reason: null }
const take = (job: JobState, over: Partial<StaffJobStep>): JobState | undefined =>
  afterStep(job, { step: 'start', at: AT, minutes: null, reason: null, ...over })

describe('the places of a job', () => {
  test('are shared in runs that differ by one at most, for any number of people', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 20 }), (places, people) => {
        const shares = sharePlaces(places, people)
        expect(shares).toHaveLength(places)
        expect(shares.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(shares)
        const counts = Array.from({ length: people }, (_, n) => shares.filter(share => share === n).length)
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('stay open where nobody is there', () => {
    expect(sharePlaces(3, 0)).toEqual([undefined, undefined, undefined])
  })
})

describe('a job', () => {
  test('keeps the minutes from its start to its end', () => {
    const started = take(PLANNED, {})
    expect(started).toEqual({ ...PLANNED, status: 'working', startedAt: AT })
    expect(take(started ?? PLANNED, { step: 'done', at: later(12.4) })).toMatchObject({ status: 'done', minutes: 12 })
  })

  test('takes the minutes that the person says instead', () => {
    expect(take(PLANNED, { step: 'done', minutes: 20 })).toMatchObject({ minutes: 20, startedAt: null })
  })

  test('has unknown minutes where nobody started it, or forgot to end it', () => {
    expect(take(PLANNED, { step: 'done' })?.minutes).toBeNull()
    expect(takenMinutes(AT, later(13 * 60))).toBeNull()
    expect(takenMinutes(AT, AT)).toBe(1)
  })

  test('keeps its minutes and drops the reason when it turns out to be done', () => {
    const notDone = { ...PLANNED, status: 'notDone' as const, endedAt: later(5), minutes: 5, reason: 'Too wet' }
    expect(take(notDone, { step: 'done', at: later(9) })).toMatchObject({ status: 'done', minutes: 5, reason: null })
  })

  test('ignores a step that it is past, so a repeated press does no harm', () => {
    for (const status of staffJobStatus.options)
      for (const step of staffJobStep.shape.step.options)
        expect(take({ ...PLANNED, status }, { step }) !== undefined).toBe(stepsOf(status).includes(step))
    expect(take({ ...PLANNED, status: 'done' }, { step: 'done' })).toBeUndefined()
  })
})

const ADA = { id: 1, fullname: 'Ada' }
const job = (place: string, over: object = {}) => ({
  id: place,
  kind: 'Cups',
  person: ADA,
  status: 'planned' as const,
  position: Number(place) - 1,
  place,
  holeId: place,
  ...over,
})

test('says how far each kind is', () => {
  const jobs = [job('1', { status: 'done' }), job('2', { status: 'notDone' }), job('3'), job('1', { kind: 'Bunkers' })]
  expect(jobProgress(jobs)).toEqual([
    { kind: 'Cups', done: 1, notDone: 1, total: 3 },
    { kind: 'Bunkers', done: 0, notDone: 0, total: 1 },
  ])
})

test('puts the jobs of one person in one state together', () => {
  const runs = jobRuns([job('1'), job('2', { person: null }), job('3'), job('4', { status: 'done' })])
  expect(runs.map(({ jobs }) => jobs.map(({ place }) => place))).toEqual([['1', '3'], ['2'], ['4']])
})

test('names holes that follow each other by the first and the last', () => {
  const shed = { holeId: null, place: 'Shed', position: 1_000_000 }
  expect(placeRanges([job('7'), job('1'), job('2'), shed, job('3')])).toEqual([
    { isHole: true, from: '1', to: '3' },
    { isHole: true, from: '7', to: '7' },
    { isHole: false, from: 'Shed', to: 'Shed' },
  ])
})

test('knows a hole by its number, and leaves other names as they are', () => {
  const hole = (place: string, position: number) => ({ holeId: place, place, position })
  expect(placeRanges([hole('Hole 1', 0), hole('Loch 2', 1), hole('Red 3', 2)])).toEqual([
    { isHole: true, from: '1', to: '2' },
    { isHole: false, from: 'Red 3', to: 'Red 3' },
  ])
  expect([hole('7', 6), hole('Hole 7', 6), { holeId: null, place: '7' }].map(placeName)).toEqual([
    'Hole 7',
    'Hole 7',
    '7',
  ])
})

test('comes again on its days, and not while it is paused', () => {
  const rule = {
    repeat: { kind: 'weekdays' as const, days: ['mon' as const], until: null },
    firstDay: '2030-01-01',
    pausedUntil: '2030-01-14',
  }
  expect(['2030-01-07', '2030-01-14', '2030-01-15'].map(day => isRepeatDay(rule, day))).toEqual([false, true, false])
})
