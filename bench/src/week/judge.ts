/** The independent judge of a played week: it reads the record and none of the product's own verdicts. */
import { boxOf, contains, type XY } from '@greensward/geometry'
import { cutTimes } from './cutTimes.ts'
import type { PromisedZone, RecordedMower, RecordedZone, Sample, WeekRecord } from './record.ts'

/** A mower on its own base, and the way out of the bay. */
const AT_BASE_M = 8
/** The middle of the body, from the base. */
const HOME_M = 2
const MOVES_MPS = 0.1
/** Two that met and parted meet again after this long. */
const MEETING_MS = 60_000
/** A start follows the press that a person made for it within this. */
const DRIVE_STARTS_MS = 5 * 60_000
/** What the course asks for: by default the product wants the same. */
export const MARGIN_MS = 20 * 60_000
/** One field is cut in front of golfers once, however long it lasts. */
const SAME_CUT_MS = 15 * 60_000

export interface StartOutside {
  readonly mower: string
  readonly atMs: number
  readonly why: string
}

export interface Meeting {
  readonly mowers: readonly [string, string]
  readonly atMs: number
  readonly closestM: number
}

export interface CutInFront {
  readonly zone: string
  readonly mower: string
  readonly atMs: number
  /** Of the group, from the cut; negative while it is on the hole. */
  readonly marginMin: number
}

export interface JudgedPromise {
  readonly zone: string
  readonly as: 'kept' | 'rePromised' | 'open' | 'broken'
  readonly dueMs: number
  readonly doneMs: number | null
}

export interface Judgement {
  readonly startsOutside: readonly StartOutside[]
  readonly starts: number
  readonly meetings: readonly Meeting[]
  readonly cutsInFront: readonly CutInFront[]
  readonly promises: readonly JudgedPromise[]
  readonly notHome: readonly { readonly mower: string; readonly atMs: number; readonly offM: number }[]
}

const distance = (a: XY, b: XY): number => Math.hypot(a[0] - b[0], a[1] - b[1])

/** The newest at a moment or before. */
const sampleAt = (samples: readonly Sample[], atMs: number): Sample | undefined => {
  let [low, high] = [0, samples.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((samples[middle]?.atMs ?? 0) <= atMs) low = middle + 1
    else high = middle
  }
  return samples[low - 1]
}

/** Why the last word on a mower before a start does not allow it; null where it does. */
const outside = ({ presses, endings }: WeekRecord, { id }: RecordedMower, atMs: number): string | null => {
  const own = presses.filter(press => press.mowerIds.includes(id) && press.atMs <= atMs)
  const last = own.toSorted((a, b) => a.atMs - b.atMs).at(-1)
  if (last === undefined) return 'no press before it'
  const end = endings.find(one => one.mowerIds.includes(id) && one.atMs > last.atMs && one.atMs < atMs)
  if (end !== undefined) return `${end.why} after the last press`
  if (last.kind === 'drive') return atMs - last.atMs > DRIVE_STARTS_MS ? 'long after it was sent home' : null
  if (atMs < last.fromMs) return 'before the window'
  return atMs > last.untilMs ? 'after the window' : null
}

const startsOutsideOf = (record: WeekRecord): StartOutside[] =>
  record.mowers.flatMap(mower =>
    mower.startsMs.flatMap(atMs => {
      const why = outside(record, mower, atMs)
      return why === null ? [] : [{ mower: mower.name, atMs, why }]
    }),
  )

/** It is still, in its own bay and not on a road. */
const isParked = ({ base }: RecordedMower, { at, speedMps }: Sample): boolean =>
  speedMps < MOVES_MPS && distance(at, base) < HOME_M

/**
 * Closer than the widths of both, middle to middle, while one of them moves and one is on no field. Bays lie side by side: past one
 * that is parked in its own, only a way on which the bodies could touch, each as a square in its worst heading, is a meeting.
 */
const meetingsOf = ({ mowers, zones }: WeekRecord): Meeting[] => {
  const meetings: Meeting[] = []
  for (const [index, one] of mowers.entries())
    for (const other of mowers.slice(index + 1)) {
      let last: { atMs: number; meeting: Meeting } | undefined
      for (const [mine, theirs] of pairs(one.samples, other.samples)) {
        const apartM = distance(mine.at, theirs.at)
        const widthsM = one.widthM + other.widthM
        const touchM = isParked(one, mine) || isParked(other, theirs) ? widthsM * Math.SQRT1_2 : widthsM
        if (apartM >= touchM) continue
        if (mine.speedMps < MOVES_MPS && theirs.speedMps < MOVES_MPS) continue
        if (distance(mine.at, one.base) < AT_BASE_M && distance(theirs.at, other.base) < AT_BASE_M) continue
        if (isOnField(zones, mine.at) && isOnField(zones, theirs.at)) continue
        const atMs = Math.max(mine.atMs, theirs.atMs)
        if (last === undefined || atMs - last.atMs > MEETING_MS) {
          if (last !== undefined) meetings.push(last.meeting)
          last = { atMs, meeting: { mowers: [one.name, other.name], atMs, closestM: apartM } }
        } else if (apartM < last.meeting.closestM) last.meeting = { ...last.meeting, closestM: apartM }
        last.atMs = atMs
      }
      if (last !== undefined) meetings.push(last.meeting)
    }
  return meetings.toSorted((a, b) => a.atMs - b.atMs)
}

/** Both at each moment at which one of them was recorded. */
function* pairs(ones: readonly Sample[], others: readonly Sample[]): Generator<readonly [Sample, Sample]> {
  let [i, k] = [0, 0]
  for (;;) {
    const [one, other] = [ones[i], others[k]]
    if (one === undefined || other === undefined) return
    yield [one, other]
    const [next, following] = [ones[i + 1]?.atMs, others[k + 1]?.atMs]
    if (next === undefined && following === undefined) return
    if (following === undefined || (next !== undefined && next <= following)) i += 1
    else k += 1
  }
}

const isOnField = (zones: readonly RecordedZone[], at: XY): boolean =>
  zones.some(({ polygon }) => contains(polygon, at))

const cutsInFrontOf = ({ mowers, zones, groups }: WeekRecord): CutInFront[] => {
  const cuts: CutInFront[] = []
  const played = zones.flatMap(zone => {
    const own = groups.filter(({ holeId }) => holeId === zone.holeId)
    return own.length === 0 ? [] : [{ zone, own, box: boxOf(zone.polygon.outer) }]
  })
  for (const mower of mowers)
    for (const { atMs, at, bladeOn } of mower.samples) {
      if (!bladeOn) continue
      for (const { zone, own, box } of played) {
        if (at[0] < box.minX || at[0] > box.maxX || at[1] < box.minY || at[1] > box.maxY) continue
        const group = own.find(({ fromMs, toMs }) => atMs > fromMs - MARGIN_MS && atMs < toMs)
        if (group === undefined || !contains(zone.polygon, at)) continue
        const known = cuts.findLast(cut => cut.zone === zone.title && cut.mower === mower.name)
        if (known === undefined || atMs - known.atMs > SAME_CUT_MS)
          cuts.push({ zone: zone.title, mower: mower.name, atMs, marginMin: (group.fromMs - atMs) / 60_000 })
      }
    }
  return cuts.toSorted((a, b) => a.atMs - b.atMs)
}

const judgePromise = (record: WeekRecord, promise: PromisedZone): JudgedPromise => {
  const zone = record.zones.find(({ id }) => id === promise.zoneId)
  if (zone === undefined) throw new Error(`Zone ${promise.zoneId} is not in the record`)
  const [first, ...later] = promise.said.toSorted((a, b) => a.atMs - b.atMs)
  if (first === undefined) throw new Error(`Nothing was promised for ${zone.title}`)
  let { dueMs } = first
  // A word that comes after the moment itself takes nothing back; one before it may be given again in its turn.
  for (const said of later) if (said.atMs <= dueMs) dueMs = said.dueMs
  const doneMs = cutTimes(record.mowers, zone, first.atMs)
  const judged = (as: JudgedPromise['as']): JudgedPromise => ({ zone: zone.title, as, dueMs, doneMs })
  if (doneMs !== null && doneMs <= first.dueMs) return judged('kept')
  if (doneMs !== null && doneMs <= dueMs) return judged('rePromised')
  return judged(dueMs > record.endMs ? 'open' : 'broken')
}

const notHomeOf = ({ mowers, eveningsMs }: WeekRecord): Judgement['notHome'] =>
  eveningsMs.flatMap(atMs =>
    mowers.flatMap(mower => {
      const at = sampleAt(mower.samples, atMs)?.at
      const offM = at === undefined ? Number.POSITIVE_INFINITY : distance(at, mower.base)
      return offM <= HOME_M ? [] : [{ mower: mower.name, atMs, offM }]
    }),
  )

export const judge = (record: WeekRecord): Judgement => ({
  startsOutside: startsOutsideOf(record),
  starts: record.mowers.reduce((sum, { startsMs }) => sum + startsMs.length, 0),
  meetings: meetingsOf(record),
  cutsInFront: cutsInFrontOf(record),
  promises: record.promises.map(promise => judgePromise(record, promise)),
  notHome: notHomeOf(record),
})
