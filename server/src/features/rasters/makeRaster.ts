/**
 * A program of its own: makes one raster, or the pictures of one, by the one word of its command line, and reports its
 * progress. It runs apart because it unpacks files of strangers.
 */
import type { Code, Said } from '@greensward/messages'
import {
  type ConvertedRaster,
  convertRaster,
  Fault,
  type RasterKind,
  type ReliefPaths,
  writeReliefs,
} from '@greensward/raster'

/** Why a file cannot become a raster, by a code that has a text. */
export interface RasterFault extends Said {
  readonly code: Code
}

export interface MakeOrder {
  /** The uploaded file; absent where the raster is there and only its pictures are wanted. */
  readonly source?: { readonly path: string; readonly kind: RasterKind; readonly description: string }
  readonly raster: string
  readonly reliefs?: ReliefPaths
}

export type MakeMessage =
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'made'; readonly raster: ConvertedRaster | null }
  | { readonly type: 'fault'; readonly fault: RasterFault }

const say = (message: MakeMessage): Promise<void> =>
  new Promise(done => {
    if (process.send === undefined) done()
    else process.send(message, () => done())
  })

/** Of an elevation model, making it and drawing its pictures take about as long as each other. */
const RELIEF_SHARE = 0.5

const make = async (order: MakeOrder): Promise<ConvertedRaster | null> => {
  const own = order.source === undefined ? 0 : order.reliefs === undefined ? 1 : 1 - RELIEF_SHARE
  let reported = 0
  const progress = (share: number): void => {
    if (share - reported < 0.01 && share < 1) return
    reported = share
    void say({ type: 'progress', share })
  }
  const raster =
    order.source === undefined
      ? null
      : await convertRaster({
          from: order.source.path,
          to: order.raster,
          kind: order.source.kind,
          description: order.source.description,
          onProgress: share => progress(share * own),
        })
  if (order.reliefs !== undefined) {
    await writeReliefs(order.raster, order.reliefs, share => progress(own + share * (1 - own)))
  }
  return raster
}

const [order] = process.argv.slice(2)
if (order === undefined) throw new Error('say what is to be made')
// The parent's end is ours: nobody would list what is made.
process.once('disconnect', () => process.exit(1))
try {
  const raster = await make(JSON.parse(order) as MakeOrder)
  await say({ type: 'made', raster })
} catch (error) {
  if (error instanceof Fault) await say({ type: 'fault', fault: { code: error.code, params: error.params } })
  else if (error instanceof RangeError && /alloc/i.test(error.message)) process.exitCode = 3
  else throw error
}
process.removeAllListeners('disconnect')
process.disconnect?.()
