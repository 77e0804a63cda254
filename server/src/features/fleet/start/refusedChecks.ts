import { type GateLine, gateLine } from '@greensward/domain'
import { z } from 'zod'
import { Refusal } from '../../../platform/http/refusal.ts'

const refusedChecks = z.object({ lines: z.array(gateLine) })

/** The pre-start checks by which a start was refused; none where anything else refused it. */
export const refusedChecksOf = (error: unknown): readonly GateLine[] => {
  if (!(error instanceof Refusal) || error.kind !== 'gateRefused') return []
  return refusedChecks.safeParse(error.extras.details).data?.lines ?? []
}
