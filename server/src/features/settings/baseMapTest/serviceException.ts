/**
 * The reports that WMS (OGC 06-042, 01-068r3) and WMTS (OGC 07-057r7) answer in place of a picture, with any HTTP status. Codes are
 * often missing or wrong, so the text counts too.
 */
import type { BaseMapProblem } from '@greensward/contract'

export interface ServiceException {
  readonly problem: BaseMapProblem
  readonly text: string
}

const MOST_TEXT = 200
/** Reports are short. To search megabytes of tags without an end would hold up everybody else. */
const MOST_READ = 8_000
const EXCEPTION =
  /<(?:\w+:)?(?:ServiceException|Exception)(\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?(?:ServiceException|Exception)>/i

const plainText = (xml: string): string =>
  xml
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_TEXT)

const attribute = (attributes: string, name: string): string =>
  (new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`, 'i').exec(attributes)?.[1] ?? '').toLowerCase()

const UNSPECIFIC = ['', 'noapplicablecode', 'invalidparametervalue', 'missingparametervalue']

const problemOf = (code: string, locator: string, text: string): BaseMapProblem => {
  if (code === 'layernotdefined') return 'unknownLayer'
  if (code === 'invalidsrs' || code === 'invalidcrs') return 'wrongProjection'
  if (code === 'tileoutofrange') return 'outside'
  if (locator === 'layer' || locator === 'layers') return 'unknownLayer'
  if (locator === 'tilematrixset') return 'unknownMatrixSet'
  // Any other code of the standards says exactly what is wrong, which is none of these.
  if (!UNSPECIFIC.includes(code)) return 'serviceException'
  if (/tile ?matrix ?set/i.test(text)) return 'unknownMatrixSet'
  if (/\blayers?\b/i.test(text)) return 'unknownLayer'
  if (/\b[cs]rs\b|projection|coordinate (reference )?system/i.test(text)) return 'wrongProjection'
  if (/out of range|outside|bounding box/i.test(text)) return 'outside'
  return 'serviceException'
}

/** @returns undefined where the text is another */
export const serviceException = (answer: string): ServiceException | undefined => {
  const [, attributes = '', content = ''] = EXCEPTION.exec(answer.slice(0, MOST_READ)) ?? []
  if (content === '' && attributes === '') return undefined
  const code = attribute(attributes, 'code') || attribute(attributes, 'exceptionCode')
  const text = plainText(content)
  return { problem: problemOf(code, attribute(attributes, 'locator'), text), text }
}

/** The words of a page, or of any answer but a picture. */
export const wordsOf = (answer: string): string =>
  plainText(answer.slice(0, MOST_READ).replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')).replace(
    /[\p{C}\uFFFD]/gu,
    '',
  )
