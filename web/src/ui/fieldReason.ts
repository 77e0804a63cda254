import { useTranslation } from 'react-i18next'
import { told } from '../api/told.ts'

/** The reasons that the domain words itself; the others come from zod in the chosen language. */
const WORDED: Readonly<Record<string, string>> = {
  'must not be empty': 'empty',
  'must not hold control characters': 'controlCharacters',
  'must be of Latin letters, digits and . _ @ + - alone': 'loginLetters',
  'must be a colour like #0B7390': 'colour',
  'must be at most 5 metres': 'mowerWidth',
  'must be a phone number': 'phone',
  'must have at least 8 characters': 'passwordShort',
  'must have at most 200 characters': 'passwordLong',
  'must be a time zone such as Europe/Dublin': 'timeZone',
  'must be a currency code such as EUR': 'currency',
  'must be a time such as 05:30': 'clockTime',
  'is taken': 'taken',
  'is too easy to guess': 'easyToGuess',
  'is not your password': 'notYourPassword',
  'is needed for another address': 'passwordNeeded',
  'must be at most 2 MB': 'photoSize',
  'must be a JPEG, PNG or WebP picture': 'photoType',
}

/** The sentence for a refused field in the chosen language; undefined where nothing is refused. */
export function useFieldReason(message: string | undefined): string | undefined {
  const { t } = useTranslation()
  if (message === undefined) return undefined
  const key = WORDED[message] ?? (message.startsWith('reason:') ? message.slice(7) : undefined)
  return key === undefined ? told(message) : t(`errors.fields.${key}`)
}
