/**
 * How ArduPilot goes through a mission. Items that are not waypoints are carried out one an update once the waypoint
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
  /** Continues, or starts at the first item after a reset or a finished mission. */
  startOrResume(): void
  stop(): void
  /** Forgets all progress. */
  reset(): void
  /** @returns false without a waypoint at or after the index */
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

class ItemRunner implements MissionRunner {
  private readonly jumpsDone = new Map<number, number>()
  private runState: RunState = 'stopped'
  private navItem = 0
  private navLoaded = false
  private doIndex = 0
  private doLoaded = false
  private doAllDone = false
  private readonly options: MissionRunnerOptions

  constructor(options: MissionRunnerOptions) {
    this.options = options
  }

  private forget(): void {
    this.navItem = 0
    this.navLoaded = false
    this.doIndex = 0
    this.doLoaded = false
    this.doAllDone = false
    this.jumpsDone.clear()
  }

  private complete(): void {
    this.runState = 'complete'
    this.options.onComplete()
  }

  /** The first item at or after `from` that is not a jump, following the jumps. @param counts they are really made */
  private follow(from: number, counts: boolean): number | null {
    let at = from
    for (let jumps = 0; at < this.options.items.length; ) {
      const item = this.options.items[at]
      if (item === undefined || item.command !== MavCmd.doJump) return item === undefined ? null : at
      const [target, times] = item.params
      if (jumps++ >= MOST_JUMPS || target <= 0 || target >= this.options.items.length) return null
      const done = this.jumpsDone.get(at) ?? 0
      if (times !== FOR_EVER && done >= times) at++
      else {
        if (counts && times !== FOR_EVER) this.jumpsDone.set(at, done + 1)
        at = target
      }
    }
    return null
  }

  private nextWaypoint(from: number): number | null {
    let at = from
    for (let tries = 0; tries <= this.options.items.length; tries++) {
      const found = this.follow(at, false)
      if (found === null) return null
      const item = this.options.items[found]
      if (item !== undefined && isNavigation(item)) return found
      at = found + 1
    }
    return null
  }

  private startDo(index: number): void {
    const item = this.options.items[index]
    if (item === undefined) return
    this.doIndex = index
    this.doLoaded = true
    this.options.onDo(index, item)
  }

  private startWaypoint(index: number): void {
    const stays = this.options.items[index]?.command === MavCmd.navLoiterUnlimited
    this.options.onWaypoint(index, stays ? null : this.nextWaypoint(index + 1))
  }

  /** From `index` to the next waypoint; starts the first other item on the way and the waypoint. */
  private advance(index: number): boolean {
    this.doIndex = 0
    this.doLoaded = false
    this.doAllDone = false
    this.navLoaded = false
    let at = Math.max(1, index)
    for (let tries = 0; tries <= this.options.items.length; tries++) {
      const found = this.follow(at, true)
      const item = found === null ? undefined : this.options.items[found]
      if (found === null || item === undefined) return false
      if (isNavigation(item)) {
        this.navItem = found
        this.navLoaded = true
        this.startWaypoint(found)
        if (!this.doLoaded) this.doAllDone = true
        return true
      }
      if (!this.doLoaded) this.startDo(found)
      at = found + 1
    }
    return false
  }

  startOrResume(): void {
    const again = this.runState === 'complete' || this.navItem === 0 || this.navItem >= this.options.items.length
    this.runState = 'running'
    if (again) this.forget()
    const from = again ? 1 : this.doLoaded && this.doIndex > 0 ? this.doIndex : this.navItem
    if (!this.advance(from)) this.complete()
  }

  setCurrent(index: number): boolean {
    if (index >= this.options.items.length || this.options.items.length <= 1) return false
    const from = Math.max(1, index)
    if (this.runState === 'running') {
      if (this.advance(from)) return true
      this.complete()
      return false
    }
    this.forget()
    for (let at = from, tries = 0; tries <= this.options.items.length; tries++) {
      const found = this.follow(at, true)
      const item = found === null ? undefined : this.options.items[found]
      if (found === null || item === undefined) break
      if (isNavigation(item)) {
        this.navItem = found
        this.navLoaded = true
        this.doAllDone = !this.doLoaded
        this.runState = 'stopped'
        return true
      }
      if (!this.doLoaded) {
        this.doIndex = found
        this.doLoaded = true
      }
      at = found + 1
    }
    this.forget()
    return false
  }

  update(reached: boolean): void {
    if (this.runState !== 'running' || this.options.items.length === 0) return
    const isDone = reached && this.options.items[this.navItem]?.command !== MavCmd.navLoiterUnlimited
    if (!this.navLoaded || isDone) {
      if (this.navLoaded) this.options.onReached(this.navItem)
      if (!this.advance(this.navItem + 1)) {
        this.complete()
        return
      }
    }
    if (this.doLoaded) {
      this.doLoaded = false
      // Relays and servos are verified without a word; a change of speed is reported like a waypoint.
      if (this.options.items[this.doIndex]?.command === MavCmd.doChangeSpeed) this.options.onReached(this.doIndex)
      return
    }
    if (this.doAllDone) return
    const next = this.follow(this.doIndex + 1, false)
    const item = next === null ? undefined : this.options.items[next]
    if (next === null || item === undefined || isNavigation(item)) this.doAllDone = true
    else this.startDo(next)
  }

  stop(): void {
    if (this.runState === 'running') this.runState = 'stopped'
  }

  reset(): void {
    this.forget()
    this.runState = 'stopped'
  }

  restartCommand(): boolean {
    if (this.runState !== 'running' || !this.navLoaded) return false
    if (!this.advance(this.navItem)) this.complete()
    return true
  }

  get state(): RunState {
    return this.runState
  }

  get navIndex(): number {
    return this.navItem
  }
}

export const createMissionRunner = (options: MissionRunnerOptions): MissionRunner => new ItemRunner(options)
