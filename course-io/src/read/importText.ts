/** The text of a file, in the encoding that its first bytes or its XML declaration name, else UTF-8. */
import { said } from '@greensward/messages'
import { type FileName, Unreadable } from './importRefusal.ts'

const BY_MARK: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  // UTF-16 without a mark, recognised by a "<" of two bytes.
  [[0x3c, 0x00], 'utf-16le'],
  [[0x00, 0x3c], 'utf-16be'],
]

const declaredIn = (bytes: Uint8Array): string | undefined =>
  /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    new TextDecoder('latin1').decode(bytes.subarray(0, 200)),
  )?.[1]

/** @throws Unreadable for bytes that are not text of that encoding, and for an unknown encoding */
export const textOf = (bytes: Uint8Array, what: FileName = said('theFile')): string => {
  const marked = BY_MARK.find(([mark]) => mark.every((byte, i) => bytes[i] === byte))?.[1]
  const encoding = marked ?? declaredIn(bytes) ?? 'utf-8'
  const decoder = decoderOf(encoding, what)
  try {
    // A byte order mark is swallowed by the decoder.
    return decoder.decode(bytes)
  } catch {
    throw new Unreadable('notText', said('notText', { what, encoding: encoding.toUpperCase() }))
  }
}

const decoderOf = (encoding: string, what: FileName) => {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new Unreadable('encoding', said('unknownEncoding', { what, encoding }))
  }
}
