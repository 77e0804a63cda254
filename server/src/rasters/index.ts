/** Pictures from the air and heights of the ground: a list, and the files by ranges of bytes. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { calls } from '@greensward/domain/contract'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import type { Feature } from '../feature.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { byteRange } from './byteRange.ts'
import { findRaster, listRasters } from './rasterStore.ts'

export const rasterFolder = (dataDir: string): string => join(dataDir, 'rasters')

/** Undefined where there is no such file. */
const sizeOf = async (path: string): Promise<number | undefined> => {
  try {
    return (await stat(path)).size
  } catch {
    return undefined
  }
}

/** A file never changes under its id, so a browser may keep what it has; never a cache that others share. */
const KEEP = 'private, max-age=3600'

export const rastersFeature = (ctx: Context): Feature => ({
  routes: [
    route(calls.rasters.list, async () => {
      const items = await listRasters(ctx.db)
      return { items, total: items.length }
    }),
    route(
      calls.rasters.file,
      async ({ params, request, reply }): Promise<FastifyReply> => {
        const raster = await findRaster(ctx.db, params.id)
        if (raster === undefined) return refuse('notFound')
        const path = join(rasterFolder(ctx.config.dataDir), raster.fileName)
        const size = await sizeOf(path)
        if (size === undefined) return refuse('notFound', 'The file of this raster is missing')
        const etag = `"${raster.id}-${size}"`
        reply.headers({ etag, 'accept-ranges': 'bytes', 'cache-control': KEEP, vary: 'x-api-key' }).type('image/tiff')
        const { range: asked, 'if-range': ifRange, 'if-none-match': known } = request.headers
        if (known === etag) return reply.code(304).send()
        const range = byteRange(ifRange === undefined || ifRange === etag ? asked : undefined, size)
        if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send()
        if (range === 'all') return reply.header('content-length', size).send(createReadStream(path))
        const { first, last } = range
        return reply
          .code(206)
          .headers({ 'content-range': `bytes ${first}-${last}/${size}`, 'content-length': last - first + 1 })
          .send(createReadStream(path, { start: first, end: last }))
      },
      { bare: true },
    ),
  ],
})
