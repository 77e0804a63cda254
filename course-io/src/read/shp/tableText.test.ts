import { at } from '@greensward/domain/testing'
import { describe, expect, test } from 'vitest'
import { preview } from '../../testing/importFile.ts'
import { type TableText, zippedShapefile } from '../../testing/shapefile.ts'

const latin1 = (name: string): Uint8Array => Uint8Array.from(name, letter => letter.codePointAt(0) ?? 0)
/** In code pages 437 and 850 alike. */
const MS_DOS: Readonly<Record<string, number>> = { ü: 0x81, é: 0x82, á: 0xa0 }
const msDos = (name: string): Uint8Array => Uint8Array.from(name, letter => MS_DOS[letter] ?? letter.charCodeAt(0))

const titleIn = (text: TableText): string | undefined => {
  const row = { name: 'á Grün é', parts: [[at(0, 0), at(0, 30), at(30, 30), at(30, 0), at(0, 0)]] }
  const [zone] = preview(zippedShapefile('green', 5, [row], undefined, text)).features
  return zone?.kind === 'zone' ? zone.properties.title : undefined
}

describe('names in a table keep their letters', () => {
  test.each<[string, TableText]>([
    ['a .cpg of ISO 8859-1', { cpg: 'ISO-8859-1', bytesOf: latin1 }],
    ['a .cpg of 88591', { cpg: '88591', bytesOf: latin1 }],
    ['a .cpg of ANSI 1252', { cpg: 'ANSI 1252', bytesOf: latin1 }],
    ['a .cpg of 1252', { cpg: '1252\r\n', bytesOf: latin1 }],
    ['a .cpg of UTF8', { cpg: 'UTF8' }],
    ['a .cpg of 65001', { cpg: '65001' }],
    ['a .cpg of CP437', { cpg: 'CP437', bytesOf: msDos }],
    ['a .cpg of 850', { cpg: '850', bytesOf: msDos }],
    ['no .cpg and ANSI in the header', { driver: 0x57, bytesOf: latin1 }],
    ['no .cpg and code page 437 in the header', { driver: 1, bytesOf: msDos }],
    ['no .cpg and code page 850 in the header', { driver: 2, bytesOf: msDos }],
    ['no .cpg, and UTF-8 against its header', { driver: 0x57 }],
    ['nothing that says it', { bytesOf: latin1 }],
    ['a .cpg that is unknown', { cpg: 'nonsense', bytesOf: latin1 }],
  ])('with %s', (_, text) => expect(titleIn(text)).toBe('á Grün é'))
})
