/** The directories of a TIFF file as bytes: little-endian, classic TIFF 6.0. */

type TagValues =
  | { readonly type: 'ascii'; readonly text: string }
  | { readonly type: 'short' | 'long' | 'double'; readonly values: readonly number[] }

export interface Tag {
  readonly code: number
  readonly content: TagValues
}

const TYPE_CODE = { ascii: 2, short: 3, long: 4, double: 12 } as const
const TYPE_BYTES = { ascii: 1, short: 2, long: 4, double: 8 } as const

export const short = (code: number, ...values: number[]): Tag => ({ code, content: { type: 'short', values } })
export const long = (code: number, values: readonly number[]): Tag => ({ code, content: { type: 'long', values } })
export const double = (code: number, ...values: number[]): Tag => ({ code, content: { type: 'double', values } })
export const ascii = (code: number, text: string): Tag => ({ code, content: { type: 'ascii', text: `${text}\0` } })

const countOf = (content: TagValues): number => (content.type === 'ascii' ? content.text.length : content.values.length)
const bytesOf = (content: TagValues): number => countOf(content) * TYPE_BYTES[content.type]
const overflow = (content: TagValues): number => (bytesOf(content) > 4 ? bytesOf(content) + (bytesOf(content) % 2) : 0)

export const directoryBytes = (tags: readonly Tag[]): number =>
  2 + tags.length * 12 + 4 + tags.reduce((sum, tag) => sum + overflow(tag.content), 0)

/** @param nextAt position of the next directory, 0 after the last */
export const writeDirectory = (view: DataView, at: number, tags: readonly Tag[], nextAt: number): void => {
  view.setUint16(at, tags.length, true)
  let spill = at + 2 + tags.length * 12 + 4
  tags.forEach(({ code, content }, i) => {
    const entry = at + 2 + i * 12
    view.setUint16(entry, code, true)
    view.setUint16(entry + 2, TYPE_CODE[content.type], true)
    view.setUint32(entry + 4, countOf(content), true)
    let target = entry + 8
    if (overflow(content) > 0) {
      view.setUint32(entry + 8, spill, true)
      target = spill
      spill += overflow(content)
    }
    if (content.type === 'ascii') {
      for (let k = 0; k < content.text.length; k++) view.setUint8(target + k, content.text.charCodeAt(k) & 0x7f)
      return
    }
    content.values.forEach((value, k) => {
      if (content.type === 'short') view.setUint16(target + k * 2, value, true)
      else if (content.type === 'long') view.setUint32(target + k * 4, value, true)
      else view.setFloat64(target + k * 8, value, true)
    })
  })
  view.setUint32(at + 2 + tags.length * 12, nextAt, true)
}
