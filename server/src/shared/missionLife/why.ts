/** What happened to a mission, as its log and its status keep it: a code with params, and beside it a text in English. */

import { type GateLine, PARTS_DEPTH, refusedLines } from '@greensward/domain'
import { type Param, type ParamsArgument, type ReasonOf, type Said, said, type WhyCode } from '@greensward/messages'
import { englishText } from '@greensward/messages/english'
import type { Outcome, StopOutcome } from '@greensward/vehicle'
import { Refusal } from '../../platform/http/refusal.ts'

/** Only codes that a mission's log may hold. */
export const why = <C extends WhyCode>(code: C, ...params: ParamsArgument<C>): Said => said(code, ...params)

/** A text that is nested too deep to be kept is stored in English. */
const shallowParam = (param: Param, depth: number): Param => {
  if (typeof param !== 'object') return param
  if (depth === 0) return 'code' in param ? englishText(param) : param.map(englishText).join('; ')
  return 'code' in param ? shallow(param, depth - 1) : param.map(part => shallow(part, depth - 1))
}

const shallow = ({ code, params }: Said, depth: number): Said => ({
  code,
  params: Object.fromEntries(Object.entries(params).map(([name, param]) => [name, shallowParam(param, depth)])),
})

/** As a part of another text. */
export const partOf = (part: Said): Said => shallow(part, PARTS_DEPTH - 1)

/** The pre-start checks that were refused. The code is as the logs of missions have it. */
export const checksRefused = (lines: readonly GateLine[]): Said => why('gateShut', { lines: refusedLines(lines) })

/** The server's own objection to a start, as an outcome that a log can show in any language. */
export const refusalOf = (reason: string, cause: Said): Outcome & { readonly why: Said } => ({
  outcome: 'rejected',
  reason,
  message: englishText(cause),
  why: cause,
})

/** The server's own objection for a reason that has a text of its own. */
export const objection = (reason: ReasonOf<'answer'>): Outcome & { readonly why: Said } =>
  refusalOf(reason, why('answer', { reason, message: englishText(said('answer', { reason, message: reason })) }))

/** The answer of a mower, or of the gateway that speaks with it. */
export const answerWhy = (outcome: Exclude<Outcome, { outcome: 'accepted' }> & { readonly why?: Said }): Said =>
  outcome.why ??
  why('answer', {
    reason: outcome.outcome === 'noAnswer' ? (outcome.missing ?? 'noAnswer') : (outcome.detail ?? outcome.reason),
    message: (outcome.outcome === 'rejected' ? outcome.answer : undefined) ?? outcome.message,
  })

export const stopWhy = ({ reason }: Pick<StopOutcome, 'reason'>): Said =>
  why('stopAnswer', { reason: reason ?? 'noAnswer' })

/** Why something was refused, for a log. */
export const refusalWhy = (error: unknown): Said =>
  error instanceof Refusal
    ? (error.extras.why ?? why('refusal', { reason: error.kind, message: partOf(error.said) }))
    : why('serverFailed')
