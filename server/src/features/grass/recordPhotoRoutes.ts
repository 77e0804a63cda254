/** Photos of records: taken at the green, kept without their metadata, and shown as thumbnails and whole. */
import { lateCalls } from '@greensward/contract/late'
import { MOST_RECORD_PHOTOS, RECORD_PHOTO_LIMITS, RECORD_THUMBNAIL_LIMITS } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readUpload } from '../../platform/http/upload.ts'
import { checkPhoto } from '../../platform/pictures/photo.ts'
import { addPhoto, findPhoto, removePhoto } from './recordPhotoStore.ts'

/** A photo never changes under its id; never a cache that others share. */
const KEEP = 'private, max-age=86400'

export const recordPhotoRoutes = (ctx: Context): readonly Route[] => [
  route(
    lateCalls.zoneRecords.addPhoto,
    async ({ params, request, write }) => {
      const { data, fields } = await readUpload(request)
      const whole = checkPhoto(data, RECORD_PHOTO_LIMITS)
      const thumbnail =
        fields.thumbnail === undefined
          ? null
          : checkPhoto(Buffer.from(fields.thumbnail, 'base64'), RECORD_THUMBNAIL_LIMITS, 'body.thumbnail')
      return write(async tx => {
        const adding = await addPhoto(tx, params, { whole, thumbnail, addedAt: ctx.clock.now() })
        if (adding.kind === 'kept') return adding.photo
        if (adding.kind === 'full')
          refuseFields({ 'body.file': said('tooManyPhotos', { maximum: MOST_RECORD_PHOTOS }) })
        return refuse(adding.kind === 'taken' ? 'conflict' : 'notFound')
      })
    },
    { multipart: true },
  ),

  route(
    lateCalls.zoneRecords.photo,
    async ({ params, query, request, reply }): Promise<FastifyReply> => {
      const photo = await findPhoto(ctx.db, params, query.size)
      if (photo === undefined) return refuse('notFound')
      const etag = `"${photo.hash}-${query.size}"`
      reply.headers({ etag, 'cache-control': KEEP, vary: 'x-api-key' })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(photo.type).send(Buffer.from(photo.data))
    },
    { bare: true },
  ),

  route(lateCalls.zoneRecords.removePhoto, async ({ params, write }) =>
    write(async tx => {
      if (!(await removePhoto(tx, params))) refuse('notFound')
      return {}
    }),
  ),
]
