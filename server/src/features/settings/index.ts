/** Settings of the course and of the carts, roles, types of zones, technical numbers. */

import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { baseMapService, type MapSettings, may, ROLE_SLUGS, readBaseMap, roleOf } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { crudRoutes } from '../../platform/crud/crudRoutes.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'

export { DEFAULT_MAP_SETTINGS } from './defaults.ts'
export type { StoredMapSettings } from './settingsStore.ts'

import { listBaseMapLayers } from './baseMapLayers/listBaseMapLayers.ts'
import { tryBaseMap } from './baseMapTest/tryBaseMap.ts'
import { fieldAreaM2 } from './fieldArea.ts'
import {
  changeSettings,
  countZonesOfType,
  readMownZones,
  readSettings,
  type StoredMapSettings,
  technicalNumberStore,
  zoneTypeStore,
} from './settingsStore.ts'

const complete = async (db: Reader, stored: StoredMapSettings): Promise<MapSettings> => ({
  ...stored,
  totalFieldArea: fieldAreaM2(await readMownZones(db)),
})

/** Rules across fields: which of them has to be the smaller. */
const refuseContradictions = (settings: StoredMapSettings): void => {
  const fields: Record<string, Said> = {}
  if (settings.minZoom > settings.maxZoom) fields['body.minZoom'] = said('aboveMaxZoom')
  if (settings.minNativeZoom > settings.maxNativeZoom) {
    fields['body.minNativeZoom'] = said('aboveMaxNativeZoom')
  }
  if (settings.defaultZoom < settings.minZoom || settings.defaultZoom > settings.maxZoom) {
    fields['body.defaultZoom'] = said('zoomOrder')
  }
  if (settings.topLeftLat <= settings.bottomRightLat) fields['body.topLeftLat'] = said('notNorth')
  if (settings.topLeftLon >= settings.bottomRightLon) fields['body.topLeftLon'] = said('notWest')
  if (Object.keys(fields).length > 0) refuseFields(fields)
}

/** A base map is one that the map can draw, and says who made it. What is stored already does not stop other changes. */
const refuseBaseMap = (
  changed: Partial<StoredMapSettings>,
  { baseMapUrl, baseMapAttribution }: StoredMapSettings,
): void => {
  if (baseMapUrl === '') return
  const read = changed.baseMapUrl === undefined ? undefined : readBaseMap(baseMapUrl)
  if (read?.ok === false) refuseFields({ 'body.baseMapUrl': read.error })
  const isTouched = changed.baseMapUrl !== undefined || changed.baseMapAttribution !== undefined
  if (isTouched && baseMapAttribution === '') refuseFields({ 'body.baseMapAttribution': said('baseMapAttribution') })
}

/** A field that was not sent is not there at all. */
type Sent<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const sent = <T extends object>(given: T): Sent<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Sent<T>

const announce =
  (subject: 'zoneTypes' | 'technicalNumbers') =>
  (ctx: Context): void => {
    ctx.live.publish('settings', 'changed', { subject })
    if (subject === 'zoneTypes') ctx.events.emit('settingsChanged', { subject })
  }

export const settingsFeature = (): Feature => ({
  routes: [
    route(calls.settings.get, async ({ ctx }) => complete(ctx.db, await readSettings(ctx.db, 'map'))),
    route(calls.settings.update, async ({ ctx, body, user, write }) => {
      const onlyRain = Object.keys(body).every(name => name === 'rainMode')
      if (!onlyRain && !may(user.role, 'settings.edit')) refuse('forbidden')
      const answer = await write(async tx => {
        const { before, after } = await changeSettings(
          tx,
          'map',
          stored => ({ ...stored, ...sent(body) }),
          ctx.clock.now(),
        )
        refuseContradictions(after)
        refuseBaseMap(sent(body), after)
        await ctx.audit(tx, {
          user,
          action: 'settings.update',
          subject: 'settings',
          subjectId: 'map',
          details: { before, after },
        })
        return complete(tx, after)
      })
      ctx.live.publish('settings', 'changed', { subject: 'map' })
      ctx.events.emit('settingsChanged', { subject: 'map' })
      return answer
    }),
    route(
      lateCalls.baseMap.test,
      async ({ ctx, body, request }) => {
        const read = readBaseMap(body.baseMapUrl)
        if (!read.ok) return refuseFields({ 'body.baseMapUrl': read.error })
        const { publicUrl, outgoingPrivate: allowsPrivate } = ctx.config
        const pageOrigin = new URL(publicUrl ?? `${request.protocol}://${request.host}`).origin
        return tryBaseMap(read.value, body, { allowsPrivate, pageOrigin })
      },
      { perMinute: 10 },
    ),
    route(
      lateCalls.baseMap.layers,
      async ({ ctx, body }) => {
        const service = baseMapService(body.baseMapUrl)
        if (service === undefined) return refuseFields({ 'body.baseMapUrl': said('baseMapNoList') })
        return listBaseMapLayers(service, body, { allowsPrivate: ctx.config.outgoingPrivate })
      },
      { perMinute: 10 },
    ),
    route(calls.settings.buggy, ({ ctx }) => readSettings(ctx.db, 'buggy')),
    route(calls.settings.updateBuggy, async ({ ctx, body, user, write }) => {
      const answer = await write(async tx => {
        const { before, after } = await changeSettings(
          tx,
          'buggy',
          stored => ({ ...stored, ...sent(body) }),
          ctx.clock.now(),
        )
        await ctx.audit(tx, {
          user,
          action: 'settings.update',
          subject: 'settings',
          subjectId: 'buggy',
          details: { before, after },
        })
        return after
      })
      ctx.live.publish('settings', 'changed', { subject: 'buggy' })
      ctx.events.emit('settingsChanged', { subject: 'buggy' })
      return answer
    }),
    route(calls.settings.roles, async () => ({ items: ROLE_SLUGS.map(roleOf) })),
    ...crudRoutes(calls.zoneTypes, zoneTypeStore, {
      noun: 'zoneType',
      checkRemoval: async (tx, id) => {
        const zones = await countZonesOfType(tx, id)
        if (zones > 0) refuse('zoneTypeInUse', { count: zones })
      },
      changed: announce('zoneTypes'),
    }),
    ...crudRoutes(calls.technicalNumbers, technicalNumberStore, {
      noun: 'technicalNumber',
      changed: announce('technicalNumbers'),
    }),
  ],
})
