/** Aerial pictures and elevation models: uploads, a list, and the files by ranges of bytes. */

import { createReadStream } from 'node:fs'
import { calls, type Raster } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { byteRange } from './byteRange.ts'
import { picturePath, removeRasterFiles, sizeOf } from './rasterFiles.ts'
import { changeRaster, findRaster, listRasters, removeRaster, shownRaster } from './rasterStore.ts'
import { createRasterWorks, type RasterWorksOptions } from './rasterWorks.ts'
import { createUploads } from './uploads.ts'

export { rasterFolder } from './rasterFiles.ts'

/** A file never changes under its id, so a browser may keep what it has; never a cache that others share. */
const KEEP = 'private, max-age=3600'

const isForCarts = ({ kind }: Pick<Raster, 'kind'>): boolean => kind === 'orthophoto'

const BOUNDS: RasterWorksOptions = { memoryMb: 2_560, timeoutMs: 30 * 60_000 }

export const rastersFeature = (ctx: Context, bounds = BOUNDS): Feature => {
  const works = createRasterWorks(bounds)
  const uploads = createUploads(ctx, works)
  const { sharedDir } = ctx.config
  const announce = (): void => ctx.live.publish('settings', 'changed', { subject: 'rasters' })
  ctx.events.on('rasterAdded', () => uploads.drawReliefs())
  /** @param isOpen which rasters the caller may have; the others are not there for it */
  const file = async (
    id: string,
    picture: 'own' | 'hillshade' | 'slope',
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    isOpen: (raster: Pick<Raster, 'kind'>) => boolean = () => true,
  ): Promise<FastifyReply> => {
    const raster = await findRaster(ctx.db, id)
    if (raster === undefined || !isOpen(raster)) return refuse('notFound')
    const path = picturePath(sharedDir, raster.fileName, picture)
    const size = await sizeOf(path)
    if (size === undefined) return refuse('rasterFileMissing')
    const etag = `"${raster.id}-${picture}-${size}"`
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
  }
  return {
    start: () => uploads.start(),
    stop: () => uploads.stop(),
    routes: [
      ...uploads.routes,
      route(calls.rasters.list, async () => {
        const items = await listRasters(ctx.db)
        return { items, total: items.length }
      }),
      route(calls.rasters.update, async ({ params, body, user, write }) => {
        const answer = await write(async tx => {
          const { title, attribution, takenOn } = body
          const row = await changeRaster(tx, params.id, {
            ...(title === undefined ? {} : { title }),
            ...(attribution === undefined ? {} : { attribution }),
            ...(takenOn === undefined ? {} : { takenOn }),
          })
          if (row === undefined) return refuse('notFound')
          await ctx.audit(tx, { user, action: 'raster.update', subject: 'raster', subjectId: row.id, details: body })
          return shownRaster(row)
        })
        announce()
        return answer
      }),
      route(calls.rasters.remove, async ({ params, user, write }) => {
        let fileName: string | undefined
        const answer = await write(async tx => {
          const row = await removeRaster(tx, params.id)
          if (row === undefined) return refuse('notFound')
          fileName = row.fileName
          await ctx.audit(tx, {
            user,
            action: 'raster.remove',
            subject: 'raster',
            subjectId: row.id,
            details: { title: row.title },
          })
          return {}
        })
        if (fileName !== undefined) await removeRasterFiles(sharedDir, fileName)
        announce()
        return answer
      }),
      route(calls.rasters.file, ({ params, query, ...sent }) => file(params.id, query.picture, sent), { bare: true }),
      // Golfers see the aerial picture; elevation is for the staff.
      route(lateCalls.player.rasters, async () => {
        const items = (await listRasters(ctx.db)).filter(isForCarts)
        return { items, total: items.length }
      }),
      route(lateCalls.player.rasterFile, ({ params, ...sent }) => file(params.id, 'own', sent, isForCarts), {
        bare: true,
      }),
    ],
  }
}
