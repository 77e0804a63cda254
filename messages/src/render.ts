/** From a code and its params to a text in one language. */
import type { Param, Said } from './said.ts'

/** The text of a key, with its gaps open; undefined where the catalogue has none. */
export type TextLookup = (key: string) => string | undefined

const GAP = /\{\{(\w+)\}\}/g

const textFor = ({ code, params }: Said, textOf: TextLookup, language: string): string | undefined => {
  const { count, reason } = params
  const plural =
    typeof count === 'number'
      ? (textOf(`${code}_${new Intl.PluralRules(language).select(count)}`) ?? textOf(`${code}_other`))
      : undefined
  const own = typeof reason === 'string' ? textOf(`${code}_${reason}`) : undefined
  return plural ?? own ?? textOf(code)
}

const filling = (param: Param, textOf: TextLookup, language: string): string => {
  if (typeof param === 'string') return param
  if (typeof param === 'number')
    return new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 }).format(param)
  const parts = 'code' in param ? [param] : param
  return parts.map(part => rendered(part, textOf, language) ?? part.code).join('; ')
}

/** @returns undefined for a code that the catalogue does not know */
export const rendered = (said: Said, textOf: TextLookup, language: string): string | undefined =>
  textFor(said, textOf, language)?.replace(GAP, (gap, name: string) => {
    const param = said.params[name]
    return param === undefined ? gap : filling(param, textOf, language)
  })
