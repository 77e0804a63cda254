/** The calls of the map: the course itself, its types, its machines. One module, so that every screen shares the answers. */

import { calls, type Raster } from '@greensward/contract'
import type { Base, Blade, Cart, CourseFeature, MapSettings, Mower, ZoneType } from '@greensward/domain'
import { useMemo } from 'react'
import { loadError, readFailedAgain, useCall, useCan } from '../api/index.ts'
import type { VehicleLook } from '../map-canvas/scene.ts'
import { WHOLE } from './readCourseAhead.ts'

const NONE: readonly never[] = []

export interface Course {
  readonly revision: number
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly settings: MapSettings | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly readAgain: () => void
}

/** The course, patched by live messages: two browsers show the same without a reload. */
export function useCourse(): Course {
  const map = useCall(calls.map.get)
  const types = useCall(calls.zoneTypes.list, WHOLE)
  const settings = useCall(calls.settings.get)
  const readings = [map, types, settings]
  return {
    revision: map.data?.revision ?? 0,
    features: map.data?.features ?? NONE,
    zoneTypes: types.data?.items ?? NONE,
    settings: settings.data,
    error: loadError(readings),
    isPending: map.isPending || settings.isPending,
    readAgain: () => readFailedAgain(readings),
  }
}

export interface Machines {
  readonly mowers: readonly Mower[]
  readonly carts: readonly Cart[]
  readonly bladeOf: (mower: Mower | undefined) => Blade | undefined
  readonly looks: ReadonlyMap<string, VehicleLook>
}

export function useMachines(): Machines {
  const seesOperations = useCan('operations.read')
  const mowers = useCall(calls.mowers.list, WHOLE, { enabled: seesOperations }).data?.items ?? NONE
  const blades = useCall(calls.blades.list, WHOLE, { enabled: seesOperations }).data?.items ?? NONE
  const carts = useCall(calls.carts.list, WHOLE).data?.items ?? NONE
  return useMemo(() => {
    const byId = new Map(blades.map(blade => [blade.id, blade]))
    const bladeOf = (mower: Mower | undefined): Blade | undefined =>
      mower?.bladeId == null ? undefined : byId.get(mower.bladeId)
    const looks = new Map<string, VehicleLook>()
    for (const mower of mowers) {
      looks.set(mower.id, {
        name: mower.name,
        colour: mower.color,
        workingWidthM: bladeOf(mower)?.widthM ?? null,
      })
    }
    for (const cart of carts) looks.set(cart.id, { name: cart.name, colour: '#10252d', workingWidthM: null })
    return { mowers, carts, bladeOf, looks }
  }, [mowers, blades, carts])
}

/** Where the mowers park; nothing for people who see no mowers. */
export function useBases(): readonly Base[] {
  const seesOperations = useCan('operations.read')
  return useCall(calls.bases.list, WHOLE, { enabled: seesOperations }).data?.items ?? NONE
}

export interface Rasters {
  /** The newest first. */
  readonly photos: readonly Raster[]
  /** The newest elevation model. */
  readonly dem: Raster | undefined
}

const dayOf = ({ takenOn, createdAt }: Raster): string => takenOn ?? createdAt.slice(0, 10)

export function useRasters(): Rasters {
  const items = useCall(calls.rasters.list).data?.items ?? NONE
  const settings = useCall(calls.settings.get).data
  return useMemo(() => {
    /** 2 on the course, 0 elsewhere, 1 where it is unknown. */
    const nearness = ({ bounds }: Raster): number => {
      if (bounds === null || settings === undefined) return 1
      const [west, south, east, north] = bounds
      const isHere =
        west <= settings.bottomRightLon &&
        east >= settings.topLeftLon &&
        south <= settings.topLeftLat &&
        north >= settings.bottomRightLat
      return isHere ? 2 : 0
    }
    // A picture elsewhere can be chosen, but is never the first one.
    const sorted = [...items].sort(
      (a, b) => nearness(b) - nearness(a) || dayOf(b).localeCompare(dayOf(a)) || b.createdAt.localeCompare(a.createdAt),
    )
    return {
      photos: sorted.filter(({ kind }) => kind === 'orthophoto'),
      dem: sorted.find(({ kind }) => kind === 'dem'),
    }
  }, [items, settings])
}

/**
 * True when part of the course came from OpenStreetMap, whose licence wants its contributors named. The history of the
 * map knows; for a person who may not read it, naming them anyway is not wrong.
 */
export function useOsmCredit(): boolean {
  const maySee = useCan('operations.read')
  const { data } = useCall(calls.map.changes, { query: { search: OSM_LABEL, perPage: 1 } }, { enabled: maySee })
  return maySee ? (data?.total ?? 0) > 0 : true
}

/** Part of the label of every change that imports from OpenStreetMap. */
export const OSM_LABEL = 'OpenStreetMap'
