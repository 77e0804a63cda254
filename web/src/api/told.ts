/** What the server says in English of a refusal, in the chosen language: its sentence is the key to its translation. */
import i18next from 'i18next'

type Texts = Readonly<Record<string, string>>

const textsOf = (): Texts | undefined =>
  i18next.isInitialized ? i18next.getResourceBundle(i18next.language, 'translation')?.told : undefined

const GAP = /\{\{(\w+)\}\}/g

interface Pattern {
  readonly matches: RegExp
  readonly text: string
}
let patterns: { readonly of: Texts; readonly list: readonly Pattern[] } | undefined

/** Sentences with gaps, such as `It is fitted to {{who}}`, as what they look like when they are filled. */
const patternsOf = (texts: Texts): readonly Pattern[] => {
  if (patterns?.of !== texts) {
    const list = Object.entries(texts)
      .filter(([sentence]) => sentence.includes('{{'))
      .map(([sentence, text]) => {
        const plain = sentence
          .split(GAP)
          .map((part, index) => (index % 2 === 1 ? `(?<${part}>.+)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
        return { matches: new RegExp(`^${plain.join('')}$`, 's'), text }
      })
    patterns = { of: texts, list }
  }
  return patterns.list
}

/** As it came where nobody has translated it, or where the texts that hold it are not loaded yet. */
export const told = (sentence: string): string => {
  const texts = textsOf()
  if (texts === undefined) return sentence
  if (Object.hasOwn(texts, sentence)) return texts[sentence] ?? sentence
  for (const { matches, text } of patternsOf(texts)) {
    const gaps = matches.exec(sentence)?.groups
    if (gaps === undefined) continue
    // What fills a gap may be a sentence of the server itself.
    return text.replace(GAP, (gap, name: string) => {
      const filling = gaps[name] ?? gap
      return Object.hasOwn(texts, filling) ? (texts[filling] ?? filling) : filling
    })
  }
  return sentence
}
