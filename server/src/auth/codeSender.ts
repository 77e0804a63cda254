/** Takes a code to its person, and says where it went without giving the address away. */
import type { Logger } from 'pino'
import { refuse } from '../http/refusal.ts'
import type { Sender } from '../mail/sender.ts'

export interface CodeSender {
  /** Resolves with the masked destination. */
  send(user: { readonly login: string; readonly email: string | null }, code: string): Promise<string>
}

/** `greta@example.org` becomes `g***@example.org`. */
export const maskedAddress = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, at)][0] ?? ''}***${email.slice(at)}`
}

const text = (code: string): string =>
  `${code} is your code for Greensward.\n\nIt is valid for five minutes and for one sign-in. If you did not just sign in, somebody knows your password: change it.\n`

/** @param announce shows the code on the console as well, where no mail leaves this machine */
export const createCodeSender = (sender: Sender, log: Logger, announce?: (line: string) => void): CodeSender => ({
  send: async ({ login, email }, code) => {
    announce?.(`Sign-in code for ${login}: ${code}`)
    if (email === null) {
      return announce === undefined
        ? refuse('unavailable', 'This account has no e-mail address to send a code to')
        : 'the console'
    }
    try {
      await sender.send({ to: email, subject: 'Your code for Greensward', text: text(code) })
    } catch (error) {
      log.error({ err: error }, 'A code could not be sent')
      refuse('unavailable', 'The code could not be sent. Try again later')
    }
    return maskedAddress(email)
  },
})
