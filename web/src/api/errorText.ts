/** The text of a code in the chosen language, from the catalogue; nothing here reads a sentence of the server. */
import { gateLineText, rendered, type Said, textIn } from '@greensward/messages'
import i18next from 'i18next'

const textOf = (key: string): string | undefined => {
  const texts: unknown = i18next.getResourceBundle(i18next.language, 'translation')
  const own = (tree: string): unknown => (texts as Readonly<Record<string, unknown>> | undefined)?.[tree]
  return textIn(own('errors'), `codes.${key}`) ?? gateLineText(key, line => textIn(own('gate'), line))
}

/** @returns undefined for a code of a newer server */
export const codeText = (said: Said): string | undefined =>
  i18next.isInitialized ? rendered(said, textOf, i18next.language) : undefined

/** The error of a field, also where the code is unknown. */
export const faultText = (fault: Said): string =>
  codeText(fault) ?? codeText({ code: 'notAcceptable', params: {} }) ?? fault.code
