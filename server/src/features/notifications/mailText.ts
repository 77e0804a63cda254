/** A notification as a mail: the sentence that the screen shows, in the language of its receiver. */
import type { MessageLanguage, Notification } from '@greensward/domain'
import { gateLineText, rendered, textIn } from '@greensward/messages'
import { filled, MAIL_WORDS } from '../../platform/mail/mailWords.ts'
import type { Mail } from '../../platform/mail/sender.ts'

/** An own entry of a table, never an inherited one, for a name that came from elsewhere. */
const own = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** A reason that is one of a few known words has its own sentence; a kind without one is shown by its name. */
const sentenceOf = (
  { notifications: { kinds }, gate, errors }: (typeof MAIL_WORDS)[MessageLanguage],
  language: MessageLanguage,
  notification: Pick<Notification, 'kind' | 'values'>,
): string => {
  const { kind } = notification
  const textOf = (code: string): string | undefined =>
    own(errors, code) ?? gateLineText(code, line => textIn(gate, line))
  const values = Object.fromEntries(
    Object.entries(notification.values).map(([name, value]) => [
      name,
      typeof value === 'object' ? (rendered(value, textOf, language) ?? value.code) : value,
    ]),
  )
  const key = [`${kind}_${values.reason ?? ''}`, kind].find(known => Object.hasOwn(kinds, known))
  if (key !== undefined) return filled(own(kinds, key) ?? '', values)
  const name = kind.replace(/([A-Z])/g, ' $1').toLowerCase()
  return [name.charAt(0).toUpperCase() + name.slice(1), ...Object.values(values)].join(' · ')
}

/** @param address of the product, without a slash at its end; undefined where nobody has said how people reach it */
export const mailText = (
  notification: Pick<Notification, 'level' | 'kind' | 'values' | 'at'>,
  language: MessageLanguage,
  course: { readonly name: string; readonly timeZone: string },
  address: string | undefined,
): Omit<Mail, 'to'> => {
  const words = MAIL_WORDS[language]
  const sentence = sentenceOf(words, language, notification)
  const time = new Intl.DateTimeFormat(words.locale, {
    timeZone: course.timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(notification.at))
  return {
    // One line: what is in it was typed by people.
    subject: `${words.notifications.levels[notification.level]}: ${sentence}`.replace(/[\r\n]+/g, ' ').slice(0, 150),
    text: [
      sentence,
      '',
      filled(words.courseTime, { course: course.name, time }),
      ...(address === undefined ? [] : [`${address}/notifications`]),
      '',
      words.because,
      '',
    ].join('\n'),
  }
}
