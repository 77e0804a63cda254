/** How much of a mission is really cut, and where the mower really went. */
import type { Position } from '@greensward/domain'
import type { Stretch } from '../../../shared/missionLife/missionsStore.ts'
import { apartM } from '../../../shared/missionLife/pathLength.ts'

/** How far a mission has got, in the measure that suits it. */
export interface Extent {
  /** A straight piece that was driven. */
  add(from: Position, to: Position, bladeOn: boolean): void
  /** 0 to 1. */
  readonly share: number
  /** Square metres that are cut; 0 without mowing. */
  readonly cutM2: number
  /** For the database. */
  packed(): string | null
}

export interface ProgressTracker {
  /** The next position of the mower while it drives the mission. */
  note(position: Position, bladeOn: boolean): void
  /** The mower is somewhere else now: nothing was driven in between. */
  interrupt(): void
  /** 0 to 1. */
  readonly share: number
  /** Square metres that are cut; 0 without mowing. */
  readonly cutM2: number
  packed(): string | null
  /** The path driven since the last call. */
  takeStretches(at: Date): readonly Stretch[]
}

/** Closer points than this count as one. */
const NEAR_M = 0.25
/** A gap longer than this between two positions does not count as driving. */
const FAR_M = 30

interface Sample {
  readonly position: Position
  readonly bladeOn: boolean
}

export const createProgressTracker = (extent: Extent): ProgressTracker => {
  let last: Sample | undefined
  let stretches: { bladeOn: boolean; points: Position[] }[] = []

  const extend = (from: Position, to: Position, bladeOn: boolean): void => {
    const current = stretches.at(-1)
    if (current !== undefined && current.bladeOn === bladeOn && current.points.at(-1) === from) current.points.push(to)
    else stretches.push({ bladeOn, points: [from, to] })
  }

  const piece = (from: Position, to: Position, bladeOn: boolean): void => {
    extend(from, to, bladeOn)
    extent.add(from, to, bladeOn)
  }

  /** The blade was switched somewhere between two positions: half way is the fairest guess. */
  const drive = (from: Sample, to: Sample): void => {
    if (from.bladeOn === to.bladeOn) {
      piece(from.position, to.position, to.bladeOn)
      return
    }
    const middle: Position = [(from.position[0] + to.position[0]) / 2, (from.position[1] + to.position[1]) / 2]
    piece(from.position, middle, from.bladeOn)
    piece(middle, to.position, to.bladeOn)
  }

  return {
    note: (position, bladeOn) => {
      const from = last
      if (from !== undefined) {
        const metres = apartM(from.position, position)
        if (metres < NEAR_M && from.bladeOn === bladeOn) return
        if (metres < FAR_M) {
          drive(from, { position, bladeOn })
        }
      }
      last = { position, bladeOn }
    },
    interrupt: () => {
      last = undefined
    },
    get share() {
      return extent.share
    },
    get cutM2() {
      return extent.cutM2
    },
    packed: () => extent.packed(),
    takeStretches: at => {
      const taken = stretches
      stretches = []
      return taken.map(({ bladeOn, points }) => ({ at, bladeOn, points }))
    },
  }
}
