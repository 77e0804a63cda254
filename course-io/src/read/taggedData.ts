/** Tables and features of which some have tags of OpenStreetMap. */
import type { ImportElement } from '../classify/importElement.ts'
import { tagOf } from '../classify/importMeaning.ts'

/** Columns in which GDAL keeps the ids of things of OpenStreetMap. */
const OSM_COLUMNS = ['osm_id', 'osm_way_id']

/**
 * A layer of tagged data, such as OpenStreetMap's, is read by its tags as the same data is in GeoJSON: what they do not
 * name is left out. Only a drawing without tags is read by names and shapes.
 */
export const withoutDrawing = (elements: readonly ImportElement[]): readonly ImportElement[] => {
  const isTagged = elements.some(
    element => tagOf(element)?.startsWith('golf=') === true || OSM_COLUMNS.some(column => column in element.tags),
  )
  if (!isTagged) return elements
  return elements.map(({ isDrawing: _, layer: _layer, ...element }) => element)
}
