/** Why the maker's service did not do what it was asked. */
import type { AutomowerProblem } from '@greensward/contract'
import { type OutgoingResponse, secondsUntil } from '../../platform/outgoing.ts'

export interface Fault {
  readonly ok: false
  readonly problem: AutomowerProblem
  readonly detail: string
  readonly notBefore: Date | null
}

const LEAST_RETRY_S = 60
const MOST_RETRY_S = 6 * 3_600

export const fault = (problem: AutomowerProblem, detail = '', notBefore: Date | null = null): Fault => ({
  ok: false,
  problem,
  detail,
  notBefore,
})

/** Of an answer that is not the expected one. */
export const faultOf = ({ status, headers }: Pick<OutgoingResponse, 'status' | 'headers'>, now: Date): Fault => {
  const detail = `It answered ${status}`
  if (status !== 429 && status !== 503) return fault('httpStatus', detail)
  const askedS = secondsUntil(headers['retry-after'], now.getTime()) ?? 0
  const waitS = Math.min(Math.max(askedS, LEAST_RETRY_S), MOST_RETRY_S)
  const notBefore = new Date(now.getTime() + waitS * 1_000)
  return fault(status === 429 ? 'rateLimited' : 'httpStatus', detail, notBefore)
}
