/** Uploads in parts that outlive a broken connection, a closed page and the server's own end. */

import { open, rm, statfs, truncate } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { calls, type RasterUpload } from '@greensward/contract'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { changedAt, makeFolders, rasterFolder, sizeOf, uploadPath } from './rasterFiles.ts'
import { failUpload, RasterQueue } from './rasterQueue.ts'
import {
  addUpload,
  changeUpload,
  findUpload,
  forgetUploadsBefore,
  listUploads,
  removeUpload,
  type UploadRow,
  unfinishedUploads,
} from './rasterStore.ts'
import type { RasterWorks } from './rasterWorks.ts'

/** Nobody sends more at once, and each takes space on the disk. */
const MOST_OPEN = 8
/** One that its sender has left alone for so long may still be finished, and holds nobody else up. */
const LEFT_AFTER_MS = 3_600_000
const KEPT_MS = 7 * 86_400_000
/** Left free for everything else that writes. */
const SPARE_BYTES = 512 * 1024 * 1024
/** A raster of ours and its pictures may together take this many times what was sent. */
const GROWTH = 3
/** Another server takes over the work of a dead one within this time. */
const LOOK_MS = 30_000
const TIFF_STARTS = ['49492a00', '4d4d002a', '49492b00', '4d4d002b']

export interface Uploads {
  readonly routes: readonly Route[]
  start(): Promise<void>
  /** Unfinished ones are restarted by the next server. */
  stop(): Promise<void>
  /** Draws the pictures of every elevation model that has none yet. */
  drawReliefs(): Promise<void>
}

/** Appends the body to the file; bytes from before a break stay. */
const receive = async (ctx: Context, row: UploadRow, body: Readable, offset: number): Promise<void> => {
  const path = uploadPath(ctx.config.sharedDir, row.id)
  const file = await open(path, 'a+')
  let size = offset
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (size + chunk.length > row.sizeBytes) {
        await truncate(path, offset)
        refuse('tooManyBytes')
      }
      await file.write(chunk)
      size += chunk.length
    }
    if (size === row.sizeBytes) await file.sync()
    if (offset < 4 && size >= 4) {
      const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
      if (!TIFF_STARTS.includes(buffer.toString('hex'))) {
        await failUpload(ctx, row.id, said('notTiff'))
        refuse('notTiff', {}, { fields: { body: said('notTiff') } })
      }
    }
  } finally {
    await file.close()
  }
}

/** @param lookMs how often it looks for what other servers left behind */
export const createUploads = (ctx: Context, works: RasterWorks, lookMs = LOOK_MS): Uploads => {
  const { sharedDir } = ctx.config
  const queue = new RasterQueue(ctx, works)
  const receiving = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const shown = async (row: UploadRow): Promise<RasterUpload> => ({
    ...row,
    receivedBytes: row.state === 'receiving' ? ((await sizeOf(uploadPath(sharedDir, row.id))) ?? 0) : row.sizeBytes,
    progress: row.state === 'done' ? 1 : works.progressOf(row.id),
    createdAt: row.createdAt.toISOString(),
  })
  const countUnderWay = async (): Promise<number> => {
    const leftBefore = ctx.clock.now().getTime() - LEFT_AFTER_MS
    const unfinished = await unfinishedUploads(ctx.db)
    const lastMoved = await Promise.all(
      unfinished.map(async ({ id, createdAt }) => (await changedAt(uploadPath(sharedDir, id))) ?? createdAt),
    )
    return unfinished.filter(({ state }, i) => state !== 'receiving' || Number(lastMoved[i]) > leftBefore).length
  }
  const known = async (id: string): Promise<UploadRow> => (await findUpload(ctx.db, id)) ?? refuse('notFound')

  const takeUp = async (): Promise<void> => {
    for (const row of await unfinishedUploads(ctx.db)) {
      if (row.state !== 'receiving') queue.begin(row)
      // A server ended between the last byte and the note of it: nobody would send more.
      else if (!receiving.has(row.id) && (await sizeOf(uploadPath(sharedDir, row.id))) === row.sizeBytes)
        queue.begin((await changeUpload(ctx.db, row.id, { state: 'waiting' })) ?? row)
    }
    await queue.drawReliefs()
  }
  const look = (): void => {
    void takeUp()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'Could not load the unfinished rasters'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(look, lookMs)
      })
  }

  return {
    start: async () => {
      await makeFolders(sharedDir)
      const before = new Date(ctx.clock.now().getTime() - KEPT_MS)
      for (const { id } of await forgetUploadsBefore(ctx.db, before))
        await rm(uploadPath(sharedDir, id), { force: true })
      look()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await queue.stop()
    },
    drawReliefs: () => queue.drawReliefs(),
    routes: [
      route(calls.rasters.uploads, async () => {
        const items = await Promise.all((await listUploads(ctx.db)).map(shown))
        return { items, total: items.length }
      }),
      route(calls.rasters.openUpload, async ({ body, user, write }) => {
        if ((await countUnderWay()) >= MOST_OPEN) refuse('otherUploads')
        await makeFolders(sharedDir)
        const { bavail, bsize } = await statfs(rasterFolder(sharedDir))
        if (bavail * bsize < body.sizeBytes * GROWTH + SPARE_BYTES) {
          refuse('diskFull')
        }
        return write(async tx => {
          const row = await addUpload(tx, { ...body, state: 'receiving', createdAt: ctx.clock.now() })
          await ctx.audit(tx, {
            user,
            action: 'raster.upload',
            subject: 'raster',
            subjectId: row.id,
            details: { title: row.title, fileName: row.fileName, sizeBytes: row.sizeBytes },
          })
          return shown(row)
        })
      }),
      route(calls.rasters.upload, async ({ params }) => shown(await known(params.id))),
      route(
        calls.rasters.sendBytes,
        async ({ params, query, request }) => {
          const row = await known(params.id)
          if (receiving.has(row.id)) return refuse('uploadBusy')
          receiving.add(row.id)
          try {
            const receivedBytes = (await sizeOf(uploadPath(sharedDir, row.id))) ?? 0
            if (row.state !== 'receiving' || query.offset !== receivedBytes) {
              return refuse(
                'uploadOffset',
                {},
                {
                  details: { receivedBytes: row.state === 'receiving' ? receivedBytes : row.sizeBytes },
                },
              )
            }
            await receive(ctx, row, request.body as Readable, query.offset)
          } finally {
            receiving.delete(row.id)
          }
          const size = await sizeOf(uploadPath(sharedDir, row.id))
          if (size !== row.sizeBytes) return shown(row)
          const waiting = (await changeUpload(ctx.db, row.id, { state: 'waiting' })) ?? refuse('notFound')
          queue.begin(waiting)
          return shown(waiting)
        },
        { stream: true },
      ),
      route(calls.rasters.cancelUpload, async ({ params, user, write }) => {
        let isMade = false
        const answer = await write(async tx => {
          const row = (await removeUpload(tx, params.id)) ?? refuse('notFound')
          isMade = row.state === 'done'
          if (!isMade)
            await ctx.audit(tx, { user, action: 'raster.cancelUpload', subject: 'raster', subjectId: row.id })
          return {}
        })
        if (isMade) return answer
        works.cancel(params.id)
        await rm(uploadPath(sharedDir, params.id), { force: true })
        return answer
      }),
    ],
  }
}
