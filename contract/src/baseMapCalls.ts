/** A base map of another service is tried before it is saved. */
import { mapSettings } from '@greensward/domain'
import { z } from 'zod'
import { call } from './call.ts'

/** Why the map could not draw what a service answers. */
export const baseMapProblem = z.enum([
  'hostNotFound',
  'connectionRefused',
  'notReached',
  'untrusted',
  'tooSlow',
  'forbiddenAddress',
  'tooLarge',
  'redirected',
  'keyRefused',
  'httpStatus',
  'noPicture',
  'notAPicture',
  'unknownLayer',
  'unknownMatrixSet',
  /** The layer or the tile matrix set, in an address that does not say which of its parts is which. */
  'unknownPart',
  'wrongProjection',
  'outside',
  'serviceException',
  'emptyPicture',
  'otherPagesRefused',
  'noFile',
  'noRanges',
  'notPmtiles',
  'vectorTiles',
  /** The answer is not the list of layers of a WMS or WMTS. */
  'noList',
  'noFittingLayer',
])
export type BaseMapProblem = z.infer<typeof baseMapProblem>

/** A person searches the list by words; some services have thousands. */
export const MOST_BASE_MAP_LAYERS = 500

const { baseMapUrl, defaultZoom, minNativeZoom, maxNativeZoom, centerLon, centerLat } = mapSettings.shape

export const baseMapCalls = {
  baseMap: {
    test: call({
      method: 'POST',
      path: 'settings/base-map/test',
      who: 'settings.edit',
      body: z.strictObject({ baseMapUrl, defaultZoom, minNativeZoom, maxNativeZoom, centerLon, centerLat }),
      result: z.strictObject({
        problem: baseMapProblem.nullable(),
        /** What the text of the problem names: an HTTP status, a layer, an address. */
        params: z.record(z.string(), z.string()),
        /** In the words of the service. */
        detail: z.string(),
        zoom: z.int(),
        /** Null beside a problem. */
        picture: z
          .strictObject({
            /** Such as png. */
            type: z.string(),
            /** Null for a file of tiles, of which only the header was read. */
            widthPx: z.int().nullable(),
            heightPx: z.int().nullable(),
            bytes: z.int(),
            ms: z.int(),
            /** All of it has one colour: the service may have nothing there. */
            isPlain: z.boolean(),
          })
          .nullable(),
      }),
      patienceS: 30,
    }),
    layers: call({
      method: 'POST',
      path: 'settings/base-map/layers',
      who: 'settings.edit',
      body: z.strictObject({ baseMapUrl, centerLon, centerLat }),
      result: z.strictObject({
        problem: baseMapProblem.nullable(),
        params: z.record(z.string(), z.string()),
        /** In the words of the service. */
        detail: z.string(),
        /** Those that the map can draw; the ones that have the middle of the course first. */
        layers: z
          .array(
            z.strictObject({
              name: z.string(),
              title: z.string(),
              /** For the field of the base map. */
              address: z.string(),
              /** Whether its area has the middle of the course; null where the service does not say its area. */
              isHere: z.boolean().nullable(),
              /** Empty where the service names nobody. */
              attribution: z.string(),
            }),
          )
          .max(MOST_BASE_MAP_LAYERS),
        /** How many there are in all. */
        total: z.int(),
      }),
      patienceS: 30,
    }),
  },
} as const
