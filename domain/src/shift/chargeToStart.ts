/** A mission of a shift that its mower has too little charge to start. */
import type { GateLine } from '../mission/startGate.ts'
import type { ShiftRoute, ShiftTask } from './shift.ts'

const SHORT: readonly string[] = ['short', 'shortHome']

/**
 * SAFE-13n: the share of a full battery that the mission needs, where the charge alone refuses its start and the mower may charge
 * first; undefined otherwise. After a break for the same mission the route is paused: a second charge would end no better.
 */
export const chargeToStart = (
  { tasks }: ShiftRoute,
  task: ShiftTask,
  lines: readonly GateLine[],
): number | undefined => {
  const [refused, ...more] = lines.filter(({ verdict }) => verdict === 'refused')
  if (task.kind !== 'mow' || task.mayResume || refused?.check !== 'battery' || more.length > 0) return undefined
  const before = tasks[tasks.findIndex(({ id }) => id === task.id) - 1]
  const { chargePercent } = refused.values
  if (before?.isBreak === true || !SHORT.includes(refused.reason) || typeof chargePercent !== 'number') return undefined
  return chargePercent / 100
}
