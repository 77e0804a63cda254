/** What the mowers report, and what that means for the missions they drive. It asks nothing of a mower but to stand safely. */

import type { MissionWhy, Telemetry } from '@greensward/domain'
import type { GatewayEvent, SafetyReason } from '@greensward/vehicle'
import type { Notice } from '../events.ts'
import { SYSTEM } from '../missionLife/moveMission.ts'
import { partOf, why } from '../missionLife/why.ts'
import type { ActiveMission } from './activeMission.ts'
import { createAutopilotSaid, voltsIn } from './autopilot/autopilotSaid.ts'
import { confirm } from './confirming.ts'
import { type Fleet, mowerName } from './fleetState.ts'
import { isInside } from './insideRing.ts'
import { isOnWay } from './missionDrive.ts'
import { recordLine, recordMove } from './recordMove.ts'
import { meeting } from './sharing.ts'

const BATTERY_LOW = 0.2
/** Told again only after it was above this. */
const BATTERY_FINE = 0.3

/** The system held a mower, and why. */
const systemStop = (reason: SafetyReason): MissionWhy => why('systemStop', { cause: partOf(why('safety', { reason })) })

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
  const changingPart = new Set<string>()
  const autopilotSaid = createAutopilotSaid(fleet.ctx.clock)

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
  const held = (mowerId: string, cause: MissionWhy): void => {
    const active = drivingOf(mowerId)
    // A person's stop is written down with their name once it is acknowledged.
    if (active === undefined || fleet.stopping.has(mowerId)) return
    active.progress.interrupt()
    recordMove(fleet, active, { event: 'held', actor: SYSTEM, why: cause })
  }

  const followPosition = (mowerId: string, telemetry: Telemetry): void => {
    const active = drivingOf(mowerId)
    if (active === undefined || telemetry.position === null || telemetry.mode !== 'auto') return
    if (telemetry.missionSeq !== null && telemetry.missionSeq > 0) active.seq = telemetry.missionSeq
    active.leftAt = telemetry.position
    active.progress.note(telemetry.position, telemetry.bladeOn === true)
    // The way to the start may cross a corner of the zone and leave it again: it is watched from the plan itself on.
    const isOnPlan = !isOnWay(active)
    if (isOnPlan && !active.isInside && active.boundary !== null && isInside(telemetry.position, active.boundary)) {
      active.isInside = true
      fleet.gateway.setBoundary(mowerId, active.boundary, active.bladeOffBoundary)
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
    recordMove(fleet, active, { event: 'finished', actor: SYSTEM, why: why('lastItem') })
  }

  /** Between two parts of a mission that is longer than the mower's memory it holds, and the mission goes on. */
  const followParts = (event: Extract<GatewayEvent, { kind: 'partEnded' | 'partBegun' | 'missionStarved' }>): void => {
    const { mowerId } = event
    const active = drivingOf(mowerId)
    if (event.kind === 'partEnded') changingPart.add(mowerId)
    else changingPart.delete(mowerId)
    if (active === undefined) return
    if (event.kind === 'partEnded') {
      active.progress.interrupt()
      recordLine(fleet, active, SYSTEM, why('partEnded', { upTo: event.seq }))
    } else if (event.kind === 'partBegun') {
      recordLine(fleet, active, SYSTEM, why('partBegun', { upTo: event.through, items: event.total }))
    } else {
      held(mowerId, why('starved', { message: event.message }))
      tell(mowerId, 'warning', 'missionNotExtended', { mission: active.title })
    }
  }

  /** Mostly before the mower leaves AUTO; where its text was lost, a moment after. */
  const batteryFailsafe = (mowerId: string, volts: number | null): void => {
    const left = autopilotSaid.battery(mowerId, volts)
    const active = fleet.active.get(mowerId)
    if (left && active?.status === 'stopped')
      recordLine(fleet, active, SYSTEM, why('batteryFailsafeLate', voltsIn(volts)))
  }

  const safetyStop = (mowerId: string, reason: SafetyReason): void => {
    const kind = SAFETY_NOTICES[reason]
    if (kind !== undefined) tell(mowerId, 'alarm', kind)
    const starting = fleet.active.get(mowerId)
    if (starting?.status === 'uploading') starting.mayHaveMoved = true
    // A start that fails says so itself, with its own reason.
    if (reason === 'startFailed') return
    fleet.starting.get(mowerId)?.abort()
    held(mowerId, systemStop(reason))
    const active = fleet.active.get(mowerId)
    if (active?.status === 'uploading')
      recordMove(fleet, active, {
        event: 'held',
        actor: SYSTEM,
        why: why('startBrokenOff', { cause: partOf(why('safety', { reason })) }),
      })
  }

  /** Two mowers that share a zone came near each other in spite of their plans: both stop, and a person says how they go on. */
  const keepApart = (mowerId: string, otherId: string): void => {
    for (const [id, near] of [
      [mowerId, otherId],
      [otherId, mowerId],
    ] as const) {
      if (drivingOf(id) === undefined) continue
      void fleet.gateway.stop(id)
      held(id, why('systemStop', { cause: partOf(why('cameNear', { other: mowerName(fleet, near) })) }))
      tell(id, 'alarm', 'mowersNear', { other: mowerName(fleet, near) })
    }
  }

  const hearTelemetry = (mowerId: string, telemetry: Telemetry): void => {
    followPosition(mowerId, telemetry)
    const active = fleet.active.get(mowerId)
    if (active?.isUnconfirmed === true) confirm(fleet, active)
    watchBattery(mowerId, telemetry)
    const other = meeting(fleet, mowerId)
    if (other !== undefined) keepApart(mowerId, other)
    onTelemetry(mowerId, telemetry)
  }

  const hearLink = (event: Extract<GatewayEvent, { kind: 'linkLost' | 'linkBack' | 'rebooted' }>): void => {
    const { mowerId, kind } = event
    if (kind === 'linkLost') {
      const wasDriving = drivingOf(mowerId) !== undefined
      held(mowerId, systemStop('linkLost'))
      linkTold.add(mowerId)
      tell(mowerId, wasDriving ? 'alarm' : 'warning', 'linkLost')
    } else if (kind === 'rebooted') {
      held(mowerId, why('mowerRestarted'))
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
        // A start holds the mower before it drives, and so does the change from one part of a mission to the next.
        if (event.to === 'hold' && changingPart.has(event.mowerId)) break
        if (event.to !== 'auto' && !fleet.starting.has(event.mowerId))
          held(event.mowerId, autopilotSaid.whyLeft(event.mowerId, event.to))
        break
      case 'armedChanged':
        if (!event.armed && !fleet.starting.has(event.mowerId)) held(event.mowerId, why('disarmed'))
        break
      case 'safetyStop':
        fleet.ctx.log.warn(event, 'The gateway stopped a mower')
        safetyStop(event.mowerId, event.reason)
        break
      case 'statusText':
        autopilotSaid.text(event.mowerId, event.severity, event.text)
        break
      case 'batteryFailsafe':
        batteryFailsafe(event.mowerId, event.volts)
        break
      case 'linkLost':
      case 'linkBack':
      case 'rebooted':
        hearLink(event)
        break
      case 'partEnded':
      case 'partBegun':
      case 'missionStarved':
        followParts(event)
        break
      case 'stopRequested':
        changingPart.delete(event.mowerId)
        break
      case 'bladeStaysOn':
        tell(event.mowerId, 'alarm', 'bladeStaysOn')
        break
      case 'positionJump': {
        const active = fleet.active.get(event.mowerId)
        if (active !== undefined)
          recordLine(fleet, active, SYSTEM, why('jumpRefused', { metres: Math.round(event.distanceM) }))
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
