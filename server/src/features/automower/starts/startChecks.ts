/** The pre-start checks of a mower that its maker's service starts: the same rules as for a mission, by the facts known of such a mower. */
import type { AutomowerMachine, ZoneChecks } from '@greensward/contract'
import { featureTitle, type GateFacts, gateOpen, type OwnState, refusedLines, type Zone } from '@greensward/domain'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { CurrentCourse } from '../../../shared/course/currentCourse.ts'
import type { FleetPort } from '../../../shared/missionLife/ports.ts'
import { linesOfAll, zoneStartLines } from '../../../shared/missionLife/zoneStart.ts'
import type { AutomowerStart } from '../askService.ts'
import { ageOfState, readAutomower, type StoredAutomower, shownMachines } from '../automowerStore.ts'

/** The mower, and the zones that it may come to. */
export interface Subject {
  readonly row: StoredAutomower
  readonly machine: AutomowerMachine
  readonly areas: readonly { readonly areaId: string; readonly zone: Zone }[]
}

const BLOCKED: Partial<Record<AutomowerMachine['activity'], OwnState>> = {
  failed: 'fault',
  stopped: 'stopped',
  off: 'off',
}

/** What keeps it from this start; null where that is not known. */
const ownStateOf = (
  { activity, isConnected, isConfirmable }: AutomowerMachine,
  { command }: AutomowerStart,
): OwnState | null => {
  if (!isConnected) return 'notConnected'
  if (command === 'confirmError') return isConfirmable ? 'ready' : 'notConfirmable'
  return activity === 'unknown' ? null : (BLOCKED[activity] ?? 'ready')
}

/** By its own schedule it may go to each area that is in use. */
const areasOf = ({ name, areas }: AutomowerMachine, start: AutomowerStart): AutomowerMachine['areas'] => {
  if (start.command !== 'startArea') {
    const inUse = areas.filter(({ isEnabled }) => isEnabled)
    return inUse.length === 0 ? refuse('noWorkAreas', { mower: name }) : inUse
  }
  const area = areas.find(({ id }) => id === start.areaId) ?? refuse('notFound')
  return area.isEnabled ? [area] : refuse('workAreaOff', { mower: name })
}

export class StartChecks {
  readonly #ctx: Context
  readonly #course: CurrentCourse
  readonly #fleet: Pick<FleetPort, 'othersOn'>

  constructor(ctx: Context, course: CurrentCourse, fleet: Pick<FleetPort, 'othersOn'>) {
    this.#ctx = ctx
    this.#course = course
    this.#fleet = fleet
  }

  /** @throws Refusal notFound, machineCannot, noWorkAreas, workAreaOff, workAreaNoZone */
  async subject(machineId: string, start: AutomowerStart): Promise<Subject> {
    const row = await readAutomower(this.#ctx.db)
    const machine = row?.enabled === true ? shownMachines(row).find(({ id }) => id === machineId) : undefined
    if (row === undefined || machine === undefined) return refuse('notFound')
    if (start.command === 'startArea' && !machine.can.mowsWorkArea) refuse('machineCannot', { name: machine.name })
    const { features } = await this.#course.read()
    const areas = areasOf(machine, start).map(({ id: areaId, zoneId }) => {
      const zone = features.find((feature): feature is Zone => feature.kind === 'zone' && feature.id === zoneId)
      return { areaId, zone: zone ?? refuse('workAreaNoZone', { mower: machine.name }) }
    })
    return { row, machine, areas }
  }

  /** Of each zone that it may come to. */
  async linesOf(subject: Subject, start: AutomowerStart): Promise<ZoneChecks['areas']> {
    const { row, machine } = subject
    const map = await this.#course.read()
    const { ageMs, limitMs } = ageOfState(row, this.#ctx.clock.now())
    const ofMachine: Partial<GateFacts> = {
      telemetryAgeMs: ageMs,
      telemetryLimitMs: limitMs,
      ownState: ownStateOf(machine, start),
      inService: machine.inService,
      // A stop takes a minute to reach it, so that it cannot wait for golfers.
      keepsMargin: true,
    }
    const workS = start.command === 'startArea' ? start.minutes * 60 : 0
    return Promise.all(
      subject.areas.map(async ({ areaId, zone }) => {
        const others = await this.#fleet.othersOn(zone)
        const lines = await zoneStartLines(this.#ctx, { map, zone, can: machine.can, workS, ofMachine, others })
        return { areaId, zoneTitle: featureTitle(zone), lines }
      }),
    )
  }

  /** @throws Refusal automowerNotStarted */
  async require(subject: Subject, start: AutomowerStart): Promise<void> {
    const areas = await this.linesOf(subject, start)
    if (areas.length > 0 && areas.every(({ lines }) => gateOpen(lines))) return
    const lines = refusedLines(linesOfAll(areas))
    refuse('automowerNotStarted', { mower: subject.machine.name, lines }, { details: { areas } })
  }
}
