/** What a mower does that plans its own path: it has no mission of ours, and reports in a word what it is at. */
import { z } from 'zod'

export const machineActivity = z.enum([
  'mowing',
  /** It drives, or has an order that it carries out; it does not say whether it mows. */
  'working',
  'leaving',
  'goingHome',
  'charging',
  'paused',
  'idle',
  /** A person drives it along the edge of an area, to teach it. */
  'recording',
  /** A person drives it, or may at any moment. */
  'byHand',
  /** It holds in its own emergency state until a person resets it. */
  'failed',
  'unknown',
])
export type MachineActivity = z.infer<typeof machineActivity>

const RESTING: ReadonlySet<MachineActivity> = new Set(['charging', 'paused', 'idle', 'failed'])

/** Whether its wheels or its blade may turn: unknown counts as at work. False of a mower that drives our missions. */
export const worksByItself = (activity: MachineActivity | undefined): boolean =>
  activity !== undefined && !RESTING.has(activity)
