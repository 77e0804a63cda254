import { expect, test } from 'vitest'
import { Moved, type Parts, Refused, sendFile } from './sendFile.ts'

const bytes = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 7) % 256)
const file = new Blob([bytes])

/** A server that keeps what arrives, behind a connection that breaks where the script says so. */
const rig = (breaks: readonly number[]) => {
  const kept: number[] = []
  const waits: number[] = []
  const shown: number[] = []
  let call = 0
  let clock = 0
  const parts: Parts = {
    send: async (offset, part) => {
      if (offset !== kept.length) throw new Moved(kept.length)
      const data = new Uint8Array(await part.arrayBuffer())
      const arrives = breaks[call++] ?? 1
      for (const one of data.subarray(0, Math.floor(data.length * arrives))) kept.push(one)
      clock += 100
      if (arrives < 1) throw new Error('Network Error')
      return kept.length
    },
    received: async () => kept.length,
    wait: async ms => {
      waits.push(ms)
    },
    now: () => clock,
    onProgress: sent => shown.push(sent),
    onBreak: () => undefined,
  }
  return { parts, kept, waits, shown }
}

test('every byte arrives once, through any breaks', async () => {
  const { parts, kept, waits } = rig([1, 0.3, 0, 0.99, 1, 0.5])
  await sendFile(file, 0, parts)
  expect(kept.length).toBe(bytes.length)
  expect(kept.every((one, i) => one === bytes[i])).toBe(true)
  expect(waits).toEqual([1_000, 2_000, 4_000, 1_000])
})

test('resumes where an earlier page stopped', async () => {
  const { parts, kept } = rig([])
  for (const one of bytes.subarray(0, 1_234_567)) kept.push(one)
  await sendFile(file, 0, parts)
  expect(kept.length).toBe(bytes.length)
})

test('a refusal ends it at once', async () => {
  const { parts, waits } = rig([])
  const refusing: Parts = { ...parts, send: () => Promise.reject(new Refused('This is not a TIFF file')) }
  await expect(sendFile(file, 0, refusing)).rejects.toThrow('not a TIFF')
  expect(waits).toEqual([])
})
