/**
 * One mower that this server controls: its state, its mission, and its start, stop, resume, extension and end from top to
 * bottom. Nobody else writes what it holds. `mowerStates.ts` lists its states and which may follow which.
 */

import type { CommandOutcome } from '@greensward/contract'
import { type Interruption, isActive, type Telemetry } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import type { GatewayEvent, Outcome, SafetyReason, StopOutcome } from '@greensward/vehicle'
import { refuse } from '../../../platform/http/refusal.ts'
import type { Deadline } from '../../../shared/missionLife/commandAge.ts'
import { readMission } from '../../../shared/missionLife/missionsStore.ts'
import { type Actor, nameOf, SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { objection, partOf, why } from '../../../shared/missionLife/why.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission, OwnMission } from '../mission/activeMission.ts'
import { followPosition, forgetOnBoard, watchOnBoard } from '../mission/missionFollowing.ts'
import { auditCommand, type Happened, recordLine, recordMove, recordProgress } from '../mission/recordMove.ts'
import { type How, prepareStart, refuseWrong } from '../start/recordStart.ts'
import {
  breakOff,
  commandOutcome,
  endOfStart,
  isStopped,
  requireNotEnded,
  type Start,
  takeSteps,
} from '../start/startSteps.ts'
import { confirm } from './confirming.ts'
import type { StartArguments } from './controlledMower.ts'
import { nextPlanned } from './fleetStore.ts'
import { followPart } from './followPart.ts'
import { ForeignDriveWatch, isDrivenFromHere, reportForeignDrive } from './foreignDrive.ts'
import { type FollowedMower, MowerEvents, type PartEvent } from './mowerEvents.ts'
import { MowerFence } from './mowerFence.ts'
import { type MowerState, MowerStateMachine, restingState } from './mowerStates.ts'
import { MowerStops, type StoppedMower } from './mowerStops.ts'
import { type ClearOrder, meaningOfClear, type UnheardStop } from './stopAnswer.ts'

export class MowerController implements FollowedMower {
  readonly id: string
  readonly #parts: FleetParts
  readonly #events: MowerEvents
  readonly #fence: MowerFence
  readonly #prepareStart: typeof prepareStart
  readonly #foreignDrive = new ForeignDriveWatch()
  readonly #stops: MowerStops
  readonly #states: MowerStateMachine
  #mission: OwnMission | undefined
  #start: Start | undefined
  /** The person who stopped it from here while another gateway controlled it, if that was a moment ago. */
  #stoppedBefore: Actor | undefined

  /** @param prepare the checks and the record of a start, which need a database */
  constructor(id: string, parts: FleetParts, stoppedBefore?: Actor, prepare = prepareStart) {
    this.id = id
    this.#prepareStart = prepare
    this.#parts = parts
    this.#stoppedBefore = stoppedBefore
    this.#events = new MowerEvents(this, parts)
    this.#stops = new MowerStops(this.#asStopped(), parts)
    this.#fence = new MowerFence(id, parts)
    this.#states = new MowerStateMachine((from, to) =>
      parts.ctx.log.error({ mowerId: id, from, to }, 'A change of state is not in the table of mowers'),
    )
  }

  get state(): MowerState {
    return this.#state
  }

  get mission(): ActiveMission | undefined {
    return this.#mission
  }

  get isStarting(): boolean {
    return this.#start !== undefined
  }

  get isDriving(): boolean {
    return this.#driven() !== undefined
  }

  get wasFenceRefused(): boolean {
    return this.#fence.wasRefused
  }

  // --- Start and resume ---

  readonly start = (...asked: StartArguments): Promise<CommandOutcome> => this.#begin('start', ...asked)
  readonly resume = (...asked: StartArguments): Promise<CommandOutcome> => this.#begin('resume', ...asked)

  async startNext(actor: Actor, limit: Deadline): Promise<CommandOutcome> {
    const mission = this.#mission
    if (mission?.status === 'stopped') return this.resume(mission.id, actor, limit)
    if (mission !== undefined) return refuse('onMissionAlready')
    const next = (await nextPlanned(this.#parts.ctx.db, this.id)) ?? refuse('nothingPlanned')
    return this.start(next, actor, limit)
  }

  /** Checks the gate and records the start; then the mower is sent its mission. Answers when it drives, or why it does not. */
  async #begin(how: How, ...[missionId, actor, limit, right]: StartArguments): Promise<CommandOutcome> {
    const { ctx, startBarrier } = this.#parts
    const row = (await readMission(ctx.db, missionId)) ?? refuse('notFound')
    refuseWrong(row, how, this.id)
    if (this.#start !== undefined) refuse('startingAlready')
    const start: Start = { how, actor, right, ending: new AbortController(), turn: startBarrier.join(row.targetId) }
    this.#start = start
    try {
      const mower = {
        requireNotEnded: () => requireNotEnded(start, this.#state),
        bound: () => this.#mission,
        bind: (recorded: OwnMission) => this.#bind(recorded, how),
      }
      const mission = await this.#prepareStart(this.#parts, { row, how, actor, limit, right }, mower)
      return commandOutcome(await this.#drive(mission, start), false)
    } finally {
      start.turn.leave()
      if (this.#start === start) this.#start = undefined
      this.#settle()
    }
  }

  /** From here on its mission belongs to this mower, and a start that fails has to end it. */
  #bind(mission: OwnMission, how: How): void {
    mission.status = 'uploading'
    mission.mayHaveMoved = how === 'resume'
    mission.isUnconfirmed = false
    this.#mission = mission
    this.#stops.noteStart()
    this.#settle()
  }

  async #drive(mission: OwnMission, start: Start): Promise<Outcome> {
    const fromSeq = start.how === 'resume' && mission.seq > 0 ? mission.seq : undefined
    const outcome = await takeSteps(this.#parts, mission, start, this.#fence, fromSeq)
    if (!isStopped(start) && mission.status === 'uploading' && outcome.outcome !== 'accepted')
      this.#stops.noteAnswer(SYSTEM, await this.#parts.gateway.stop(this.id))
    await start.stop
    // The gateway that controls it now records what it does.
    if (this.#state === 'released') return objection('handsChanged')
    const end = endOfStart(mission, start, outcome, fromSeq ?? 0, this.#stops.actor)
    if (end.move !== undefined) this.#move(mission, end.move)
    return end.outcome
  }

  // --- Stop, clear and cancel ---

  readonly stop = (actor: Actor): Promise<CommandOutcome> => this.#stops.stop(actor)
  readonly clear = (actor: Actor): Promise<CommandOutcome> => this.#clear(actor, 'clear', () => this.#mission)

  async cancel(missionId: string, actor: Actor): Promise<CommandOutcome> {
    const mission = this.#mission
    if (mission?.id !== missionId) return refuse('missionState')
    return this.#clear(actor, mission.status === 'stopped' ? 'cancelStopped' : 'cancel', () => mission)
  }

  async replaceDrive(missionId: string): Promise<void> {
    const mission = this.#mission
    if (mission?.id === missionId && mission.status === 'stopped') await this.#clear(SYSTEM, 'replace', () => mission)
  }

  async #clear(actor: Actor, order: ClearOrder, of: () => OwnMission | undefined): Promise<CommandOutcome> {
    const answer = this.#parts.gateway.clear(this.id)
    // A mower that was stopped before is not stopped: that would end the right of its shift.
    const sent = order === 'replace' ? this.#stops.add(actor) : this.#stops.noteSent(actor)
    return this.#stops.answered(sent, answer, cleared => {
      auditCommand(this.#parts, 'mower.clear', this.id, actor, { ...cleared, order })
      const mission = of()
      const isHolding = this.#parts.gateway.state(this.id)?.telemetry.mode === 'hold'
      const meant = mission === undefined ? undefined : meaningOfClear(mission, actor, order, cleared, isHolding)
      if (mission !== undefined && meant !== undefined) this.#move(mission, meant)
      return commandOutcome(cleared)
    })
  }

  async interrupt(cause: Said): Promise<boolean> {
    const mission = this.#driven()
    if (mission === undefined || !this.#stops.isEmpty) return false
    const { gateway, interruptions } = this.#parts
    const count = interruptions.count(this.id)
    return this.#stops.answered(this.#stops.add(SYSTEM), gateway.stop(this.id), stop => {
      this.#stops.noteAnswer(SYSTEM, stop)
      // A stop by anybody, or a lost link, that was noted meanwhile counts more.
      const isOurs = interruptions.count(this.id) === count && this.#driven() === mission
      if (stop.acknowledged && isOurs) return this.#move(mission, { event: 'interrupt', actor: SYSTEM, why: cause })
      interruptions.noteStop(this.id, SYSTEM)
      this.#stops.note(SYSTEM, stop)
      return false
    })
  }

  interruptStopped(missionId: string, actor: Actor): boolean {
    const mission = this.#mission
    if (mission?.id !== missionId || mission.status !== 'stopped' || this.isStarting) return false
    // A shift that was about to resume it waits for a person.
    this.#parts.interruptions.noteStop(this.id, actor)
    return this.#move(mission, { event: 'interrupt', actor, why: why('interruptedToDrive', { who: nameOf(actor) }) })
  }

  onStopSent(actor: Actor): void {
    this.#stops.noteSent(actor, true)
  }

  onStopAnswered(actor: Actor, stop: StopOutcome | undefined): void {
    this.#stops.onEntranceAnswer(actor, stop)
  }

  onNotStopped(stop: UnheardStop): void {
    this.#stops.onNotStopped(stop)
  }

  holdNow(cause: Said): boolean {
    return this.#stops.holdNow(cause)
  }

  #asStopped(): StoppedMower {
    return {
      id: this.id,
      mission: () => this.#mission,
      isDriving: () => this.isDriving,
      endStart: () => this.#start?.ending.abort(),
      endBySystem: cause => this.#endBySystem(cause),
      moveMission: happened => {
        if (this.#mission !== undefined) this.#move(this.#mission, happened)
      },
      settle: () => this.#settle(),
    }
  }

  // --- The mower reports ---

  onMowerEvent(event: GatewayEvent): void {
    this.#events.receive(event)
  }

  onPosition(telemetry: Telemetry): void {
    const driven = this.#driven()
    if (driven !== undefined) followPosition(this.#parts, driven, telemetry)
    this.#confirm()
    this.#watchOnBoard()
    this.#stops.repeatOwed()
    this.#watchForeignDrive(telemetry)
  }

  #watchOnBoard(): void {
    const driven = this.#driven()
    if (driven === undefined) return
    watchOnBoard(this.#parts.gateway, driven, () => {
      if (this.#driven() === driven) this.holdNow(objection('anotherMission').why)
    })
  }

  onHold(isAcknowledged: boolean): void {
    this.#stops.noteHold(isAcknowledged)
  }

  /** The mower no longer drives, though no person asked for that: a person's stop is recorded with their name. */
  hold(cause: Said): void {
    const mission = this.#driven()
    if (mission === undefined || !this.#stops.isEmpty) return
    this.#move(mission, { event: 'held', actor: SYSTEM, why: cause })
  }

  onSafetyStop(reason: SafetyReason): void {
    if (this.#mission?.status === 'uploading') this.#mission.mayHaveMoved = true
    // A start that fails reports it itself, with its own reason.
    if (reason !== 'startFailed') this.#endBySystem(why('safety', { reason }))
  }

  breakOff(kind: Interruption): void {
    breakOff(this.#parts, this.#start, this.#mission, kind)
    this.#settle()
  }

  /** The system stops it: its mission is stopped, and a start in progress ends. */
  #endBySystem(cause: Said): void {
    const mission = this.#mission
    const part = { cause: partOf(cause) }
    this.#start?.ending.abort()
    if (mission?.status === 'working' && this.#stops.isEmpty)
      this.#move(mission, { event: 'held', actor: SYSTEM, why: why('systemStop', part) })
    else if (mission?.status === 'uploading')
      this.#move(mission, { event: 'held', actor: SYSTEM, why: why('startBrokenOff', part) })
  }

  /** A mission longer than the mower's memory is sent in parts: it holds between two of them, and the mission continues. */
  extend(event: PartEvent): void {
    const mission = this.#driven()
    if (mission !== undefined) followPart(this.#parts, mission, event, cause => this.hold(cause))
  }

  finish(): void {
    const mission = this.#driven()
    if (mission !== undefined) this.#move(mission, { event: 'finished', actor: SYSTEM, why: why('lastItem') })
  }

  onReboot(): void {
    this.#fence.onReboot()
  }

  #watchForeignDrive(telemetry: Telemetry): void {
    const { ctx, gateway } = this.#parts
    const isOurs = this.isStarting || !this.#stops.isEmpty || isDrivenFromHere(this.#mission, gateway.state(this.id))
    const isForeign = this.#foreignDrive.note(telemetry, isOurs, ctx.clock.monotonicMs())
    const wasForeign = this.#state === 'foreignDrive'
    if (wasForeign && !isForeign) this.#states.enter(this.#restingState())
    if (wasForeign || !isForeign || !this.#states.enter('foreignDrive')) return
    if (this.#mission !== undefined) recordLine(this.#parts, this.#mission, SYSTEM, why('foreignDrive'))
    this.#onForeignDrive(this.#parts.stopsForeignDrives())
  }

  #onForeignDrive(isToStop: boolean): void {
    this.#parts.interruptions.noteKind(this.id, 'otherHand')
    reportForeignDrive(this.#parts, this.id, isToStop)
    if (isToStop) this.#stops.stopUnasked(SYSTEM)
  }

  // --- What it is known to do after a restart or a change of gateway ---

  /** A start that was recorded meanwhile knows more. */
  takeMission(mission: OwnMission, owed?: Actor): void {
    if (this.#mission !== undefined) return
    this.#mission = mission
    if (owed !== undefined) this.#stops.owe(owed)
    this.#fence.mayBeSet()
    this.#settle()
  }

  onGatewayRestart(): void {
    this.#parts.interruptions.noteKind(this.id, 'serverRestarted')
    this.#stops.forgetEntrance()
    // A start in progress has failed and reports it itself.
    if (this.#mission !== undefined) forgetOnBoard(this.#mission, this.isStarting)
    this.#settle()
  }

  #confirm(): void {
    const mission = this.#mission
    if (mission?.isUnconfirmed !== true) return
    const confirmed = confirm(this.#parts, mission, this.#stoppedBefore)
    if (confirmed === undefined) return
    this.#stoppedBefore = undefined
    this.#missionMoved(mission)
    if (confirmed.mustStop) this.#onForeignDrive(true)
    if (this.#driven() !== undefined) this.#parts.ctx.events.emit('foundDriving', { mowerId: this.id })
  }

  // --- Its own state ---

  /** The mission that it drives, confirmed. */
  #driven(): OwnMission | undefined {
    const mission = this.#mission
    return mission?.status === 'working' && !mission.isUnconfirmed ? mission : undefined
  }

  /** @returns whether the mission took the change */
  #move(mission: OwnMission, happened: Happened): boolean {
    const isMoved = recordMove(this.#parts, mission, happened)
    if (isMoved) this.#missionMoved(mission)
    return isMoved
  }

  /** A mission that is over, or planned again, does not belong to the mower any more. */
  #missionMoved(mission: OwnMission): void {
    if (!isActive(mission.status) && this.#mission === mission) {
      this.#mission = undefined
      this.#parts.gateway.setBoundary(this.id, null)
    }
    this.#settle()
  }

  get #state(): MowerState {
    return this.#states.state
  }

  #settle(): void {
    this.#states.settle(this.#restingState())
  }

  #restingState(): MowerState {
    // A start that a stop has ended takes a moment to notice.
    const isEnding = this.#start !== undefined && isStopped(this.#start) && this.#mission?.status === 'uploading'
    return restingState(this.#mission, isEnding || !this.#stops.isEmpty, this.#fence.isRemoving)
  }

  removeFence(): void {
    this.#fence.removeLater(
      () => this.#mission === undefined && !this.isStarting && this.#state !== 'released',
      () => this.#settle(),
    )
  }

  saveProgress(): void {
    if (this.#mission?.status === 'working') recordProgress(this.#parts, this.#mission)
  }

  release(): void {
    this.#start?.ending.abort()
    this.#mission = undefined
    this.#states.enter('released')
  }
}
