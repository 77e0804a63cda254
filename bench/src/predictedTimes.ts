/** Predicted against driven seconds of a drive, whole and by kind of leg. */
import { arrivalsOf, type Stretch } from '@greensward/geometry'

export type Times = Record<string, { readonly predictedS: number; readonly drivenS: number }>

export const addTimes = (times: Times, name: string, predictedS: number, drivenS: number): void => {
  const before = times[name]
  times[name] = { predictedS: (before?.predictedS ?? 0) + predictedS, drivenS: (before?.drivenS ?? 0) + drivenS }
}

/** Seconds of each kind of leg, and of the whole, as far as it was driven. */
export const timesOf = (legs: readonly (Stretch & { readonly kind: string })[], ends: readonly number[]): Times => {
  const arrivals = arrivalsOf(legs)
  const times: Times = {}
  let point = -1
  let [lastPredictedS, lastDrivenS] = [0, 0]
  for (const [i, endS] of ends.entries()) {
    const { kind = '', points = [] } = legs[i] ?? {}
    point += points.length
    const predictedS = arrivals[point] ?? 0
    for (const name of ['whole', kind]) addTimes(times, name, predictedS - lastPredictedS, endS - lastDrivenS)
    lastPredictedS = predictedS
    lastDrivenS = endS
  }
  return times
}

/** How many per cent the prediction is off: more than 0 where the drive was shorter. */
export const offPercent = ({
  predictedS,
  drivenS,
}: {
  readonly predictedS: number
  readonly drivenS: number
}): number => Number((100 * (predictedS / drivenS - 1)).toFixed(1))
