/** The text of a .dbf table, whose encoding its .cpg names, or the language driver in its header, or nobody. */
import { strFromU8 } from 'fflate'

const LANGUAGE_DRIVER_AT = 29
/** Code pages by the language drivers of dBASE and of ESRI. */
const CODE_PAGES: Readonly<Record<number, number>> = {
  1: 437,
  2: 850,
  3: 1252,
  87: 1252,
  101: 866,
  125: 1255,
  126: 1256,
  200: 1250,
  201: 1251,
  202: 1254,
  203: 1253,
}

/** What the code pages of MS-DOS have above ASCII; the runtime does not know these two. */
const ABOVE_ASCII: Readonly<Record<number, string>> = {
  437: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  850: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
}

/** Keeps each byte above ASCII as a private letter, none of which is white space that would be trimmed. */
const KEEPS_BYTES = 'x-user-defined'
const FIRST_KEPT = 0xf780

export interface TableEncoding {
  /** For `TextDecoder`. */
  readonly label: string
  /** What was decoded by the label, as it is meant. */
  readonly meant: (text: string) => string
}

const plain = (label: string): TableEncoding => ({ label, meant: text => text })

const ofCodePage = (page: number): TableEncoding | undefined => {
  const letters = ABOVE_ASCII[page]
  if (letters !== undefined)
    return {
      label: KEEPS_BYTES,
      meant: text => [...text].map(letter => letters[(letter.codePointAt(0) ?? 0) - FIRST_KEPT] ?? letter).join(''),
    }
  const names: Readonly<Record<number, string>> = {
    866: 'ibm866',
    932: 'shift_jis',
    936: 'gbk',
    949: 'euc-kr',
    950: 'big5',
    65001: 'utf-8',
  }
  return known(names[page] ?? `windows-${page}`)
}

const known = (label: string): TableEncoding | undefined => {
  try {
    return plain(new TextDecoder(label).encoding)
  } catch {
    return undefined
  }
}

/** Such as UTF-8, ISO 8859-1, 88591, ANSI 1252, CP437 and 1252. */
const ofName = (name: string): TableEncoding | undefined => {
  const part = /^(?:ISO[\s_-]?)?8859[\s_-]?(\d{1,2})$/i.exec(name)?.[1]
  const page = /^(?:ANSI|OEM|CP|IBM|WINDOWS)?[\s_-]?(\d{3,5})$/i.exec(name)?.[1]
  if (part !== undefined) return known(`iso-8859-${part}`)
  return (page === undefined ? undefined : ofCodePage(Number(page))) ?? known(name)
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Text that is UTF-8 by chance is rare, so that it is asked before the header, which many programs fill in without a thought. */
export const encodingOf = (dbf: Uint8Array, cpg: Uint8Array | undefined): TableEncoding => {
  const named = cpg === undefined ? undefined : ofName(strFromU8(cpg).trim())
  if (named !== undefined) return named
  const headerBytes = new DataView(dbf.buffer, dbf.byteOffset, dbf.byteLength).getUint16(8, true)
  if (isUtf8(dbf.subarray(headerBytes))) return plain('utf-8')
  return ofCodePage(CODE_PAGES[dbf[LANGUAGE_DRIVER_AT] ?? 0] ?? 1252) ?? plain('windows-1252')
}
