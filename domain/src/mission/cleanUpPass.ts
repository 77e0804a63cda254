/** The clean-up pass: the outermost pass along the edge of a green or tee, and how it changes from day to day. */
import { z } from 'zod'
import { type Day, daysBetween } from '../common/zonedTime.ts'

/** Driven every day alike, the clean-up pass wears the collar; `byDay` drives it otherwise on each day. */
export const cleanUpPass = z.enum(['everyDay', 'byDay'])
export type CleanUpPass = z.infer<typeof cleanUpPass>

/**
 * How the outermost pass is driven: along the edge clockwise, `reversed`, `shifted` inwards by half a working width, or `skipped`,
 * so that a strip along the edge stays uncut.
 */
export const outerPass = z.enum(['normal', 'reversed', 'shifted', 'skipped'])
export type OuterPass = z.infer<typeof outerPass>

/**
 * The edge is cut whole on three days of five and after each day on which it was not. Five days, so that a mission
 * that comes every second, third, fourth or seventh day sees all of them.
 */
const ROTATION: readonly OuterPass[] = ['normal', 'shifted', 'reversed', 'skipped', 'reversed']

const FIRST_DAY: Day = '2000-01-01'

/** The outermost pass of a day of the course; the same day always gives the same one. */
export const outerPassOn = (chosen: CleanUpPass, day: Day): OuterPass => {
  if (chosen === 'everyDay') return 'normal'
  const turn = ((daysBetween(FIRST_DAY, day) % ROTATION.length) + ROTATION.length) % ROTATION.length
  return ROTATION[turn] ?? 'normal'
}
