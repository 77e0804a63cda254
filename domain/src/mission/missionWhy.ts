/** Why a mission came to its state: what happened, with its names and figures, for a sentence in anybody's language. */
import { z } from 'zod'

/** A sentence within a sentence, which may hold more. */
export interface WhyPart {
  readonly kind: string
  readonly values: Readonly<Record<string, WhyValue>>
  /** In English, for a reader who has no words for the kind. */
  readonly text: string
}
export type WhyValue = string | number | WhyPart | readonly WhyPart[]

const value = z.union([z.string(), z.number()])
const partWith = <T extends z.ZodType>(inner: T) =>
  z.strictObject({
    kind: z.string(),
    values: z.record(z.string(), z.union([value, inner, z.array(inner)])),
    text: z.string(),
  })

/** How deep sentences are kept within one another: a mission missed, its start refused, the lines that refused it. */
export const WHY_DEPTH = 3
export const whyPart: z.ZodType<WhyPart> = partWith(partWith(partWith(value)))

export interface MissionWhy {
  /** Names the sentence; one that the reader does not know is shown as it was written in English. */
  readonly kind: string
  /** Fill its gaps. */
  readonly values: Readonly<Record<string, WhyValue>>
}
export const missionWhy: z.ZodType<MissionWhy> = z.strictObject({
  kind: z.string(),
  values: z.record(z.string(), z.union([value, whyPart, z.array(whyPart)])),
})
/** The text of a kind in the reader's language. */
export type TextOf = (kind: string) => string | undefined

/** A value in the reader's language, or unchanged. */
export const saidValue = (part: WhyValue, textOf: TextOf): string => {
  if (typeof part !== 'object') return String(part)
  const parts = 'kind' in part ? [part] : part
  return parts.map(one => whySentence(one, textOf) ?? one.text).join('; ')
}

/**
 * The sentence of a kind with its gaps filled. One whose `reason` is one of a few known words may have a text of its own.
 * @returns undefined if the language has no text for it
 */
export const whySentence = ({ kind, values }: MissionWhy, textOf: TextOf): string | undefined => {
  const { reason } = values
  const sentence = (reason === undefined ? undefined : textOf(`${kind}_${reason}`)) ?? textOf(kind)
  const filling = new Map(Object.entries(values).map(([name, part]) => [name, saidValue(part, textOf)]))
  return sentence?.replace(/\{\{(\w+)\}\}/g, (gap, name: string) => filling.get(name) ?? gap)
}
