/** One range of bytes of a file, as RFC 9110 asks for it. */

export interface ByteRange {
  readonly first: number
  /** Inclusive. */
  readonly last: number
}

/**
 * @param header such as `bytes=0-1023`, `bytes=1024-` or `bytes=-512`
 * @returns the range; `all` where the header is absent, is not about bytes or asks for several ranges, which a server
 * may answer with the whole; `none` where nothing of the file lies in it
 */
export const byteRange = (header: string | undefined, sizeBytes: number): ByteRange | 'all' | 'none' => {
  const [, from = '', to = ''] = header?.match(/^bytes=(\d*)-(\d*)$/) ?? []
  if (from === '' && to === '') return 'all'
  if (from === '') {
    const length = Math.min(Number(to), sizeBytes)
    return length === 0 ? 'none' : { first: sizeBytes - length, last: sizeBytes - 1 }
  }
  const first = Number(from)
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  if (to !== '' && Number(to) < first) return 'all'
  return first >= sizeBytes ? 'none' : { first, last }
}
