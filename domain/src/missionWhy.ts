/** Why a mission came to its state: what happened, with its names and figures, for a sentence in anybody's language. */
import { z } from 'zod'

const value = z.union([z.string(), z.number()])
export const whyPart = z.strictObject({ kind: z.string(), values: z.record(z.string(), value) })

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

/** Why something is as it is, or a value of it as it stands. */
export const saidValue = (part: string | number | WhyPart, textOf: TextOf): string | undefined =>
  typeof part === 'object' ? whySentence(part, textOf) : String(part)

/**
 * The sentence of a kind with its gaps filled. One whose `reason` is one of a few known words may have a text of its own.
 * @returns undefined where there is no text for it
 */
export const whySentence = ({ kind, values }: MissionWhy, textOf: TextOf): string | undefined => {
  const text = textOf(`${kind}_${values.reason ?? ''}`) ?? textOf(kind)
  if (text === undefined) return undefined
  const filling = new Map<string, string>()
  for (const [name, part] of Object.entries(values)) {
    const said = saidValue(part, textOf)
    if (said === undefined) return undefined
    filling.set(name, said)
  }
  return text.replace(/\{\{(\w+)\}\}/g, (gap, name: string) => filling.get(name) ?? gap)
}
