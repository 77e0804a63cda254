/** The colours that the slope relief has on the server, for its legend: `raster/src/slopeColours.ts`. */

/** Rise over run; what is steeper has the last colour. */
export const STEEPEST = 0.25

/** Evenly from flat to the steepest. */
export const SLOPE_COLOURS: readonly (readonly [red: number, green: number, blue: number])[] = [
  [74, 120, 84],
  [190, 196, 110],
  [232, 160, 76],
  [190, 74, 60],
]
