/** The colours of the slope relief, evenly from flat to the steepest that has a colour of its own. */

export type Colour = readonly [red: number, green: number, blue: number]

export const SLOPE_COLOURS: readonly Colour[] = [
  [74, 120, 84],
  [190, 196, 110],
  [232, 160, 76],
  [190, 74, 60],
]
/** Rise over run; what is steeper has the last colour. */
export const STEEPEST = 0.25
