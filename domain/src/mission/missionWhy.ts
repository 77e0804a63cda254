/** Why a mission came to its state: what happened, with its names and figures, for a sentence in anybody's language. */
import { z } from 'zod'

const value = z.union([z.string(), z.number()])
/** In English, for a reader who has no words for the kind. */
const text = z.string()
const whyLeaf = z.strictObject({ kind: z.string(), values: z.record(z.string(), value), text })

/** A sentence within a sentence, which may hold one more. */
export const whyPart = z.strictObject({
  kind: z.string(),
  values: z.record(z.string(), z.union([value, whyLeaf])),
  text,
})
export type WhyPart = z.infer<typeof whyPart>

export const missionWhy = z.strictObject({
  /** Names the sentence; one that the reader does not know is shown as it was written in English. */
  kind: z.string(),
  /** Fill its gaps; a part is a sentence of its own within it. */
  values: z.record(z.string(), z.union([value, whyPart])),
})
/** The text of a kind in the reader's language. */
export type TextOf = (kind: string) => string | undefined

export type MissionWhy = z.infer<typeof missionWhy>

/** A value in the reader's language, or unchanged. */
export const saidValue = (part: string | number | WhyPart, textOf: TextOf): string =>
  typeof part === 'object' ? (whySentence(part, textOf) ?? part.text) : String(part)

/**
 * The sentence of a kind with its gaps filled. One whose `reason` is one of a few known words may have a text of its own.
 * @returns undefined where there is no text for it
 */
export const whySentence = ({ kind, values }: MissionWhy, textOf: TextOf): string | undefined => {
  const sentence = textOf(`${kind}_${values.reason ?? ''}`) ?? textOf(kind)
  const filling = new Map(Object.entries(values).map(([name, part]) => [name, saidValue(part, textOf)]))
  return sentence?.replace(/\{\{(\w+)\}\}/g, (gap, name: string) => filling.get(name) ?? gap)
}
