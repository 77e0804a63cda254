/** The start gate: one list, each line passed, warned or refused with its reason. */
import { z } from 'zod'

export const gateCheck = z.enum([
  'telemetry',
  'fix',
  'battery',
  'blade',
  'mowerFree',
  'zoneFree',
  'planFits',
  'way',
  'rain',
  'zoneOpen',
  'carts',
  'service',
  'linkFailsafe',
])
export type GateCheck = z.infer<typeof gateCheck>

export const gateVerdict = z.enum(['passed', 'warned', 'refused'])

export const gateLine = z.strictObject({
  check: gateCheck,
  verdict: gateVerdict,
  /** Machine-readable reason that the screen translates, with its values. */
  reason: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type GateLine = z.infer<typeof gateLine>

/** A start is allowed when no line is refused. */
export const gateOpen = (lines: readonly GateLine[]): boolean =>
  lines.length > 0 && lines.every(line => line.verdict !== 'refused')
