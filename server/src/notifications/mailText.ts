/** A notification as a mail: plain words that need no screen. */
import type { Notification } from '@greensward/domain'
import type { Mail } from '../mail/sender.ts'

/** `bladeStaysOn` becomes `Blade stays on`. */
const wordsOf = (kind: string): string => {
  const words = kind.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const LEVELS: Readonly<Record<Notification['level'], string>> = { info: 'Info', warning: 'Warning', alarm: 'Alarm' }

/** @param address of the product, without a slash at its end; undefined where nobody has said how people reach it */
export const mailText = (
  { level, kind, values, at }: Pick<Notification, 'level' | 'kind' | 'values' | 'at'>,
  course: { readonly name: string; readonly timeZone: string },
  address: string | undefined,
): Omit<Mail, 'to'> => {
  const told = Object.entries(values).filter(([, value]) => String(value) !== '')
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: course.timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(at))
  const who = told.find(([name]) => name === 'mower' || name === 'mission' || name === 'cart')?.[1]
  return {
    // One line: what is in it was typed by people.
    subject: `${LEVELS[level]}: ${wordsOf(kind)}${who === undefined ? '' : `, ${who}`}`
      .replace(/[\r\n]+/g, ' ')
      .slice(0, 150),
    text: [
      `${wordsOf(kind)}`,
      ...told.map(([name, value]) => `  ${name}: ${value}`),
      '',
      `${course.name}, ${time} course time`,
      ...(address === undefined ? [] : [`${address}/notifications`]),
      '',
      'You get this because you chose so in your account.',
      '',
    ].join('\n'),
  }
}
