/** A day of one mower: what it drives when, where it is meanwhile, and what that takes from its battery. Pure but for its own memory. */
import {
  type Base,
  bladeOfDrive,
  type ChargeStretch,
  createEnergyMeter,
  driveDurationS,
  type MissionPlan,
  type Mower,
  type Position,
  planHash,
  shareUsed,
  type Telemetry,
  type UseStretch,
} from '@greensward/domain'
import { headingOfDeg, localFrame } from '@greensward/geometry'
import type { PlannedDrive } from '../../../shared/missionLife/planner.ts'
import type { Sample } from '../../../shared/recording/samples.ts'
import { type DayJob, entryOf, exitOf, type WayBetween } from './plans.ts'
import { type DriveLeg, type Moment, TimedDrive } from './timedDrive.ts'

/** As the simulated mowers use and charge, so that what was learned holds for them. */
const MOWING_PER_M = 1 / 16_000
const DRIVING_PER_M = 1 / 24_000
const CHARGE_PER_S = 1 / 3_600
const KNEE = 0.8
const TOPPING = 0.4
/** A mower goes home to charge rather than to begin what would leave it less than this. */
const RESERVE = 0.2
/** Charged to this between two jobs; the last percents take long. */
const ENOUGH = 0.9
/** Upload and pre-start checks. */
const START_S = 45
/** Positions are kept at this interval while it drives, in seconds: a tenth of the rows of a radio, and short enough for every count. */
const STEP_S = 3
const PARKED_STEP_S = 60

/** What went wrong with a mission, and how it went on. */
export type Incident =
  | { readonly kind: 'missed' }
  | { readonly kind: 'cancelled' }
  /** Stopped at this share of its time by a lost RTK, and resumed by a person after that many seconds. */
  | { readonly kind: 'paused'; readonly atShare: number; readonly forS: number }
  /** Stopped at this share of its time by a person, and given up. */
  | { readonly kind: 'givenUp'; readonly atShare: number }

interface Sampled extends Sample {
  readonly missionId: string | null
}

interface Driven {
  readonly missionId: string
  /** Seconds of the plan by the model, when it was to begin. */
  readonly plannedMs: number
  readonly startMs: number
  readonly endMs: number
  readonly approach: readonly Position[]
  /** The path as the progress counts it, with the time of each corner. */
  readonly track: readonly (Moment & { readonly atMs: number })[]
}

export interface DrivenJob extends Driven {
  readonly kind: 'mow'
  readonly job: DayJob
  readonly incident: Incident | undefined
  /** When it was stopped and resumed. */
  readonly pause: { readonly fromMs: number; readonly toMs: number } | undefined
}

export interface DrivenHome extends Driven {
  readonly kind: 'home'
  readonly base: Base
  readonly drive: PlannedDrive
}

/** Came to nothing before it drove. */
export interface NotDriven {
  readonly kind: 'not'
  readonly missionId: string
  readonly job: DayJob
  readonly incident: Incident
  readonly plannedMs: number
}

export type Act = DrivenJob | DrivenHome | NotDriven

export interface MowerDay {
  readonly acts: readonly Act[]
  readonly samples: readonly Sampled[]
  readonly uses: readonly UseStretch[]
  readonly charges: readonly ChargeStretch[]
  /** It is at home and charged. */
  readonly readyMs: number
}

export interface DayOrder {
  readonly jobs: readonly DayJob[]
  /** The id of the mission of a job, or of the way home; the index is the number of jobs before it. */
  idOf(job: DayJob | undefined, index: number): string
  incidentOf(job: DayJob): Incident | undefined
  /** Seconds for each second of the model, of one drive. */
  slower(): number
}

const percentOf = (share: number): number => Math.round(share * 100) / 100

export class MowerLife {
  readonly mower: Mower
  private readonly base: Base
  private readonly way: WayBetween
  private readonly mapRevision: number
  private readonly meter = createEnergyMeter()
  private share = 1
  private at: Position
  /** Where its next way begins: at the end of its last drive, or on a field that it left early where that would have ended. */
  private node: Position
  private nowMs = 0
  private plannedMs = 0
  private acts: Act[] = []
  private samples: Sampled[] = []

  constructor(mower: Mower, base: Base, way: WayBetween, mapRevision: number) {
    this.mower = mower
    this.base = base
    this.way = way
    this.mapRevision = mapRevision
    this.at = base.position
    this.node = base.position
  }

  work({ jobs, idOf, incidentOf, slower }: DayOrder): MowerDay {
    this.acts = []
    this.samples = []
    this.nowMs = 0
    this.plannedMs = 0
    for (const [index, job] of jobs.entries()) {
      const fromMs = Date.parse(job.job.startsAt)
      this.nowMs = Math.max(this.nowMs, fromMs)
      this.plannedMs = Math.max(this.plannedMs, fromMs)
      const entry = entryOf(job)
      const exit = exitOf(job)
      if (entry === undefined || exit === undefined) continue
      const needs = job.planned.plan.stats.mownLengthM * MOWING_PER_M
      if (needs > ENOUGH - RESERVE) continue
      if (this.share - needs < RESERVE) this.goHome(idOf(undefined, index), slower(), ENOUGH)
      this.mow(job, entry, exit, idOf(job, index), incidentOf(job), slower())
    }
    this.goHome(idOf(undefined, jobs.length), slower(), 1)
    const { uses, charges } = this.meter.take()
    return { acts: this.acts, samples: this.samples, uses, charges, readyMs: this.nowMs }
  }

  private mow(
    job: DayJob,
    entry: Position,
    exit: Position,
    missionId: string,
    incident: Incident | undefined,
    slower: number,
  ): void {
    const approach = this.wayTo(entry)
    if (approach === undefined) return
    const legs: DriveLeg[] = [this.transit(approach), ...job.planned.plan.legs]
    const plannedMs = Math.floor(this.plannedMs / 60_000) * 60_000
    const lateMs = Date.parse(job.job.endsAt)
    if (plannedMs + driveDurationS(legs) * 1_000 > lateMs) return
    this.plannedMs += (START_S + driveDurationS(legs)) * 1_000
    if (incident?.kind === 'missed' || incident?.kind === 'cancelled') {
      this.acts.push({ kind: 'not', missionId, job, incident, plannedMs })
      return
    }
    const drive = new TimedDrive(legs, slower)
    const startMs = Math.max(this.nowMs, plannedMs) + START_S * 1_000
    const cutS = incident === undefined ? drive.totalS : incident.atShare * drive.totalS
    const lastS = incident?.kind === 'givenUp' ? cutS : drive.totalS
    const pausedMs = incident?.kind === 'paused' ? incident.forS * 1_000 : 0
    const timeOf = (s: number): number => startMs + s * 1_000 + (s > cutS ? pausedMs : 0)
    const track = this.follow(drive, missionId, timeOf, lastS)
    const endMs = track.at(-1)?.atMs ?? startMs
    const pause =
      pausedMs === 0 ? undefined : { fromMs: startMs + cutS * 1_000, toMs: startMs + cutS * 1_000 + pausedMs }
    this.acts.push({
      kind: 'mow',
      missionId,
      job,
      incident,
      plannedMs,
      startMs,
      endMs,
      approach: approach.length > 2 ? approach : [],
      track,
      pause,
    })
    this.nowMs = endMs
    this.node = exit
    if (incident?.kind !== 'givenUp') this.at = exit
  }

  private wayTo(to: Position): readonly Position[] | undefined {
    const way = this.way(this.mower, this.node, to)
    return way === undefined || this.at === this.node ? way : [this.at, ...way]
  }

  private transit(points: readonly Position[]): DriveLeg {
    return { bladeOn: false, speedMps: this.mower.transitSpeedMps, points: [...points] }
  }

  /** Home by its approach, and charged there to a share. */
  private goHome(missionId: string, slower: number, untilShare: number): void {
    const { base, mower } = this
    const entry = base.approach[0] ?? base.position
    if (this.at !== base.position) {
      const route = this.wayTo(entry)
      if (route === undefined) return
      const slow = Math.min(mower.transitSpeedMps, mower.turningSpeedMps)
      const approach = [...base.approach, base.position]
      const legs = [this.transit(route), { bladeOn: false, speedMps: slow, points: approach }].filter(
        ({ points }) => points.length > 1,
      )
      const drive = new TimedDrive(legs, slower)
      const startMs = this.nowMs + START_S * 1_000
      const track = this.follow(drive, missionId, s => startMs + s * 1_000, drive.totalS)
      const endMs = track.at(-1)?.atMs ?? startMs
      const plannedMs = startMs
      this.acts.push({
        kind: 'home',
        missionId,
        base,
        drive: this.plannedHome(legs),
        plannedMs,
        startMs,
        endMs,
        approach: [],
        track,
      })
      this.nowMs = endMs
      this.at = base.position
      this.node = base.position
    }
    this.charge(untilShare)
    this.plannedMs = Math.max(this.plannedMs, this.nowMs)
  }

  private plannedHome(legs: readonly DriveLeg[]): PlannedDrive {
    const points = legs.flatMap(leg => leg.points)
    const [before, last] = [points.at(-2), points.at(-1)]
    const headingDeg =
      before === undefined || last === undefined ? 0 : headingOfDeg([0, 0], localFrame(before).toLocal(last))
    const lengthM = this.metresOf(points)
    const plan: MissionPlan = {
      headingDeg,
      legs: legs.map(leg => ({ kind: 'transit', ...leg, points: [...leg.points] })),
      uncovered: [],
      warnings: [],
      stats: {
        areaM2: 0,
        coverage: 0,
        lengthM,
        mownLengthM: 0,
        turns: 0,
        durationS: driveDurationS(legs),
        waypoints: points.length,
        battery: shareUsed(this.mower, { lengthM, mownLengthM: 0 }),
      },
    }
    const { mower, mapRevision } = this
    return { plan, mapRevision, hash: planHash({ mapRevision, mower, blade: bladeOfDrive(mower), plan }) }
  }

  private metresOf(points: readonly Position[]): number {
    const [first] = points
    if (first === undefined) return 0
    const line = points.map(point => localFrame(first).toLocal(point))
    return line.reduce((sum, [x, y], i) => {
      const [beforeX, beforeY] = line[i - 1] ?? [x, y]
      return sum + Math.hypot(x - beforeX, y - beforeY)
    }, 0)
  }

  /** Drives; keeps positions, uses charge. @returns the corners that it passed */
  private follow(
    drive: TimedDrive,
    missionId: string,
    timeOf: (s: number) => number,
    lastS: number,
  ): (Moment & { atMs: number })[] {
    const track: (Moment & { atMs: number })[] = []
    const shares: { readonly s: number; readonly share: number }[] = []
    let before: Moment | undefined
    for (const moment of drive.corners()) {
      if (moment.s > lastS) break
      const atMs = timeOf(moment.s)
      if (before !== undefined)
        this.share -=
          this.metresOf([before.position, moment.position]) * (moment.bladeOn ? MOWING_PER_M : DRIVING_PER_M)
      before = moment
      shares.push({ s: moment.s, share: this.share })
      track.push({ ...moment, atMs })
      this.meter.note({
        atMs,
        telemetry: this.reported(moment.position, moment.bladeOn, false),
        isDriven: true,
        isAtCharger: false,
      })
    }
    let index = 0
    for (const moment of drive.every(STEP_S)) {
      if (moment.s > lastS) break
      while (index + 1 < shares.length && (shares[index + 1]?.s ?? 0) <= moment.s) index++
      this.keep(timeOf(moment.s), missionId, moment, shares[index]?.share ?? this.share, 'auto')
    }
    const last = track.at(-1)
    if (last !== undefined) this.at = last.position
    return track
  }

  private charge(untilShare: number): void {
    const { position, headingDeg } = this.base
    while (this.share < untilShare) {
      this.nowMs += PARKED_STEP_S * 1_000
      const rate = this.share < KNEE ? CHARGE_PER_S : CHARGE_PER_S * TOPPING
      this.share = Math.min(1, this.share + rate * PARKED_STEP_S)
      const moment: Moment = { s: 0, position, bladeOn: false, headingDeg, speedMps: 0 }
      this.keep(this.nowMs, null, moment, this.share, 'hold')
      this.meter.note({
        atMs: this.nowMs,
        telemetry: this.reported(position, false, true),
        isDriven: false,
        isAtCharger: true,
      })
    }
  }

  private reported(
    position: Position,
    bladeOn: boolean,
    charging: boolean,
  ): Pick<Telemetry, 'position' | 'bladeOn' | 'battery' | 'charging' | 'link'> {
    return { position, bladeOn, battery: percentOf(this.share), charging, link: 'live' }
  }

  private keep(atMs: number, missionId: string | null, moment: Moment, share: number, mode: 'auto' | 'hold'): void {
    const { position, headingDeg, speedMps, bladeOn } = moment
    this.samples.push({
      // The recorder keeps whole seconds.
      atMs: Math.floor(atMs / 1_000) * 1_000,
      missionId,
      telemetry: {
        position: [position[0], position[1]],
        headingDeg,
        speedMps,
        accuracyM: 0.014,
        fixType: 'rtkFixed',
        battery: percentOf(share),
        mode,
        bladeOn,
      },
    })
  }
}
