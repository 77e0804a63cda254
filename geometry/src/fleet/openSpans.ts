/** Spans of time in which something is allowed. */

/** From one moment to another, in seconds from the beginning of the shift. */
export interface Span {
  readonly fromS: number
  readonly untilS: number
}

/** Sorted, apart from each other, and without the busy spans; within the limits. */
export const openSpans = (
  windows: readonly Span[] | undefined,
  busy: readonly Span[],
  { fromS, untilS }: Span,
): readonly Span[] => {
  const clipped = (windows ?? [{ fromS, untilS }])
    .map(span => ({ fromS: Math.max(span.fromS, fromS), untilS: Math.min(span.untilS, untilS) }))
    .filter(span => span.fromS <= span.untilS)
    .sort((a, b) => a.fromS - b.fromS)
  let open: Span[] = []
  for (const span of clipped) {
    const last = open[open.length - 1]
    if (last !== undefined && span.fromS <= last.untilS)
      open[open.length - 1] = { fromS: last.fromS, untilS: Math.max(last.untilS, span.untilS) }
    else open.push(span)
  }
  for (const taken of busy)
    open = open.flatMap(span =>
      taken.untilS <= span.fromS || span.untilS <= taken.fromS
        ? [span]
        : [
            { fromS: span.fromS, untilS: taken.fromS },
            { fromS: taken.untilS, untilS: span.untilS },
          ].filter(part => part.fromS < part.untilS),
    )
  return open
}

/** Where a piece of work fits: its start, and between which starts it may be moved without leaving its spans. */
export interface Fit {
  startS: number
  fromS: number
  latestS: number
}

/**
 * Finds the first start of a work that is not before it is reached. The work has to be within one span of the field, and together
 * with the drive to it within one span of the machine.
 * @returns false where it fits nowhere
 */
export const fitFirst = (
  field: readonly Span[],
  machine: readonly Span[],
  reachedS: number,
  driveS: number,
  workS: number,
  fit: Fit,
): boolean => {
  let startS = reachedS
  let f = 0
  let m = 0
  for (;;) {
    let span = field[f]
    if (span === undefined) return false
    if (startS + workS > span.untilS || span.fromS + workS > span.untilS) {
      f++
      continue
    }
    if (startS < span.fromS) startS = span.fromS
    const fieldFromS = span.fromS
    const fieldLatestS = span.untilS - workS
    span = machine[m]
    if (span === undefined) return false
    if (startS + workS > span.untilS || span.fromS + driveS + workS > span.untilS) {
      m++
      continue
    }
    if (startS < span.fromS + driveS) {
      startS = span.fromS + driveS
      continue
    }
    fit.startS = startS
    fit.fromS = Math.max(fieldFromS, span.fromS + driveS)
    fit.latestS = Math.min(fieldLatestS, span.untilS - workS)
    return true
  }
}
