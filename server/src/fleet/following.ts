/** What the mowers report, and what that means for the missions they drive. It asks nothing of a mower but to stand safely. */

import type { Telemetry } from '@greensward/domain'
import type { GatewayEvent, SafetyReason } from '@greensward/vehicle'
import type { Notice } from '../events.ts'
import { SYSTEM } from '../missionLife/moveMission.ts'
import type { ActiveMission } from './activeMission.ts'
import { confirm } from './confirming.ts'
import { type Fleet, mowerName } from './fleetState.ts'
import { isInside } from './insideRing.ts'
import { recordLine, recordMove } from './recordMove.ts'
import { recordBrokenOff, sendAndRun } from './starting.ts'

const BATTERY_LOW = 0.2
/** Told again only after it was above this. */
const BATTERY_FINE = 0.3

const SAFETY_WORDS: Readonly<Record<SafetyReason, string>> = {
  rtkLost: 'RTK was lost',
  linkLost: 'the link was lost',
  linkReturned: 'the link was lost and came back',
  positionJump: 'its position jumped',
  outsideBoundary: 'it was outside its boundary',
  bladeCommandFailed: 'the blade did not obey',
  leftHold: 'it left hold after a stop',
  startFailed: 'the start failed',
}

/** What of these brings a notification of its own, beside that of the mission. */
const SAFETY_NOTICES: Partial<Record<SafetyReason, string>> = {
  rtkLost: 'rtkLost',
  positionJump: 'positionJump',
  outsideBoundary: 'outsideBoundary',
  bladeCommandFailed: 'bladeFault',
  leftHold: 'leftHold',
}

export interface Following {
  /** The gateway's events, in order; never throws. */
  hear(event: GatewayEvent): void
}

export interface FollowingDoors {
  readonly onTelemetry: (mowerId: string, telemetry: Telemetry) => void
}

export const createFollowing = (fleet: Fleet, { onTelemetry }: FollowingDoors): Following => {
  const batteryTold = new Set<string>()
  const linkTold = new Set<string>()

  const tell = (mowerId: string, level: Notice['level'], kind: string, values: Notice['values'] = {}): void =>
    fleet.ctx.events.emit('notice', {
      level,
      subject: 'mower',
      subjectId: mowerId,
      kind,
      values: { mower: mowerName(fleet, mowerId), ...values },
    })

  const drivingOf = (mowerId: string): ActiveMission | undefined => {
    const active = fleet.active.get(mowerId)
    return active?.status === 'working' && !active.isUnconfirmed ? active : undefined
  }

  /** The mission no longer drives, though nobody asked for that. */
  const held = (mowerId: string, why: string): void => {
    const active = drivingOf(mowerId)
    // A person's stop is written down with their name once it is acknowledged.
    if (active === undefined || fleet.stopping.has(mowerId)) return
    active.progress.interrupt()
    recordMove(fleet, active, { event: 'held', actor: SYSTEM, why })
  }

  const followPosition = (mowerId: string, telemetry: Telemetry): void => {
    const active = drivingOf(mowerId)
    if (active === undefined || telemetry.position === null || telemetry.mode !== 'auto') return
    if (telemetry.missionSeq !== null && telemetry.missionSeq > 0) active.seq = telemetry.missionSeq
    active.progress.note(telemetry.position, telemetry.bladeOn === true)
    if (!active.isInside && active.boundary !== null && isInside(telemetry.position, active.boundary)) {
      active.isInside = true
      fleet.gateway.setBoundary(mowerId, active.boundary)
    }
  }

  const watchBattery = (mowerId: string, { battery }: Telemetry): void => {
    if (battery === null) return
    if (battery < BATTERY_LOW && !batteryTold.has(mowerId)) {
      batteryTold.add(mowerId)
      tell(mowerId, 'warning', 'batteryLow', { percent: Math.round(battery * 100) })
    } else if (battery > BATTERY_FINE) batteryTold.delete(mowerId)
  }

  const missionEnded = (mowerId: string): void => {
    const active = drivingOf(mowerId)
    if (active === undefined) return
    active.progress.interrupt()
    if (active.part + 1 < active.parts.length) void driveNextPart(active)
    else recordMove(fleet, active, { event: 'finished', actor: SYSTEM, why: 'The mower has driven its last item' })
  }

  /** The start that was asked for covers the whole plan; its parts follow each other while nothing goes wrong. */
  const driveNextPart = async (active: ActiveMission): Promise<void> => {
    const { mowerId } = active
    const ending = new AbortController()
    fleet.starting.set(mowerId, ending)
    active.part += 1
    active.seq = 0
    try {
      // The gateway lets the mower hold at the end of a part; an upload before that would be refused.
      await standing(fleet, mowerId)
      const outcome = await sendAndRun(fleet, active, SYSTEM, ending.signal)
      if (ending.signal.aborted) recordBrokenOff(fleet, active)
      if (ending.signal.aborted || outcome.outcome === 'accepted') return
      await fleet.gateway.stop(mowerId)
      recordMove(fleet, active, { event: 'fail', actor: SYSTEM, why: outcome.message })
    } catch (error) {
      fleet.ctx.log.error({ err: error, missionId: active.id }, 'The next part could not be sent')
      await fleet.gateway.stop(mowerId)
      recordMove(fleet, active, { event: 'fail', actor: SYSTEM, why: 'The next part could not be sent' })
    } finally {
      if (fleet.starting.get(mowerId) === ending) fleet.starting.delete(mowerId)
    }
  }

  const safetyStop = (mowerId: string, reason: SafetyReason): void => {
    const kind = SAFETY_NOTICES[reason]
    if (kind !== undefined) tell(mowerId, 'alarm', kind)
    // A start that fails says so itself, with its own reason.
    if (reason === 'startFailed') return
    fleet.starting.get(mowerId)?.abort()
    held(mowerId, `Stopped by the system: ${SAFETY_WORDS[reason]}`)
    const active = fleet.active.get(mowerId)
    if (active?.status === 'uploading')
      recordMove(fleet, active, { event: 'fail', actor: SYSTEM, why: `Start broken off: ${SAFETY_WORDS[reason]}` })
  }

  const hearTelemetry = (mowerId: string, telemetry: Telemetry): void => {
    followPosition(mowerId, telemetry)
    const active = fleet.active.get(mowerId)
    if (active?.isUnconfirmed === true) confirm(fleet, active)
    watchBattery(mowerId, telemetry)
    onTelemetry(mowerId, telemetry)
  }

  const hearLink = (event: Extract<GatewayEvent, { kind: 'linkLost' | 'linkBack' | 'rebooted' }>): void => {
    const { mowerId, kind } = event
    if (kind === 'linkLost') {
      const wasDriving = drivingOf(mowerId) !== undefined
      held(mowerId, 'Stopped by the system: the link was lost')
      linkTold.add(mowerId)
      tell(mowerId, wasDriving ? 'alarm' : 'warning', 'linkLost')
    } else if (kind === 'rebooted') {
      held(mowerId, 'The mower restarted')
      tell(mowerId, 'warning', 'mowerRestarted')
    } else if (linkTold.delete(mowerId)) tell(mowerId, 'info', 'linkBack')
  }

  const hear = (event: GatewayEvent): void => {
    switch (event.kind) {
      case 'telemetry':
        hearTelemetry(event.mowerId, event.telemetry)
        break
      case 'missionEnded':
        missionEnded(event.mowerId)
        break
      case 'modeChanged':
        // Between two parts the mower holds while the next one is sent.
        if (event.to !== 'auto' && !fleet.starting.has(event.mowerId))
          held(event.mowerId, `The mower left AUTO by itself (now ${event.to})`)
        break
      case 'armedChanged':
        if (!event.armed && !fleet.starting.has(event.mowerId)) held(event.mowerId, 'The mower was disarmed')
        break
      case 'safetyStop':
        fleet.ctx.log.warn(event, 'The gateway stopped a mower')
        safetyStop(event.mowerId, event.reason)
        break
      case 'linkLost':
      case 'linkBack':
      case 'rebooted':
        hearLink(event)
        break
      case 'bladeStaysOn':
        tell(event.mowerId, 'alarm', 'bladeStaysOn')
        break
      case 'positionJump': {
        const active = fleet.active.get(event.mowerId)
        if (active !== undefined)
          recordLine(fleet, active, SYSTEM, `A position ${Math.round(event.distanceM)} m away was refused`)
        break
      }
      case 'refusedFrame':
        fleet.ctx.log.warn(event, 'A frame was refused')
        tell(event.mowerId, 'warning', 'foreignFrame', { from: event.from, reason: event.reason })
        break
      case 'linkError':
        fleet.ctx.log.error(event, 'A link to the mowers failed')
        break
    }
  }

  return { hear }
}

/** Waits until the mower holds, for 10 s at most. */
const standing = async (fleet: Fleet, mowerId: string): Promise<void> => {
  for (let tried = 0; tried < 100; tried += 1) {
    if (fleet.gateway.state(mowerId)?.telemetry.mode === 'hold') return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
