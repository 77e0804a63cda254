/**
 * SAFE-13n: interrupts a mission of a shift whose mower would not get home with its reserve any more, at the end of its row, and puts
 * the way home, the charge and the way back before the rest of it.
 */
import { randomUUID } from 'node:crypto'
import {
  currentTask,
  type EnergyPromise,
  energyOf,
  type Mower,
  mayInterrupt,
  missionOfTask,
  type Position,
  type ShiftRoute,
  type ShiftTask,
  shareUsed,
  useRates,
} from '@greensward/domain'
import {
  type MissionRow,
  readMission,
  readPlan,
  readProgress,
  targetOf,
} from '../../../shared/missionLife/missionsStore.ts'
import { apartM } from '../../../shared/missionLife/pathLength.ts'
import { why } from '../../../shared/missionLife/why.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { positionInPlan } from '../mission/missionDrive.ts'
import type { ControlledMower } from '../mower/controlledMower.ts'
import type { KnownRoute } from './routeFacts.ts'
import type { LiveRoute } from './shiftStore.ts'

type Parts = Pick<FleetParts, 'ctx' | 'garage' | 'energyPromises' | 'homeDistances' | 'capabilitiesOf'>

/** The watch looks once a second, and a mower reports whole percents. */
const SLACK_SHARE = 0.02
/** The error of a mission's planned use. */
const MARGIN_SHARE = 0.05
/** A mower does not drive home to charge less than this. */
const LEAST_GAIN_SHARE = 0.2

/** The share of the row, or of the rest of it, that the mower drives to the end, and of the one that follows. */
const rowShare = (mission: ActiveMission, leg: number, used: (lengthM: number) => number): number =>
  mission.plan.legs.slice(leg, leg + 2).reduce((sum, { points }) => sum + used(lengthOf(points)), 0)

const lengthOf = (points: readonly Position[]): number =>
  points.reduce((sum, point, i) => sum + (i === 0 ? 0 : apartM(points[i - 1] ?? point, point)), 0)

/** The mower cannot drive the row to its end and keep half of its reserve for the drive home. */
const isUrgent = ({ has, home, reserve }: EnergyPromise): boolean => has < home + reserve / 2

export class ChargeBreaks {
  readonly #parts: Parts
  /** By mower: its mission, and the leg of the plan at whose end it is interrupted. */
  readonly #due = new Map<string, { readonly missionId: string; readonly leg: number }>()
  readonly #interrupting = new Set<string>()
  /** Missions that it could not interrupt. */
  readonly #failed = new Set<string>()
  /** By mission that was interrupted here: what it needs, as measured, to end and get home with the reserve. */
  readonly #needs = new Map<string, number>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Once a second, while its task runs. */
  look(mower: ControlledMower, { route }: LiveRoute, { facts }: KnownRoute): void {
    const { ctx, energyPromises } = this.#parts
    const missionId = mayInterrupt(route, facts) ? this.#chargeable(mower, route) : undefined
    if (missionId !== undefined && !this.#failed.has(missionId)) energyPromises.leaveToShift(mower.id, missionId)
    const promise = missionId === undefined ? undefined : this.#broken(mower.id, missionId)
    if (promise === undefined || missionId === undefined) {
      this.#due.delete(mower.id)
      return
    }
    if (!this.#isMoment(mower.id, mower.mission, promise) || this.#interrupting.has(mower.id)) return
    this.#interrupting.add(mower.id)
    this.#needs.set(missionId, Math.max(promise.needs, promise.has + LEAST_GAIN_SHARE))
    const cause = why('interruptedToCharge', { percent: Math.round(promise.has * 100) })
    void mower
      .interrupt(cause)
      .catch((err: unknown) => {
        ctx.log.error({ err, mowerId: mower.id }, 'Could not interrupt a mission to charge')
        return false
      })
      // Then people have to act.
      .then(isInterrupted => void (isInterrupted || this.#failed.add(missionId)))
      .finally(() => this.#interrupting.delete(mower.id))
  }

  /** The mission that it drives for the shift, where a charger helps. */
  #chargeable({ id, mission }: ControlledMower, route: ShiftRoute): string | undefined {
    const task = currentTask(route)
    if (mission === undefined || task?.kind !== 'mow' || task.missionId !== mission.id) return undefined
    return this.#hasCharger(id) ? mission.id : undefined
  }

  #hasCharger(mowerId: string): boolean {
    const { garage, capabilitiesOf } = this.#parts
    return capabilitiesOf({ id: mowerId }).charge === 'atBase' && garage.baseOf(mowerId)?.hasCharger === true
  }

  /** The promise of its energy, where that is broken and it still gets home. */
  #broken(mowerId: string, missionId: string): EnergyPromise | undefined {
    const promise = this.#parts.energyPromises.promiseOf(mowerId, missionId)
    return promise === null || promise.holds || promise.homeFrom === null ? undefined : promise
  }

  /** The mower mows as long as it still gets home, and then to the end of its row. */
  #isMoment(mowerId: string, mission: ActiveMission | undefined, promise: EnergyPromise): boolean {
    const machine = this.#parts.garage.mowers.get(mowerId)
    const onPlan = mission === undefined ? undefined : positionInPlan(mission, mission.seq)
    if (mission === undefined || machine === undefined || onPlan === undefined || onPlan === 'approach') return false
    const rows = rowShare(mission, onPlan.leg, lengthM => shareUsed(machine, { lengthM, mownLengthM: lengthM }))
    const known = this.#due.get(mowerId)
    const isKnown = known?.missionId === mission.id
    if (!isKnown && promise.has > (promise.homeFrom ?? 0) + rows + SLACK_SHARE) return false
    if (!isKnown) this.#due.set(mowerId, { missionId: mission.id, leg: onPlan.leg })
    const isTurning = mission.plan.legs[onPlan.leg]?.bladeOn === false
    return isTurning || isUrgent(promise) || (isKnown && known.leg !== onPlan.leg)
  }

  /**
   * Home and the charge before a mission that was refused because of the charge alone; undefined where a person has to look.
   * @param neededShare see `chargeToStart`
   */
  async tasksToStart(live: LiveRoute, task: ShiftTask, neededShare: number): Promise<readonly ShiftTask[] | undefined> {
    const { ctx, garage } = this.#parts
    const { mowerId } = live.route
    const missionId = missionOfTask(task)
    const row = missionId === null ? undefined : await readMission(ctx.db, missionId)
    const machine = garage.mowers.get(mowerId)
    if (row === undefined || machine === undefined || !this.#hasCharger(mowerId)) return undefined
    // It comes back from its base, which the check of a mower in the field did not count.
    const wayBack = (await this.#homeShare(machine, row)) - energyOf(machine).reserveShare
    this.#needs.set(row.id, neededShare + wayBack)
    return this.tasksOf(live, task, row)
  }

  /** Home, the charge and the way back to where the mower left its row. @param row its mission */
  async tasksOf({ route }: LiveRoute, task: ShiftTask, row: MissionRow): Promise<readonly ShiftTask[]> {
    const leftAt = (await readProgress(this.#parts.ctx.db, row.id))?.leftAt ?? null
    const own = { state: 'planned', why: null, mayResume: false, startedAt: null, endedAt: null } as const
    return [
      { ...own, id: randomUUID(), kind: 'returnToBase', missionId: null },
      { ...own, id: randomUUID(), kind: 'charge', untilShare: await this.#untilShare(route, task, row) },
      ...(leftAt === null ? [] : [{ ...own, id: randomUUID(), kind: 'drive' as const, to: leftAt, missionId: null }]),
    ]
  }

  /** For the rest of the mission, for those after it up to the next charge, and for the way home with the reserve. */
  async #untilShare({ mowerId, tasks }: ShiftRoute, task: ShiftTask, row: MissionRow): Promise<number> {
    const { ctx, garage } = this.#parts
    const machine = garage.mowers.get(mowerId)
    if (machine === undefined) return 1
    const after = tasks.slice(tasks.findIndex(({ id }) => id === task.id) + 1)
    const nextCharge = after.findIndex(({ kind }) => kind === 'charge')
    let later = 0
    for (const each of nextCharge < 0 ? after : after.slice(0, nextCharge)) {
      const mission = each.kind === 'mow' ? await readMission(ctx.db, each.missionId) : undefined
      if (mission !== undefined) later += shareUsed(machine, mission.stats)
    }
    const rest = shareUsed(machine, row.stats) * (1 - row.progress)
    const own = Math.max(rest + (await this.#homeShare(machine, row)), this.#needs.get(row.id) ?? 0)
    return Math.min(1, Math.ceil((own + later + MARGIN_SHARE) * 100) / 100)
  }

  /** With the reserve. */
  async #homeShare(machine: Mower, row: MissionRow): Promise<number> {
    const { ctx, homeDistances } = this.#parts
    const plan = (await readPlan(ctx.db, row.id))?.plan
    const homeM = plan === undefined ? 0 : await homeDistances.of(machine, targetOf(row), plan)
    return energyOf(machine).reserveShare + (typeof homeM === 'number' ? homeM * useRates(machine).drivingPerM : 0)
  }
}
