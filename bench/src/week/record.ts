/** What a played week leaves behind. The judge knows nothing else: no status and no verdict of the product. */
import type { PolygonXY, XY } from '@greensward/geometry'

/** Where a mower really was: the simulator's own position and not the reported one. */
export interface Sample {
  readonly atMs: number
  readonly at: XY
  readonly speedMps: number
  readonly bladeOn: boolean
}

export interface RecordedMower {
  readonly id: string
  readonly name: string
  readonly widthM: number
  /** Of the cutting unit. */
  readonly cutM: number
  readonly base: XY
  /** Earliest first: each half second while it moves, each ten seconds while it is still. */
  readonly samples: Sample[]
  /** When it was armed and in AUTO, from a moment at which it was not. */
  readonly startsMs: number[]
}

export interface RecordedZone {
  readonly id: string
  readonly title: string
  readonly holeId: string | null
  readonly polygon: PolygonXY
  /** Where no mower may go, as the map has it: trees and restrictions that lie over the zone. */
  readonly obstacles: readonly PolygonXY[]
}

/** A person's press that lets mowers move. `drive` is the one drive of a mower that was sent home. */
export interface Press {
  readonly atMs: number
  readonly kind: 'release' | 'continue' | 'drive'
  readonly mowerIds: readonly string[]
  /** The window of the release. */
  readonly fromMs: number
  readonly untilMs: number
}

/** What ended the right of mowers to start: a stop, a pause, a killed server. */
export interface Ending {
  readonly atMs: number
  readonly mowerIds: readonly string[]
  readonly why: string
}

/** A group on a hole. */
export interface GroupOnHole {
  readonly holeId: string
  readonly fromMs: number
  readonly toMs: number
}

export interface PromisedZone {
  readonly zoneId: string
  /** By when it is mown, and when the product said so: the first by the plan of the day, the last holds. */
  readonly said: { readonly atMs: number; readonly dueMs: number }[]
}

export interface WeekRecord {
  readonly mowers: readonly RecordedMower[]
  readonly zones: readonly RecordedZone[]
  readonly presses: readonly Press[]
  readonly endings: readonly Ending[]
  readonly groups: readonly GroupOnHole[]
  readonly promises: readonly PromisedZone[]
  /** When all mowers should be at home. */
  readonly eveningsMs: readonly number[]
  /** When the record ends. */
  readonly endMs: number
}
