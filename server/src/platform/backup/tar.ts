/**
 * The container of a backup: an ordinary tar file, so that `tar` alone can open it. Its entries are written as they come,
 * without knowing their size beforehand, and are read again by their offset in the file.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

const BLOCK = 512
/** Eleven octal digits; larger sizes are written in binary, as GNU tar does. */
const MOST_OCTAL = 0o77777777777

export interface WrittenEntry {
  readonly bytes: number
  readonly sha256: string
}

export interface TarWriter {
  add(name: string, content: AsyncIterable<Uint8Array>): Promise<WrittenEntry>
  /** Everything is on the disk once this resolves. */
  finish(): Promise<void>
  /** Closes the file, read to the end or not. */
  close(): Promise<void>
}

export interface TarEntry {
  readonly name: string
  readonly bytes: number
  /** The offset of its content in the file. */
  readonly offset: number
}

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`

const sizeField = (bytes: number): Buffer => {
  if (bytes <= MOST_OCTAL) return Buffer.from(octal(bytes, 12), 'latin1')
  const field = Buffer.alloc(12)
  field[0] = 0x80
  field.writeBigUInt64BE(BigInt(bytes), 4)
  return field
}

const header = (name: string, bytes: number, atMs: number): Buffer => {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for an archive`)
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0, 'utf8')
  block.write(octal(0o600, 8), 100, 'latin1')
  block.write(octal(0, 8), 108, 'latin1')
  block.write(octal(0, 8), 116, 'latin1')
  sizeField(bytes).copy(block, 124)
  block.write(octal(Math.floor(atMs / 1_000), 12), 136, 'latin1')
  block.write(' '.repeat(8), 148, 'latin1')
  block.write('0', 156, 'latin1')
  block.write('ustar\0', 257, 'latin1')
  block.write('00', 263, 'latin1')
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}

const padded = (bytes: number): number => Math.ceil(bytes / BLOCK) * BLOCK

/** @param atMs what the entries are dated, in milliseconds since 1970. @throws where the file exists already */
export const createTar = async (path: string, atMs: number): Promise<TarWriter> => {
  const file: FileHandle = await open(path, 'wx', 0o600)
  let end = 0
  const put = async (bytes: Uint8Array, at: number): Promise<void> => {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
      done += bytesWritten
    }
  }
  return {
    add: async (name, content) => {
      const hash = createHash('sha256')
      let bytes = 0
      for await (const chunk of content) {
        hash.update(chunk)
        await put(chunk, end + BLOCK + bytes)
        bytes += chunk.length
      }
      await put(header(name, bytes, atMs), end)
      await put(Buffer.alloc(padded(bytes) - bytes), end + BLOCK + bytes)
      end += BLOCK + padded(bytes)
      return { bytes, sha256: hash.digest('hex') }
    },
    finish: async () => {
      await put(Buffer.alloc(2 * BLOCK), end)
      await file.sync()
    },
    close: () => file.close(),
  }
}

const sizeOf = (block: Buffer): number =>
  block[124] === 0x80
    ? Number(block.readBigUInt64BE(128))
    : Number.parseInt(block.toString('latin1', 124, 136).replace(/[\0 ]+$/, ''), 8)

/** @throws Error where the file is not a tar file or is truncated */
export const listTar = async (path: string): Promise<TarEntry[]> => {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const entries: TarEntry[] = []
    const block = Buffer.alloc(BLOCK)
    for (let at = 0; ; ) {
      const { bytesRead } = await file.read(block, 0, BLOCK, at)
      if (bytesRead < BLOCK) throw new Error(`${path} breaks off`)
      if (block.every(byte => byte === 0)) return entries
      if (block.toString('latin1', 257, 262) !== 'ustar') throw new Error(`${path} is not a Greensward archive`)
      const bytes = sizeOf(block)
      if (!Number.isSafeInteger(bytes) || at + BLOCK + bytes > size) throw new Error(`${path} breaks off`)
      const name = block.toString('utf8', 0, 100).replace(/\0.*$/s, '')
      entries.push({ name, bytes, offset: at + BLOCK })
      at += BLOCK + padded(bytes)
    }
  } finally {
    await file.close()
  }
}

export const readEntry = (path: string, { bytes, offset }: TarEntry): Readable =>
  createReadStream(path, bytes === 0 ? { start: offset, end: offset - 1 } : { start: offset, end: offset + bytes - 1 })
