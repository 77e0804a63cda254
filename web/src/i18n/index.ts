/**
 * The languages: one is loaded at the start, another when it is chosen. Of each, what the map page says comes first and
 * the rest with the first screen that says any of it.
 */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' } as const
export type Language = keyof typeof LANGUAGES

const ENTRY = 'language'

interface Texts {
  readonly strings: Readonly<Record<string, object>>
}

const LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: () => import('./languages/en.ts'),
  de: () => import('./languages/de.ts'),
  es: () => import('./languages/es.ts'),
}

type MoreTexts = () => Promise<Texts>

const MORE: Readonly<Record<Language, MoreTexts>> = {
  en: () => import('./languages/more.en.ts'),
  de: () => import('./languages/more.de.ts'),
  es: () => import('./languages/more.es.ts'),
}

const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && text in LANGUAGES

/** What was chosen before, else the first of the browser's languages that is known, else English. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem(ENTRY)
  if (isLanguage(stored)) return stored
  return navigator.languages.map(tag => tag.slice(0, 2)).find(isLanguage) ?? 'en'
}

/** What the screen speaks now, for messages that are sent to its person. */
export const spokenLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : 'en')

export async function startLanguage(): Promise<void> {
  const language = preferredLanguage()
  const { strings } = await LOADERS[language]()
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: strings } },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  complete.clear()
  document.documentElement.lang = language
}

let hasMore = false
/** Languages with all texts: to add them looks at each one, which a phone would feel at every screen. */
const complete = new Set<Language>()

async function addMore(language: Language): Promise<void> {
  const { strings } = await MORE[language]()
  if (complete.has(language)) return
  complete.add(language)
  i18next.addResourceBundle(language, 'translation', strings, true, false, { silent: false, skipCopy: true })
}

/** A screen together with what it says. */
export async function withTexts<T>(screen: Promise<T>): Promise<T> {
  const language = i18next.language
  const [loaded] = await Promise.all([screen, isLanguage(language) ? addMore(language) : undefined])
  hasMore = true
  return loaded
}

/** For what may show over any screen, such as the reason of a refused stop. */
export const loadAllTexts = (): Promise<void> => withTexts(Promise.resolve())

export async function changeLanguage(language: Language): Promise<void> {
  const { strings } = await LOADERS[language]()
  if (!i18next.hasResourceBundle(language, 'translation')) i18next.addResourceBundle(language, 'translation', strings)
  if (hasMore) await addMore(language)
  localStorage.setItem(ENTRY, language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** In development a changed text is shown without a reload, for which the map takes more than two seconds. */
import.meta.hot?.accept(
  [
    './languages/en.ts',
    './languages/de.ts',
    './languages/es.ts',
    './languages/more.en.ts',
    './languages/more.de.ts',
    './languages/more.es.ts',
  ],
  changed => {
    for (const [index, module] of changed.entries()) {
      const language = Object.keys(LANGUAGES)[index % 3]
      if (module === undefined || language === undefined) continue
      i18next.addResourceBundle(language, 'translation', module.strings, true, true)
      i18next.emit('languageChanged', i18next.language)
    }
  },
)
