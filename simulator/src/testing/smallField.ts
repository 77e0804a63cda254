/** Test support: a small drive round the trial's home. */
import { localFrame } from '@greensward/geometry'
import { type Blade, type DriveSegment, missionItems, type TranslatedMission } from '@greensward/vehicle'
import { HOME } from './harness.ts'

export const relay: Blade = { kind: 'relay', index: 0 }

const frame = localFrame(HOME)
export const at = (eastM: number, northM: number): readonly [number, number] =>
  frame.toLonLat([eastM, northM]) as [number, number]

/** A way there, three swaths of 20 m with turns mowed, and a way back. */
export const smallField: readonly DriveSegment[] = [
  { bladeOn: false, speedMps: 2, points: [at(2, 2), at(5, 5)] },
  { bladeOn: true, speedMps: 1.5, points: [at(5, 5), at(5, 25), at(6, 25), at(6, 5), at(7, 5), at(7, 25)] },
  { bladeOn: false, speedMps: 2, points: [at(7, 25), at(0, 1)] },
]

export const smallMission: TranslatedMission = missionItems({ segments: smallField }, relay)
