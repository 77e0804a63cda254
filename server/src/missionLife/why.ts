/** What a log says and why a mission stands as it does: kept as what happened, and beside it as a sentence in English. */
import { type MissionWhy, type WhyPart, whySentence } from '@greensward/domain'
import english from '@greensward/domain/whyTexts/en.json' with { type: 'json' }
import type { Outcome, StopOutcome } from '@greensward/vehicle'
import { Refusal } from '../http/refusal.ts'

type WhyKind = keyof typeof english
const TEXTS: Readonly<Record<string, string>> = english

/** @param kind without its `_reason`, where it has one */
export const why = (
  kind: WhyKind | 'conflict' | 'safety' | 'stopAnswer' | 'drive',
  values: MissionWhy['values'] = {},
): MissionWhy => ({ kind, values })

export const englishWhy = (said: MissionWhy): string =>
  whySentence(said, kind => (Object.hasOwn(TEXTS, kind) ? TEXTS[kind] : undefined)) ?? said.kind

type Values = Readonly<Record<string, string | number | { readonly text: string }>>

/** What is within what is within a sentence is said in English. */
const flat = (values: Values): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? value.text : value]),
  )

/** As a part of another sentence. */
export const partOf = (said: MissionWhy): WhyPart => ({
  kind: said.kind,
  values: Object.fromEntries(
    Object.entries(said.values).map(([name, value]) => [
      name,
      typeof value === 'object' ? { ...value, values: flat(value.values) } : value,
    ]),
  ),
  text: englishWhy(said),
})

/** What the server itself found against a start, as an outcome that a log can tell in any language. */
export const refusalOf = (reason: string, said: MissionWhy): Outcome & { readonly why: MissionWhy } => ({
  outcome: 'rejected',
  reason,
  message: englishWhy(said),
  why: said,
})

/** What a mower, or who speaks with it, answered. */
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
    ? (error.extras.why ?? why('refusal', { reason: error.kind, message: error.message }))
    : why('serverFailed')
