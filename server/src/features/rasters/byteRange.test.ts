import { describe, expect, it } from 'vitest'
import { byteRange } from './byteRange.ts'

describe('a range of bytes', () => {
  it.each([
    [undefined, 'all'],
    ['bytes=0-99', { first: 0, last: 99 }],
    ['bytes=100-', { first: 100, last: 999 }],
    ['bytes=-100', { first: 900, last: 999 }],
    ['bytes=-5000', { first: 0, last: 999 }],
    ['bytes=990-5000', { first: 990, last: 999 }],
    ['bytes=1000-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=5-2', 'all'],
    ['bytes=0-1,4-5', 'all'],
    ['lines=0-1', 'all'],
    ['bytes=-', 'all'],
  ] as const)('%s of 1000 bytes is %o', (header, expected) => {
    expect(byteRange(header, 1_000)).toEqual(expected)
  })
})
