/** The gateway's events of one mower: what each means to its mission, and which of them people are notified of. */

import type { Interruption, Telemetry } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import type { GatewayEvent, SafetyReason } from '@greensward/vehicle'
import type { Notice } from '../../../platform/events.ts'
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { partOf, why } from '../../../shared/missionLife/why.ts'
import { voltsIn } from '../autopilot/autopilotSaid.ts'
import { EnergyWatch } from '../energy/energyWatch.ts'
import type { FleetParts } from '../fleetParts.ts'
import { recordLine } from '../mission/recordMove.ts'
import { meeting } from '../start/sharing.ts'
import type { ControlledMower } from './controlledMower.ts'
import type { UnheardStop } from './stopAnswer.ts'

const BATTERY_LOW = 0.2
/** Notified again only after it was above this. */
const BATTERY_FINE = 0.3

/** The system held a mower, and why. */
export const systemStop = (reason: SafetyReason): Said =>
  why('systemStop', { cause: partOf(why('safety', { reason })) })

/** Safety stops that bring a notification of their own, beside that of the mission. */
const SAFETY_NOTICES: Partial<Record<SafetyReason, string>> = {
  rtkLost: 'rtkLost',
  positionLost: 'positionLost',
  positionJump: 'positionJump',
  outsideBoundary: 'outsideBoundary',
  bladeCommandFailed: 'bladeFault',
  bladeOnDrive: 'bladeFault',
  leftHold: 'leftHold',
  lateStart: 'lateStart',
}

const SAFETY_INTERRUPTIONS: Partial<Record<SafetyReason, Interruption>> = {
  rtkLost: 'rtkLost',
  linkLost: 'linkLost',
  linkReturned: 'linkLost',
  reportsMissing: 'linkLost',
  positionJump: 'positionJump',
  bladeCommandFailed: 'bladeFault',
  bladeOnDrive: 'bladeFault',
}

export type PartEvent = Extract<GatewayEvent, { kind: 'partEnded' | 'partBegun' | 'missionStarved' }>

/** The controller, as its events change it. */
export interface FollowedMower extends ControlledMower {
  /** It drives its mission, confirmed by its own telemetry. */
  readonly isDriving: boolean
  hold(cause: Said): void
  finish(): void
  extend(event: PartEvent): void
  /** Ends a start in progress, and only that. */
  breakOff(kind: Interruption): void
  onSafetyStop(reason: SafetyReason): void
  onPosition(telemetry: Telemetry): void
  onReboot(): void
  /** It holds. @param isAcknowledged it has acknowledged a stop; otherwise it changed to HOLD */
  onHold(isAcknowledged: boolean): void
  /** A safety stop of the gateway was not acknowledged. */
  onNotStopped(stop: UnheardStop): void
}

export const notifyOfMower = (
  { ctx, garage }: Pick<FleetParts, 'ctx' | 'garage'>,
  mowerId: string,
  level: Notice['level'],
  kind: string,
  values: Notice['values'] = {},
): void =>
  ctx.events.emit('notice', {
    level,
    subject: 'mower',
    subjectId: mowerId,
    kind,
    values: { mower: garage.nameOf(mowerId), ...values },
  })

export class MowerEvents {
  readonly #mower: FollowedMower
  readonly #parts: FleetParts
  readonly #energy: EnergyWatch
  #isBatteryLow = false
  #isLinkLost = false
  /** It holds between two parts of its mission. */
  #isChangingPart = false

  constructor(mower: FollowedMower, parts: FleetParts) {
    this.#mower = mower
    this.#parts = parts
    this.#energy = new EnergyWatch(mower.id, parts)
  }

  receive(event: GatewayEvent): void {
    const { ctx, autopilotSaid } = this.#parts
    const mower = this.#mower
    switch (event.kind) {
      case 'telemetry':
        this.#onTelemetry(event.state.telemetry)
        break
      case 'missionEnded':
        mower.finish()
        break
      case 'modeChanged':
        // A mode that nobody set from here is somebody else's, also of a mower without a mission.
        if (event.to !== 'hold' && event.to !== 'auto') this.#interrupt('otherHand')
        if (event.to === 'hold') mower.onHold(false)
        // A start holds the mower before it drives, and so does the change from one part of a mission to the next.
        if (event.to === 'auto' || mower.state === 'starting' || (event.to === 'hold' && this.#isChangingPart)) break
        mower.hold(autopilotSaid.whyLeft(mower.id, event.to))
        break
      case 'armedChanged':
        if (event.armed || mower.state === 'starting') break
        if (mower.isDriving) this.#interrupt('otherHand')
        mower.hold(why('disarmed'))
        break
      case 'safetyStop':
        ctx.log.warn(event, 'The gateway stopped a mower')
        this.#onSafetyStop(event.reason)
        break
      case 'statusText':
        autopilotSaid.text(mower.id, event.severity, event.text)
        break
      case 'batteryFailsafe':
        this.#onBatteryFailsafe(event.volts)
        break
      case 'linkLost':
      case 'linkBack':
      case 'rebooted':
        this.#onLink(event.kind)
        break
      case 'partEnded':
      case 'partBegun':
      case 'missionStarved':
        this.#isChangingPart = event.kind === 'partEnded'
        mower.extend(event)
        break
      case 'stopRequested':
        this.#isChangingPart = false
        break
      case 'stopAcknowledged':
        mower.onHold(true)
        break
      case 'notStopped':
        mower.onNotStopped({ acknowledged: false, reason: event.reason, message: event.message })
        break
      case 'bladeStopFailed':
        this.#interrupt('bladeFault')
        this.#notify('alarm', 'bladeStaysOn')
        break
      case 'positionJump':
        this.#interrupt('positionJump')
        if (mower.mission !== undefined)
          recordLine(this.#parts, mower.mission, SYSTEM, why('jumpRefused', { metres: Math.round(event.distanceM) }))
        break
      case 'refusedFrame':
        ctx.log.warn(event, 'A frame was refused')
        this.#notify('warning', 'foreignFrame', { from: event.from, reason: event.reason })
        break
    }
  }

  /** Nothing of a shift starts on it from this moment on, until a person continues its route; a start in progress ends. */
  #interrupt(kind: Interruption): void {
    this.#parts.interruptions.noteKind(this.#mower.id, kind)
    this.#mower.breakOff(kind)
  }

  #notify(level: Notice['level'], kind: string, values?: Notice['values']): void {
    notifyOfMower(this.#parts, this.#mower.id, level, kind, values)
  }

  #onTelemetry(telemetry: Telemetry): void {
    this.#mower.onPosition(telemetry)
    const { id, mission, isDriving } = this.#mower
    this.#energy.note(telemetry, isDriving)
    this.#parts.energyPromises.follow(id, isDriving ? mission : undefined, telemetry)
    this.#watchBattery(telemetry)
    const otherId = meeting(this.#parts, this.#mower.id)
    if (otherId !== undefined) this.#keepApart(otherId)
  }

  /** Two mowers came near each other in spite of their plans: both stop, and people resume them. */
  #keepApart(otherId: string): void {
    const { registry, garage } = this.#parts
    for (const [mowerId, near] of [
      [this.#mower.id, otherId],
      [otherId, this.#mower.id],
    ] as const) {
      const other = garage.nameOf(near)
      const mower = mowerId === this.#mower.id ? this.#mower : registry.get(mowerId)
      const isStopped = mower?.holdNow(why('cameNear', { other })) ?? this.#stopElsewhere(mowerId)
      if (isStopped) notifyOfMower(this.#parts, mowerId, 'alarm', 'mowersNear', { other })
    }
  }

  /** Of another gateway. @returns whether it drives, or may be about to, and is sent a stop */
  #stopElsewhere(mowerId: string): boolean {
    const { ctx, view, stopAnywhere } = this.#parts
    const status = view.missionOf(mowerId)?.status
    const telemetry = view.telemetryOf(mowerId)
    const isInAuto = telemetry?.mode === 'auto' && telemetry.armed === true
    if (status !== 'working' && status !== 'uploading' && !isInAuto) return false
    stopAnywhere(mowerId, SYSTEM).catch((err: unknown) =>
      ctx.log.error({ err, mowerId }, 'Could not stop a mower that came near another'),
    )
    return true
  }

  #watchBattery({ battery }: Telemetry): void {
    if (battery === null) return
    if (battery < BATTERY_LOW && !this.#isBatteryLow) {
      this.#isBatteryLow = true
      this.#notify('warning', 'batteryLow', { percent: Math.round(battery * 100) })
    } else if (battery > BATTERY_FINE) this.#isBatteryLow = false
  }

  #onSafetyStop(reason: SafetyReason): void {
    const kind = SAFETY_NOTICES[reason]
    if (kind !== undefined) this.#notify('alarm', kind)
    // A start that failed says itself what became of it.
    if (reason !== 'startFailed')
      this.#parts.interruptions.noteKind(this.#mower.id, SAFETY_INTERRUPTIONS[reason] ?? 'safetyStop')
    this.#mower.onSafetyStop(reason)
  }

  /** Mostly before the mower leaves AUTO; where its text was lost, a moment after. */
  #onBatteryFailsafe(volts: number | null): void {
    const { id, mission } = this.#mower
    this.#interrupt('batteryFailsafe')
    const left = this.#parts.autopilotSaid.battery(id, volts)
    if (left && mission?.status === 'stopped')
      recordLine(this.#parts, mission, SYSTEM, why('batteryFailsafeLate', voltsIn(volts)))
  }

  #onLink(kind: 'linkLost' | 'linkBack' | 'rebooted'): void {
    const mower = this.#mower
    if (kind === 'linkLost') {
      const { isDriving } = mower
      this.#interrupt('linkLost')
      mower.hold(systemStop('linkLost'))
      this.#isLinkLost = true
      this.#notify(isDriving ? 'alarm' : 'warning', 'linkLost')
    } else if (kind === 'rebooted') {
      this.#interrupt('mowerRestarted')
      mower.hold(why('mowerRestarted'))
      mower.onReboot()
      this.#notify('warning', 'mowerRestarted')
    } else if (this.#isLinkLost) {
      this.#isLinkLost = false
      this.#notify('info', 'linkBack')
    }
  }
}
