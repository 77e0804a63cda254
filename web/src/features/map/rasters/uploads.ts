/** Uploads that this page sends. They live beside React: closing the list of rasters ends none of them. */

import type { BodyOf } from '@greensward/contract'
import { calls, type RasterUpload } from '@greensward/contract'
import { ApiFailure, call, errorText, invalidate, isKind, queryClient, sendBytes } from '../../../api/index.ts'
import { Moved, Refused, sendFile } from './sendFile.ts'

/** The state of an upload that this page sends. */
export interface Sending {
  readonly sentBytes: number
  /** No connection at the moment; it is tried again. */
  readonly broken: boolean
}

interface Kept {
  state: Sending
  readonly abort: AbortController
}

const sending = new Map<string, Kept>()
const listeners = new Set<() => void>()
let snapshot: ReadonlyMap<string, Sending> = new Map()

const tell = (): void => {
  snapshot = new Map([...sending].map(([id, { state }]) => [id, state]))
  for (const listener of listeners) listener()
}
const change = (id: string, part: Partial<Sending>): void => {
  const kept = sending.get(id)
  if (kept === undefined) return
  kept.state = { ...kept.state, ...part }
  tell()
}

const paused = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done, fail) => {
    const timer = window.setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer)
      fail(new Refused('cancelled'))
    })
  })

/** A refusal of the server says that sending on is of no use; all else may pass. */
const sorted = (error: unknown): unknown => {
  if (!(error instanceof ApiFailure) || error.status >= 500 || error.kind === 'tooManyRequests') return error
  const details = error.details as { readonly receivedBytes?: unknown } | undefined
  if (isKind(error, 'conflict')) {
    return typeof details?.receivedBytes === 'number' ? new Moved(details.receivedBytes) : error
  }
  return new Refused(errorText(error))
}

const send = async (file: File, { id, receivedBytes }: RasterUpload): Promise<void> => {
  const abort = new AbortController()
  sending.set(id, { state: { sentBytes: receivedBytes, broken: false }, abort })
  tell()
  const params = { id }
  try {
    await sendFile(file, receivedBytes, {
      send: async (offset, bytes, onSent) => {
        try {
          const { receivedBytes: arrived } = await sendBytes(
            calls.rasters.sendBytes,
            { params, query: { offset } },
            bytes,
            { signal: abort.signal, onSent },
          )
          return arrived
        } catch (error) {
          throw abort.signal.aborted ? new Refused('cancelled') : sorted(error)
        }
      },
      received: async () => {
        try {
          return (await call(calls.rasters.upload, { params })).receivedBytes
        } catch (error) {
          throw sorted(error)
        }
      },
      wait: ms => paused(ms, abort.signal),
      now: () => performance.now(),
      onProgress: sentBytes => change(id, { sentBytes }),
      onBreak: broken => change(id, { broken }),
    })
  } catch (error) {
    // The upload itself carries the reason of the refusal.
    if (!(error instanceof Refused)) throw error
  } finally {
    sending.delete(id)
    tell()
    void invalidate(queryClient, calls.rasters.uploads, calls.rasters.list)
  }
}

export const uploads = {
  listen: (onChange: () => void): (() => void) => {
    listeners.add(onChange)
    return () => listeners.delete(onChange)
  },
  sending: (): ReadonlyMap<string, Sending> => snapshot,
  /** @throws if the server refuses to start */
  begin: async (
    file: File,
    said: Omit<BodyOf<typeof calls.rasters.openUpload>, 'fileName' | 'sizeBytes'>,
  ): Promise<void> => {
    const opened = await call(calls.rasters.openUpload, {
      body: { ...said, fileName: file.name.slice(-255), sizeBytes: file.size },
    })
    await invalidate(queryClient, calls.rasters.uploads)
    void send(file, opened)
  },
  /** Resumes the upload with the same file, chosen again. */
  resume: async (file: File, upload: RasterUpload): Promise<void> => {
    const now = await call(calls.rasters.upload, { params: { id: upload.id } })
    void send(file, now)
  },
  cancel: async ({ id }: Pick<RasterUpload, 'id'>): Promise<void> => {
    sending.get(id)?.abort.abort()
    await call(calls.rasters.cancelUpload, { params: { id } })
    await invalidate(queryClient, calls.rasters.uploads)
  },
}
