/**
 * How ArduPilot goes through a mission. Items that are no waypoints are carried out one an update once the waypoint
 * before them is reached; behind the last waypoint only the first of them is; a jump carries out those it lands on.
 * Jumps within the mission were read in its source, not measured. An item that is written under way makes it restart the
 * present command, whichever item it is (measured).
 */
import { MavCmd } from '@greensward/vehicle/mavlink'
import type { StoredItem } from './missionStore.ts'

export type RunState = 'stopped' | 'running' | 'complete'

export interface MissionRunner {
  readonly state: RunState
  /** Index of the waypoint driven to; 0 before the first. */
  readonly navIndex: number
  /** Goes on, or begins at the first item after a reset or a finished mission. */
  startOrResume(): void
  stop(): void
  /** Forgets all progress. */
  reset(): void
  /** @returns false when there is no waypoint at or after the index */
  setCurrent(index: number): boolean
  /** Drives to the waypoint once more, as after a change of the mission. @returns false where none is driven to */
  restartCommand(): boolean
  /** @param reached whether the waypoint driven to is reached */
  update(reached: boolean): void
}

export interface MissionRunnerOptions {
  readonly items: readonly StoredItem[]
  /** @param following the waypoint after it, null when it is to be stopped at */
  readonly onWaypoint: (index: number, following: number | null) => void
  readonly onReached: (index: number) => void
  readonly onDo: (index: number, item: StoredItem) => void
  readonly onComplete: () => void
}

const NAV_LAST = 95
const MOST_JUMPS = 64
const FOR_EVER = -1

const isNavigation = ({ command }: StoredItem): boolean => command <= NAV_LAST

export const createMissionRunner = (options: MissionRunnerOptions): MissionRunner => {
  const { items } = options
  const jumpsDone = new Map<number, number>()
  let state: RunState = 'stopped'
  let navIndex = 0
  let navLoaded = false
  let doIndex = 0
  let doLoaded = false
  let doAllDone = false

  const reset = (): void => {
    navIndex = 0
    navLoaded = false
    doIndex = 0
    doLoaded = false
    doAllDone = false
    jumpsDone.clear()
  }

  const complete = (): void => {
    state = 'complete'
    options.onComplete()
  }

  /** The first item at or after `from` that is no jump, by way of the jumps. @param counts they are really made */
  const follow = (from: number, counts: boolean): number | null => {
    let at = from
    for (let jumps = 0; at < items.length; ) {
      const item = items[at]
      if (item === undefined || item.command !== MavCmd.doJump) return item === undefined ? null : at
      const [target, times] = item.params
      if (jumps++ >= MOST_JUMPS || target <= 0 || target >= items.length) return null
      const done = jumpsDone.get(at) ?? 0
      if (times !== FOR_EVER && done >= times) at++
      else {
        if (counts && times !== FOR_EVER) jumpsDone.set(at, done + 1)
        at = target
      }
    }
    return null
  }

  const nextWaypoint = (from: number): number | null => {
    let at = from
    for (let tries = 0; tries <= items.length; tries++) {
      const found = follow(at, false)
      if (found === null) return null
      const item = items[found]
      if (item !== undefined && isNavigation(item)) return found
      at = found + 1
    }
    return null
  }

  const startDo = (index: number): void => {
    const item = items[index]
    if (item === undefined) return
    doIndex = index
    doLoaded = true
    options.onDo(index, item)
  }

  const startWaypoint = (index: number): void => {
    const stays = items[index]?.command === MavCmd.navLoiterUnlimited
    options.onWaypoint(index, stays ? null : nextWaypoint(index + 1))
  }

  /** From `index` to the next waypoint; starts the first other item on the way and the waypoint. */
  const advance = (index: number): boolean => {
    doIndex = 0
    doLoaded = false
    doAllDone = false
    navLoaded = false
    let at = Math.max(1, index)
    for (let tries = 0; tries <= items.length; tries++) {
      const found = follow(at, true)
      const item = found === null ? undefined : items[found]
      if (found === null || item === undefined) return false
      if (isNavigation(item)) {
        navIndex = found
        navLoaded = true
        startWaypoint(found)
        if (!doLoaded) doAllDone = true
        return true
      }
      if (!doLoaded) startDo(found)
      at = found + 1
    }
    return false
  }

  const startOrResume = (): void => {
    const again = state === 'complete' || navIndex === 0 || navIndex >= items.length
    state = 'running'
    if (again) reset()
    const from = again ? 1 : doLoaded && doIndex > 0 ? doIndex : navIndex
    if (!advance(from)) complete()
  }

  const setCurrent = (index: number): boolean => {
    if (index >= items.length || items.length <= 1) return false
    const from = Math.max(1, index)
    if (state === 'running') {
      if (advance(from)) return true
      complete()
      return false
    }
    reset()
    for (let at = from, tries = 0; tries <= items.length; tries++) {
      const found = follow(at, true)
      const item = found === null ? undefined : items[found]
      if (found === null || item === undefined) break
      if (isNavigation(item)) {
        navIndex = found
        navLoaded = true
        doAllDone = !doLoaded
        state = 'stopped'
        return true
      }
      if (!doLoaded) {
        doIndex = found
        doLoaded = true
      }
      at = found + 1
    }
    reset()
    return false
  }

  const update = (reached: boolean): void => {
    if (state !== 'running' || items.length === 0) return
    const isDone = reached && items[navIndex]?.command !== MavCmd.navLoiterUnlimited
    if (!navLoaded || isDone) {
      if (navLoaded) options.onReached(navIndex)
      if (!advance(navIndex + 1)) {
        complete()
        return
      }
    }
    if (doLoaded) {
      doLoaded = false
      // Relays and servos are verified without a word; a change of speed is told like a waypoint.
      if (items[doIndex]?.command === MavCmd.doChangeSpeed) options.onReached(doIndex)
      return
    }
    if (doAllDone) return
    const next = follow(doIndex + 1, false)
    const item = next === null ? undefined : items[next]
    if (next === null || item === undefined || isNavigation(item)) doAllDone = true
    else startDo(next)
  }

  return {
    get state() {
      return state
    },
    get navIndex() {
      return navIndex
    },
    startOrResume,
    stop: () => {
      if (state === 'running') state = 'stopped'
    },
    reset: () => {
      reset()
      state = 'stopped'
    },
    setCurrent,
    restartCommand: () => {
      if (state !== 'running' || !navLoaded) return false
      if (!advance(navIndex)) complete()
      return true
    },
    update,
  }
}
