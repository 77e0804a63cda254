/** A serial line, such as a telemetry radio on USB. The line is set up by `stty`, so that nothing has to be compiled. */
import { execFile } from 'node:child_process'
import { closeSync, constants, open as openFile } from 'node:fs'
import { platform } from 'node:os'
import { isatty, ReadStream, WriteStream } from 'node:tty'
import { promisify } from 'node:util'
import type { Clock } from '../clock.ts'
import type { Link, LinkConfig, LinkEvents, Peer } from './link.ts'

type SerialConfig = Extract<LinkConfig, { kind: 'serial' }>

const RECONNECT_MS = 1_000
const MAX_BUFFERED_BYTES = 16 * 1024

const run = promisify(execFile)
const open = promisify(openFile)

interface Line {
  readonly input: ReadStream
  readonly output: WriteStream
}

/** Bytes as they are, no echo, no flow control, no hang-up on close. */
const setUp = ({ path, baud }: SerialConfig): Promise<unknown> =>
  run('stty', [platform() === 'darwin' ? '-f' : '-F', path, String(baud), 'raw', '-echo', '-hupcl', 'clocal'])

const openLine = async (config: SerialConfig): Promise<Line> => {
  await setUp(config)
  const flags = constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK
  const [read, write] = [await open(config.path, flags), await open(config.path, flags)]
  if (!isatty(read)) {
    for (const descriptor of [read, write]) closeSync(descriptor)
    throw new Error(`${config.path} is not a serial line`)
  }
  return { input: new ReadStream(read), output: new WriteStream(write) }
}

/** Opens the line, and again a second after each failure: radios are pulled out and put in again. */
export const openSerial = async (config: SerialConfig, clock: Clock, events: LinkEvents): Promise<Link> => {
  const id = `serial:${config.path}`
  let line: Line | undefined
  let isOpen = true
  let timer: unknown
  const peer: Peer = {
    id,
    send: bytes => {
      if (line !== undefined && line.output.writableLength < MAX_BUFFERED_BYTES) line.output.write(bytes)
    },
  }

  const end = (): void => {
    if (line === undefined) return
    line.input.destroy()
    line.output.destroy()
    line = undefined
    events.onPeerGone(peer)
    if (isOpen) timer = clock.setTimeout(() => void connect(), RECONNECT_MS)
  }

  const start = (opened: Line): void => {
    line = opened
    opened.input.on('data', bytes => events.onBytes(peer, bytes))
    for (const stream of [opened.input, opened.output]) {
      stream.on('error', error => events.onError(`${id}: ${error.message}`))
      stream.on('close', () => line === opened && end())
    }
  }

  const connect = async (): Promise<void> => {
    try {
      const opened = await openLine(config)
      if (isOpen) start(opened)
    } catch (error) {
      events.onError(`${id}: ${error instanceof Error ? error.message : String(error)}`)
      if (isOpen) timer = clock.setTimeout(() => void connect(), RECONNECT_MS)
    }
  }

  start(await openLine(config))
  return {
    name: id,
    port: 0,
    remotes: [peer],
    close: async () => {
      isOpen = false
      clock.clearTimeout(timer)
      end()
    },
  }
}
