/**
 * The change from one part of a mission to the next. A person's start covers all parts: at the end of one the mower is
 * held, given the next and driven on. A stop, a lost link, another mode, a disarming or a restart ends that cover, and
 * the mower then stands until a person lets it resume.
 */

import type { Outcome } from '../commands/outcome.ts'
import type { SessionEvent } from '../events.ts'
import type { StateReader } from '../state/sessionState.ts'
import type { MissionItem } from './missionItem.ts'

export interface PartChange {
  readonly isChanging: boolean
  /** A start has been carried out. */
  begin(): void
  /** Ends what the start covers. */
  end(): void
  /** To be called with all that happens to the mower. */
  note(event: SessionEvent): void
}

export interface PartChangeOptions {
  readonly store: StateReader
  /** Brings the part on board that begins with that waypoint, and drives it. */
  readonly driveOn: (mission: readonly MissionItem[], next: number) => Promise<Outcome>
  /** Breaks `driveOn` off. */
  readonly breakOff: () => void
  /** Blade off and hold. */
  readonly settle: () => void
  /** A stop was asked for, and says itself what became of it. */
  readonly isStopped: () => boolean
  readonly onEvent: (event: SessionEvent) => void
}

export const createPartChange = (options: PartChangeOptions): PartChange => {
  const { store, onEvent } = options
  let isCovered = false
  let isChanging = false

  const end = (): void => {
    isCovered = false
    if (isChanging) options.breakOff()
  }

  const starve = (seq: number, message: string): void => {
    isCovered = false
    options.settle()
    onEvent({ kind: 'missionStarved', seq, message })
  }

  const change = async (next: number): Promise<void> => {
    const { mission } = store.state
    if (!isCovered || mission === null) return starve(next, 'Nobody has started what follows.')
    isChanging = true
    const outcome = await options.driveOn(mission, next)
    isChanging = false
    if (outcome.outcome === 'accepted') {
      const through = store.state.part?.last ?? mission.length - 1
      onEvent({ kind: 'partBegun', seq: next, through, total: mission.length })
    } else if (!options.isStopped()) starve(next, outcome.message)
  }

  return {
    get isChanging() {
      return isChanging
    },
    begin: () => {
      isCovered = true
    },
    end,
    note: event => {
      switch (event.kind) {
        case 'partEnded':
          if (!isChanging) void change(event.next)
          return
        case 'modeChanged':
          if (event.to !== 'auto' && (!isChanging || event.to !== 'hold')) end()
          return
        case 'armedChanged':
          if (!event.armed) end()
          return
        case 'linkLost':
        case 'rebooted':
        case 'positionJump':
          end()
          return
        default:
      }
    },
  }
}
