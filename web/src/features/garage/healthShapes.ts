/** The shapes of a chart of battery and fix, from 0 to 1 both ways. Time without data is a gap, never a line across it. */
import type { HealthStep } from '@greensward/contract'

type Point = readonly [x: number, y: number]

/** Steps this many times their length apart are not joined. */
const GAP_STEPS = 3

const share = (at: number, from: number, to: number): number => (at - from) / (to - from)

export const batteryLines = (
  items: readonly HealthStep[],
  stepMs: number,
  from: number,
  to: number,
): readonly (readonly Point[])[] => {
  const lines: Point[][] = []
  let lastMs = Number.NEGATIVE_INFINITY
  for (const { at, battery } of items) {
    if (battery === null) continue
    const ms = Date.parse(at)
    const line = lines.at(-1)
    const point: Point = [share(ms + stepMs / 2, from, to), Math.min(1, Math.max(0, battery))]
    if (line === undefined || ms - lastMs > GAP_STEPS * stepMs) lines.push([point])
    else line.push(point)
    lastMs = ms
  }
  // A single step would be no line at all.
  return lines.map(line => {
    const [only] = line
    return line.length > 1 || only === undefined ? line : [only, [only[0] + stepMs / (to - from) / 2, only[1]]]
  })
}

export type FixKind = 'fixed' | 'float' | 'poor'

const kindOf = (fix: HealthStep['fix']): FixKind | null =>
  fix === null ? null : fix === 'rtkFixed' ? 'fixed' : fix === 'rtkFloat' ? 'float' : 'poor'

/** Neighbouring steps of one kind in one piece. */
export const fixBands = (
  items: readonly HealthStep[],
  stepMs: number,
  from: number,
  to: number,
): readonly { readonly x: number; readonly width: number; readonly kind: FixKind }[] => {
  const bands: { from: number; to: number; kind: FixKind }[] = []
  for (const { at, fix } of items) {
    const kind = kindOf(fix)
    if (kind === null) continue
    const begins = Date.parse(at)
    const last = bands.at(-1)
    if (last !== undefined && last.kind === kind && begins - last.to < stepMs / 2) last.to = begins + stepMs
    else bands.push({ from: begins, to: begins + stepMs, kind })
  }
  return bands.map(band => ({
    x: share(band.from, from, to),
    width: share(Math.min(band.to, to), from, to) - share(band.from, from, to),
    kind: band.kind,
  }))
}
