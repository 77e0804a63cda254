/** A page of a collection's items. */

import { lateCalls } from '@greensward/contract/late'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { createBreather } from '../../platform/threads/breather.ts'
import { jsonInSlices } from '../../platform/threads/jsonInSlices.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { contentCrs, crsNamed, offeredCrs, projectAhead } from './crs.ts'
import { baseOf, geojsonOf, namesFor, OPTIONS, seenKind } from './items.ts'
import { DEFAULT_LIMIT, filtersOf, MOST_LIMIT, matching } from './itemsQuery.ts'
import { GEOJSON, JSON_TYPE, link } from './pages.ts'

/** Parameters that the links to other pages repeat. */
const KEPT = ['bbox', 'bbox-crs', 'crs', 'datetime', 'filter', 'filter-lang', 'filter-crs'] as const

/**
 * The filter as its program meant it. A form writes a space as a plus, and a plus is read as a space; QGIS writes %20 for a space, and its
 * plus is one. So where a %20 is in the filter, a plus stays a plus.
 */
const filterAsMeant = (url: string, filter: string | undefined): string | undefined => {
  const sent = /[?&]filter=([^&]*)/.exec(url)?.[1] ?? ''
  if (filter === undefined || !sent.includes('+') || !sent.includes('%20')) return filter
  return new URLSearchParams(`filter=${sent.replaceAll('+', '%2B')}`).get('filter') ?? filter
}

export const itemsRoute = (ctx: Context, course: CurrentCourse): Route =>
  route(
    lateCalls.ogc.items,
    async ({ params, query: sent, request, reply, user }) => {
      const query = { ...sent, filter: filterAsMeant(request.url, sent.filter) }
      const kind = seenKind(params.collectionId, user)
      const filters = filtersOf(kind, query)
      const { features } = await course.read()
      const names = await namesFor(ctx.db, features)
      const offered = offeredCrs(features)
      const crs = crsNamed(query.crs, offered, 'crs')
      const own = features.filter(feature => feature.kind === kind)
      const found = await matching(own, query, { kind, filters, names, offered })
      // More than the greatest page is asked for: the greatest page is the answer, as the standard allows.
      const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MOST_LIMIT)
      const offset = query.offset ?? 0
      const page = found.slice(offset, offset + limit)
      const here = `${baseOf(ctx, request)}/collections/${kind}/items`
      const pageAt = (at: number): string => {
        const search = new URLSearchParams()
        for (const name of KEPT) if (query[name] !== undefined) search.set(name, query[name])
        for (const [name, value] of filters) search.set(name, value)
        if (query.limit !== undefined || at > 0) search.set('limit', String(limit))
        if (at > 0) search.set('offset', String(at))
        return search.size === 0 ? here : `${here}?${search}`
      }
      const hasNext = offset + page.length < found.length
      const shown: ReturnType<typeof geojsonOf>[] = []
      const breathe = createBreather()
      for (const feature of page) {
        await projectAhead(feature.geometry, crs, breathe)
        shown.push(geojsonOf(feature, names, crs))
        await breathe()
      }
      const body = {
        type: 'FeatureCollection',
        timeStamp: ctx.clock.now().toISOString(),
        numberMatched: found.length,
        numberReturned: page.length,
        features: shown,
        links: [
          link(pageAt(offset), 'self', GEOJSON, 'This page'),
          link(`${baseOf(ctx, request)}/collections/${kind}`, 'collection', JSON_TYPE, 'Its collection'),
          ...(hasNext ? [link(pageAt(offset + limit), 'next', GEOJSON, 'The next page')] : []),
          ...(offset > 0 ? [link(pageAt(Math.max(0, offset - limit)), 'prev', GEOJSON, 'The page before')] : []),
        ],
      }
      reply.header('content-crs', contentCrs(crs))
      return reply.type(GEOJSON).send(Buffer.from(await jsonInSlices(body))) as never
    },
    OPTIONS,
  )
