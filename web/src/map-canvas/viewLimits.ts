/** How far the map goes and how near it comes, as the map settings say, also when they change while it is open. */
import type { Position } from '@greensward/domain'
import { containsXY, createEmpty, type Extent, extend, extendCoordinate, isEmpty } from 'ol/extent.js'
import type View from 'ol/View.js'
import { toMap } from './project.ts'

export interface ViewLimits {
  readonly minZoom: number
  readonly maxZoom: number
  readonly topLeft: Position
  readonly bottomRight: Position
}

/** @param shown what the map has to be able to show wherever the bounds are: the course itself, an import that is looked at */
export const keepWithinLimits = (view: View, shown: () => readonly (Extent | null)[]) => {
  let bounds: Extent | null = null
  let visited = createEmpty()
  const allowed = (): Extent | null => {
    if (bounds === null) return null
    const all = [...bounds]
    for (const extent of [...shown(), visited]) if (extent !== null && !isEmpty(extent)) extend(all, extent)
    return all
  }
  const clamp = (): void => {
    const extent = allowed()
    const [x, y] = view.getCenter() ?? []
    if (extent === null || x === undefined || y === undefined || containsXY(extent, x, y)) return
    const [west = x, south = y, east = x, north = y] = extent
    view.setCenter([Math.min(east, Math.max(west, x)), Math.min(north, Math.max(south, y))])
  }
  view.on('change:center', clamp)
  return {
    set: ({ minZoom, maxZoom, topLeft, bottomRight }: ViewLimits): void => {
      bounds = extendCoordinateBoth(topLeft, bottomRight)
      // New limits reset the view, which loses its padding.
      const { padding } = view
      if (view.getMinZoom() !== minZoom) view.setMinZoom(Math.min(minZoom, maxZoom))
      if (view.getMaxZoom() !== maxZoom) view.setMaxZoom(Math.max(minZoom, maxZoom))
      view.padding = padding
      const zoom = view.getZoom() ?? minZoom
      const kept = Math.min(view.getMaxZoom(), Math.max(view.getMinZoom(), zoom))
      if (kept !== zoom) view.setZoom(kept)
      clamp()
    },
    /** A vehicle beyond the bounds is shown where it is. */
    visit: (at: readonly number[]): void => {
      visited = createEmpty()
      extendCoordinate(visited, [...at])
    },
    /** So is a picture of the ground. */
    visitArea: (extent: Extent): void => {
      visited = [...extent]
    },
  }
}

const extendCoordinateBoth = (a: Position, b: Position): Extent => {
  const extent = createEmpty()
  extendCoordinate(extent, [...toMap(a)])
  extendCoordinate(extent, [...toMap(b)])
  return extent
}

export type ViewLimitsKeeper = ReturnType<typeof keepWithinLimits>
