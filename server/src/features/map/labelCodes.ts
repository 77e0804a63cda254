/** Which labels of the history say a searched text, in any of the languages. */
import { mapChanges as german } from '@greensward/messages/errors/mapChanges.de'
import { mapChanges as english } from '@greensward/messages/errors/mapChanges.en'
import { mapChanges as spanish } from '@greensward/messages/errors/mapChanges.es'

const LABELS = [english, german, spanish].flatMap(texts =>
  Object.entries(texts).map(([code, text]) => ({ code, text: text.replace(/\{\{\w+\}\}/g, '').toLowerCase() })),
)

/** The codes of `said` whose own words hold `search` in any language. What fills their gaps is not looked at. */
export const labelCodes = (search: string): readonly string[] => {
  const wanted = search.toLowerCase()
  return [...new Set(LABELS.filter(({ text }) => text.includes(wanted)).map(({ code }) => code))]
}
