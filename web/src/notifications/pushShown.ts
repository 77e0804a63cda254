/** What a browser shows of a message that was pushed to it, in the language that its person chose there. */
import type { PushMessage } from '@greensward/domain'
import germanGate from '@greensward/domain/gateTexts/de.json' with { type: 'json' }
import englishGate from '@greensward/domain/gateTexts/en.json' with { type: 'json' }
import spanishGate from '@greensward/domain/gateTexts/es.json' with { type: 'json' }
import german from '@greensward/domain/notificationTexts/de.json' with { type: 'json' }
import english from '@greensward/domain/notificationTexts/en.json' with { type: 'json' }
import spanish from '@greensward/domain/notificationTexts/es.json' with { type: 'json' }
import germanWhy from '@greensward/domain/whyTexts/de.json' with { type: 'json' }
import englishWhy from '@greensward/domain/whyTexts/en.json' with { type: 'json' }
import spanishWhy from '@greensward/domain/whyTexts/es.json' with { type: 'json' }
import { createInstance, type i18n } from 'i18next'
import { sentenceOf } from '../ui/sentenceOf.ts'
import { placeOf } from './placeOf.ts'

export interface PushShown {
  readonly title: string
  readonly body: string
  readonly options: {
    readonly lang: string
    readonly icon: string
    /** The same message a second time takes the place of the first. */
    readonly tag: string
    /** Stays until somebody looks at it. */
    readonly requireInteraction: boolean
    readonly data: { readonly path: string }
  }
}

export const pushTexts = async (): Promise<i18n> => {
  const texts = createInstance()
  await texts.init({
    fallbackLng: 'en',
    resources: {
      en: { translation: { notifications: english, gate: englishGate, why: englishWhy } },
      de: { translation: { notifications: german, gate: germanGate, why: germanWhy } },
      es: { translation: { notifications: spanish, gate: spanishGate, why: spanishWhy } },
    },
    interpolation: { escapeValue: false },
  })
  return texts
}

export const pushShown = async (message: PushMessage, texts: i18n): Promise<PushShown> => {
  const { language, level, subject } = message
  await texts.changeLanguage(language)
  const word = (key: string): string => texts.t(`notifications.${key}`)
  return {
    title: `${word(`levels.${level}`)} · ${word(`subjects.${subject}`)}`,
    body: sentenceOf(message, texts),
    options: {
      lang: language,
      icon: '/mark.svg',
      tag: message.id,
      requireInteraction: level === 'alarm',
      data: { path: placeOf(message) ?? '/notifications' },
    },
  }
}
