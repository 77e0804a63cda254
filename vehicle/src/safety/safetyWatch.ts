/** Watches a mower all the time and stops it, blade first, when something is not as it must be. It never starts anything. */
import { LOST_AFTER_MS, STALE_AFTER_MS } from '@greensward/domain'
import type { LonLat } from '@greensward/geometry'
import { hasRtk } from '../ardupilot.ts'
import { type Conversation, commandMessage, MAX_TRIES } from '../commands/conversation.ts'
import type { SafetyReason, SessionEvent } from '../events.ts'
import type { Message } from '../mavlink/index.ts'
import { type Blade, bladeCommand, mows } from '../mission/missionItem.ts'
import { isInside } from '../mission/path.ts'
import type { StateReader } from '../state/sessionState.ts'
import type { StopRequest } from './emergencyStop.ts'

export interface SafetyWatch {
  receive(message: Message, events: readonly SessionEvent[]): void
  setBoundary(boundary: readonly LonLat[] | null, bladeOff?: readonly LonLat[] | null): void
  close(): void
}

export interface SafetyWatchOptions {
  readonly conversation: Conversation
  readonly store: StateReader
  readonly blade: Blade
  readonly stopRequest: () => StopRequest | null
  readonly safetyStop: (reason: SafetyReason) => void
  /** The stop that was asked for, once more; does nothing while it is being tried. */
  readonly stopAgain: () => void
  readonly onEvent: (event: SessionEvent) => void
}

const TICK_MS = 500
/** A tick this late means that this process itself was held up: what has come meanwhile must be read first. */
const OWN_DELAY_MS = 750
const BLADE_OFF_AGAIN_MS = 500
const BLADE_OFF_SLOW_MS = 2_000
const SAFETY_STOP_AGAIN_MS = 3_000
/**
 * It comes once a second and carries no more than mode and arming. With every fifth packet lost, five in a row are missing
 * about once an hour, and eight once in a hundred hours.
 */
const HEARTBEAT_LOST_MS = 8_000
/** So long after a stop, AUTO without a start means that the stop did not hold. */
const STOP_HOLDS_MS = 5_000

export const createSafetyWatch = (options: SafetyWatchOptions): SafetyWatch => {
  const { conversation, store, blade } = options
  const { clock } = conversation
  let lost = false
  let lastTickMs = clock.monotonicMs()
  let lastStopMs = Number.NEGATIVE_INFINITY
  let lastBladeOffMs = Number.NEGATIVE_INFINITY
  let bladeOffTries = 0
  let boundary: readonly LonLat[] | null = null
  let bladeOffBoundary: readonly LonLat[] | null = null
  /** Since when it is seen driving; null while it does not. */
  let drivesSinceMs: number | null = null
  let timer: unknown

  const positionIsFresh = (): boolean =>
    store.state.positionAtMs !== null && clock.monotonicMs() - store.state.positionAtMs < TICK_MS

  const isKnownOff = (): boolean => {
    const { bladeOn, bladeAtMs } = store.state
    return bladeOn === false && bladeAtMs !== null && clock.monotonicMs() - bladeAtMs <= STALE_AFTER_MS
  }

  const driving = (): boolean => store.state.mode === 'auto' && store.state.armed === true

  const stopFor = (reason: SafetyReason): void => {
    const nowMs = clock.monotonicMs()
    if (nowMs - lastStopMs < SAFETY_STOP_AGAIN_MS) return
    lastStopMs = nowMs
    options.safetyStop(reason)
  }

  /** Outside a driven mission the blade is off, no matter who switched it on; off wins, and is repeated. */
  const keepBladeOff = (): void => {
    if (store.state.bladeOn !== true || store.state.mode === null || driving()) {
      if (store.state.bladeOn === false) bladeOffTries = 0
      return
    }
    const nowMs = clock.monotonicMs()
    const againMs = bladeOffTries < MAX_TRIES ? BLADE_OFF_AGAIN_MS : BLADE_OFF_SLOW_MS
    if (nowMs - lastBladeOffMs < againMs) return
    lastBladeOffMs = nowMs
    if (bladeOffTries === MAX_TRIES) options.onEvent({ kind: 'bladeStopFailed' })
    bladeOffTries++
    conversation.send(commandMessage(conversation.systemId, bladeCommand(blade, false), 0))
  }

  /** Positions come, and what says whether it may drive on does not. One that never reports its blade has the narrow ring. */
  const misses = (nowMs: number): boolean => {
    const { bladeAtMs } = store.state
    const sinceMs = drivesSinceMs
    if (sinceMs === null) return false
    // Without heartbeats it still counts as driving after a stop: one that it has acknowledged is enough.
    if ((options.stopRequest()?.acknowledgedMonotonicMs ?? Number.NEGATIVE_INFINITY) >= sinceMs) return false
    const ageMs = (atMs: number | undefined): number => nowMs - Math.max(atMs ?? sinceMs, sinceMs)
    return (
      ageMs(store.receivedAtMs('HEARTBEAT')) > HEARTBEAT_LOST_MS ||
      ageMs(store.receivedAtMs('GPS_RAW_INT')) > LOST_AFTER_MS ||
      (bladeAtMs !== null && ageMs(bladeAtMs) > LOST_AFTER_MS)
    )
  }

  const tick = (): void => {
    const nowMs = clock.monotonicMs()
    const heldUp = nowMs - lastTickMs > TICK_MS + OWN_DELAY_MS
    lastTickMs = nowMs
    drivesSinceMs = driving() ? (drivesSinceMs ?? nowMs) : null
    timer = clock.setTimeout(tick, TICK_MS)
    if (heldUp || store.state.positionAtMs === null || lost) return
    const positionAgeMs = nowMs - store.state.positionAtMs
    if (positionAgeMs <= STALE_AFTER_MS && misses(nowMs)) stopFor('reportsMissing')
    if (positionAgeMs <= LOST_AFTER_MS) return
    lost = true
    const wasDriving = driving() || store.state.bladeOn === true
    options.onEvent({ kind: 'linkLost' })
    // The way there may still be open when the way back is not.
    if (wasDriving) stopFor('linkLost')
  }
  timer = clock.setTimeout(tick, TICK_MS)

  const receive = (message: Message, events: readonly SessionEvent[]): void => {
    if (message.name === 'GLOBAL_POSITION_INT' && lost && positionIsFresh()) {
      lost = false
      options.onEvent({ kind: 'linkBack' })
      // It may have driven on without a link. After a lost link nothing continues by itself.
      if (driving() || store.state.bladeOn === true) {
        lastStopMs = Number.NEGATIVE_INFINITY
        stopFor('linkReturned')
      }
    }
    if (events.some(({ kind }) => kind === 'positionJump') && (driving() || store.state.bladeOn === true)) {
      stopFor('positionJump')
    }
    if (message.name === 'GPS_RAW_INT' && driving() && store.state.fixType !== null && !hasRtk(store.state.fixType)) {
      stopFor('rtkLost')
    }
    // Unknown counts as on, and so does an old report.
    const ring = isKnownOff() ? bladeOffBoundary : boundary
    if (message.name === 'GLOBAL_POSITION_INT' && ring !== null && store.state.position !== null) {
      if ((driving() || store.state.bladeOn === true) && !isInside(store.state.position, ring))
        stopFor('outsideBoundary')
    }
    const { bladeOn, mission } = store.state
    if (bladeOn === true && driving() && mission !== null && !mows(mission, blade)) stopFor('bladeOnDrive')
    const stop = options.stopRequest()
    if (message.name === 'HEARTBEAT' && driving() && stop !== null && stop.acknowledgedAtMs === null) {
      options.stopAgain()
    }
    if (message.name === 'HEARTBEAT' && driving() && stop !== null && stop.acknowledgedMonotonicMs !== null) {
      const sinceMs = clock.monotonicMs() - stop.acknowledgedMonotonicMs
      if (sinceMs < STOP_HOLDS_MS) stopFor('leftHold')
    }
    keepBladeOff()
  }

  return {
    receive,
    setBoundary: (ring, bladeOff) => {
      boundary = ring
      bladeOffBoundary = bladeOff ?? ring
    },
    close: () => clock.clearTimeout(timer),
  }
}
