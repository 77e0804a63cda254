/** Takes a code to its person, and says where it went without giving the address away. */

import type { MessageLanguage } from '@greensward/domain'
import type { Logger } from 'pino'
import { refuse } from '../../platform/http/refusal.ts'
import { filled, MAIL_WORDS } from '../../platform/mail/mailWords.ts'
import type { Sender } from '../../platform/mail/sender.ts'

export interface CodeSender {
  /** Resolves with the masked destination. The mail is in English where no language is known. */
  send(
    user: { readonly login: string; readonly email: string | null },
    code: string,
    language: MessageLanguage | undefined,
  ): Promise<string>
}

/** `greta@example.org` becomes `g***@example.org`. */
export const maskedAddress = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, at)][0] ?? ''}***${email.slice(at)}`
}

/** @param announce shows the code on the console as well, where no mail leaves this machine */
export const createCodeSender = (sender: Sender, log: Logger, announce?: (line: string) => void): CodeSender => ({
  send: async ({ login, email }, code, language = 'en') => {
    announce?.(`Sign-in code for ${login}: ${code}`)
    if (email === null) {
      return announce === undefined ? refuse('noAddressForCode') : 'the console'
    }
    try {
      const words = MAIL_WORDS[language]
      await sender.send({ to: email, subject: words.codeSubject, text: filled(words.code, { code }) })
    } catch (error) {
      log.error({ err: error }, 'A code could not be sent')
      refuse('codeNotSent')
    }
    return maskedAddress(email)
  },
})
