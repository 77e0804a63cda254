/** The languages: one is loaded at the start, another when it is chosen. */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { config } from 'zod'

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' } as const
export type Language = keyof typeof LANGUAGES

const ENTRY = 'language'

interface Texts {
  readonly strings: Readonly<Record<string, object>>
  /** What zod says of refused values, in this language. */
  readonly refusals: Parameters<typeof config>[0]
}

const LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: () => import('./languages/en.ts'),
  de: () => import('./languages/de.ts'),
  es: () => import('./languages/es.ts'),
}

const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && text in LANGUAGES

/** What was chosen before, else the first of the browser's languages that is known, else English. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem(ENTRY)
  if (isLanguage(stored)) return stored
  return navigator.languages.map(tag => tag.slice(0, 2)).find(isLanguage) ?? 'en'
}

export async function startLanguage(): Promise<void> {
  const language = preferredLanguage()
  const { strings, refusals } = await LOADERS[language]()
  config(refusals)
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: strings } },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  document.documentElement.lang = language
}

export async function changeLanguage(language: Language): Promise<void> {
  const { strings, refusals } = await LOADERS[language]()
  config(refusals)
  if (!i18next.hasResourceBundle(language, 'translation')) i18next.addResourceBundle(language, 'translation', strings)
  localStorage.setItem(ENTRY, language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}
