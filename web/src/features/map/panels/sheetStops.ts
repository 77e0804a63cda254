/** Shares of the height at which a sheet rests. */
export const SHEET_STOPS = [0.25, 0.45, 0.9] as const
export type SheetStop = (typeof SHEET_STOPS)[number]

/** Where a dragged sheet comes to rest; null where it was pulled away. */
export const nearestStop = (share: number): SheetStop | null =>
  share < SHEET_STOPS[0] / 2
    ? null
    : SHEET_STOPS.reduce<SheetStop>(
        (best, stop) => (Math.abs(stop - share) < Math.abs(best - share) ? stop : best),
        SHEET_STOPS[0],
      )
