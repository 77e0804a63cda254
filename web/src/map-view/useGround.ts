/** The files drawn below the course, by the person's choice and by what exists. */
import type { Raster } from '@greensward/contract'
import { useMemo } from 'react'
import type { Base, GroundDrawing, ShownLayers } from '../map-canvas/scene.ts'
import { useCourse, useRasters } from './courseReadings.ts'
import type { MapLayerChoice } from './mapChoice.ts'

export type GroundChoice = Pick<MapLayerChoice, 'photo' | 'compared' | 'opacity'>

export const NEWEST_PHOTO: GroundChoice = { photo: null, compared: null, opacity: 100 }

export interface GroundShown {
  readonly drawing: GroundDrawing
  readonly picture: Raster | undefined
  readonly compared: Raster | undefined
  /** The attributions of the shown pictures. */
  readonly credits: readonly string[]
}

const fileOf = (path: string, raster: Raster, picture?: 'hillshade' | 'slope'): string =>
  `${path}/${raster.id}/file${picture === undefined ? '' : `?picture=${picture}`}`

/** @param path of the files, see `RasterAccess` */
export function useGround(base: Base, choice: GroundChoice, layers: ShownLayers, path: string): GroundShown {
  const { photos, dem } = useRasters()
  const { settings } = useCourse()
  const { photo, compared: comparedId, opacity } = choice
  const hasContours = layers.has('contours')
  const hasBaseMap = layers.has('baseMap')
  return useMemo(() => {
    const isPhoto = base === 'orthophoto'
    const own = photos.find(({ id }) => id === photo) ?? photos[0]
    const relief = base === 'hillshade' || base === 'slope' ? base : null
    const picture = isPhoto ? own : relief !== null && dem?.hasReliefs === true ? dem : undefined
    const compared = isPhoto ? photos.find(({ id }) => id === comparedId && id !== own?.id) : undefined
    const baseMap =
      hasBaseMap && settings !== undefined && settings.baseMapUrl !== ''
        ? {
            url: settings.baseMapUrl,
            minZoom: Math.floor(settings.minNativeZoom),
            maxZoom: Math.floor(settings.maxNativeZoom),
          }
        : null
    const contours = hasContours && dem !== undefined
    const credits = [
      picture?.attribution,
      compared?.attribution,
      contours ? dem?.attribution : undefined,
      baseMap === null ? undefined : settings?.baseMapAttribution,
    ]
    return {
      drawing: {
        picture: picture === undefined ? null : fileOf(path, picture, relief ?? undefined),
        compared: compared === undefined ? null : fileOf(path, compared),
        opacity: opacity / 100,
        dem: dem === undefined ? null : fileOf(path, dem),
        contours,
        baseMap,
      },
      picture,
      compared,
      credits: [...new Set(credits)].flatMap(credit => (credit === undefined || credit === '' ? [] : [credit])),
    }
  }, [base, photo, comparedId, opacity, hasContours, hasBaseMap, photos, dem, settings, path])
}
