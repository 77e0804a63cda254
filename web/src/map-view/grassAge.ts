/** The ages of a cut with their colours: one hue that darkens, readable with colour blindness too. */
import type { CellColour } from '../map-canvas/grassLayer.ts'

interface AgeClass {
  /** Upper limit in days; the last has none. */
  readonly days: number
  readonly colour: readonly [red: number, green: number, blue: number]
}

/** From today to long ago, after the scale 'viridis' from its bright end to its dark one. */
export const AGE_CLASSES: readonly AgeClass[] = [
  { days: 1, colour: [253, 231, 37] },
  { days: 2, colour: [122, 209, 81] },
  { days: 4, colour: [34, 168, 132] },
  { days: 7, colour: [42, 120, 142] },
  { days: 14, colour: [65, 68, 135] },
  { days: Number.POSITIVE_INFINITY, colour: [68, 1, 84] },
]

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const ALPHA = 205
const NEVER: ReturnType<CellColour> = [120, 120, 120, 90]

export const colourAt =
  (now: Date): CellColour =>
  minute => {
    if (minute === 0) return NEVER
    const days = (now.getTime() - minute * MINUTE_MS) / DAY_MS
    const [red, green, blue] = (AGE_CLASSES.find(each => days < each.days) ?? AGE_CLASSES[0])?.colour ?? [0, 0, 0]
    return [red, green, blue, ALPHA]
  }
