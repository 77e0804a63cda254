/**
 * How ArduPilot goes through a mission. Items that are no waypoints are carried out one an update once the waypoint
 * before them is reached; behind the last waypoint only the first of them is; a jump carries out those it lands on.
 */
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
  /** @param reached whether the waypoint driven to is reached */
  update(reached: boolean): void
}

export interface MissionRunnerOptions {
  readonly items: readonly StoredItem[]
  readonly onWaypoint: (index: number) => void
  readonly onReached: (index: number) => void
  readonly onDo: (index: number, item: StoredItem) => void
  readonly onComplete: () => void
}

const NAV_LAST = 95
const DO_CHANGE_SPEED = 178

export const createMissionRunner = (options: MissionRunnerOptions): MissionRunner => {
  const { items } = options
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
  }

  const complete = (): void => {
    state = 'complete'
    options.onComplete()
  }

  const startDo = (index: number): void => {
    const item = items[index]
    if (item === undefined) return
    doIndex = index
    doLoaded = true
    options.onDo(index, item)
  }

  /** From `index` to the next waypoint; starts the first other item on the way and the waypoint. */
  const advance = (index: number): boolean => {
    doIndex = 0
    doLoaded = false
    doAllDone = false
    navLoaded = false
    for (let at = Math.max(1, index); at < items.length; at++) {
      const item = items[at]
      if (item === undefined) continue
      if (item.command <= NAV_LAST) {
        navIndex = at
        navLoaded = true
        options.onWaypoint(at)
        if (!doLoaded) doAllDone = true
        return true
      }
      if (!doLoaded) startDo(at)
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
    for (let at = from; at < items.length; at++) {
      const item = items[at]
      if (item !== undefined && item.command <= NAV_LAST) {
        navIndex = at
        navLoaded = true
        doAllDone = !doLoaded
        state = 'stopped'
        return true
      }
      if (!doLoaded) {
        doIndex = at
        doLoaded = true
      }
    }
    reset()
    return false
  }

  const update = (reached: boolean): void => {
    if (state !== 'running' || items.length === 0) return
    if (!navLoaded || reached) {
      if (navLoaded) options.onReached(navIndex)
      if (!advance(navIndex + 1)) {
        complete()
        return
      }
    }
    if (doLoaded) {
      doLoaded = false
      // Relays and servos are verified without a word; a change of speed is told like a waypoint.
      if (items[doIndex]?.command === DO_CHANGE_SPEED) options.onReached(doIndex)
      return
    }
    if (doAllDone) return
    const next = items[doIndex + 1]
    if (next === undefined || next.command <= NAV_LAST) doAllDone = true
    else startDo(doIndex + 1)
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
    update,
  }
}
