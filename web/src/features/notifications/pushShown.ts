/** The notification for a pushed message, in the language chosen in this browser. */
import type { PushMessage } from '@greensward/domain'
import { texts as germanErrors } from '@greensward/messages/errors/de'
import { texts as englishErrors } from '@greensward/messages/errors/en'
import { texts as spanishErrors } from '@greensward/messages/errors/es'
import germanGate from '@greensward/messages/gate/de.json' with { type: 'json' }
import englishGate from '@greensward/messages/gate/en.json' with { type: 'json' }
import spanishGate from '@greensward/messages/gate/es.json' with { type: 'json' }
import german from '@greensward/messages/notifications/de.json' with { type: 'json' }
import english from '@greensward/messages/notifications/en.json' with { type: 'json' }
import spanish from '@greensward/messages/notifications/es.json' with { type: 'json' }
import { createInstance, type i18n } from 'i18next'
import { sentenceOf } from '../../ui/text/sentenceOf.ts'
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
      en: { translation: { notifications: english, gate: englishGate, errors: { codes: englishErrors } } },
      de: { translation: { notifications: german, gate: germanGate, errors: { codes: germanErrors } } },
      es: { translation: { notifications: spanish, gate: spanishGate, errors: { codes: spanishErrors } } },
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
