/** The ready texts for messages to carts that a course keeps for itself, beside those of the program. */
import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'
import { freeText, hasSomethingToSee } from '../common/text.ts'

/** Where there are more, a text takes longer to find than to write. */
export const MOST_READY_TEXTS = 12

const readyText = freeText(300).refine(hasSomethingToSee, fieldFault('empty'))

/** Texts that differ only in capitals and blanks are one text to the person who reads them. */
const readAs = (text: string): string => text.replaceAll(/\s+/g, ' ').toLowerCase()

export const readyTexts = z.strictObject({
  /** In the order of the screen. */
  texts: z
    .array(readyText)
    .max(MOST_READY_TEXTS, fieldFault('tooManyReadyTexts'))
    .superRefine((texts, context) => {
      const seen = texts.map(readAs)
      for (const [index, text] of seen.entries()) {
        const first = seen.indexOf(text)
        if (first === index) continue
        context.addIssue({
          code: 'custom',
          path: [index],
          message: fieldFault('readyTextTwice'),
          params: { number: first + 1 },
        })
      }
    }),
  /** Whether only these are offered, and not those of the program too. */
  hidesBuiltIn: z.boolean(),
})
export type ReadyTexts = z.infer<typeof readyTexts>
