/** Checks whether the charge of each driving mower still lasts for its mission and the drive home; notifies people once if not. */
import type { EnergyShort } from '@greensward/contract'
import {
  type EnergyPromise,
  energyOf,
  energyPromise,
  type Mower,
  needsConfirmation,
  type Position,
  shareUsed,
  type Telemetry,
  useRates,
} from '@greensward/domain'
import type { Context } from '../../../platform/context.ts'
import type { Journal } from '../../../platform/db/journal.ts'
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { apartM } from '../../../shared/missionLife/pathLength.ts'
import { why } from '../../../shared/missionLife/why.ts'
import type { Garage } from '../garage.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { isOnApproach, type PlanPosition, positionInPlan } from '../mission/missionDrive.ts'
import { recordLine } from '../mission/recordMove.ts'
import { type HomeDistance, type HomeDistances, isDriveHome } from './homeDistances.ts'

interface Parts {
  readonly ctx: Context
  readonly journal: Journal
  readonly garage: Garage
  readonly homeDistances: HomeDistances
}

interface Followed {
  readonly missionId: string
  /** What the mower had, and what was ahead of it, when it reached its plan. */
  readonly began: { readonly battery: number; readonly rest: number }
  battery: number
  home: HomeDistance | undefined
  short: EnergyShort | null
  /** As it was judged last; null before that. */
  promise: EnergyPromise | null
}

/** The share that the plan takes from here on. @param onPlan the point that it drives to */
const shareAhead = (
  mower: Mower,
  { legs }: ActiveMission['plan'],
  onPlan: PlanPosition,
  position: Position,
): number => {
  let lengthM = 0
  let mownLengthM = 0
  for (const [i, leg] of legs.entries()) {
    if (i < onPlan.leg) continue
    const points = i === onPlan.leg ? [position, ...leg.points.slice(onPlan.point)] : leg.points
    const metres = points.reduce((sum, point, n) => sum + (n === 0 ? 0 : apartM(points[n - 1] ?? point, point)), 0)
    lengthM += metres
    if (leg.bladeOn) mownLengthM += metres
  }
  return shareUsed(mower, { lengthM, mownLengthM })
}

/** A shift that looks each second says each time that it charges the mower; without its word for this long people are asked. */
const LEFT_MS = 30_000

const percent = (share: number): number => Math.round(share * 100)

export class EnergyPromises {
  readonly #parts: Parts
  readonly #followed = new Map<string, Followed>()
  /** The mission of each mower of which people were notified. */
  readonly #notified = new Map<string, string>()
  /** The mission of each mower that a shift interrupts to charge, and when it last said so. */
  readonly #left = new Map<string, { readonly missionId: string; readonly atMs: number }>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The energy that the mower lacks for its mission; null where it lasts, its charge is not known, or its shift charges it. */
  of(mowerId: string): EnergyShort | null {
    const followed = this.#followed.get(mowerId)
    if (followed === undefined || followed.short === null) return null
    return this.#isLeft(mowerId, followed.missionId, followed.short) ? null : followed.short
  }

  /** SAFE-13n: its shift interrupts this mission to charge when it has to, so nobody is asked to act. */
  leaveToShift(mowerId: string, missionId: string): void {
    this.#left.set(mowerId, { missionId, atMs: this.#parts.ctx.clock.monotonicMs() })
  }

  /** Without a way home the shift does not interrupt it. */
  #isLeft(mowerId: string, missionId: string, { homePercent }: EnergyShort): boolean {
    const left = this.#left.get(mowerId)
    if (left?.missionId !== missionId || homePercent === null) return false
    return this.#parts.ctx.clock.monotonicMs() - left.atMs < LEFT_MS
  }

  /** Whether its charge lasts; null where that was not judged yet, or is not known. */
  promiseOf(mowerId: string, missionId: string): EnergyPromise | null {
    const followed = this.#followed.get(mowerId)
    return followed?.missionId === missionId ? followed.promise : null
  }

  /** @param mission that the mower drives, confirmed; undefined where it drives none */
  follow(mowerId: string, mission: ActiveMission | undefined, { battery, position }: Telemetry): void {
    const mower = this.#parts.garage.mowers.get(mowerId)
    if (mission === undefined || mower === undefined) {
      this.#followed.delete(mowerId)
      return
    }
    if (battery === null || position === null || needsConfirmation(mower, battery)) return
    if (isDriveHome(mission.target, this.#parts.garage.baseOf(mowerId)) || isOnApproach(mission)) return
    const onPlan = positionInPlan(mission, mission.seq)
    if (onPlan === undefined || onPlan === 'approach') return
    const known = this.#followed.get(mowerId)
    if (known?.missionId === mission.id) {
      if (battery === known.battery) return
      known.battery = battery
      this.#judge(known, mower, mission, shareAhead(mower, mission.plan, onPlan, position))
      return
    }
    const rest = shareAhead(mower, mission.plan, onPlan, position)
    const followed: Followed = {
      missionId: mission.id,
      began: { battery, rest },
      battery,
      home: undefined,
      short: null,
      promise: null,
    }
    this.#followed.set(mowerId, followed)
    void this.#findHome(followed, mower, mission)
  }

  async #findHome(followed: Followed, mower: Mower, { target, plan }: ActiveMission): Promise<void> {
    const { ctx, homeDistances } = this.#parts
    try {
      followed.home = await homeDistances.of(mower, target, plan)
    } catch (err) {
      ctx.log.warn({ err, mowerId: mower.id }, 'Could not find the way home of a mower that drives')
    }
  }

  #judge(followed: Followed, mower: Mower, mission: ActiveMission, rest: number): void {
    const { began, battery, home } = followed
    if (home === undefined) return
    const promise = energyPromise({
      has: battery,
      task: rest,
      home: typeof home === 'number' ? home * useRates(mower).drivingPerM : null,
      reserve: energyOf(mower).reserveShare,
      soFar: { used: began.battery - battery, expected: began.rest - rest },
    })
    const { short, homeFrom, holds } = promise
    followed.promise = promise
    followed.short = holds
      ? null
      : { shortPercent: Math.max(1, percent(short)), homePercent: homeFrom === null ? null : percent(homeFrom) }
    if (followed.short === null || this.#isLeft(mower.id, mission.id, followed.short)) return
    if (this.#notified.get(mower.id) !== mission.id) this.#notify(followed.short, mower, mission)
  }

  #notify({ shortPercent, homePercent }: EnergyShort, mower: Mower, mission: ActiveMission): void {
    const { ctx } = this.#parts
    this.#notified.set(mower.id, mission.id)
    ctx.events.emit('notice', {
      level: 'warning',
      subject: 'mission',
      subjectId: mission.id,
      kind: homePercent === null ? 'energyShort' : 'energyShortHome',
      values: {
        mission: mission.title,
        mower: mower.name,
        shortPercent,
        ...(homePercent === null ? {} : { homePercent }),
      },
    })
    const line =
      homePercent === null
        ? why('energyShort', { shortPercent })
        : why('energyShortHome', { shortPercent, homePercent })
    recordLine(this.#parts, mission, SYSTEM, line)
  }
}
