/** Menus in the reader's language, where somebody has translated them. */
import { type Dish, type MenuLanguage, menuLanguage } from '@greensward/domain'

interface Named {
  readonly name: string
  readonly translations: { readonly [L in MenuLanguage]?: { readonly name: string } | undefined }
}

const languageOf = (language: string): MenuLanguage | undefined =>
  menuLanguage.options.find(known => language === known || language.startsWith(`${known}-`))

export const nameIn = ({ name, translations }: Named, language: string): string => {
  const known = languageOf(language)
  return (known === undefined ? undefined : translations[known]?.name) ?? name
}

/** A dish that is translated without a description has none: the other language's would be below its name. */
export const descriptionIn = (
  { description, translations }: Pick<Dish, 'description' | 'translations'>,
  language: string,
): string => {
  const known = languageOf(language)
  const translated = known === undefined ? undefined : translations[known]
  return translated === undefined ? description : translated.description
}

type Filled<T> = { [L in MenuLanguage]?: T }

/** Of a form's translations those that have a name; an empty one is none. */
export const filled = <T extends { readonly name: string }>(
  translations: { readonly [L in MenuLanguage]?: T | undefined },
): Filled<T> => {
  const kept: Filled<T> = {}
  for (const language of menuLanguage.options) {
    const one = translations[language]
    if (one !== undefined && one.name.trim() !== '') kept[language] = one
  }
  return kept
}
