/** Names and prices of the menu, in the reader's language. */
import { type Dish, menuLanguage } from '@greensward/domain'

export const priceText = (minor: number, currency: string, language: string): string => {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export const wordsIn = <T>(translations: Readonly<Partial<Record<string, T>>>, language: string): T | undefined => {
  const known = menuLanguage.options.find(one => language === one || language.startsWith(`${one}-`))
  return known === undefined ? undefined : translations[known]
}

export const dishWords = (dish: Dish, language: string): { readonly name: string; readonly description: string } =>
  wordsIn(dish.translations, language) ?? dish
