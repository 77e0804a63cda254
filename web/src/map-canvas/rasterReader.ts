/** The page's end of the reader of one raster. A key that is renewed while the page stays open goes with the next range. */
import type { Position } from '@greensward/domain'
import type { FromReader, GroundPoint, RasterInfo, ToReader } from './rasterMessages.ts'

/** How the files of rasters are reached, and with whose key. */
export interface RasterAccess {
  /** The path that the id of a raster and `/file` follow. */
  readonly path: string
  /** Passes the whole file if it is on this device; otherwise null now, and the file when it has arrived. */
  readonly kept?: (url: string, give: (whole: Blob | null) => void) => void
  readonly key: () => string | undefined
  /** A newer key than the used one, once there is one. */
  readonly renewed: (used: string | undefined) => Promise<string | undefined>
}

type Without<T> = T extends { readonly ask: number } ? Omit<T, 'ask'> : never
type PictureQuestion = Without<Extract<ToReader, { type: 'tile' | 'contours' }>>

export interface RasterReader {
  /** Rejects where the raster cannot be read. */
  readonly opened: Promise<RasterInfo>
  readonly picture: (question: PictureQuestion, signal: AbortSignal) => Promise<ImageBitmap>
  readonly point: (at: Position) => Promise<GroundPoint | null>
  /** Mean rise over run of an area. */
  readonly slope: (rings: readonly (readonly Position[])[]) => Promise<number | null>
  readonly close: () => void
}

export const openRasterReader = (url: string, access: RasterAccess): RasterReader => {
  const worker = new Worker(new URL('./rasterReader.worker.ts', import.meta.url), { type: 'module' })
  const tell = (message: ToReader): void => worker.postMessage(message)
  const answers = new Map<number, (answer: FromReader) => void>()
  let asked = 0
  const { promise: opened, resolve, reject } = Promise.withResolvers<RasterInfo>()
  // A caller that only draws tiles is notified in another way.
  opened.catch(() => undefined)

  worker.addEventListener('message', ({ data }: MessageEvent<FromReader>) => {
    switch (data.type) {
      case 'needKey':
        void access.renewed(data.used).then(key => tell({ type: 'key', key }))
        return
      case 'failed':
        reject(new Error(data.reason))
        return
      case 'opened':
        resolve(data.info)
        return
      default:
        answers.get(data.ask)?.(data)
        answers.delete(data.ask)
    }
  })
  worker.addEventListener('error', event => reject(new Error(event.message)))
  const open = (whole: Blob | null): void => tell({ type: 'open', url, key: access.key(), whole })
  if (access.kept === undefined) open(null)
  else access.kept(url, open)

  const question = (): number => ++asked
  return {
    opened,
    picture: (wanted, signal) =>
      new Promise((done, fail) => {
        const ask = question()
        answers.set(ask, answer => {
          if (answer.type === 'picture' && answer.picture !== null) done(answer.picture)
          else fail(new Error('no picture'))
        })
        signal.addEventListener('abort', () => tell({ type: 'forget', ask }), { once: true })
        tell({ ...wanted, ask })
      }),
    point: async at => {
      await opened
      return new Promise(done => {
        const ask = question()
        answers.set(ask, answer => done(answer.type === 'point' ? answer.point : null))
        tell({ type: 'point', ask, at })
      })
    },
    slope: async rings => {
      await opened
      return new Promise(done => {
        const ask = question()
        answers.set(ask, answer => done(answer.type === 'area' ? answer.slope : null))
        tell({ type: 'area', ask, rings })
      })
    },
    close: () => worker.terminate(),
  }
}
