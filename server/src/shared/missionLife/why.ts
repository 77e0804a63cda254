/** The reasons in logs and of a mission's status: kept as events, and beside them as a sentence in English. */

import {
  type GateLine,
  type MissionWhy,
  saidValue,
  shutLines,
  WHY_DEPTH,
  type WhyPart,
  type WhyValue,
  whySentence,
} from '@greensward/domain'
import { gateLineText, type Said, textIn } from '@greensward/messages'
import { englishText } from '@greensward/messages/english'
import englishGate from '@greensward/messages/gate/en.json' with { type: 'json' }
import english from '@greensward/messages/why/en.json' with { type: 'json' }
import type { Outcome, StopOutcome } from '@greensward/vehicle'
import { Refusal } from '../../platform/http/refusal.ts'

type WhyKind = keyof typeof english
const TEXTS: Readonly<Record<string, string>> = english

/** @param kind without its `_reason`, where it has one */
export const why = (
  kind: WhyKind | 'conflict' | 'safety' | 'stopAnswer' | 'drive',
  values: MissionWhy['values'] = {},
): MissionWhy => ({ kind, values })

const englishTextOf = (kind: string): string | undefined =>
  Object.hasOwn(TEXTS, kind) ? TEXTS[kind] : gateLineText(kind, line => textIn(englishGate, line))

export const englishWhy = (said: MissionWhy): string => whySentence(said, englishTextOf) ?? said.kind

const PREFIX = 'error.'

/** A refusal as a part of a sentence: its kind names the code, so that each reader gets the text of the catalogue. */
export const partOfSaid = (said: Said): WhyPart => ({
  kind: PREFIX + said.code,
  values: Object.fromEntries(
    Object.entries(said.params).map(([name, param]): [string, WhyValue] => [
      name,
      typeof param !== 'object' ? param : 'code' in param ? partOfSaid(param) : param.map(partOfSaid),
    ]),
  ),
  text: englishText(said),
})

const eachPart = (value: WhyValue, as: (part: WhyPart) => WhyValue): WhyValue => {
  if (typeof value !== 'object') return value
  return 'kind' in value ? as(value) : value.map(part => as(part) as WhyPart)
}

/** A sentence that is nested too deep to be kept is stored in English. */
const shallow = (values: MissionWhy['values'], depth: number): MissionWhy['values'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      depth === 0 && typeof value === 'object'
        ? saidValue(value, () => undefined)
        : eachPart(value, part => ({ ...part, values: shallow(part.values, depth - 1) })),
    ]),
  )

/** As a part of another sentence. */
export const partOf = (said: MissionWhy): WhyPart => ({
  kind: said.kind,
  values: shallow(said.values, WHY_DEPTH - 1),
  text: englishWhy(said),
})

/** The lines that kept the gate shut. */
export const gateShut = (lines: readonly GateLine[]): MissionWhy =>
  why('gateShut', {
    lines: shutLines(lines).map(({ code, params }) => partOf({ kind: code, values: params as GateLine['values'] })),
  })

/** The server's own objection to a start, as an outcome that a log can show in any language. */
export const refusalOf = (reason: string, said: MissionWhy): Outcome & { readonly why: MissionWhy } => ({
  outcome: 'rejected',
  reason,
  message: englishWhy(said),
  why: said,
})

/** The answer of a mower, or of the gateway that speaks with it. */
export const answerWhy = (
  outcome: Exclude<Outcome, { outcome: 'accepted' }> & { readonly why?: MissionWhy },
): MissionWhy =>
  outcome.why ??
  why('answer', {
    reason: outcome.outcome === 'noAnswer' ? 'noAnswer' : outcome.reason,
    message: outcome.message,
  })

export const stopWhy = ({ reason, message }: StopOutcome): MissionWhy =>
  why('stopAnswer', { reason: reason ?? 'noAnswer', message })

/** Why something was refused, for a log. */
export const refusalWhy = (error: unknown): MissionWhy =>
  error instanceof Refusal
    ? (error.extras.why ?? why('refusal', { reason: error.kind, message: partOfSaid(error.said) }))
    : why('serverFailed')
