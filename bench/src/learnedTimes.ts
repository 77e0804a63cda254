/** How well the time of a mower's missions is predicted before its first and after its fifth, on simulated slow mowers. */
import { type DriveTime, driveTimeFactor, learnDriveTime } from '@greensward/domain'
import { type SimulatedDrive, simulatedMower } from './simulatedDrive.ts'

const LEARNED_FROM = 5
const JUDGED_ON = 5
/** Fields of one mower are none of another's, nor of those that are driven at the usual speed. */
const FIELDS_A_MOWER = 100
const FIRST_FIELD = 10_000

const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0
const rounded = (value: number): number => Number(value.toFixed(1))

/** How a mower is slow: its speeds alone are lower than set, or all of its drive takes longer. */
type SlowIn = 'speeds' | 'everything'

/** Percent off, each of missions that the factor was not learned from. */
export const learnedTimes = (mowers: number, seed: number, slowness: number, slowIn: SlowIn) => {
  const drivenS = ({ ends }: SimulatedDrive): number => (ends.at(-1) ?? 0) * (slowIn === 'everything' ? slowness : 1)
  const before: number[] = []
  const after: number[] = []
  for (let mower = seed; mower < seed + mowers; mower++) {
    const drive = simulatedMower(mower, slowIn === 'speeds' ? slowness : 1)
    const fields = Array.from({ length: LEARNED_FROM + JUDGED_ON }, (_, i) =>
      drive(FIRST_FIELD + FIELDS_A_MOWER * mower + i),
    ).filter(one => drivenS(one) > 0)
    const learned = fields
      .slice(0, LEARNED_FROM)
      .reduce<DriveTime | null>(
        (known, one) => learnDriveTime(known, { modelledS: one.plannedS, drivenS: drivenS(one) }),
        null,
      )
    const factor = driveTimeFactor({ driveTime: learned })
    const judged = fields.slice(LEARNED_FROM)
    const off = (by: number) => judged.map(one => Math.abs(100 * ((one.plannedS * by) / drivenS(one) - 1)))
    before.push(...off(1))
    after.push(...off(factor))
    console.info(
      `mower ${mower}, slower in ${slowIn}: factor ${factor.toFixed(3)}, ` +
        `median ${median(off(1)).toFixed(1)} % off before, ${median(off(factor)).toFixed(1)} % after ${LEARNED_FROM} missions`,
    )
  }
  return {
    missions: before.length,
    medianOffFirst: rounded(median(before)),
    worstOffFirst: rounded(Math.max(0, ...before)),
    medianOffAfterFive: rounded(median(after)),
    worstOffAfterFive: rounded(Math.max(0, ...after)),
  }
}
